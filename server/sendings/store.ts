import { sql } from 'kysely';
import type { Checked } from '../../domain/api.ts';
import {
  type ListedSending,
  type Sending,
  type SendingFilter,
  sendingFilters,
} from '../../domain/api-sendings.ts';
import { fromColumns, toColumns } from '../../domain/field-list.ts';
import { type SendingValues, sendingFields } from '../../domain/sendings.ts';
import { itsRepairOf, repairColumns, withFilters } from '../database/listed-rows.ts';
import { afterCursor, type Direction, type Page, pageOf } from '../database/page.ts';
import { prepared } from '../database/prepared.ts';
import type { Handle, SendingsTable } from '../database/tables.ts';

export const toSending = (row: SendingsTable): Sending => ({
  id: row.id,
  ticketNumber: row.ticket_number,
  ...fromColumns(sendingFields, row),
  permittedAt: row.permitted_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Whether a `sending` isn't back, and was expected earlier or is expected after the date promised on its ticket. */
const isLate = (today: string, promised: ReturnType<typeof sql>) =>
  sql<boolean>`sending.received_on is null
    and (sending.expected_on < ${today} or sending.expected_on > ${promised})`;

/** The numbers of all tickets whose watch is late coming back. Starts from the sendings, as with parts. */
export const ticketsOfLateSendings = (today: string) =>
  sql`(select sending.ticket_number from sendings as sending
    where ${isLate(
      today,
      sql`(select promised.expected_on from repair_tickets as promised
        where promised.ticket_number = sending.ticket_number)`,
    )})`;

/** Whether the watch of a `ticket` is not late coming back: checked per row, so that PostgreSQL joins nothing. */
export const isNotBackLate = (today: string) =>
  sql<boolean>`(select count(*) from sendings as sending
    where sending.ticket_number = ticket.ticket_number
      and ${isLate(today, sql`ticket.expected_on`)}) = 0`;

/** All sendings of a ticket, in the order in which they were added. */
export async function sendingsOfTicket(db: Handle, ticketNumber: string): Promise<Sending[]> {
  const { rows } = await selectOfTicket(db, { ticketNumber });
  return rows.map(toSending);
}

const selectOfTicket = prepared<{ ticketNumber: string }, SendingsTable>((db, { ticketNumber }) =>
  db
    .selectFrom('sendings')
    .selectAll()
    .where('ticket_number', '=', ticketNumber)
    .orderBy('created_at')
    .orderBy('id'),
);

/** The one per ticket that isn't back. */
export async function openSendings(
  db: Handle,
  ticketNumbers: readonly string[],
): Promise<Map<string, Sending>> {
  if (ticketNumbers.length === 0) return new Map();
  const rows = await db
    .selectFrom('sendings')
    .selectAll()
    .where('ticket_number', 'in', ticketNumbers)
    .where('received_on', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.ticket_number, toSending(row)]));
}

/** A sending, whether or not its ticket is deleted. */
export async function findSending(db: Handle, id: string): Promise<Sending | undefined> {
  const row = await db.selectFrom('sendings').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toSending(row);
}

type Written = SendingValues & Pick<Sending, 'permittedAt'>;

const typedColumns = (sending: Written) => ({
  ...toColumns(sendingFields, sending),
  permitted_at: sending.permittedAt,
});

export const insertSending = (
  tx: Handle,
  { id, ticketNumber }: Pick<Sending, 'id' | 'ticketNumber'>,
  sending: Written,
  at: string,
) =>
  tx
    .insertInto('sendings')
    .values({
      id,
      ticket_number: ticketNumber,
      ...typedColumns(sending),
      created_at: at,
      updated_at: at,
    })
    .execute();

export const updateSending = (tx: Handle, id: string, sending: Written, at: string) =>
  tx
    .updateTable('sendings')
    .set({ ...typedColumns(sending), updated_at: at })
    .where('id', '=', id)
    .execute();

export const deleteSending = (tx: Handle, id: string) =>
  tx.deleteFrom('sendings').where('id', '=', id).execute();

/** Watches still to be sent come after those that are out: the index's expression. */
const outSince = sql<string>`coalesce(sending.sent_on, '9999-12-31')`;

const orderOf = (show: SendingFilter): { key: typeof outSince; direction: Direction } =>
  show === 'back'
    ? { key: sql<string>`sending.received_on`, direction: 'desc' }
    : { key: outSince, direction: 'asc' };

/** In order, so that the index finds the first one. */
function sendingRows(db: Handle, show: SendingFilter, today: string) {
  const { key, direction } = orderOf(show);
  return db
    .selectFrom('sendings as sending')
    .innerJoin('repair_tickets as ticket', 'ticket.ticket_number', 'sending.ticket_number')
    .where('ticket.deleted_at', 'is', null)
    .where('sending.received_on', show === 'back' ? 'is not' : 'is', null)
    .$if(show === 'late', (rows) => rows.where(isLate(today, sql`ticket.expected_on`)))
    .orderBy(key, direction)
    .orderBy('sending.id', direction);
}

/** What is sent out for repairs that are not deleted. @param today in the shop's time zone */
export async function listSendings(
  db: Handle,
  { cursor, limit, show }: Checked<'listSendings', 'query'>,
  today: string,
): Promise<Page<ListedSending> & { filters: SendingFilter[] }> {
  const { key, direction } = orderOf(show);
  const rows = await sendingRows(db, show, today)
    .innerJoin('clients as client', 'client.id', 'ticket.client_id')
    .selectAll('sending')
    .select([...repairColumns, key.as('key')])
    .where(afterCursor([key, 'sending.id'], cursor, direction))
    .limit(sql.lit(limit + 1))
    .execute();
  const page = pageOf(
    rows,
    limit,
    (row) => [row.key, row.id],
    (row) => ({
      ...toSending(row),
      ...itsRepairOf(row),
    }),
  );
  return withFilters(page, sendingFilters, (each) =>
    sendingRows(db, each, today).select('sending.id').limit(1).execute(),
  );
}
