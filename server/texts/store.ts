import type { MessageKind } from '../../domain/text-kinds.ts';
import { prepared } from '../database/prepared.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';
import { newId } from '../ids.ts';

/** A text in one of these did not reach the customer. */
const failedStates = ['failed', 'undelivered'];

/** Whether a text did not reach the customer, by its state. */
export const isFailedState = (state: string): boolean => failedStates.includes(state);

export interface NewOutboundMessage {
  kind: MessageKind;
  ticketNumber: string | null;
  /** +1 and ten digits. */
  phone: string;
  body: string;
  /** What hangs on the text being sent. */
  intent?: unknown;
  /** The text that it is sent in place of. */
  resendOf?: string;
  /** The id by which a browser may ask for the same sending again. */
  requestId?: string | undefined;
}

/** A text as it is about to leave: recorded before the request, so that a crash leaves a trace. */
export async function insertOutbound(
  tx: Handle,
  message: NewOutboundMessage,
  at: string,
): Promise<string> {
  const id = newId(Date.parse(at));
  await insertSending(tx, {
    id,
    kind: message.kind,
    ticket_number: message.ticketNumber,
    phone: message.phone,
    body: message.body,
    intent: message.intent === undefined ? null : JSON.stringify(message.intent),
    resend_of: message.resendOf ?? null,
    request_id: message.requestId ?? null,
    at,
  });
  return id;
}

const insertSending = prepared<
  Pick<
    MessagesTable,
    'id' | 'kind' | 'ticket_number' | 'phone' | 'body' | 'intent' | 'resend_of' | 'request_id'
  > & { at: string }
>((db, message) =>
  db.insertInto('messages').values({
    id: message.id,
    direction: 'outbound',
    kind: message.kind,
    ticket_number: message.ticket_number,
    phone: message.phone,
    body: message.body,
    state: 'sending',
    provider_sid: null,
    error_code: null,
    intent: message.intent,
    resend_of: message.resend_of,
    request_id: message.request_id,
    meaning: null,
    attention: null,
    attention_handled_at: null,
    media_count: 0,
    created_at: message.at,
    updated_at: message.at,
  }),
);

export interface NewInboundMessage {
  sid: string;
  ticketNumber: string | null;
  phone: string;
  body: string;
  meaning: string;
  attention: string | null;
  mediaCount: number;
}

/** @returns the id of the stored text, or null when this sid was stored before: a repeat */
export async function insertInbound(
  tx: Handle,
  message: NewInboundMessage,
  at: string,
): Promise<string | null> {
  const id = newId(Date.parse(at));
  const row = await tx
    .insertInto('messages')
    .values({
      id,
      direction: 'inbound',
      kind: 'reply',
      ticket_number: message.ticketNumber,
      phone: message.phone,
      body: message.body,
      state: 'received',
      provider_sid: message.sid,
      error_code: null,
      intent: null,
      meaning: message.meaning,
      attention: message.attention,
      attention_handled_at: null,
      resend_of: null,
      request_id: null,
      media_count: message.mediaCount,
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

export async function messageBySid(db: Handle, sid: string): Promise<MessagesTable | undefined> {
  return db.selectFrom('messages').selectAll().where('provider_sid', '=', sid).executeTakeFirst();
}

/** Whether a phone texted an answer in clear words after a time, which is shown on the ticket. */
export async function answeredSince(
  db: Handle,
  ticketNumber: string,
  phone: string,
  since: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('ticket_number', '=', ticketNumber)
    .where('phone', '=', phone)
    .where('direction', '=', 'inbound')
    .where('meaning', 'in', ['ACCEPT', 'DECLINE'])
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
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

/** The text that a browser asked for by this id. */
export async function messageOfRequest(
  db: Handle,
  requestId: string,
): Promise<MessagesTable | undefined> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}

/** Lets an id be asked for anew: what it asked for was definitely not sent. */
export async function releaseRequest(tx: Handle, requestId: string): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ request_id: null })
    .where('request_id', '=', requestId)
    .execute();
}

/** The text that was sent in place of another. */
export async function resendOf(db: Handle, id: string): Promise<MessagesTable | undefined> {
  return db.selectFrom('messages').selectAll().where('resend_of', '=', id).executeTakeFirst();
}

/**
 * Takes the words out of the texts of a ticket that is deleted for good; that they were sent, and to whom, stays. None of
 * them needs attention any more.
 */
export async function scrubMessages(tx: Handle, ticketNumber: string, at: string): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ body: '', intent: null, attention: null, attention_handled_at: at })
    .where('ticket_number', '=', ticketNumber)
    .execute();
}

/** Shows a text on another ticket. */
export async function fileUnder(tx: Handle, id: string, ticketNumber: string): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ ticket_number: ticketNumber })
    .where('id', '=', id)
    .execute();
}
