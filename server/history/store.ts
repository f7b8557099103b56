import { AsyncLocalStorage } from 'node:async_hooks';
import { type Selectable, sql } from 'kysely';
import type { TicketEvent } from '../../domain/api-answers.ts';
import type { EventOf } from '../../domain/history.ts';
import { prepared } from '../database/prepared.ts';
import type { EventsTable, Handle } from '../database/tables.ts';

/** What happened to tickets and clients, and on behalf of which session. */

/** On whose behalf something is done. */
export interface Acting {
  /** The public id of the session. */
  session: string;
  /** Who of the staff was chosen there; null where nobody was. */
  initials: string | null;
}

const acting = new AsyncLocalStorage<Acting>();

/** Does something on behalf of a session and its staff: the events that it records name both. */
export function actAs<Result>(by: Acting, work: () => Result): Result {
  return acting.run(by, work);
}

/** @returns on whose behalf something is done; nulls where on nobody's, e.g. in a timer */
export function actingNow(): { session: string | null; initials: string | null } {
  return acting.getStore() ?? { session: null, initials: null };
}

export type NewEvent = EventOf & {
  actor: TicketEvent['actor'];
  ticketNumber?: string;
  repairId?: string;
  clientId?: string;
  /** Where others than those who act now have caused it. */
  by?: ReturnType<typeof actingNow>;
};

/** Writes down what happened to a ticket or client, in the transaction in which it happened. */
export async function recordEvents(
  tx: Handle,
  at: string,
  events: readonly NewEvent[],
): Promise<void> {
  for (const event of events) {
    const { kind, actor, by: { session, initials } = actingNow() } = event;
    await insertEvent(tx, {
      at,
      kind,
      actor,
      ticket_number: event.ticketNumber ?? null,
      repair_id: event.repairId ?? null,
      client_id: event.clientId ?? null,
      data: JSON.stringify(event.data),
      // What customers do by the simulated phone is theirs all the same.
      session: actor === 'staff' ? session : null,
      initials: actor === 'staff' ? initials : null,
    });
  }
}

const insertEvent = prepared<Omit<EventsTable, 'id'>>((db, event) =>
  db.insertInto('events').values(event),
);

/** Nobody reads further back; of more than these the newest are shown. */
const mostShown = 500;

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
    .limit(sql.lit(mostShown)),
);

/** What happened to a ticket after its last completion, oldest first, as far as the history still tells. */
export async function eventsSinceCompletion(
  db: Handle,
  ticketNumber: string,
): Promise<TicketEvent[]> {
  const events = await ticketEvents(db, ticketNumber);
  return events.slice(events.findLastIndex(({ kind }) => kind === 'repair-completed') + 1);
}

/** What happened to a client, the repairs that were brought in among it, oldest first. */
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
    .limit(mostShown)
    .execute();
  return rows.map(toEvent).toReversed();
}

/** Who changed what in the shop's settings, oldest first. */
export async function settingsEvents(db: Handle): Promise<TicketEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(shown)
    // A literal, so that the engine sees that the partial index fits.
    .where('kind', '=', sql.lit('settings-changed'))
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute();
  return rows.map(toEvent).toReversed();
}

/** Takes personal content out of what happened to a ticket that is deleted for good. */
export async function scrubTicketEvents(tx: Handle, ticketNumber: string): Promise<void> {
  await tx
    .updateTable('events')
    .set({ data: '{}' })
    .where('ticket_number', '=', ticketNumber)
    .execute();
}

/** Takes personal content out of what happened to a client that is deleted for good. */
export async function scrubClientEvents(tx: Handle, clientId: string): Promise<void> {
  await tx
    .updateTable('events')
    .set({ data: '{}' })
    .where('client_id', '=', clientId)
    .where('ticket_number', 'is', null)
    .execute();
}
