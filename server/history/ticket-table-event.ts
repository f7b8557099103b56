import type { Repair } from '../../domain/api-answers.ts';
import type { EventOf } from '../../domain/history.ts';
import type { TicketTableEvents } from '../../domain/ticket-tables.ts';
import type { Handle } from '../database/tables.ts';
import { keepUndoable } from '../repairs/completion-store.ts';
import { getRepair, updateTicket } from '../repairs/store.ts';
import { recordRepairEvent } from './record.ts';

/**
 * Records a change to a row in one of a ticket's tables (domain/ticket-tables.ts): the ticket is not quiet,
 * and the screens fetch it again.
 *
 * @param before the ticket before the change, locked
 * @param what the kind of change: it decides whether a completion can still be undone
 * @returns the ticket as it is now
 */
export async function recordTicketTableEvent(
  tx: Handle,
  before: Repair,
  at: string,
  event: EventOf<keyof TicketTableEvents>,
  what: 'payment or part' | 'note or move' = 'note or move',
): Promise<Repair> {
  const { ticketNumber } = before;
  await updateTicket(tx, ticketNumber, { updated_at: at });
  await keepUndoable(tx, before, at, what);
  const repair = await getRepair(tx, ticketNumber);
  await recordRepairEvent(tx, repair, at, event);
  return repair;
}
