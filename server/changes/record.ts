import type { Dialect } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';
import { type NewEvent, recordEvents } from '../events/store.ts';
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
