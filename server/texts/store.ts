import { sql } from 'kysely';
import type { MessageKind } from '../../domain/text-kinds.ts';
import { newId } from '../base/ids.ts';
import { isFound } from '../database/found.ts';
import { prepared } from '../database/prepared.ts';
import { outsideTextingKey, refuseWhileClosed } from '../database/settings.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';
import type { OutgoingText } from '../ports/text-sender.ts';

/** A text in one of these did not reach the customer. */
export const failedStates = ['failed', 'undelivered'];

export const isFailedState = (state: string): boolean => failedStates.includes(state);

/** Nobody knows whether it went out. In literals, so that the engine sees that the index applies. */
export const isUnresolved = sql<boolean>`messages.state in ('sending', 'unknown')`;

/** The account in force as a text is recorded: the environment's, else the browser's, else none. */
export const accountInForce = sql<string | null>`coalesce(
  (select value from settings where key = ${sql.lit(outsideTextingKey)}),
  (select account_sid from texting_accounts where replaced_at is null))`;

export interface NewOutboundMessage {
  kind: MessageKind;
  ticketNumber: string | null;
  /** +1 and ten digits. */
  phone: string;
  body: string;
  intent?: unknown;
  resendOf?: string;
  /** It waits for its time (held-texts.ts). */
  isHeld?: boolean;
  /** The id by which a browser may ask for the same text again. */
  requestId?: string | undefined;
}

/** What most texts lack. */
const nothing = {
  provider_sid: null,
  error_code: null,
  intent: null,
  meaning: null,
  attention: null,
  attention_handled_at: null,
  resend_of: null,
  request_id: null,
  media_count: 0,
} as const;

/**
 * Records a text before the provider is asked to send it, so that a crash leaves a trace.
 *
 * @returns it, for `deliver` (sending.ts)
 * @throws Problem shop-restoring while the shop is closed
 */
export async function prepareText(
  tx: Handle,
  message: NewOutboundMessage,
  at: string,
): Promise<OutgoingText> {
  await refuseWhileClosed(tx);
  const id = newId(Date.parse(at));
  const { rows } = await insertMessage(tx, {
    id,
    kind: message.kind,
    state: message.isHeld ? 'held' : 'sending',
    ticket_number: message.ticketNumber,
    phone: message.phone,
    body: message.body,
    intent: message.intent === undefined ? null : JSON.stringify(message.intent),
    resend_of: message.resendOf ?? null,
    request_id: message.requestId ?? null,
    created_at: at,
    updated_at: at,
  });
  const { phone: to, body } = message;
  return { reference: id, to, body, ...leavingBy(rows[0]?.account) };
}

/** For the text that is handed over. @param account as its row has it */
export const leavingBy = (account: string | null | undefined): Pick<OutgoingText, 'account'> =>
  account ? { account } : {};

const insertMessage = prepared<
  Omit<MessagesTable, keyof typeof nothing | 'direction' | 'account'> &
    Pick<MessagesTable, 'intent' | 'resend_of' | 'request_id'>,
  Pick<MessagesTable, 'account'>
>((db, message) =>
  db
    .insertInto('messages')
    .values({ ...nothing, direction: 'outbound', ...message, account: accountInForce })
    .returning('account'),
);

type NewInboundMessage = Pick<
  MessagesTable,
  | 'ticket_number'
  | 'phone'
  | 'body'
  | 'provider_sid'
  | 'meaning'
  | 'attention'
  | 'media_count'
  | 'account'
>;

/** @returns the id of the stored text, or null when this sid was stored before: a repeat */
export async function insertInbound(
  tx: Handle,
  message: NewInboundMessage,
  at: string,
): Promise<string | null> {
  const row = await tx
    .insertInto('messages')
    .values({
      ...nothing,
      id: newId(Date.parse(at)),
      direction: 'inbound',
      kind: 'reply',
      state: 'received',
      ...message,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column('provider_sid').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function messageRow(db: Handle, id: string): Promise<MessagesTable | undefined> {
  const { rows } = await selectMessage(db, { id });
  return rows[0];
}

const selectMessage = prepared<{ id: string }, MessagesTable>((db, { id }) =>
  db.selectFrom('messages').selectAll().where('id', '=', id),
);

/** A text by another of its unique marks: no two texts share one. */
export async function messageBy(
  db: Handle,
  column: 'provider_sid' | 'request_id' | 'resend_of',
  value: string,
): Promise<MessagesTable | undefined> {
  return db.selectFrom('messages').selectAll().where(column, '=', value).executeTakeFirst();
}

/**
 * The ticket's newest text of a kind.
 *
 * @param that `may have arrived` passes over those that failed
 */
export async function newestOfKind(
  db: Handle,
  ticketNumber: string,
  kind: MessageKind,
  that?: 'may have arrived',
): Promise<MessagesTable | undefined> {
  let query = db
    .selectFrom('messages')
    .selectAll()
    .where('ticket_number', '=', ticketNumber)
    .where('kind', '=', kind);
  if (that !== undefined) query = query.where('state', 'not in', failedStates);
  return query.orderBy('id', 'desc').limit(1).executeTakeFirst();
}

/** The first text from staff since a customer's, to its phone or about its ticket, that may have arrived. */
export async function firstAnswerTo(
  db: Handle,
  asked: MessagesTable,
): Promise<MessagesTable | undefined> {
  const { id, phone, ticket_number: ticketNumber } = asked;
  return db
    .selectFrom('messages')
    .selectAll()
    .where((one) =>
      ticketNumber === null
        ? one('phone', '=', phone)
        : one.or([one('phone', '=', phone), one('ticket_number', '=', ticketNumber)]),
    )
    .where('kind', '=', 'manual')
    .where('state', 'not in', failedStates)
    .where('id', '>', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Lets an id be asked for again: what it asked for was definitely not sent. */
export async function releaseRequest(tx: Handle, requestId: string): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ request_id: null })
    .where('request_id', '=', requestId)
    .execute();
}

/** Takes words and pictures out of the texts of a ticket that is deleted for good, and their cases off the list. */
export async function scrubMessages(tx: Handle, ticketNumber: string, at: string): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ body: '', intent: null, attention: null, attention_handled_at: at })
    .where('ticket_number', '=', ticketNumber)
    .execute();
  await tx.deleteFrom('text_pictures').where('ticket_number', '=', ticketNumber).execute();
}

export async function fileUnder(tx: Handle, id: string, ticketNumber: string): Promise<void> {
  const place = { ticket_number: ticketNumber };
  await tx.updateTable('messages').set(place).where('id', '=', id).execute();
  await tx.updateTable('text_pictures').set(place).where('message_id', '=', id).execute();
}

export async function countUnresolved(db: Handle): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isUnresolved)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether an estimate for the ticket is on its way, or may be. */
export const hasUnresolvedEstimate = (db: Handle, ticketNumber: string): Promise<boolean> =>
  isFound(
    db
      .selectFrom('messages')
      .select('id')
      .where('ticket_number', '=', ticketNumber)
      .where('kind', '=', 'estimate')
      .where(isUnresolved),
  );

/**
 * The tickets whose estimate is on its way to a phone, or may have reached it.
 *
 * @param upTo ISO 8601: only texts from then or earlier
 */
export async function unresolvedEstimatesTo(
  db: Handle,
  phone: string,
  upTo?: string,
): Promise<string[]> {
  let query = db
    .selectFrom('messages')
    // Nothing about a deleted ticket can be answered anymore.
    .innerJoin('repair_tickets as ticket', 'ticket.ticket_number', 'messages.ticket_number')
    .select('ticket.ticket_number')
    .where('messages.phone', '=', phone)
    .where('messages.kind', '=', 'estimate')
    .where('ticket.deleted_at', 'is', null)
    .where(isUnresolved);
  if (upTo !== undefined) query = query.where('messages.created_at', '<=', upTo);
  const rows = await query.orderBy('messages.id', 'desc').execute();
  return rows.map(({ ticket_number: ticketNumber }) => ticketNumber);
}
