import { sql } from 'kysely';
import type { MessageState } from '../../domain/api-answers.ts';
import { prepared } from '../database/prepared.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';

/** What becomes of a text after it was recorded: its outcome, and those that have none yet. */

/** In literals, so that the engine sees that the partial index fits. */
const isUnresolved = sql<boolean>`state in ('sending', 'unknown')`;

/**
 * Writes the outcome of a sending, once: a text that has one is left alone.
 *
 * @returns the text when this call wrote it, else undefined
 */
export async function resolveMessage(
  tx: Handle,
  id: string,
  outcome: { state: MessageState; sid: string | null; errorCode: string | null },
  at: string,
): Promise<MessagesTable | undefined> {
  const { rows } = await updateUnresolved(tx, { id, at, ...outcome });
  return rows[0];
}

const updateUnresolved = prepared<
  { id: string; at: string; state: MessageState; sid: string | null; errorCode: string | null },
  MessagesTable
>((db, outcome) =>
  db
    .updateTable('messages')
    .set({
      state: outcome.state,
      provider_sid: outcome.sid,
      error_code: outcome.errorCode,
      updated_at: outcome.at,
      // With an outcome, the case for the lack of one is over, and a failure is a new case.
      attention: sql<string | null>`case when ${outcome.state} = 'unknown' then attention end`,
      attention_handled_at: sql<string | null>`
        case when attention = 'unsettled' and ${outcome.state} <> 'unknown' then null
        else attention_handled_at end`,
    })
    .where('id', '=', outcome.id)
    .where(isUnresolved)
    .returningAll(),
);

/**
 * Gives a text its provider's id after all, with the outcome that the provider tells: one that nobody
 * knew about, or that counted as never sent.
 *
 * @returns the text when this call did so, else undefined
 */
export async function adoptMessage(
  tx: Handle,
  id: string,
  outcome: { state: MessageState; sid: string; errorCode: string | null },
  at: string,
): Promise<MessagesTable | undefined> {
  return tx
    .updateTable('messages')
    .set({
      state: outcome.state,
      provider_sid: outcome.sid,
      error_code: outcome.errorCode,
      updated_at: at,
      // An earlier case was about something else: an unknown outcome, or a text that never left.
      attention: null,
      attention_handled_at: null,
    })
    .where('id', '=', id)
    .where('direction', '=', 'outbound')
    .where('provider_sid', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Writes how far a text has come, unless that has changed meanwhile. @returns whether it did */
export async function advanceMessage(
  tx: Handle,
  message: Pick<MessagesTable, 'id' | 'state'>,
  to: { state: MessageState; errorCode: string | null },
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ state: to.state, error_code: to.errorCode, updated_at: at })
    .where('id', '=', message.id)
    .where('state', '=', message.state)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Texts of which nobody knows whether they went out, oldest first.
 *
 * @param before ISO 8601, included; those of the future as well, for then the clock was set back
 */
export async function unresolvedMessages(
  db: Handle,
  before: string,
  now: string,
): Promise<MessagesTable[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where(isUnresolved)
    .where(({ eb, or }) => or([eb('created_at', '<=', before), eb('created_at', '>', now)]))
    .orderBy('created_at')
    .limit(100)
    .execute();
}

/** How many texts there are of which nobody knows whether they went out. */
export async function countUnresolved(db: Handle): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isUnresolved)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether an estimate for the ticket is on its way, or may be. */
export async function hasUnresolvedEstimate(db: Handle, ticketNumber: string): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('ticket_number', '=', ticketNumber)
    .where('kind', '=', 'estimate')
    .where(isUnresolved)
    .executeTakeFirst();
  return row !== undefined;
}

/** The tickets whose estimate is on its way to a phone, or may have reached it. */
export async function unresolvedEstimatesTo(db: Handle, phone: string): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    // Of a deleted ticket nothing can be answered any more.
    .innerJoin('repair_tickets as ticket', 'ticket.ticket_number', 'messages.ticket_number')
    .select('ticket.ticket_number')
    .where('messages.phone', '=', phone)
    .where('messages.kind', '=', 'estimate')
    .where('ticket.deleted_at', 'is', null)
    .where(sql<boolean>`messages.state in ('sending', 'unknown')`)
    .orderBy('messages.id', 'desc')
    .execute();
  return rows.map(({ ticket_number: ticketNumber }) => ticketNumber);
}
