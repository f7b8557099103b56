import type { Watch } from '../../domain/api-watches.ts';
import { fromColumns } from '../../domain/field-list.ts';
import { repairFields } from '../../domain/repair-fields.ts';
import { grouped, watchSummary } from '../../domain/watch-life.ts';
import type { Handle } from '../database/tables.ts';
import { photosOfTickets } from '../photos/store.ts';

/** Watches: each is there while tickets point to it. */

export const insertWatch = (tx: Handle, id: string, at: string) =>
  tx.insertInto('watches').values({ id, created_at: at }).execute();

/** Deletes a watch that no ticket points to anymore, not even one that is deleted and may come back. */
export const deleteEmptyWatch = (tx: Handle, id: string) =>
  tx
    .deleteFrom('watches')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('repair_tickets').select('id').where('watch_id', '=', id))),
    )
    .execute();

/** These watches, in this order; those whose tickets are all deleted are left out. */
export async function watchesOf(db: Handle, ids: readonly string[]): Promise<Watch[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('repair_tickets')
    .selectAll()
    .where('watch_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  const tickets = rows.map((row) => ({
    watchId: row.watch_id,
    ticketNumber: row.ticket_number,
    ...fromColumns(repairFields, row),
    initialPhotoUrl: row.initial_photo_url,
    completedPhotoUrl: row.completed_photo_url,
    createdAt: row.created_at,
  }));
  const photos = await photosOfTickets(
    db,
    rows.map((row) => row.ticket_number),
  );
  const byWatch = grouped(tickets, ({ watchId }) => watchId);
  return ids.flatMap((id) => {
    const ofWatch = byWatch.get(id);
    return ofWatch === undefined ? [] : { id, ...watchSummary(ofWatch, photos) };
  });
}
