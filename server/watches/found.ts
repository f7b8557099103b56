import type { Watch } from '../../domain/api-watches.ts';
import { grouped, watchSummary } from '../../domain/watch-life.ts';
import type { Handle } from '../database/tables.ts';
import { photosOfTickets } from '../photos/store.ts';
import { ticketsOfWatches } from './store.ts';

/** These watches, in this order, without those whose tickets are all deleted. */
export async function watchesOf(db: Handle, ids: readonly string[]): Promise<Watch[]> {
  const tickets = await ticketsOfWatches(db, ids);
  const photos = await photosOfTickets(
    db,
    tickets.map(({ ticketNumber }) => ticketNumber),
  );
  const byWatch = grouped(tickets, ({ watchId }) => watchId);
  return ids.flatMap((id) => {
    const ofWatch = byWatch.get(id);
    return ofWatch === undefined ? [] : { id, ...watchSummary(ofWatch, photos) };
  });
}
