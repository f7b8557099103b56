import { type Selectable, sql } from 'kysely';
import type { TicketEvent } from '../../domain/api-answers.ts';
import type { EventKind } from '../../domain/history.ts';
import { prepared } from '../database/prepared.ts';
import type { EventsTable, Handle } from '../database/tables.ts';

/** What happened to tickets and clients. */

export const insertEvent = prepared<Omit<EventsTable, 'id'>>((db, event) =>
  db.insertInto('events').values(event),
);

/** No one reads further back; of more than this many the newest are shown. */
const maxShown = 500;

const shown = [
  'id',
  'at',
  'kind',
  'actor',
  'ticket_number',
  'data',
  'session',
  'initials',
] as const;

type EventRow = Pick<Selectable<EventsTable>, (typeof shown)[number]>;

function toEvent({ id, ticket_number: ticketNumber, data, ...row }: EventRow): TicketEvent {
  return { ...row, id: String(id), ticketNumber, data: JSON.parse(data) };
}

/** What happened to a ticket, oldest first. */
export async function ticketEvents(db: Handle, ticketNumber: string): Promise<TicketEvent[]> {
  const { rows } = await selectOfTicket(db, { ticketNumber });
  return rows.map(toEvent).toReversed();
}

const selectOfTicket = prepared<{ ticketNumber: string }, EventRow>((db, { ticketNumber }) =>
  db
    .selectFrom('events')
    .select(shown)
    .where('ticket_number', '=', ticketNumber)
    .orderBy('id', 'desc')
    .limit(sql.lit(maxShown)),
);

/** What happened to a ticket after its last completion, oldest first, as far as the history still tells. */
export async function eventsSinceCompletion(
  db: Handle,
  ticketNumber: string,
): Promise<TicketEvent[]> {
  const events = await ticketEvents(db, ticketNumber);
  return events.slice(events.findLastIndex(({ kind }) => kind === 'repair-completed') + 1);
}

/** What happened to a client, including the repairs that were brought in, oldest first. */
export async function clientEvents(db: Handle, clientId: string): Promise<TicketEvent[]> {
  const rows = await db
    .selectFrom('events as event')
    .leftJoin('repair_tickets as ticket', (join) =>
      join
        .onRef('ticket.ticket_number', '=', 'event.ticket_number')
        .on('ticket.deleted_at', 'is', null),
    )
    .select(shown.map((column) => `event.${column}` as const))
    .where('event.client_id', '=', clientId)
    // A ticket that is gone is gone here, too.
    .where(({ or, eb }) =>
      or([eb('event.ticket_number', 'is', null), eb('ticket.id', 'is not', null)]),
    )
    .orderBy('event.id', 'desc')
    .limit(maxShown)
    .execute();
  return rows.map(toEvent).toReversed();
}

/** Who changed what in the shop's settings, or restored a backup, oldest first. */
export async function settingsEvents(db: Handle): Promise<TicketEvent[]> {
  // Literals, so that the engine sees that the partial indexes apply.
  const newest = (kind: EventKind) =>
    db
      .selectFrom('events')
      .select(shown)
      .where('kind', '=', sql.lit(kind))
      .orderBy('id', 'desc')
      .limit(maxShown)
      .execute();
  const [changes, restores] = [await newest('settings-changed'), await newest('shop-restored')];
  return [...changes, ...restores]
    .toSorted((one, other) => other.id - one.id)
    .slice(0, maxShown)
    .map(toEvent)
    .toReversed();
}

/** Removes personal content from the history of a ticket that is deleted for good. */
export async function scrubTicketEvents(tx: Handle, ticketNumber: string): Promise<void> {
  await tx
    .updateTable('events')
    .set({ data: '{}' })
    .where('ticket_number', '=', ticketNumber)
    .execute();
}

/** Removes personal content from the history of a client that is deleted for good. */
export async function scrubClientEvents(tx: Handle, clientId: string): Promise<void> {
  await tx
    .updateTable('events')
    .set({ data: '{}' })
    .where('client_id', '=', clientId)
    .where('ticket_number', 'is', null)
    .execute();
}
