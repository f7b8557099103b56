import { sql } from 'kysely';
import type { ClientChanges, TicketEvent } from '../../domain/api-answers.ts';
import { prepared } from '../database/prepared.ts';
import type { EventsTable, Handle } from '../database/tables.ts';

export interface NewEvent {
  at: string;
  kind: string;
  actor: TicketEvent['actor'];
  ticketNumber?: string;
  repairId?: string;
  clientId?: string;
  data?: Record<string, unknown>;
}

/** Writes down what happened to a ticket or client, in the transaction in which it happened. */
export async function recordEvents(tx: Handle, events: readonly NewEvent[]): Promise<void> {
  for (const event of events) {
    await insertEvent(tx, {
      at: event.at,
      kind: event.kind,
      actor: event.actor,
      ticket_number: event.ticketNumber ?? null,
      repair_id: event.repairId ?? null,
      client_id: event.clientId ?? null,
      data: JSON.stringify(event.data ?? {}),
    });
  }
}

const insertEvent = prepared<Omit<EventsTable, 'id'>>((db, event) =>
  db.insertInto('events').values({
    at: event.at,
    kind: event.kind,
    actor: event.actor,
    ticket_number: event.ticket_number,
    repair_id: event.repair_id,
    client_id: event.client_id,
    data: event.data,
  }),
);

/** What happened to a ticket, oldest first. */
export async function ticketEvents(db: Handle, ticketNumber: string): Promise<TicketEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['id', 'at', 'kind', 'actor', 'data'])
    .where('ticket_number', '=', ticketNumber)
    .orderBy('id')
    .limit(500)
    .execute();
  return rows.map((row) => ({ ...row, id: String(row.id), data: JSON.parse(row.data) }));
}

/** What taking in a ticket changed on its client; null when nothing. */
export async function clientChangesAtIntake(
  db: Handle,
  ticketNumber: string,
): Promise<ClientChanges | null> {
  const row = await db
    .selectFrom('events')
    .select('data')
    .where('ticket_number', '=', ticketNumber)
    .where('kind', '=', 'repair-created')
    .executeTakeFirst();
  const noted: { clientChanges?: ClientChanges } = JSON.parse(row?.data ?? '{}');
  return noted.clientChanges ?? null;
}

/** Takes personal content out of what happened to a ticket that is being deleted. */
export async function scrubTicketEvents(tx: Handle, ticketNumber: string): Promise<void> {
  await tx
    .updateTable('events')
    .set({ data: '{}' })
    .where('ticket_number', '=', ticketNumber)
    .execute();
}

/** Whether a repair with this id was here once and has been deleted. */
export async function wasDeleted(db: Handle, repairId: string): Promise<boolean> {
  const { rows } = await findDeletion(db, { repairId });
  return rows.length > 0;
}

const findDeletion = prepared<{ repairId: string }, { id: number }>((db, { repairId }) =>
  db
    .selectFrom('events')
    .select('id')
    .where('repair_id', '=', repairId)
    // A literal, so that the engine sees that the partial index fits.
    .where('kind', '=', sql.lit('repair-deleted')),
);
