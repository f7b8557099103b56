import type { Insertable } from 'kysely';
import type { Tables } from '../../server/database/tables.ts';

/** Everything that a shop's years leave behind, as rows of the product's own tables. */
export type ShopRows = {
  [Name in
    | 'clients'
    | 'repair_tickets'
    | 'estimates'
    | 'messages'
    | 'phones'
    | 'events'
    | 'changes']: Insertable<Tables[Name]>[];
};

export type EventRow = ShopRows['events'][number];
export type ChangeRow = ShopRows['changes'][number];

export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Collects what happens; the log and the events are put in order at the end. */
export function openLedger() {
  const rows: ShopRows = {
    clients: [],
    repair_tickets: [],
    estimates: [],
    messages: [],
    phones: [],
    events: [],
    changes: [],
  };

  return {
    rows,

    /** As `server/changes/record.ts`: what every change of data leaves behind. */
    record(
      at: string,
      events: readonly (Pick<EventRow, 'kind' | 'actor'> &
        Partial<Pick<EventRow, 'ticket_number' | 'repair_id' | 'client_id'>> & {
          data?: Record<string, unknown>;
        })[],
      changes: readonly Omit<ChangeRow, 'at'>[],
    ): void {
      for (const { data = {}, ...event } of events) {
        rows.events.push({
          at,
          ticket_number: null,
          repair_id: null,
          client_id: null,
          session: null,
          ...event,
          data: JSON.stringify(data),
        });
      }
      for (const change of changes) rows.changes.push({ at, ...change });
    },
  };
}

/** Many clients' years were written one after the other: now they happen side by side. */
export function putInOrder(rows: ShopRows): void {
  const byTime = (one: { at: string }, other: { at: string }) =>
    one.at < other.at ? -1 : one.at > other.at ? 1 : 0;
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  rows.events.sort(byTime);
  rows.changes.sort(byTime);
  // As they would have been stored: rows of one time lie side by side in every index.
  rows.clients.sort(byId);
  rows.repair_tickets.sort(byId);
  rows.estimates.sort(byId);
  rows.messages.sort(byId);
}

export type Ledger = ReturnType<typeof openLedger>;
