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
import { afterCursor, type Page, type PageRequest, pageOf } from '../database/page.ts';
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
  /** What was last changed or texted before it has rested too long. */
  quietBefore: string;
}

/** Whether a `ticket` is promised soon and nobody has begun. */
export const isDueSoon = ({ dueBy }: AttentionLimits) =>
  sql<boolean>`${isNotBegun} and ticket.expected_on <= ${dueBy}`;

/** Whether nothing has happened to a `ticket` for long. */
export const isQuiet = ({ dueBy, quietBefore }: AttentionLimits) =>
  sql<boolean>`${isIn(restingStatuses)} and ticket.updated_at < ${quietBefore}
    and (ticket.expected_on is null or ticket.expected_on > ${dueBy}
      or ticket.status not in (${literals(notBegunStatuses)}))
    and not exists (select 1 from messages as text
      where text.ticket_number = ticket.ticket_number and text.created_at >= ${quietBefore})`;

interface Positioned {
  at: string;
  id: string;
  shown: AttentionCase;
}

async function openTexts(db: Handle, page: PageRequest): Promise<Positioned[]> {
  const rows = await db
    .selectFrom('messages as message')
    .leftJoin('repair_tickets as ticket', 'ticket.ticket_number', 'message.ticket_number')
    .leftJoin('clients as client', 'client.id', 'ticket.client_id')
    .selectAll('message')
    .select((one) => [
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
    .where(afterCursor(['message.created_at', 'message.id'], page.cursor))
    .orderBy('message.created_at', 'desc')
    .orderBy('message.id', 'desc')
    .limit(sql.lit(page.limit + 1))
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
    };
    return [{ at: row.created_at, id: row.id, shown }];
  });
}

/** A page of the tickets that are a case by themselves, the one that changed last first. */
const ticketRows = (db: Handle, page: PageRequest, condition: Expression<boolean>) =>
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
    .where(afterCursor(['ticket.updated_at', 'ticket.id'], page.cursor))
    .orderBy('ticket.updated_at', 'desc')
    .orderBy('ticket.id', 'desc')
    .limit(sql.lit(page.limit + 1))
    .execute();

type TicketRow = Awaited<ReturnType<typeof ticketRows>>[number];

function ticketCase(
  row: TicketRow,
  reason: CaseReason,
  { at, ...about }: Pick<AttentionCase, 'at' | 'estimate' | 'expectedOn'>,
): Positioned {
  const shown: AttentionCase = {
    id: row.id,
    reason,
    ...attentionText(reason, { kind: 'created', errorCode: null }),
    ticketNumber: row.ticket_number,
    customerName: row.name,
    phone: phoneKey(row.phone),
    at,
    message: null,
    ...about,
  };
  return { at: row.updated_at, id: row.id, shown };
}

/** Answers that staff have not acted on. */
async function openAnswers(db: Handle, page: PageRequest): Promise<Positioned[]> {
  const rows = await ticketRows(db, page, isAnswered);
  const estimates = await currentEstimatesOf(
    db,
    rows.map((row) => row.ticket_number),
  );
  return rows.map((row) => {
    const reason = row.status === answeredStatuses.accepted ? 'accepted' : 'declined';
    const estimate = estimates.find(({ repairId }) => repairId === row.ticket_number) ?? null;
    const at = estimate?.respondedAt ?? row.updated_at;
    return ticketCase(row, reason, { at, estimate, expectedOn: null });
  });
}

/** Tickets that the calendar makes a case of. */
async function calendarCases(
  db: Handle,
  page: PageRequest,
  reason: 'not-begun' | 'quiet',
  condition: Expression<boolean>,
): Promise<Positioned[]> {
  const rows = await ticketRows(db, page, condition);
  return rows.map((row) =>
    ticketCase(row, reason, { at: row.updated_at, estimate: null, expectedOn: row.expected_on }),
  );
}

const newestFirst = (one: Positioned, other: Positioned) =>
  `${one.at} ${one.id}` < `${other.at} ${other.id}` ? 1 : -1;

export async function listAttention(
  db: Handle,
  page: PageRequest,
  limits: AttentionLimits,
): Promise<Page<AttentionCase>> {
  const cases = [
    ...(await openTexts(db, page)),
    ...(await openAnswers(db, page)),
    ...(await calendarCases(db, page, 'not-begun', isDueSoon(limits))),
    ...(await calendarCases(db, page, 'quiet', isQuiet(limits))),
  ];
  return pageOf(
    cases.sort(newestFirst),
    page.limit,
    ({ at, id }) => [at, id],
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
