import { type RawBuilder, sql } from 'kysely';
import type { DeletedItem } from '../../domain/api-clients.ts';
import { keptUntil } from '../../domain/deletion.ts';
import { isoTime } from '../clock.ts';
import { afterCursor, firstRows, type Page, type PageRequest, pageOf } from '../database/page.ts';
import type { Handle } from '../database/tables.ts';

type DeletedRow = Omit<DeletedItem, 'keptUntil'>;

/** By which session the newest event of the deletion was made. */
const sessionOf = (isAbout: RawBuilder<unknown>) =>
  sql`(select session from events as event where ${isAbout} order by event.id desc limit 1)`;

/**
 * Repairs and clients that can be brought back, last deleted first.
 *
 * @param after ISO 8601: what was deleted at or before it is gone
 */
export async function listDeleted(
  db: Handle,
  after: string,
  { limit, cursor }: PageRequest,
): Promise<Page<DeletedItem>> {
  const most = sql.lit(limit + 1);
  const tickets = sql`(select ticket.id, 'repair' as kind, ticket.ticket_number as "ticketNumber",
      client.name, client.phone, client.email,
      ticket.watch_brand || ' ' || ticket.watch_model as watch, ticket.deleted_at as "deletedAt",
      ${sessionOf(sql`event.ticket_number = ticket.ticket_number and kind = 'repair-deleted'`)} as session
    from repair_tickets as ticket join clients as client on client.id = ticket.client_id
    where ticket.deleted_at > ${after} and ${afterCursor(['ticket.deleted_at', 'ticket.id'], cursor)}
    order by ticket.deleted_at desc, ticket.id desc limit ${most})`;
  const clients = sql`(select client.id, 'client' as kind, null as "ticketNumber",
      client.name, client.phone, client.email, null as watch, client.deleted_at as "deletedAt",
      ${sessionOf(sql`event.client_id = client.id and kind = 'client-deleted'`)} as session
    from clients as client
    where client.deleted_at > ${after} and client.purged_at is null
      and ${afterCursor(['client.deleted_at', 'client.id'], cursor)}
    order by client.deleted_at desc, client.id desc limit ${most})`;
  const { rows } = await sql<DeletedRow>`select * from ${firstRows(
    [tickets, clients],
    ['deletedAt', 'id'],
    limit + 1,
  )} as listed order by "deletedAt" desc, id desc`.execute(db);
  return pageOf(
    rows,
    limit,
    ({ deletedAt, id }) => [deletedAt, id],
    (row) => ({ ...row, keptUntil: isoTime(keptUntil(Date.parse(row.deletedAt))) }),
  );
}
