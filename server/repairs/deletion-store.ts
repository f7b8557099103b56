import { sql } from 'kysely';
import type { DeletedItem } from '../../domain/api-deletions.ts';
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

/** Brings a ticket back that was deleted after a time. @returns whether this call did */
export async function restoreTicketRow(
  tx: Handle,
  ticketNumber: string,
  after: string,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('repair_tickets')
    .set({ deleted_at: null, updated_at: at })
    .where('ticket_number', '=', ticketNumber)
    .where('deleted_at', '>', after)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Brings a client back who was deleted after a time. @returns whether this call did */
export async function restoreClientRow(
  tx: Handle,
  id: string,
  after: string,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('clients')
    .set({ deleted_at: null, updated_at: at })
    .where('id', '=', id)
    .where('deleted_at', '>', after)
    .where('purged_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Whether a client is in the directory, and by what name another one of the same e-mail is. */
export async function directoryAround(
  db: Handle,
  clientId: string,
): Promise<{ isDeleted: boolean; sameEmail: string | null }> {
  const row = await db
    .selectFrom('clients as client')
    .leftJoin('clients as other', (join) =>
      join
        .onRef('other.email_key', '=', 'client.email_key')
        .onRef('other.id', '!=', 'client.id')
        .on('other.deleted_at', 'is', null),
    )
    .select(['client.deleted_at', 'other.name'])
    .where('client.id', '=', clientId)
    .limit(1)
    .executeTakeFirst();
  return { isDeleted: row?.deleted_at != null, sameEmail: row?.name ?? null };
}

/** Tickets that were deleted at or before a time, the oldest deletion first. */
export async function ticketsDeletedBefore(db: Handle, before: string): Promise<string[]> {
  const rows = await db
    .selectFrom('repair_tickets')
    .select('ticket_number')
    .where('deleted_at', '<=', before)
    .orderBy('deleted_at')
    .limit(100)
    .execute();
  return rows.map((row) => row.ticket_number);
}

/** Clients whose way back is still open and who were deleted at or before a time. */
export async function clientsDeletedBefore(db: Handle, before: string): Promise<string[]> {
  const rows = await db
    .selectFrom('clients')
    .select('id')
    .where('deleted_at', '<=', before)
    .where('purged_at', 'is', null)
    .orderBy('deleted_at')
    .limit(100)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Deletes a deleted ticket and its estimates for good.
 *
 * @param before ISO 8601: only if it was deleted at or before it; null for any time
 * @returns what is left to do after it; undefined where it is live or gone
 */
export async function deleteTicketRow(tx: Handle, ticketNumber: string, before: string | null) {
  return tx
    .deleteFrom('repair_tickets')
    .where('ticket_number', '=', ticketNumber)
    .where('deleted_at', before === null ? 'is not' : '<=', before)
    .returning(['id', 'repair_id', 'client_id', 'initial_photo_url', 'completed_photo_url'])
    .executeTakeFirst();
}

/** Closes a deleted client's way back, as {@link deleteTicketRow}. @returns whether this call did */
export async function purgeClientRow(
  tx: Handle,
  id: string,
  before: string | null,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('clients')
    .set({ purged_at: at })
    .where('id', '=', id)
    .where('deleted_at', before === null ? 'is not' : '<=', before)
    .where('purged_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes the row of a client without a way back whose last ticket is gone. */
export async function deleteOrphanClient(tx: Handle, id: string): Promise<void> {
  await tx
    .deleteFrom('clients')
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .where('purged_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('repair_tickets as ticket')
            .select('ticket.id')
            .whereRef('ticket.client_id', '=', 'clients.id'),
        ),
      ),
    )
    .execute();
}
