import type { Change, Repair, TicketEvent } from '../../domain/api-answers.ts';
import type { EventOf } from '../../domain/history.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';
import { actingNow } from './acting.ts';
import { insertEvent } from './store.ts';

/** What every change leaves behind, written in the transaction that makes it. */

export type NewEvent = EventOf & {
  actor: TicketEvent['actor'];
  ticketNumber?: string;
  repairId?: string;
  clientId?: string;
  /** Given if someone other than the one acting now caused it. */
  by?: ReturnType<typeof actingNow>;
};

async function recordEvents(tx: Handle, at: string, events: readonly NewEvent[]): Promise<void> {
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
      // What customers do on the simulated phone is still theirs.
      session: actor === 'staff' ? session : null,
      initials: actor === 'staff' ? initials : null,
    });
  }
}

export type NewChange = Omit<Change, 'revision'>;

/** Events go into the history of a ticket, a client or the settings, changes to the screens. */
export async function record(
  tx: Handle,
  entry: { at: string; events: readonly NewEvent[]; changes: readonly NewChange[] },
): Promise<void> {
  const { at } = entry;
  await recordEvents(tx, at, entry.events);
  if (entry.changes.length === 0) return;
  await dialectOf(tx).appendChanges(
    tx,
    entry.changes.map(({ entity, id, what, ticketNumber }) => ({
      at,
      entity,
      entity_id: id,
      what,
      ticket_number: ticketNumber,
    })),
  );
}

/** Records what was done to a ticket: an event for its history, and a change for the screens. */
export async function recordRepairEvent(
  tx: Handle,
  { id, ticketNumber }: Pick<Repair, 'id' | 'ticketNumber'>,
  at: string,
  event: EventOf & { actor?: NewEvent['actor']; repairId?: string },
): Promise<void> {
  await record(tx, {
    at,
    events: [{ actor: 'staff', ticketNumber, ...event }],
    changes: [{ entity: 'repair', id, what: event.kind.replace('repair-', ''), ticketNumber }],
  });
}

/** Records what was done to a client: an event for the history, and a change for the screens. */
export async function recordClientEvent(
  tx: Handle,
  id: string,
  at: string,
  event: EventOf & { actor?: NewEvent['actor'] },
): Promise<void> {
  const what = event.kind.replace('client-', '');
  await record(tx, {
    at,
    events: [{ actor: 'staff', clientId: id, ...event }],
    changes: [{ entity: 'client', id, what, ticketNumber: null }],
  });
}

/** Records for the screens, and for its ticket's history, that something happened to a text. */
export async function recordTextEvent(
  tx: Handle,
  at: string,
  { id, ticketNumber, what }: { id: string; ticketNumber: string | null; what: string },
  event: (EventOf & Pick<NewEvent, 'actor'>) | null = null,
): Promise<void> {
  await record(tx, {
    at,
    events: event === null || ticketNumber === null ? [] : [{ ...event, ticketNumber }],
    changes: [{ entity: 'message', id, what, ticketNumber }],
  });
}
