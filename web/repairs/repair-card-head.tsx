import type { Repair } from '../../domain/api-answers.ts';
import { SameDayBadge, StatusBadge } from '../ui/status-badge.tsx';
import { TicketLink } from './ticket-link.tsx';

/** The first line of a repair's card: its number, which opens it, and where it stands. */
export function RepairCardHead({ repair }: { repair: Repair }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h3 className="min-w-0 max-w-full [overflow-wrap:anywhere]">
        <TicketLink ticketNumber={repair.ticketNumber} />
      </h3>
      <div className="flex flex-wrap gap-1">
        {repair.isSameDay && <SameDayBadge />}
        <StatusBadge status={repair.status} />
      </div>
    </div>
  );
}
