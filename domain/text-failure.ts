import { problemTexts } from './problems.ts';

/**
 * What staff should do when a text did not arrive, in plain words. The codes are the provider's
 * (Twilio's error dictionary); the words are the shop's.
 */

const advice: Readonly<Record<string, string>> = {
  '21211': "The number isn't valid. Check it.",
  '21614': "Landline, or can't get texts. Call the customer.",
  '21635': "Landline, or can't get texts. Call the customer.",
  '30006': "Landline, or can't get texts. Call the customer.",
  '21610': 'The customer replied STOP. Call them; they can text START.',
  '21408': "Texts to that country or network aren't possible. Call the customer.",
  '21612': "Texts to that country or network aren't possible. Call the customer.",
  '21608': 'The text account is on trial or unapproved: verified numbers only.',
  '20003': "Texting isn't set up. Tell the owner.",
  '21606': "Texting isn't set up. Tell the owner.",
  '21659': "Texting isn't set up. Tell the owner.",
  '30002': "Texting isn't set up. Tell the owner.",
  '20429': 'Busy; retrying automatically.',
  '30003': 'The phone is off or unreachable. Try once more later.',
  '30005': 'The number is not in service. Check it.',
  '30007': "The carrier blocked it as spam. Don't resend; call the customer.",
  '30034': "The shop's number isn't registered for US texting. Tell the owner.",
  '30032': "The shop's number isn't registered for US texting. Tell the owner.",
};

/** Our own code for a text that never left: the process ended before the provider was asked. */
export const neverSentCode = 'never-sent';

/** @param code the provider's error code, or {@link neverSentCode}; null when none was given */
export function adviceForFailure(code: string | null): string {
  if (code === neverSentCode) return 'The text was not sent. Send it again or call the customer.';
  if (code === null) return 'Not delivered; call the customer.';
  return advice[code] ?? `Not delivered (code ${code}); call the customer.`;
}

/** Codes with which the provider says that the number itself gets no texts. */
const numberCodes = ['21211', '21614', '21635', '30005', '30006'];

/** @returns whether another number would help, by what staff were told about a text that failed */
export function isAboutNumber(detail: string | null): boolean {
  return (
    detail === problemTexts['phone-not-textable'].detail ||
    numberCodes.some((code) => advice[code] === detail)
  );
}

/** What staff see while nobody knows whether a text went out. */
export const unknownAdvice = "We can't tell yet whether this was sent.";
