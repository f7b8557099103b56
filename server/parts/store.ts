import { sql } from 'kysely';
import type { OrderedPart, Part } from '../../domain/api-parts.ts';
import { fromColumns, toColumns } from '../../domain/field-list.ts';
import { type PartValues, partFields } from '../../domain/parts.ts';
import { searchable } from '../../domain/search-text.ts';
import {
  afterPosition,
  type Page,
  type PageRequest,
  pageOf,
  readCursor,
} from '../database/page.ts';
import { prepared } from '../database/prepared.ts';
import type { Handle, PartsTable } from '../database/tables.ts';

export const toPart = (row: PartsTable): Part => ({
  id: row.id,
  ticketNumber: row.ticket_number,
  ...fromColumns(partFields, row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Whether a `part` has neither come nor gone back: the partial indexes' condition. */
const isOpen = sql<boolean>`part.received_on is null and part.returned_on is null`;

/**
 * The numbers of all tickets with a part that is expected after the date promised. Begins with the
 * parts: PostgreSQL would go through all tickets for a join.
 */
export const ticketsOfLateParts = sql`(select part.ticket_number from parts as part
  where ${isOpen} and part.expected_on > (select promised.expected_on
    from repair_tickets as promised where promised.ticket_number = part.ticket_number))`;

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

/** Of each ticket the part that is expected last. */
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

const listOrder = ['part.supplier_key', 'part.ordered_on', 'part.id'] as const;

/** What was ordered for repairs that are not deleted and has not come, by supplier. */
export async function listOrderedParts(
  db: Handle,
  { cursor, limit }: PageRequest,
): Promise<Page<OrderedPart>> {
  const position = cursor === undefined ? undefined : readCursor(cursor, listOrder.length);
  const rows = await db
    .selectFrom('parts as part')
    .innerJoin('repair_tickets as ticket', 'ticket.ticket_number', 'part.ticket_number')
    .innerJoin('clients as client', 'client.id', 'ticket.client_id')
    .selectAll('part')
    .select([
      'client.name as customer_name',
      'ticket.watch_brand',
      'ticket.watch_model',
      'ticket.expected_on as promised_on',
    ])
    .where(isOpen)
    .where('part.ordered_on', 'is not', null)
    .where('ticket.deleted_at', 'is', null)
    .where(afterPosition(listOrder, position, 'asc'))
    .orderBy(listOrder[0])
    .orderBy(listOrder[1])
    .orderBy(listOrder[2])
    .limit(sql.lit(limit + 1))
    .execute();
  return pageOf(
    rows,
    limit,
    (row) => [row.supplier_key, row.ordered_on ?? '', row.id],
    (row) => ({
      ...toPart(row),
      customerName: row.customer_name,
      watchBrand: row.watch_brand,
      watchModel: row.watch_model,
      promisedOn: row.promised_on,
    }),
  );
}
