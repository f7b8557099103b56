import type { TicketSource } from '../../domain/printed-ticket.ts';
import type { NewRepair } from '../intake/intake-check.ts';
import { provisionalNumber } from './outbox-entry.ts';

/** What is printed of a repair that the server does not know yet. */
export function waitingTicket(repair: NewRepair, takenInAt: string): TicketSource {
  return {
    ...repair,
    id: repair.repairId,
    ticketNumber: provisionalNumber(repair.repairId),
    assignedWatchmaker: null,
    createdAt: takenInAt,
    isProvisional: true,
  };
}
