import { sql } from 'kysely';
import {
  attentionReasonOf,
  type ReplyAttention,
  unresolvedPatienceMs,
} from '../../domain/attention.ts';
import { changedFields } from '../../domain/edits.ts';
import { Problem } from '../../domain/problems.ts';
import { isoTime } from '../base/clock.ts';
import { isChanged } from '../database/found.ts';
import type { Handle } from '../database/tables.ts';
import { record, recordTextEvent } from '../history/record.ts';
import type { Deps } from '../ports/deps.ts';
import { lockTickets } from '../repairs/store.ts';
import { isOpenCase } from './attention-list.ts';
import { lockText } from './lock-text.ts';
import { failedStates, messageRow } from './store.ts';

/** How cases of texts come onto the list of what needs attention as time passes, and how they leave it. */

export const closeCase = (tx: Handle, id: string, at: string): Promise<boolean> =>
  isChanged(handled(tx, at).where('message.id', '=', id).where(isOpenCase));

const handled = (tx: Handle, at: string | null) =>
  tx.updateTable('messages as message').set({ attention_handled_at: at });

/**
 * Takes earlier cases of a ticket or a phone off the list, because of what has happened since.
 *
 * @param butFor the text that caused it: its own case stays
 * @param before a text: what came after it stays, too
 */
export async function closeCases(
  tx: Handle,
  of: { ticketNumber: string } | { phone: string },
  reasons: readonly ReplyAttention[],
  at: string,
  butFor: string | null,
  before?: string,
): Promise<void> {
  const [column, value] =
    'phone' in of
      ? (['message.phone', of.phone] as const)
      : (['message.ticket_number', of.ticketNumber] as const);
  const cases = handled(tx, at)
    .where(column, '=', value)
    .where('message.state', '=', 'received')
    .where('message.attention', 'in', reasons)
    .where('message.attention_handled_at', 'is', null)
    .where('message.id', '!=', butFor ?? '');
  await (before === undefined ? cases : cases.where('message.id', '<', before)).execute();
}

/** Takes a ticket's estimates that did not arrive off the list: a later one did. */
export async function closeFailedEstimates(
  tx: Handle,
  ticketNumber: string,
  at: string,
): Promise<void> {
  await handled(tx, at)
    .where('message.ticket_number', '=', ticketNumber)
    .where('message.kind', '=', 'estimate')
    .where('message.state', 'in', failedStates)
    .where('message.attention_handled_at', 'is', null)
    .execute();
}

/**
 * Takes a case off the list, because staff handled it. One that is no longer on it is left alone.
 *
 * @param id of the text in question
 * @throws Problem message-not-found when there is no such text, or it never was a case
 */
export async function handleAttention(deps: Deps, id: string): Promise<void> {
  const { database, clock } = deps;
  const at = isoTime(clock());
  await database.transact(async (tx) => {
    const message = await lockText(tx, await messageRow(tx, id));
    const reason = message ? attentionReasonOf(message) : null;
    const wasCase = message?.attention_handled_at != null || message?.attention != null;
    if (!message || (reason === null && !wasCase)) throw new Problem('message-not-found');
    if (reason === null || !(await closeCase(tx, id, at))) return;
    const changes = changedFields({ handledAt: null }, { handledAt: at });
    const data = { messageId: id, reason, ...changes };
    const event = { kind: 'attention-handled', actor: 'staff', data } as const;
    const { ticket_number: ticketNumber } = message;
    await recordTextEvent(tx, at, { id, ticketNumber, what: 'handled' }, event);
  });
}

/**
 * Puts a case that staff took off the list back on it. One that was put back, or was handled again since, is
 * left alone.
 *
 * @param id of the text in question
 * @param handledAt the time of the press that is undone
 * @throws Problem message-not-found when there is no such text, or it is not a case
 */
export async function undoHandled(deps: Deps, id: string, handledAt: string): Promise<void> {
  const { database, clock } = deps;
  await database.transact(async (tx) => {
    const message = await lockText(tx, await messageRow(tx, id));
    const reason = message ? attentionReasonOf(message) : null;
    if (!message || reason === null) throw new Problem('message-not-found');
    const reopened = handled(tx, null)
      .where('message.id', '=', id)
      .where('message.attention_handled_at', '=', handledAt);
    if (!(await isChanged(reopened))) return;
    const data = { messageId: id, reason, ...changedFields({ handledAt }, { handledAt: null }) };
    const event = { kind: 'attention-reopened', actor: 'staff', data } as const;
    const { ticket_number: ticketNumber } = message;
    await recordTextEvent(tx, isoTime(clock()), { id, ticketNumber, what: 'unhandled' }, event);
  });
}

const isUnmarked = sql<boolean>`state in ('sending', 'unknown')
  and attention is null and attention_handled_at is null`;

/** Makes cases of the texts that have been without an outcome for too long. */
export async function openOverdueCases({ database, clock }: Deps): Promise<void> {
  const now = clock();
  await database.transact(async (tx) => {
    const due = await tx
      .selectFrom('messages')
      .select(['id', 'ticket_number'])
      .where(isUnmarked)
      .where('created_at', '<=', isoTime(now - unresolvedPatienceMs))
      .execute();
    if (due.length === 0) return;
    await lockTickets(
      tx,
      due.map((text) => text.ticket_number),
    );
    const ids = due.map(({ id }) => id);
    const overdue = await tx
      .updateTable('messages')
      .set({ attention: 'unsettled' })
      .where('id', 'in', ids)
      .where(isUnmarked)
      .returning(['id', 'ticket_number'])
      .execute();
    await record(tx, {
      at: isoTime(now),
      events: [],
      changes: overdue.map(({ id, ticket_number: ticketNumber }) => ({
        entity: 'message',
        id,
        what: 'overdue',
        ticketNumber,
      })),
    });
  });
}
