import { sql } from 'kysely';
import type { Message, TextPicture } from '../../domain/api-answers.ts';
import { attentionReasonOf } from '../../domain/attention.ts';
import { countSegments } from '../../domain/gsm7.ts';
import { phoneKey } from '../../domain/phone.ts';
import { isOfItsTicket } from '../../domain/shared-phone.ts';
import {
  adviceForText,
  type ResendFacts,
  resendRefusal,
  unknownAdvice,
} from '../../domain/text-delivery.ts';
import type { MessageState } from '../../domain/text-kinds.ts';
import { afterCursor, type Page, type PageRequest, pageOf } from '../database/page.ts';
import { prepared } from '../database/prepared.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';
import { namesOnPhones } from './phone-store.ts';
import { picturesOf } from './picture-store.ts';
import { isFailedState, messageRow } from './store.ts';

/** What the rule for sending again needs to know besides the text itself. */
type Surroundings = Pick<
  ResendFacts,
  'isResent' | 'isReplaced' | 'hasNewNumber' | 'ticketStatus' | 'isTicketGone' | 'isCollected'
>;

/** Needed only for texts that did not arrive: about all others the rule knows enough. */
async function surroundingsOf(
  db: Handle,
  messages: readonly MessagesTable[],
): Promise<Map<string, Surroundings>> {
  const failed = messages.filter(({ state }) => isFailedState(state));
  const ids = failed.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('messages as message')
    .leftJoin('repair_tickets as ticket', (join) =>
      join
        .onRef('ticket.ticket_number', '=', 'message.ticket_number')
        .on('ticket.deleted_at', 'is', null),
    )
    .leftJoin('clients as client', 'client.id', 'ticket.client_id')
    .select([
      'message.id',
      'message.phone',
      'message.ticket_number',
      'ticket.status',
      'ticket.collected_at',
      'client.phone_key',
      sql<number>`case when exists (select 1 from messages as again
        where again.resend_of = message.id) then 1 else 0 end`.as('is_resent'),
      sql<number>`case when exists (select 1 from messages as later
        where later.ticket_number = message.ticket_number and later.kind = message.kind
        and later.id > message.id and later.state not in ('failed', 'undelivered'))
        or message.kind = 'estimate' and exists (select 1 from estimates as told
        where told.repair_id = message.ticket_number and told.told is not null
        and told.id > message.id)
        then 1 else 0 end`.as('is_replaced'),
    ])
    .where('message.id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        isResent: row.is_resent === 1,
        isReplaced: row.is_replaced === 1,
        hasNewNumber: row.phone_key !== null && row.phone_key !== row.phone,
        ticketStatus: row.status,
        isTicketGone: row.ticket_number !== null && row.status === null,
        isCollected: row.collected_at !== null,
      },
    ]),
  );
}

const nothingKnown: Surroundings = {
  isResent: false,
  isReplaced: false,
  hasNewNumber: false,
  ticketStatus: null,
  isTicketGone: false,
  isCollected: false,
};

function factsOf(row: MessagesTable, around: Surroundings = nothingKnown): ResendFacts {
  return {
    direction: row.direction,
    kind: row.kind,
    state: row.state,
    errorCode: row.error_code,
    ...around,
  };
}

/** What the rule for sending again needs to know about a text. */
export async function resendFacts(db: Handle, row: MessagesTable): Promise<ResendFacts> {
  return factsOf(row, (await surroundingsOf(db, [row])).get(row.id));
}

/** The customers who may have written each text, if it is not clear which of several did. */
async function sharersOf(
  db: Handle,
  messages: readonly MessagesTable[],
): Promise<Map<string, string[]>> {
  const inDoubt = messages.filter(
    (row) =>
      row.direction === 'inbound' && !isOfItsTicket({ ...row, ticketNumber: row.ticket_number }),
  );
  if (inDoubt.length === 0) return new Map();
  const names = await namesOnPhones(db, [...new Set(inDoubt.map(({ phone }) => phone))]);
  return new Map(
    inDoubt.flatMap(({ id, phone }) => {
      const sharers = names.get(phone) ?? [];
      return sharers.length > 1 ? [[id, sharers]] : [];
    }),
  );
}

function toMessage(
  row: MessagesTable,
  around: Surroundings | undefined,
  sharedBy: string[] | undefined,
  pictures: TextPicture[] | undefined,
): Message {
  return {
    id: row.id,
    direction: row.direction,
    kind: row.kind,
    ticketNumber: row.ticket_number,
    phone: row.phone,
    body: row.body,
    state: row.state as MessageState,
    sid: row.provider_sid,
    errorCode: row.error_code,
    advice: adviceFor(row),
    meaning: row.meaning,
    attention: attentionReasonOf(row),
    attentionHandledAt: row.attention_handled_at,
    segments: countSegments(row.body).segments,
    resendOf: row.resend_of,
    canResend: resendRefusal(factsOf(row, around)) === null,
    ...(sharedBy && { sharedBy }),
    ...(pictures && { pictures }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function adviceFor({ state, kind, error_code: code }: MessagesTable): string | null {
  if (isFailedState(state)) return adviceForText(kind, code);
  return state === 'unknown' ? unknownAdvice : null;
}

async function deletedTickets(
  db: Handle,
  messages: readonly MessagesTable[],
): Promise<Set<string>> {
  const numbers = new Set(messages.flatMap(({ ticket_number }) => ticket_number ?? []));
  if (numbers.size === 0) return new Set();
  const rows = await db
    .selectFrom('repair_tickets')
    .select(['ticket_number', 'deleted_at'])
    .where('ticket_number', 'in', [...numbers])
    .execute();
  return new Set(rows.flatMap((row) => (row.deleted_at === null ? [] : row.ticket_number)));
}

/**
 * Stored texts as they are shown, in the same order. Those of a deleted ticket are shown without
 * their words and pictures, as they will be left; both come back with the ticket.
 */
export async function toMessages(db: Handle, rows: readonly MessagesTable[]): Promise<Message[]> {
  const [around, deleted, sharers, pictures] = await Promise.all([
    surroundingsOf(db, rows),
    deletedTickets(db, rows),
    sharersOf(db, rows),
    picturesOf(db, rows),
  ]);
  return rows.map((row) => {
    const isDeleted = deleted.has(row.ticket_number ?? '');
    return toMessage(
      isDeleted ? { ...row, body: '' } : row,
      around.get(row.id),
      sharers.get(row.id),
      isDeleted ? undefined : pictures.get(row.id),
    );
  });
}

/** A text as it is shown. @throws when there is none */
export async function shownMessage(db: Handle, id: string): Promise<Message> {
  const row = await messageRow(db, id);
  const [message] = row ? await toMessages(db, [row]) : [];
  if (!message) throw new Error('A text that was just recorded is not stored');
  return message;
}

/** How many of a ticket's texts come with it; the others are at /api/messages. */
const shownWithTicket = 100;

/** The newest texts of a ticket that is not deleted, newest first. */
export async function textsOfTicket(db: Handle, ticketNumber: string): Promise<Message[]> {
  const { rows } = await selectOfTicket(db, { ticketNumber });
  const [around, sharers, pictures] = await Promise.all([
    surroundingsOf(db, rows),
    sharersOf(db, rows),
    picturesOf(db, rows),
  ]);
  return rows.map((row) =>
    toMessage(row, around.get(row.id), sharers.get(row.id), pictures.get(row.id)),
  );
}

const selectOfTicket = prepared<{ ticketNumber: string }, MessagesTable>((db, { ticketNumber }) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('ticket_number', '=', ticketNumber)
    .orderBy('id', 'desc')
    .limit(sql.lit(shownWithTicket)),
);

/** Texts in and out, newest first; of one ticket, or with one phone, where they are named. */
export async function listMessages(
  db: Handle,
  filter: PageRequest & { ticketNumber?: string | undefined; phone?: string | undefined },
): Promise<Page<Message>> {
  let query = db.selectFrom('messages').selectAll();
  if (filter.ticketNumber !== undefined) {
    query = query.where('ticket_number', '=', filter.ticketNumber);
  }
  if (filter.phone !== undefined) query = query.where('phone', '=', phoneKey(filter.phone));
  // An id begins with the time, so both say the same; a phone's texts are filed by their time.
  const columns =
    filter.phone === undefined || filter.ticketNumber !== undefined
      ? (['id'] as const)
      : (['created_at', 'id'] as const);
  for (const column of columns) query = query.orderBy(column, 'desc');
  const rows = await query
    .where(afterCursor(columns, filter.cursor))
    .limit(sql.lit(filter.limit + 1))
    .execute();
  const page = pageOf(
    rows,
    filter.limit,
    (row) => columns.map((column) => row[column]),
    (row) => row,
  );
  return { items: await toMessages(db, page.items), nextCursor: page.nextCursor };
}
