import type { Message, Repair } from '../../domain/api-answers.ts';
import type { AttentionReason } from '../../domain/attention.ts';
import { answersForReply, type RecordableAnswer } from '../../domain/estimate-answers.ts';

/** Cases that a booking closes. In the others the answer has been applied, or there is none. */
const settledByBooking: readonly (AttentionReason | null)[] = [
  'unclear',
  'expired',
  'answered-while-opted-out',
];

type Reply = Pick<
  Message,
  'direction' | 'createdAt' | 'ticketNumber' | 'meaning' | 'attention' | 'attentionHandledAt'
>;

/**
 * The answers that staff are offered to book a text as: where its case is open, and while the
 * estimate still waits, where it was not understood and nothing has come since.
 *
 * @param repair the text's ticket as it stands
 * @param isLatest whether it is the last that the customer wrote about the ticket
 */
export function offeredAnswers(
  message: Reply,
  repair: Repair,
  isLatest: boolean,
): RecordableAnswer[] {
  const isOpenCase =
    message.attentionHandledAt === null && settledByBooking.includes(message.attention);
  const isUnread = isLatest && message.meaning === 'UNCLEAR' && repair.status === 'estimate-sent';
  if (message.ticketNumber !== repair.ticketNumber || !(isOpenCase || isUnread)) return [];
  const { estimateSentAt } = repair;
  const estimate = estimateSentAt === null ? null : { sentAt: estimateSentAt };
  return answersForReply(message, estimate, repair.status);
}
