import { sql } from 'kysely';
import type { DeletedItem } from '../../domain/api-clients.ts';
import { keptUntil } from '../../domain/deletion.ts';
import { isoTime } from '../clock.ts';
import { afterCursor, type Page, type PageRequest, pageOf } from '../database/page.ts';
import type { Handle } from '../database/tables.ts';

function deletedTickets(db: Handle) {
  return db
    .selectFrom('repair_tickets as ticket')
    .innerJoin('clients as client', 'client.id', 'ticket.client_id')
    .select(({ selectFrom }) => [
      'ticket.id',
      'ticket.ticket_number',
      'client.name',
      'client.phone',
      'client.email',
      'ticket.watch_brand',
      'ticket.watch_model',
      'ticket.deleted_at',
      selectFrom('events as event')
        .select('event.session')
        .whereRef('event.ticket_number', '=', 'ticket.ticket_number')
        .where('event.kind', '=', 'repair-deleted')
        .orderBy('event.id', 'desc')
        .limit(1)
        .as('session'),
    ])
    .where('ticket.deleted_at', 'is not', null);
}

function deletedClients(db: Handle) {
  return db
    .selectFrom('clients as client')
    .select(({ selectFrom }) => [
      'client.id',
      'client.name',
      'client.phone',
      'client.email',
      'client.deleted_at',
      selectFrom('events as event')
        .select('event.session')
        .whereRef('event.client_id', '=', 'client.id')
        .where('event.kind', '=', 'client-deleted')
        .orderBy('event.id', 'desc')
        .limit(1)
        .as('session'),
    ])
    .where('client.deleted_at', 'is not', null)
    .where('client.purged_at', 'is', null);
}

interface DeletedRow {
  id: string;
  name: string;
  phone: string;
  email: string;
  deleted_at: string | null;
  session: string | null;
  ticket_number?: string;
  watch_brand?: string;
  watch_model?: string;
}

function toItem(row: DeletedRow): DeletedItem {
  const deletedAt = row.deleted_at ?? '';
  const ticketNumber = row.ticket_number ?? null;
  return {
    id: row.id,
    kind: ticketNumber === null ? 'client' : 'repair',
    ticketNumber,
    name: row.name,
    phone: row.phone,
    email: row.email,
    watch: ticketNumber === null ? null : `${row.watch_brand} ${row.watch_model}`,
    deletedAt,
    keptUntil: isoTime(keptUntil(Date.parse(deletedAt))),
    session: row.session,
  };
}

const isLater = (one: DeletedRow, other: DeletedRow) =>
  one.deleted_at === other.deleted_at
    ? one.id > other.id
    : (one.deleted_at ?? '') > (other.deleted_at ?? '');

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
  const [tickets, clients] = await Promise.all([
    deletedTickets(db)
      .where('ticket.deleted_at', '>', after)
      .where(afterCursor(['ticket.deleted_at', 'ticket.id'], cursor))
      .orderBy('ticket.deleted_at', 'desc')
      .orderBy('ticket.id', 'desc')
      .limit(sql.lit(limit + 1))
      .execute(),
    deletedClients(db)
      .where('client.deleted_at', '>', after)
      .where(afterCursor(['client.deleted_at', 'client.id'], cursor))
      .orderBy('client.deleted_at', 'desc')
      .orderBy('client.id', 'desc')
      .limit(sql.lit(limit + 1))
      .execute(),
  ]);
  const rows: DeletedRow[] = [...tickets, ...clients];
  rows.sort((one, other) => (isLater(one, other) ? -1 : 1));
  return pageOf(rows, limit, (row) => [row.deleted_at ?? '', row.id], toItem);
}
