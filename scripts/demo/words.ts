import type { Chance } from './chance.ts';

/** What customers and staff write. */

const accepting = [
  'ACCEPT',
  'Accept',
  'accept',
  'Accept',
  'ACCEPT please',
  'Accepted, thank you!',
  'I accept',
  'Yes, accept',
  'accept 👍',
  'Approved',
  'ACEPTO',
  'I accept the estimate, thanks',
];
const declining = [
  'DECLINE',
  'Decline',
  'decline',
  'Decline, thanks',
  'I decline',
  'No, decline please',
  'Declined, sorry',
  'RECHAZO',
];
const unclear = [
  'How long will it take?',
  'Does that include the strap?',
  'Can you do it for less?',
  'Let me ask my husband',
  'ok',
  'Is it worth it for this watch?',
  'Who is this?',
  'What if I bring my own part?',
  'Will call you tomorrow',
  'Hmm, that is more than I thought',
  'Sounds good but when?',
  'accept if it is ready by Friday',
];
const afterwards = [
  'Thank you!',
  'Great, will come by on Saturday',
  'When do you close today?',
  'Liked “Your watch is ready”',
  'I’m driving right now with Do Not Disturb turned on.',
  'Perfect 🙏',
  'Can my wife pick it up?',
  'Accept',
];

/** An answer to an estimate as somebody types it. */
export function answerWords(
  answer: 'accept' | 'decline',
  ticketNumber: string | null,
  chance: Chance,
): string {
  if (ticketNumber === null) return chance.pick(answer === 'accept' ? accepting : declining);
  const word = answer.toUpperCase();
  return chance.pick([
    `${word} ${ticketNumber}`,
    `${answer} ${ticketNumber.toLowerCase()}`,
    `${word} ${ticketNumber.slice(0, 2)} ${ticketNumber.slice(2, -3)} ${ticketNumber.slice(-3)}`,
  ]);
}

export const questionWords = (chance: Chance): string => chance.pick(unclear);
export const afterwordsOf = (chance: Chance): string => chance.pick(afterwards);

const estimateRemarks = [
  'Includes new gaskets and a pressure test',
  'Parts from Switzerland, about three weeks',
  'Service only; a new crystal would be 60 more',
  'With one year of warranty',
  'Generic part, original is no longer made',
  'Balance staff has to be made',
];

export const estimateRemark = (chance: Chance): string | null =>
  chance.happens(0.35) ? chance.pick(estimateRemarks) : null;

export const agreedByPhone = [
  'Agreed by phone',
  'Price agreed on the phone, customer gets no texts',
  'Called, go ahead',
];
export const unansweredNote =
  'No answer to the estimate, not reached by phone. Returned as it came in.';

/** What staff write back to a question. */
export const ownWords = [
  'It takes about three weeks, mostly for the part. Just answer ACCEPT or DECLINE.',
  'Yes, that is included. We begin as soon as you accept.',
  'We can explain it best by phone: (212) 555-0100, until 5:30 pm.',
];
