import { type NewEvent, recordEvents } from '../../shop/history/store.ts';
import type { Dialect } from '../dialect.ts';
import type { Handle } from '../tables.ts';
import { appendChanges, type NewChange } from './store.ts';

/**
 * What every change of data leaves behind: events for the ticket's history and rows of the change
 * log for the screens.
 */
export async function record(
  tx: Handle,
  dialect: Dialect,
  entry: { at: string; events: readonly Omit<NewEvent, 'at'>[]; changes: readonly NewChange[] },
): Promise<void> {
  await recordEvents(
    tx,
    entry.events.map((event) => ({ ...event, at: entry.at })),
  );
  await appendChanges(tx, dialect, entry.at, entry.changes);
}
