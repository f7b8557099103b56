import { type Expression, sql } from 'kysely';
import type { AttentionCase } from '../../domain/api-texts.ts';
import {
  answeredStatuses,
  attentionReasonOf,
  attentionText,
  type CaseReason,
  notBegunStatuses,
  type ReplyAttention,
  restingStatuses,
  unresolvedPatienceMs,
} from '../../domain/attention.ts';
import { changedFields } from '../../domain/edits.ts';
import { phoneKey } from '../../domain/phone.ts';
import { Problem } from '../../domain/problems.ts';
import { isoTime } from '../clock.ts';
import { record } from '../database/changes.ts';
import { isChanged, literals } from '../database/found.ts';
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
import type { Deps } from '../deps.ts';
import { currentEstimatesOf } from '../estimates/store.ts';
import { lockTickets } from '../repairs/store.ts';
import { toMessages } from './conversation-store.ts';
import { failedStates, lockText, messageRow, noteMessage } from './store.ts';

/** Whether a `message` needs attention: the partial index's condition, in literals so that it fits. */
export const isOpenCase = sql<boolean>`message.attention_handled_at is null and
  (message.state in ('failed', 'undelivered')
  or (message.attention is not null and message.state in ('received', 'sending', 'unknown')))`;

/** The conditions of the partial indexes of tickets. */
const isIn = (statuses: readonly string[]) =>
  sql<boolean>`ticket.status in (${literals(statuses)}) and ticket.deleted_at is null`;
const isAnswered = isIn(Object.values(answeredStatuses));
const isNotBegun = sql`${isIn(notBegunStatuses)} and ticket.expected_on is not null`;

/** What the calendar makes a case of; a ticket is one at most. */
export interface AttentionLimits {
  /** The last date by which a promised repair must have been begun. */
  dueBy: string;
  /** What was taken in later has had no time to be begun. */
  takenInBefore: string;
  /** What was last changed or texted before it has rested too long. */
  quietBefore: string;
}

/** Whether a `ticket` is promised soon and nobody has begun. */
export const isDueSoon = ({ dueBy, takenInBefore }: AttentionLimits) =>
  sql<boolean>`${isNotBegun} and ticket.expected_on <= ${dueBy}
    and ticket.created_at < ${takenInBefore}`;

/** Whether nothing has happened to a `ticket` for long. */
export const isQuiet = ({ dueBy, quietBefore }: AttentionLimits) =>
  sql<boolean>`${isIn(restingStatuses)} and ticket.updated_at < ${quietBefore}
    and (ticket.expected_on is null or ticket.expected_on > ${dueBy}
      or ticket.status not in (${literals(notBegunStatuses)}))
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
  return rows.flatMap((row, index) => {
    const message = messages[index];
    const reason = attentionReasonOf(row);
    if (message === undefined || reason === null) return [];
    const shown: AttentionCase = {
      id: row.id,
      reason,
      ...attentionText(reason, { kind: row.kind, errorCode: row.error_code }),
      ticketNumber: row.ticket_number,
      customerName: row.ticket_customer ?? row.phone_customer,
      phone: row.phone,
      at: row.created_at,
      message,
      estimate: null,
      expectedOn: null,
      status: row.ticket_status,
    };
    return [{ key: row.created_at, id: row.id, shown }];
  });
}

/** Tickets that are a case by themselves. */
const ticketRows = (
  db: Handle,
  { after, limit }: Stretch,
  condition: Expression<boolean>,
  column: 'updated_at' | 'expected_on',
  direction: Direction,
) =>
  db
    .selectFrom('repair_tickets as ticket')
    .innerJoin('clients as client', 'client.id', 'ticket.client_id')
    .select([
      'ticket.id',
      'ticket.ticket_number',
      'ticket.status',
      'ticket.expected_on',
      'ticket.updated_at',
      'client.name',
      'client.phone',
    ])
    .where(condition)
    .where(afterPosition([`ticket.${column}`, 'ticket.id'], after, direction))
    .orderBy(`ticket.${column}`, direction)
    .orderBy('ticket.id', direction)
    .limit(sql.lit(limit))
    .execute();

type TicketRow = Awaited<ReturnType<typeof ticketRows>>[number];

function ticketCase(
  row: TicketRow,
  reason: CaseReason,
  { at, ...about }: Pick<AttentionCase, 'at' | 'estimate' | 'expectedOn'>,
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
    const shown = ticketCase(row, reason, { at, estimate, expectedOn: null });
    return { key: row.updated_at, id: row.id, shown };
  });
}

/** Tickets that the calendar makes a case of, the longest overdue or at rest first. */
async function calendarCases(
  db: Handle,
  stretch: Stretch,
  reason: 'not-begun' | 'quiet',
  condition: Expression<boolean>,
): Promise<Positioned[]> {
  const column = reason === 'not-begun' ? 'expected_on' : 'updated_at';
  const rows = await ticketRows(db, stretch, condition, column, 'asc');
  return rows.map((row) => {
    const { id, updated_at: at, expected_on: expectedOn } = row;
    const shown = ticketCase(row, reason, { at, estimate: null, expectedOn });
    return { key: row[column] ?? '', id, shown };
  });
}

/** What customers wrote and what became of texts to them, the newest first. */
async function customersCases(db: Handle, stretch: Stretch): Promise<Positioned[]> {
  const cases = [...(await openTexts(db, stretch)), ...(await openAnswers(db, stretch))];
  return cases.sort((one, other) => (`${one.key} ${one.id}` < `${other.key} ${other.id}` ? 1 : -1));
}

/** Customers come first, then what is promised soon, then what has rested. */
export async function listAttention(
  db: Handle,
  page: PageRequest,
  limits: AttentionLimits,
): Promise<Page<AttentionCase>> {
  const parts: readonly [name: string, read: (stretch: Stretch) => Promise<Positioned[]>][] = [
    ['1', (stretch) => customersCases(db, stretch)],
    ['2', (stretch) => calendarCases(db, stretch, 'not-begun', isDueSoon(limits))],
    ['3', (stretch) => calendarCases(db, stretch, 'quiet', isQuiet(limits))],
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

export const closeCase = (tx: Handle, id: string, at: string): Promise<boolean> =>
  isChanged(handled(tx, at).where('message.id', '=', id).where(isOpenCase));

const handled = (tx: Handle, at: string | null) =>
  tx.updateTable('messages as message').set({ attention_handled_at: at });

/**
 * Takes earlier cases of a ticket or a phone off the list, because of what has happened since.
 *
 * @param butFor the text that it happened by: its own case stays
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
 * Takes a case off the list, because staff handled it. One that has left it is left alone.
 *
 * @param id of the text in question
 * @throws Problem message-not-found when the text is none, or never was a case
 */
export async function handleCase(deps: Deps, id: string): Promise<void> {
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
    await noteMessage(tx, at, { id, ticketNumber, what: 'handled' }, event);
  });
}

/**
 * Puts a case back on the list that staff took off. One that was put back, or was handled again since,
 * is left alone.
 *
 * @param id of the text in question
 * @param handledAt the time of the press that is taken back
 * @throws Problem message-not-found when the text is none, or is no case
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
    await noteMessage(tx, isoTime(clock()), { id, ticketNumber, what: 'unhandled' }, event);
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
