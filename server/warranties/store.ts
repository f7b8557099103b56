import { type Selectable, sql } from 'kysely';
import type { ComeBackAnswer, RunningWarranty, Warranty } from '../../domain/api-warranties.ts';
import type { ComeBack } from '../../domain/come-backs.ts';
import { fromColumns, toColumns } from '../../domain/field-list.ts';
import type { ExportRecord } from '../../domain/transfer-columns.ts';
import { type WarrantyValues, warrantyFields } from '../../domain/warranties.ts';
import { prepared } from '../database/prepared.ts';
import type { ComebacksTable, Handle, WarrantiesTable } from '../database/tables.ts';

type StoredWarranty = WarrantiesTable & { continued_on: string | null };

/**
 * Whether a row's ticket is not deleted. Not a join: PostgreSQL would then read all rows in ticket order.
 */
const isKept = (row: 'later' | 'back') => sql<boolean>`(select ticket.deleted_at
  from repair_tickets as ticket where ticket.ticket_number = ${sql.ref(`${row}.ticket_number`)}) is null`;

/** The ticket of the come-back that continues a `warranty`. */
const continuedOn = sql<string | null>`(select later.ticket_number from warranties as later
  where later.continues = warranty.id and ${isKept('later')} limit 1)`;

const rowsOf = (db: Handle) =>
  db
    .selectFrom('warranties as warranty')
    .selectAll('warranty')
    .select(continuedOn.as('continued_on'));

const recordOf = (row: WarrantiesTable) => ({
  id: row.id,
  ticketNumber: row.ticket_number,
  ...fromColumns(warrantyFields, row),
  days: row.days,
  daysUsed: row.days_used,
  from: row.from_on,
  until: row.until_on,
  continues: row.continues,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const toWarranty = (row: StoredWarranty): Warranty => ({
  ...recordOf(row),
  continuedOn: row.continued_on,
});

export const warrantyRecord = (row: WarrantiesTable): ExportRecord & { id: string } =>
  recordOf(row);

/** All warranties of a ticket; among those recorded together, the longest first. */
export async function warrantiesOfTicket(db: Handle, ticketNumber: string): Promise<Warranty[]> {
  const { rows } = await selectOfTicket(db, { ticketNumber });
  return rows.map(toWarranty);
}

const selectOfTicket = prepared<{ ticketNumber: string }, StoredWarranty>((db, { ticketNumber }) =>
  rowsOf(db)
    .where('warranty.ticket_number', '=', ticketNumber)
    .orderBy('warranty.created_at')
    .orderBy('warranty.days', 'desc')
    .orderBy('warranty.id'),
);

/** The same for several tickets. */
export async function warrantiesOfTickets(
  db: Handle,
  ticketNumbers: readonly string[],
): Promise<Warranty[]> {
  if (ticketNumbers.length === 0) return [];
  const rows = await rowsOf(db)
    .where('warranty.ticket_number', 'in', ticketNumbers)
    .orderBy('warranty.created_at')
    .orderBy('warranty.days', 'desc')
    .orderBy('warranty.id')
    .execute();
  return rows.map(toWarranty);
}

/** A warranty, whether or not its ticket is deleted. */
export async function findWarranty(db: Handle, id: string): Promise<Warranty | undefined> {
  const row = await rowsOf(db).where('warranty.id', '=', id).executeTakeFirst();
  return row && toWarranty(row);
}

export async function insertWarranty(
  tx: Handle,
  warranty: Omit<Warranty, 'continuedOn' | 'createdAt' | 'updatedAt'>,
  at: string,
): Promise<void> {
  const { id, ticketNumber, continues, ...values } = warranty;
  await tx
    .insertInto('warranties')
    .values({
      id,
      ticket_number: ticketNumber,
      continues,
      ...columnsOf(values),
      created_at: at,
      updated_at: at,
    })
    .execute();
}

type Kept = WarrantyValues & Pick<Warranty, 'daysUsed' | 'from' | 'until'>;

const columnsOf = ({ what, days, daysUsed, from, until }: Kept) => ({
  ...toColumns(warrantyFields, { what }),
  days,
  days_used: daysUsed,
  from_on: from,
  until_on: until,
});

export const updateWarranty = (tx: Handle, id: string, warranty: Kept, at: string) =>
  tx
    .updateTable('warranties')
    .set({ ...columnsOf(warranty), updated_at: at })
    .where('id', '=', id)
    .execute();

export const deleteWarranty = (tx: Handle, id: string) =>
  tx.deleteFrom('warranties').where('id', '=', id).execute();

/**
 * The warranties of these tickets that have not ended and that no come-back continues, the last to end first.
 *
 * @param ticketNumbers of tickets that are not deleted
 * @param today the shop's date
 */
export async function runningWarranties(
  db: Handle,
  ticketNumbers: readonly string[],
  today: string,
): Promise<RunningWarranty[]> {
  if (ticketNumbers.length === 0) return [];
  const rows = await rowsOf(db)
    .where('warranty.ticket_number', 'in', ticketNumbers)
    .where('warranty.until_on', '>=', today)
    .orderBy('warranty.until_on', 'desc')
    .orderBy('warranty.id')
    .execute();
  return rows
    .filter((row) => row.continued_on === null)
    .map((row) => ({
      id: row.id,
      ticketNumber: row.ticket_number,
      what: row.what,
      days: row.days,
      until: row.until_on ?? today,
    }));
}

export const toComeBack = (row: Selectable<ComebacksTable>): ComeBackAnswer => ({
  id: row.id,
  ticketNumber: row.ticket_number,
  ofTicketNumber: row.of_ticket_number,
  reason: row.reason,
  createdAt: row.created_at,
});

/** The ticket that this one came back from, and its own come-backs, the oldest first, without deleted ones. */
export async function comeBacksOfTicket(
  db: Handle,
  ticketNumber: string,
): Promise<ComeBackAnswer[]> {
  const { rows } = await selectComeBacks(db, { ticketNumber });
  return oldestFirst(rows);
}

const selectComeBacks = prepared<{ ticketNumber: string }, Selectable<ComebacksTable>>(
  (db, { ticketNumber }) => {
    const where = (column: 'ticket_number' | 'of_ticket_number') =>
      db
        .selectFrom('comebacks as back')
        .selectAll()
        .where(column, '=', ticketNumber)
        .where(isKept('back'));
    return where('ticket_number').unionAll(where('of_ticket_number'));
  },
);

/** Ordered by id, which begins with the time. */
const oldestFirst = (rows: readonly Selectable<ComebacksTable>[]): ComeBackAnswer[] =>
  rows.map(toComeBack).toSorted((one, other) => (one.id < other.id ? -1 : 1));

/** The come-backs of several tickets that are not deleted, the oldest first. */
export async function comeBacksOfTickets(
  db: Handle,
  ticketNumbers: readonly string[],
): Promise<ComeBackAnswer[]> {
  if (ticketNumbers.length === 0) return [];
  const rows = await db
    .selectFrom('comebacks as back')
    .selectAll()
    .where('back.of_ticket_number', 'in', ticketNumbers)
    .where(isKept('back'))
    .execute();
  return oldestFirst(rows);
}

export const insertComeBack = (
  tx: Handle,
  { id, ticketNumber, ofTicketNumber, reason }: ComeBack & { id: string; ticketNumber: string },
  at: string,
) =>
  tx
    .insertInto('comebacks')
    .values({
      id,
      ticket_number: ticketNumber,
      of_ticket_number: ofTicketNumber,
      reason,
      created_at: at,
    })
    .execute();
