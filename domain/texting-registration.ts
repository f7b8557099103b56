import { consentSentence } from './text-consent.ts';
import { composeText, shopNameInText } from './texts.ts';

/**
 * What a shop in the US is asked for when it registers for texts (A2P 10DLC), in words to copy. What the
 * carriers look for: CTIA Messaging Principles and Best Practices, section 5; the campaign's form at the
 * provider.
 */

interface RegisteredShop {
  shop: { name: string; address: string; phone: string; email: string };
  texts: { consentWording: string };
}

/** A text to copy, under the name of the field that it is for. */
export interface RegistrationText {
  title: string;
  text: string;
}

const example = { ticketNumber: 'WH123456ABC', watch: 'Omega Seamaster' };

/** @returns texts as the shop really sends them: drop-off, estimate, ready */
function sampleTexts({ shop }: RegisteredShop): string[] {
  return [
    composeText(shop, { kind: 'created', ...example }),
    composeText(shop, { kind: 'estimate', ...example, priceCents: 18_500 }),
    composeText(shop, { kind: 'done', ...example }),
  ];
}

function privacyPage({ shop }: RegisteredShop): string {
  const { name, address, phone, email } = shop;
  return `Privacy policy of ${name}

When you leave a watch with us, we keep your name, phone, email and address, what you tell us about the watch, photos of it, and the texts between us. We use this to repair your watch, to tell you about it, and for our records.

Texts: if you agree, we text you about your repairs: drop-off, estimates, when your watch is ready, and answers to your questions. Message frequency varies. Message and data rates may apply. Reply STOP to opt out and HELP for help. Carriers are not liable for delayed or undelivered messages.

We do not sell your data. We do not share your phone number or your consent to texts with third parties or affiliates for marketing. Only the companies that carry our texts and store our data for us receive any of your data, and only what they need for that.

You can ask us at any time what we know about you, or ask us to correct or delete it: ${name}, ${address}, ${phone}, ${email}.`;
}

/** @returns what the forms of a registration ask for, filled in with the shop's name and texts */
export function registrationTexts(settings: RegisteredShop): RegistrationText[] {
  const name = shopNameInText(settings.shop);
  return [
    {
      title: 'Campaign description',
      text: `${name} repairs watches. We text customers who left a watch and their number at our counter: that we have it, an estimate to accept or decline, when it is ready, and answers to their questions. No marketing.`,
    },
    ...sampleTexts(settings).map((text, at) => ({ title: `Sample message ${at + 1}`, text })),
    {
      title: 'How customers opt in',
      text: `Customers give their number at our counter when they leave a watch. Staff read them this sentence and record that they agree: "${consentSentence(settings)}"`,
    },
    { title: 'Privacy policy for your website', text: privacyPage(settings) },
  ];
}
