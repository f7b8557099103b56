import { sql } from 'kysely';
import type { MessageState } from '../../domain/api-answers.ts';
import { filedPhone } from '../../domain/phone.ts';
import type { AutomaticKind, MessageKind } from '../../domain/text-kinds.ts';
import { optOutNotice } from '../../domain/texts.ts';
import { prepared } from '../database/prepared.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';
import { newId } from '../ids.ts';

/** In literals, so that the engine sees that the partial index fits. */
const isUnsettled = sql<boolean>`state in ('sending', 'unknown')`;

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
  requestId?: string;
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

/** Changes the wording of a text that has not left yet. */
export async function rewordUnsent(tx: Handle, id: string, body: string): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ body })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute();
}

/**
 * Writes the outcome of a sending, once: a text that has been settled is left alone.
 *
 * @returns the text when this call settled it, else undefined
 */
export async function settleMessage(
  tx: Handle,
  id: string,
  outcome: { state: MessageState; sid: string | null; errorCode: string | null },
  at: string,
): Promise<MessagesTable | undefined> {
  const { rows } = await updateUnsettled(tx, { id, at, ...outcome });
  return rows[0];
}

const updateUnsettled = prepared<
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
      // Settled: what was a case for want of an outcome is none, and a failure is a new one.
      attention: sql<string | null>`case when ${outcome.state} = 'unknown' then attention end`,
      attention_handled_at: sql<string | null>`
        case when attention = 'unsettled' and ${outcome.state} <> 'unknown' then null
        else attention_handled_at end`,
    })
    .where('id', '=', outcome.id)
    .where(isUnsettled)
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
      // Whoever looked at it looked at something else: that nobody knew, or that it never left.
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

/** Whether the phone texted something after a time. */
export async function textedSince(
  db: Handle,
  phone: string,
  since: string,
  meaning?: string,
): Promise<boolean> {
  let query = db
    .selectFrom('messages')
    .select('id')
    .where('phone', '=', phone)
    .where('direction', '=', 'inbound')
    .where('created_at', '>', since);
  if (meaning !== undefined) query = query.where('meaning', '=', meaning);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
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

/** Texts of which nobody knows whether they went out, oldest first. */
export async function unsettledMessages(db: Handle, before: string): Promise<MessagesTable[]> {
  return (
    db
      .selectFrom('messages')
      .selectAll()
      // Literals, so that the engine sees that the partial index fits.
      .where(sql<boolean>`state in ('sending', 'unknown')`)
      .where('created_at', '<=', before)
      .orderBy('created_at')
      .limit(100)
      .execute()
  );
}

/** How many texts there are of which nobody knows whether they went out. */
export async function countUnsettled(db: Handle): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<boolean>`state in ('sending', 'unknown')`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether an estimate for the ticket is on its way, or may be. */
export async function hasUnsettledEstimate(db: Handle, ticketNumber: string): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('ticket_number', '=', ticketNumber)
    .where('kind', '=', 'estimate')
    .where(isUnsettled)
    .executeTakeFirst();
  return row !== undefined;
}

/** The tickets whose estimate is on its way to a phone, or may have reached it. */
export async function unsettledEstimatesTo(db: Handle, phone: string): Promise<string[]> {
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

/** The ticket's newest text of a kind. */
export async function newestOfKind(
  db: Handle,
  ticketNumber: string,
  kind: MessageKind,
): Promise<MessagesTable | undefined> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('ticket_number', '=', ticketNumber)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** When texts of some kinds went to a phone, as ISO times, newest first, since a time. */
export async function sentTimes(
  db: Handle,
  phone: string,
  kinds: readonly AutomaticKind[],
  since: string,
): Promise<{ kind: MessageKind; at: string }[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['kind', 'created_at'])
    .where('phone', '=', phone)
    .where('direction', '=', 'outbound')
    .where('kind', 'in', kinds)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute();
  return rows.map((row) => ({ kind: row.kind, at: row.created_at }));
}

/** Whether any text ever went to the phone. */
export async function hasBeenTexted(db: Handle, phone: string): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('phone', '=', phone)
    .where('direction', '=', 'outbound')
    .where('kind', '!=', 'unknown-number')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a text that tells how to opt out was taken by the provider for the phone. */
export async function hasBeenToldToOptOut(db: Handle, phone: string): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('phone', '=', phone)
    .where('direction', '=', 'outbound')
    .where('state', 'in', ['accepted', 'sent', 'delivered'])
    .where('body', 'like', `%${optOutNotice}`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
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

/** The text that was sent in place of another. */
export async function resendOf(db: Handle, id: string): Promise<MessagesTable | undefined> {
  return db.selectFrom('messages').selectAll().where('resend_of', '=', id).executeTakeFirst();
}

/** The ticket that the shop last texted a phone about, else the newest of whoever has the phone. */
export async function lastTicketOfPhone(db: Handle, phone: string): Promise<string | null> {
  const texted = await db
    .selectFrom('messages as message')
    .innerJoin('repair_tickets as ticket', 'ticket.ticket_number', 'message.ticket_number')
    .select('ticket.ticket_number')
    .where('message.phone', '=', phone)
    .where('message.direction', '=', 'outbound')
    .where('ticket.deleted_at', 'is', null)
    .orderBy('message.created_at', 'desc')
    .orderBy('message.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (texted) return texted.ticket_number;
  const owned = await db
    .selectFrom('repair_tickets as ticket')
    .innerJoin('clients as client', 'client.id', 'ticket.client_id')
    .select('ticket.ticket_number')
    .where('client.text_phone', '=', phone)
    .where('ticket.deleted_at', 'is', null)
    .orderBy('ticket.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return owned?.ticket_number ?? null;
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

/** @param phone +1 and ten digits */
export async function isOptedOut(db: Handle, phone: string): Promise<boolean> {
  const { rows } = await selectOptOut(db, { phone });
  return rows[0]?.opted_out_at != null;
}

/** Since when no text may go to a phone, as it was typed; null when texts may. */
export async function phoneOptedOutAt(db: Handle, phone: string): Promise<string | null> {
  const { rows } = await selectOptOut(db, { phone: filedPhone(phone) });
  return rows[0]?.opted_out_at ?? null;
}

const selectOptOut = prepared<{ phone: string }, { opted_out_at: string | null }>((db, { phone }) =>
  db.selectFrom('phones').select('opted_out_at').where('phone', '=', phone),
);

/** @param at when they opted out; null when they opted in again */
export async function setOptedOut(tx: Handle, phone: string, at: string | null): Promise<void> {
  await tx
    .insertInto('phones')
    .values({ phone, opted_out_at: at })
    .onConflict((conflict) => conflict.column('phone').doUpdateSet({ opted_out_at: at }))
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
