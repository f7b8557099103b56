/**
 * Who is texted at all: no one who has asked not to be, and, if the shop says so, only those who have agreed.
 * Shop decision (docs/decisions/texts.md, "Consent"); whether a text can arrive is another question.
 */

/** What the rules need of the shop's settings. */
interface ConsentRules {
  readonly texts: { readonly onlyWithConsent: boolean };
}

/** What a ticket says about its customer. */
export interface TextWishes {
  readonly customerNoTexts: boolean | null;
  readonly customerAgreedToTexts: boolean | null;
}

export type Withheld = 'not-wanted' | 'not-agreed';

/** @returns why the shop doesn't text the customer; null if it does */
export function withheldReason(
  // A copy that an older version kept in a browser has neither.
  { customerNoTexts = null, customerAgreedToTexts = null }: Partial<TextWishes>,
  { texts }: ConsentRules,
): Withheld | null {
  if (customerNoTexts === true) return 'not-wanted';
  return texts.onlyWithConsent && customerAgreedToTexts !== true ? 'not-agreed' : null;
}

/** A sentence for each. */
export const withheldWords: Readonly<Record<Withheld, string>> = {
  'not-wanted': 'The customer asked not to be texted.',
  'not-agreed': 'The customer hasn’t agreed to texts.',
};

/** Stands for the shop's name in the sentence that asks for consent. */
export const shopPlaceholder = '{shop}';

/**
 * What the shop's customers agree to, in the words that US carriers ask for: who texts, about what, how
 * often, what it costs, how to stop. Source: CTIA Messaging Principles and Best Practices, section 5.1.
 */
export const usualConsent = `I agree to get texts about my repairs from ${shopPlaceholder} at this number. Message frequency varies. Message and data rates may apply. Reply STOP to opt out, HELP for help. Consent is not a condition of service.`;

/** The sentence at intake. */
export const consentSentence = ({
  shop,
  texts,
}: {
  shop: { name: string };
  texts: { consentWording: string };
}): string => texts.consentWording.replaceAll(shopPlaceholder, () => shop.name);
