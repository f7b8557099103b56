import type { Answer } from '../../../domain/api.ts';
import type { Estimate, Message } from '../../../domain/api-answers.ts';
import { formatPrice } from '../../../domain/money.ts';
import { formatPhone } from '../../../domain/phone.ts';
import { absoluteTime } from '../../data/shop-time.ts';
import { repairStatusLabel } from '../../parts/repair/status-badge.tsx';
import { textMeaningWords, textStateWords } from '../../parts/text/text-words.ts';

/** What the records of the shop show about each step of a test: a line for the screen, or a failure. */

/** A step that did not go as it should; its message is for staff. */
export class WorkflowFailure extends Error {}

type CustomerAnswer = 'accepted' | 'declined';

const timeOf = (iso: string) => absoluteTime(new Date(iso), 'timeOfDay');

const line = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join(' · ');

const quoted = (body: string) => `“${body.length > 60 ? `${body.slice(0, 60).trimEnd()}…` : body}”`;

const textLine = (text: Message, ...more: (string | null)[]) =>
  line(text.sid, textStateWords[text.state], timeOf(text.createdAt), ...more);

export function answerOf({ responseStatus }: Estimate): CustomerAnswer | null {
  return responseStatus === 'accepted' || responseStatus === 'declined' ? responseStatus : null;
}

export function sentEvidence(estimate: Estimate, texts: readonly Message[]): string {
  const text = texts.find(({ kind }) => kind === 'estimate');
  if (text === undefined) throw new WorkflowFailure('The text of the estimate is not on record.');
  return textLine(
    text,
    `${formatPrice(estimate.estimatePrice)} to ${formatPhone(estimate.customerPhone)}`,
  );
}

/** What came from the customer since the estimate went out, newest first. */
function repliesTo(estimate: Estimate, texts: readonly Message[]): Message[] {
  return texts.filter(
    ({ direction, createdAt }) => direction === 'inbound' && createdAt >= estimate.sentAt,
  );
}

/**
 * Why the newest text is not the answer that is waited for; null while nothing has come in.
 *
 * @param texts the ticket's, newest first, read before the estimate was
 */
export function waitingNote(estimate: Estimate, texts: readonly Message[]): string | null {
  const [newest] = repliesTo(estimate, texts);
  if (newest === undefined) return null;
  if (newest.meaning === 'ACCEPT' || newest.meaning === 'DECLINE') {
    return `${quoted(newest.body)} came in, but this phone has several open estimates, and nobody knows which was meant. Answer “${newest.meaning} ${estimate.repairId}”.`;
  }
  const reading = textMeaningWords(newest.meaning) ?? 'Not understood';
  return `${quoted(newest.body)} came in. ${reading}: neither an acceptance nor a decline, so the estimate stays open.`;
}

export function replyEvidence({ customerReply, respondedAt }: Estimate): string {
  return line(
    customerReply === null ? null : quoted(customerReply),
    respondedAt === null ? null : timeOf(respondedAt),
  );
}

export function inboundText(estimate: Estimate, texts: readonly Message[]): Message {
  const replies = repliesTo(estimate, texts);
  const text = replies.find(({ createdAt }) => createdAt === estimate.respondedAt) ?? replies[0];
  if (text === undefined) {
    throw new WorkflowFailure(
      'The estimate is answered, but the customer’s text is not on record.',
    );
  }
  return text;
}

export const inboundEvidence = (text: Message) => textLine(text, quoted(text.body));

const meanings = { accepted: 'ACCEPT', declined: 'DECLINE' };

export function readingEvidence(text: Message, answer: CustomerAnswer): string {
  const words = textMeaningWords(text.meaning) ?? 'Not understood';
  if (text.meaning !== meanings[answer]) {
    throw new WorkflowFailure(`${words}, but the estimate is ${answer}.`);
  }
  return line(text.meaning, words);
}

export function storedEvidence(
  stored: Answer<'getRepair'>,
  sent: Estimate,
  answer: CustomerAnswer,
): string {
  const estimate = stored.estimates.find(({ id }) => id === sent.id);
  const answeredAt = answer === 'accepted' ? estimate?.acceptedAt : estimate?.declinedAt;
  if (estimate?.responseStatus !== answer || !estimate.respondedAt || !answeredAt) {
    throw new WorkflowFailure(`The estimate is not on record as ${answer}, with its time.`);
  }
  const { repair } = stored;
  const expected = `estimate-${answer}` as const;
  if (repair.status !== expected) {
    throw new WorkflowFailure(
      `The repair is at “${repairStatusLabel(repair.status)}” and should be at “${repairStatusLabel(expected)}”.`,
    );
  }
  return line(
    `Estimate ${answer}`,
    timeOf(answeredAt),
    `Repair at “${repairStatusLabel(repair.status)}”`,
  );
}

/** @returns null while the confirmation is on its way */
export function confirmationEvidence(
  inbound: Message,
  answer: CustomerAnswer,
  texts: readonly Message[],
): string | null {
  const kind = answer === 'accepted' ? 'confirm-accept' : 'confirm-decline';
  const text = texts.find((one) => one.kind === kind && one.createdAt >= inbound.createdAt);
  if (text === undefined) {
    throw new WorkflowFailure(
      'No confirmation went out. A phone gets at most three automatic texts in an hour, and none once its owner texted STOP.',
    );
  }
  switch (text.state) {
    case 'sending':
      return null;
    case 'accepted':
    case 'sent':
    case 'delivered':
      return textLine(text);
    default:
      throw new WorkflowFailure(
        `${textStateWords[text.state]}. ${text.advice ?? 'Look at the ticket’s texts.'}`,
      );
  }
}
