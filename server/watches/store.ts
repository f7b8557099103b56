import { fromColumns } from '../../domain/field-list.ts';
import { repairFields } from '../../domain/repair-fields.ts';
import type { Handle } from '../database/tables.ts';

/** Watches: each exists while tickets point to it. */

export const insertWatch = (tx: Handle, id: string, at: string) =>
  tx.insertInto('watches').values({ id, created_at: at }).execute();

/** Deletes a watch that no ticket points to anymore, not even a deleted one that may be restored. */
export const deleteEmptyWatch = (tx: Handle, id: string) =>
  tx
    .deleteFrom('watches')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('repair_tickets').select('id').where('watch_id', '=', id))),
    )
    .execute();

/** The tickets of these watches that are not deleted, the newest first. */
export async function ticketsOfWatches(db: Handle, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('repair_tickets')
    .selectAll()
    .where('watch_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    watchId: row.watch_id,
    ticketNumber: row.ticket_number,
    ...fromColumns(repairFields, row),
    initialPhotoUrl: row.initial_photo_url,
    completedPhotoUrl: row.completed_photo_url,
    createdAt: row.created_at,
  }));
}
