import { type Expression, sql } from 'kysely';
import type { AttentionCase } from '../../domain/api-texts.ts';
import {
  answeredStatuses,
  attentionReasonOf,
  attentionText,
  type CaseReason,
  notBegunStatuses,
  restingStatuses,
} from '../../domain/attention.ts';
import { phoneKey } from '../../domain/phone.ts';
import { literals } from '../database/found.ts';
import {
  afterPosition,
  type Direction,
  type Page,
  type PageRequest,
  type Position,
  pageOf,
  readCursor,
} from '../database/page.ts';
import type { Handle } from '../database/tables.ts';
import { currentEstimatesOf } from '../estimates/store.ts';
import { lastExpectedParts, ticketsOfLateParts } from '../parts/store.ts';
import { isNotBackLate, openSendings, ticketsOfLateSendings } from '../sendings/store.ts';
import type { AttentionLimits } from '../settings/calendar.ts';
import { toMessages } from './conversation-store.ts';
import { unansweredSince } from './strangers.ts';

/** What is a case, and the list of what needs attention. */

/** Whether a `message` needs attention: the partial index's condition, in literals so that it fits. */
export const isOpenCase = sql<boolean>`message.attention_handled_at is null and
  (message.state in ('failed', 'undelivered')
  or (message.attention is not null and message.state in ('received', 'sending', 'unknown')))`;

/** The conditions of the partial indexes of tickets. */
const isIn = (statuses: readonly string[]) =>
  sql<boolean>`ticket.status in (${literals(statuses)}) and ticket.deleted_at is null`;
const isAnswered = isIn(Object.values(answeredStatuses));
const isNotBegun = sql`${isIn(notBegunStatuses)} and ticket.expected_on is not null`;

/**
 * Whether a `ticket` is due soon and no one has started it.
 *
 * @param lateParts {@link ticketsOfLateParts}, or where a query that needs them several times keeps them
 */
export const isDueSoon = (
  { dueBy, takenInBefore, today }: AttentionLimits,
  lateParts = ticketsOfLateParts,
) => sql<boolean>`${isNotBegun} and ticket.expected_on <= ${dueBy}
    and ticket.created_at < ${takenInBefore} and ticket.ticket_number not in ${lateParts}
    and ${isNotBackLate(today)}`;

/** Whether the watch of a `ticket` is late coming back: then that is its case, whatever else applies. */
export const isBackLate = ({ today }: AttentionLimits) =>
  sql<boolean>`ticket.ticket_number in ${ticketsOfLateSendings(today)} and ${isIn(restingStatuses)}`;

/** Whether a `ticket` is promised for a day before one of its parts is expected: that is its case then. */
export const hasLatePart = ({ today }: AttentionLimits, lateParts = ticketsOfLateParts) =>
  sql<boolean>`ticket.ticket_number in ${lateParts}
    and ${isIn(restingStatuses)} and ${isNotBackLate(today)}`;

/** Whether nothing has happened to a `ticket` for a long time. */
export const isQuiet = (
  { dueBy, quietBefore, today }: AttentionLimits,
  lateParts = ticketsOfLateParts,
) => sql<boolean>`${isIn(restingStatuses)} and ticket.updated_at < ${quietBefore}
    and (ticket.expected_on is null or ticket.expected_on > ${dueBy}
      or ticket.status not in (${literals(notBegunStatuses)}))
    and ticket.ticket_number not in ${lateParts} and ${isNotBackLate(today)}
    and not exists (select 1 from messages as text
      where text.ticket_number = ticket.ticket_number and text.created_at >= ${quietBefore})`;

/** A part of the list's page. */
interface Stretch {
  after: Position | undefined;
  limit: number;
}

interface Positioned {
  /** What its kind of cases is ordered by. */
  key: string;
  id: string;
  shown: AttentionCase;
}

async function openTexts(db: Handle, { after, limit }: Stretch): Promise<Positioned[]> {
  const rows = await db
    .selectFrom('messages as message')
    .leftJoin('repair_tickets as ticket', 'ticket.ticket_number', 'message.ticket_number')
    .leftJoin('clients as client', 'client.id', 'ticket.client_id')
    .selectAll('message')
    .select((one) => [
      'ticket.status as ticket_status',
      'client.name as ticket_customer',
      one
        .selectFrom('clients as owner')
        .select('owner.name')
        .whereRef('owner.phone_key', '=', 'message.phone')
        .where('owner.deleted_at', 'is', null)
        .orderBy('owner.id', 'desc')
        .limit(1)
        .as('phone_customer'),
    ])
    .where(isOpenCase)
    // What is about a deleted ticket is off the list until the ticket is restored.
    .where('ticket.deleted_at', 'is', null)
    .where(afterPosition(['message.created_at', 'message.id'], after))
    .orderBy('message.created_at', 'desc')
    .orderBy('message.id', 'desc')
    .limit(sql.lit(limit))
    .execute();
  const messages = await toMessages(db, rows);
  const unanswered = new Map<string, number>();
  for (const { id, attention, created_at: at } of rows) {
    if (attention === 'limit-reached')
      unanswered.set(id, await unansweredSince(db, Date.parse(at)));
  }
  return rows.flatMap((row, index) => {
    const message = messages[index];
    const reason = attentionReasonOf(row);
    if (message === undefined || reason === null) return [];
    const shown: AttentionCase = {
      id: row.id,
      reason,
      ...attentionText(reason, {
        kind: row.kind,
        errorCode: row.error_code,
        unanswered: unanswered.get(row.id),
      }),
      ticketNumber: row.ticket_number,
      customerName: message.sharedBy ? null : (row.ticket_customer ?? row.phone_customer),
      phone: row.phone,
      at: row.created_at,
      message,
      estimate: null,
      expectedOn: null,
      part: null,
      sending: null,
      status: row.ticket_status,
    };
    return [{ key: row.created_at, id: row.id, shown }];
  });
}

/**
 * Tickets that are a case in their own right. Their clients are joined to the page: PostgreSQL might go through
 * all clients for a join to all such tickets.
 */
const ticketRows = (
  db: Handle,
  { after, limit }: Stretch,
  condition: Expression<boolean>,
  column: 'updated_at' | 'expected_on',
  direction: Direction,
) =>
  db
    .selectFrom((page) =>
      page
        .selectFrom('repair_tickets as ticket')
        .select([
          'ticket.id',
          'ticket.ticket_number',
          'ticket.client_id',
          'ticket.status',
          'ticket.expected_on',
          'ticket.updated_at',
        ])
        .where(condition)
        .where(afterPosition([`ticket.${column}`, 'ticket.id'], after, direction))
        .orderBy(`ticket.${column}`, direction)
        .orderBy('ticket.id', direction)
        .limit(sql.lit(limit))
        .as('listed'),
    )
    .innerJoin('clients as client', 'client.id', 'listed.client_id')
    .selectAll('listed')
    .select(['client.name', 'client.phone'])
    .orderBy(`listed.${column}`, direction)
    .orderBy('listed.id', direction)
    .execute();

type TicketRow = Awaited<ReturnType<typeof ticketRows>>[number];

function ticketCase(
  row: TicketRow,
  reason: CaseReason,
  { at, ...about }: Pick<AttentionCase, 'at' | 'estimate' | 'expectedOn' | 'part' | 'sending'>,
): AttentionCase {
  return {
    id: row.id,
    reason,
    ...attentionText(reason, { kind: 'created', errorCode: null }),
    ticketNumber: row.ticket_number,
    customerName: row.name,
    phone: phoneKey(row.phone),
    at,
    message: null,
    ...about,
    status: row.status,
  };
}

/** Answers that staff have not acted on. */
async function openAnswers(db: Handle, stretch: Stretch): Promise<Positioned[]> {
  const rows = await ticketRows(db, stretch, isAnswered, 'updated_at', 'desc');
  const estimates = await currentEstimatesOf(
    db,
    rows.map((row) => row.ticket_number),
  );
  return rows.map((row) => {
    const reason = row.status === answeredStatuses.accepted ? 'accepted' : 'declined';
    const estimate = estimates.find(({ repairId }) => repairId === row.ticket_number) ?? null;
    const at = estimate?.respondedAt ?? row.updated_at;
    const about = { at, estimate, expectedOn: null, part: null, sending: null };
    const shown = ticketCase(row, reason, about);
    return { key: row.updated_at, id: row.id, shown };
  });
}

/** Tickets that dates make a case of, the longest overdue or at rest first. */
async function calendarCases(
  db: Handle,
  stretch: Stretch,
  reason: 'not-begun' | 'part-late' | 'back-late' | 'quiet',
  condition: Expression<boolean>,
): Promise<Positioned[]> {
  // A watch may come back late without a date promised.
  const hasDate = reason === 'not-begun' || reason === 'part-late';
  const column = hasDate ? 'expected_on' : 'updated_at';
  const rows = await ticketRows(db, stretch, condition, column, 'asc');
  const numbers = rows.map((row) => row.ticket_number);
  const parts = await lastExpectedParts(db, reason === 'part-late' ? numbers : []);
  const sendings = await openSendings(db, reason === 'back-late' ? numbers : []);
  return rows.map((row) => {
    const { id, updated_at: at, expected_on: expectedOn } = row;
    const part = parts.get(row.ticket_number) ?? null;
    const sending = sendings.get(row.ticket_number) ?? null;
    const shown = ticketCase(row, reason, { at, estimate: null, expectedOn, part, sending });
    return { key: row[column] ?? '', id, shown };
  });
}

/** What customers wrote and what became of texts to them, the newest first. */
async function customersCases(db: Handle, stretch: Stretch): Promise<Positioned[]> {
  const both = await Promise.all([openTexts(db, stretch), openAnswers(db, stretch)]);
  return both
    .flat()
    .sort((one, other) => (`${one.key} ${one.id}` < `${other.key} ${other.id}` ? 1 : -1));
}

/** Customers come first, then repairs that are due soon, wait for a late part, are late coming back, or are untouched. */
export async function listAttention(
  db: Handle,
  page: PageRequest,
  limits: AttentionLimits,
): Promise<Page<AttentionCase>> {
  const parts: readonly [name: string, read: (stretch: Stretch) => Promise<Positioned[]>][] = [
    ['1', (stretch) => customersCases(db, stretch)],
    ['2', (stretch) => calendarCases(db, stretch, 'not-begun', isDueSoon(limits))],
    ['3', (stretch) => calendarCases(db, stretch, 'part-late', hasLatePart(limits))],
    ['4', (stretch) => calendarCases(db, stretch, 'back-late', isBackLate(limits))],
    ['5', (stretch) => calendarCases(db, stretch, 'quiet', isQuiet(limits))],
  ];
  const [begun = '', ...position] = page.cursor === undefined ? [] : readCursor(page.cursor, 3);
  const limit = page.limit + 1;
  const found: (Positioned & { part: string })[] = [];
  for (const [part, read] of parts) {
    if (part < begun || found.length >= limit) continue;
    const after = part === begun ? position : undefined;
    found.push(...(await read({ after, limit })).map((one) => ({ ...one, part })));
  }
  return pageOf(
    found,
    page.limit,
    ({ part, key, id }) => [part, key, id],
    ({ shown }) => shown,
  );
}
