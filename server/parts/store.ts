import { sql } from 'kysely';
import type { Checked } from '../../domain/api.ts';
import {
  type OrderedPart,
  type Part,
  type PartFilter,
  partFilters,
} from '../../domain/api-parts.ts';
import { restingStatuses } from '../../domain/attention.ts';
import { fromColumns, toColumns } from '../../domain/field-list.ts';
import { type PartValues, partFields } from '../../domain/parts.ts';
import { searchable } from '../../domain/search-text.ts';
import { literals } from '../database/found.ts';
import { itsRepairOf, repairColumns, withFilters } from '../database/listed-rows.ts';
import { afterCursor, type Direction, type Page, pageOf } from '../database/page.ts';
import { prepared } from '../database/prepared.ts';
import type { Handle, PartsTable } from '../database/tables.ts';

export const toPart = (row: PartsTable): Part => ({
  id: row.id,
  ticketNumber: row.ticket_number,
  ...fromColumns(partFields, row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Whether a `part` has been neither received nor returned: the partial indexes' condition. */
const isOpen = sql<boolean>`part.received_on is null and part.returned_on is null`;

/**
 * The numbers of all tickets that wait for a part expected after the date promised. Begins with the
 * parts: PostgreSQL would go through all tickets for a join.
 */
export const ticketsOfLateParts = sql`(select part.ticket_number from parts as part
  where ${isOpen} and part.expected_on > (select promised.expected_on
    from repair_tickets as promised where promised.ticket_number = part.ticket_number
      and promised.status in (${literals(restingStatuses)}) and promised.deleted_at is null))`;

/** All parts of a ticket, in the order in which they were added. */
export async function partsOfTicket(db: Handle, ticketNumber: string): Promise<Part[]> {
  const { rows } = await selectOfTicket(db, { ticketNumber });
  return rows.map(toPart);
}

const selectOfTicket = prepared<{ ticketNumber: string }, PartsTable>((db, { ticketNumber }) =>
  db
    .selectFrom('parts')
    .selectAll()
    .where('ticket_number', '=', ticketNumber)
    .orderBy('created_at')
    .orderBy('id'),
);

/** Each ticket's part that is expected last. */
export async function lastExpectedParts(
  db: Handle,
  ticketNumbers: readonly string[],
): Promise<Map<string, Part>> {
  if (ticketNumbers.length === 0) return new Map();
  const rows = await db
    .selectFrom('parts as part')
    .selectAll()
    .where('part.ticket_number', 'in', ticketNumbers)
    .where(isOpen)
    .where('part.expected_on', 'is not', null)
    .orderBy('part.expected_on')
    .execute();
  return new Map(rows.map((row) => [row.ticket_number, toPart(row)]));
}

/** A part, whether or not its ticket is deleted. */
export async function findPart(db: Handle, id: string): Promise<Part | undefined> {
  const row = await db.selectFrom('parts').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toPart(row);
}

const typedColumns = (part: PartValues) => ({
  ...toColumns(partFields, part),
  supplier_key: searchable(part.supplier ?? ''),
});

export const insertPart = (
  tx: Handle,
  { id, ticketNumber }: Pick<Part, 'id' | 'ticketNumber'>,
  part: PartValues,
  at: string,
) =>
  tx
    .insertInto('parts')
    .values({
      id,
      ticket_number: ticketNumber,
      ...typedColumns(part),
      created_at: at,
      updated_at: at,
    })
    .execute();

export const updatePart = (tx: Handle, id: string, part: PartValues, at: string) =>
  tx
    .updateTable('parts')
    .set({ ...typedColumns(part), updated_at: at })
    .where('id', '=', id)
    .execute();

export const deletePart = (tx: Handle, id: string) =>
  tx.deleteFrom('parts').where('id', '=', id).execute();

/** Open parts by supplier; others latest first. */
function orderOf(show: PartFilter): { columns: readonly string[]; direction: Direction } {
  if (show === 'received' || show === 'returned') {
    return { columns: [`part.${show}_on`, 'part.id'], direction: 'desc' };
  }
  return { columns: ['part.supplier_key', 'part.ordered_on', 'part.id'], direction: 'asc' };
}

/** In order, so that the index finds the first one. */
function partRows(db: Handle, show: PartFilter, today: string) {
  const { columns, direction } = orderOf(show);
  const order = sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`));
  return db
    .selectFrom('parts as part')
    .innerJoin('repair_tickets as ticket', 'ticket.ticket_number', 'part.ticket_number')
    .where('ticket.deleted_at', 'is', null)
    .$if(show === 'open' || show === 'late', (rows) =>
      rows.where(isOpen).where('part.ordered_on', 'is not', null),
    )
    .$if(show === 'late', (rows) =>
      rows.where(
        sql<boolean>`(part.expected_on < ${today} or part.expected_on > ticket.expected_on)`,
      ),
    )
    .$if(show === 'received', (rows) =>
      rows.where('part.received_on', 'is not', null).where('part.returned_on', 'is', null),
    )
    .$if(show === 'returned', (rows) => rows.where('part.returned_on', 'is not', null))
    .orderBy(order);
}

/** Parts of repairs that are not deleted. @param today in the shop's time zone */
export async function listOrderedParts(
  db: Handle,
  { cursor, limit, show }: Checked<'listOrderedParts', 'query'>,
  today: string,
): Promise<Page<OrderedPart> & { filters: PartFilter[] }> {
  const { columns, direction } = orderOf(show);
  const rows = await partRows(db, show, today)
    .innerJoin('clients as client', 'client.id', 'ticket.client_id')
    .selectAll('part')
    .select(repairColumns)
    .where(afterCursor(columns, cursor, direction))
    .limit(sql.lit(limit + 1))
    .execute();
  const page = pageOf(
    rows,
    limit,
    ({ id, supplier_key, ordered_on, received_on, returned_on }) =>
      show === 'received' || show === 'returned'
        ? [(show === 'received' ? received_on : returned_on) ?? '', id]
        : [supplier_key, ordered_on ?? '', id],
    (row) => ({
      ...toPart(row),
      ...itsRepairOf(row),
    }),
  );
  return withFilters(page, partFilters, (each) =>
    partRows(db, each, today).select('part.id').limit(1).execute(),
  );
}
