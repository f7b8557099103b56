import { awaitingEstimate, type ReplyAttention } from '../../domain/attention.ts';
import { decideReply } from '../../domain/reply-decision.ts';
import { readReply } from '../../domain/reply-meaning.ts';
import { isFound } from '../database/found.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';
import { recordTextEvent } from '../history/record.ts';
import type { EstimateActions } from '../ports/estimate-actions.ts';
import type { OutgoingText } from '../ports/text-sender.ts';
import { act, mayAnswer, prepareReply, situationOf } from './answering.ts';
import { hasUnresolvedEstimate } from './store.ts';

/**
 * Clear answers that came while nobody knew whether their estimate was sent: applied with the estimate
 * once it has been, in one transaction, as if they had come just after it.
 */

const waiting = 'answered-while-unsettled' satisfies ReplyAttention;

/**
 * Stores the estimate whose text was sent, and applies the answer that waits for it.
 *
 * @param text the estimate's, locked with all tickets of its phone
 * @param now milliseconds since 1970
 * @returns the text to send back; null if there is none
 */
export async function storeWithAnswer(
  estimates: EstimateActions,
  tx: Handle,
  text: MessagesTable,
  { at, now, wasGivenUp }: { at: string; now: number; wasGivenUp: boolean },
): Promise<OutgoingText | null> {
  const answer = await latestAnswer(tx, text, wasGivenUp ? awaitingEstimate : [waiting]);
  const estimateId = await estimates.storeSentEstimate(tx, text, at, wasGivenUp);
  // Earlier answers, and what staff have handled, no longer count.
  await markWaiting(tx, text, 'unclear');
  if (answer === undefined || answer.attention_handled_at !== null) return null;
  const { id, phone, body, ticket_number: ticketNumber } = answer;
  const reading = readReply({ body, mediaCount: answer.media_count });
  const situation = await situationOf(tx, phone, answer.media_count, answer.created_at);
  const decision = decideReply(reading, situation);
  const isMeant =
    estimateId !== null &&
    'estimateId' in decision.action &&
    decision.action.estimateId === estimateId &&
    reading.meaning === answer.meaning &&
    !(await isInDoubtSince(tx, answer));
  if (!isMeant) {
    await mark(tx, id, 'unclear', null);
    await recordTextEvent(tx, at, { id, ticketNumber, what: 'settled' });
    return null;
  }
  const isAnswered = await mayAnswer(tx, decision, phone, now);
  const attention = decision.attention ?? (isAnswered ? null : 'unclear');
  await act(estimates, tx, decision, { id, phone, body }, at);
  await mark(tx, id, attention, attention === null ? at : null);
  await recordTextEvent(tx, at, { id, ticketNumber, what: 'settled' });
  const { reply } = decision;
  if (reply === null || !isAnswered) return null;
  return prepareReply(tx, reply, { ticketNumber, phone }, at);
}

/** Makes the case of an answer say that its estimate was not sent, unless it waits for a newer one. */
export async function markUnsent(tx: Handle, text: MessagesTable): Promise<void> {
  const { ticket_number: ticketNumber } = text;
  if (ticketNumber === null || (await hasUnresolvedEstimate(tx, ticketNumber))) return;
  await markWaiting(tx, text, 'answered-unsent');
}

/** The customer's last word on the estimate of a text, whether or not staff have handled it. */
async function latestAnswer(
  tx: Handle,
  text: MessagesTable,
  reasons: readonly ReplyAttention[],
): Promise<MessagesTable | undefined> {
  return tx
    .selectFrom('messages')
    .selectAll()
    .where('phone', '=', text.phone)
    .where('ticket_number', '=', text.ticket_number)
    .where('created_at', '>=', text.created_at)
    .where('attention', 'in', reasons)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether the customer has answered since in a text that may retract the answer. */
const isInDoubtSince = (tx: Handle, answer: MessagesTable): Promise<boolean> =>
  isFound(
    tx
      .selectFrom('messages')
      .select('id')
      .where('phone', '=', answer.phone)
      .where('created_at', '>', answer.created_at)
      .where('meaning', 'in', ['ACCEPT', 'DECLINE'])
      .where('attention', '=', 'unclear'),
  );

/** Gives every answer that waits for an estimate another reason. A ticket has one such estimate. */
async function markWaiting(tx: Handle, text: MessagesTable, attention: ReplyAttention) {
  await tx
    .updateTable('messages')
    .set({ attention })
    .where('ticket_number', '=', text.ticket_number)
    .where('attention', '=', waiting)
    .execute();
}

async function mark(
  tx: Handle,
  id: string,
  attention: ReplyAttention | null,
  handledAt: string | null,
) {
  await tx
    .updateTable('messages')
    .set({ attention, attention_handled_at: handledAt })
    .where('id', '=', id)
    .execute();
}
