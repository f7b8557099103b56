import type { Chance } from './chance.ts';
import { contentOf } from './content.ts';

/** What customers and staff write, in many variations. */
const words = new Map(contentOf('words').map(([about = '', ...said]) => [about, said]));

const oneOf = (about: string) => (chance: Chance) => chance.pick(words.get(about) ?? []);

export const questionWords = oneOf('questions');
export const followUpWords = oneOf('follow-ups');
export const customTextWords = oneOf('custom texts');
export const agreedByPhone = oneOf('agreed by phone');
export const partOf = oneOf('parts');
export const supplierOf = oneOf('suppliers');
export const specialistOf = oneOf('specialists');
export const noteWords = oneOf('notes');
const accepting = oneOf('accepting');
const declining = oneOf('declining');
const remarks = oneOf('estimate remarks');

/** An answer to an estimate as a customer types it. */
export function answerWords(
  answer: 'accept' | 'decline',
  ticketNumber: string | null,
  chance: Chance,
): string {
  if (ticketNumber === null) return answer === 'accept' ? accepting(chance) : declining(chance);
  const word = answer.toUpperCase();
  return chance.pick([
    `${word} ${ticketNumber}`,
    `${answer} ${ticketNumber.toLowerCase()}`,
    `${word} ${ticketNumber.slice(0, 2)} ${ticketNumber.slice(2, -3)} ${ticketNumber.slice(-3)}`,
  ]);
}

export const estimateRemark = (chance: Chance): string | null =>
  chance.happens(0.35) ? remarks(chance) : null;

/** What the customer is told about a long job. */
export const estimatedWork = 'full service, worn parts replaced';

export const unansweredNote =
  'No answer to the estimate, not reached by phone. Returned as it came in.';
