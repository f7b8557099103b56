import { type NotNull, sql } from 'kysely';
import type { DeletedItem } from '../../domain/api-clients.ts';
import { keptUntil } from '../../domain/deletion.ts';
import { isoTime } from '../clock.ts';
import { afterCursor, type Page, type PageRequest, pageOf } from '../database/page.ts';
import type { Handle } from '../database/tables.ts';

function deletedTickets(db: Handle, after: string, { limit, cursor }: PageRequest) {
  return db
    .selectFrom('repair_tickets as ticket')
    .innerJoin('clients as client', 'client.id', 'ticket.client_id')
    .select(({ selectFrom }) => [
      'ticket.id',
      'ticket.ticket_number as ticketNumber',
      'client.name',
      'client.phone',
      'client.email',
      'ticket.watch_brand',
      'ticket.watch_model',
      'ticket.deleted_at as deletedAt',
      selectFrom('events as event')
        .select('event.session')
        .whereRef('event.ticket_number', '=', 'ticket.ticket_number')
        .where('event.kind', '=', 'repair-deleted')
        .orderBy('event.id', 'desc')
        .limit(1)
        .as('session'),
    ])
    .where('ticket.deleted_at', '>', after)
    .where(afterCursor(['ticket.deleted_at', 'ticket.id'], cursor))
    .orderBy('ticket.deleted_at', 'desc')
    .orderBy('ticket.id', 'desc')
    .limit(sql.lit(limit + 1))
    .$narrowType<{ deletedAt: NotNull }>()
    .execute();
}

function deletedClients(db: Handle, after: string, { limit, cursor }: PageRequest) {
  return db
    .selectFrom('clients as client')
    .select(({ selectFrom }) => [
      'client.id',
      'client.name',
      'client.phone',
      'client.email',
      'client.deleted_at as deletedAt',
      selectFrom('events as event')
        .select('event.session')
        .whereRef('event.client_id', '=', 'client.id')
        .where('event.kind', '=', 'client-deleted')
        .orderBy('event.id', 'desc')
        .limit(1)
        .as('session'),
    ])
    .where('client.deleted_at', '>', after)
    .where('client.purged_at', 'is', null)
    .where(afterCursor(['client.deleted_at', 'client.id'], cursor))
    .orderBy('client.deleted_at', 'desc')
    .orderBy('client.id', 'desc')
    .limit(sql.lit(limit + 1))
    .$narrowType<{ deletedAt: NotNull }>()
    .execute();
}

const position = ({ deletedAt, id }: { deletedAt: string; id: string }) => [deletedAt, id] as const;

/**
 * Repairs and clients that can be brought back, last deleted first.
 *
 * @param after ISO 8601: what was deleted at or before it is gone
 */
export async function listDeleted(
  db: Handle,
  after: string,
  page: PageRequest,
): Promise<Page<DeletedItem>> {
  const [tickets, clients] = await Promise.all([
    deletedTickets(db, after, page),
    deletedClients(db, after, page),
  ]);
  const rows = [
    ...tickets.map(({ watch_brand: brand, watch_model: model, ...ticket }) => ({
      ...ticket,
      kind: 'repair' as const,
      watch: `${brand} ${model}`,
    })),
    ...clients.map((client) => ({
      ...client,
      kind: 'client' as const,
      ticketNumber: null,
      watch: null,
    })),
  ].sort((one, other) => (position(one).join() > position(other).join() ? -1 : 1));
  return pageOf(rows, page.limit, position, (row) => ({
    ...row,
    keptUntil: isoTime(keptUntil(Date.parse(row.deletedAt))),
  }));
}
