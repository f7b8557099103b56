import type { Repair } from '../../domain/api-answers.ts';
import { formatPhone } from '../../domain/phone.ts';
import { Card } from '../ui/card.tsx';
import { TimeAgo } from '../ui/date-time.tsx';
import { Price } from '../ui/price.tsx';
import { SameDayBadge, StatusBadge } from '../ui/status-badge.tsx';
import { RepairActions } from './repair-actions.tsx';
import { TicketLink } from './ticket-link.tsx';

/** One repair among others: what it is, whose it is, where it stands, what can be done now. */
export function RepairCard({ repair }: { repair: Repair }) {
  const { ticketNumber, customerName, customerPhone, customerEmail } = repair;
  return (
    <Card as="article" flush aria-label={`Repair ${ticketNumber}`}>
      <div className="flex h-full flex-col">
        <div className="flex flex-1 flex-col gap-3 p-4">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3>
              <TicketLink ticketNumber={ticketNumber} />
            </h3>
            <div className="flex flex-wrap gap-1">
              {repair.isSameDay && <SameDayBadge />}
              <StatusBadge status={repair.status} />
            </div>
          </div>
          <div className="min-w-0">
            <p dir="auto" className="line-clamp-2 break-words font-semibold">
              {customerName}
            </p>
            <p className="line-clamp-2 break-words">
              <bdi>{repair.watchBrand}</bdi> <bdi>{repair.watchModel}</bdi>
            </p>
            <p dir="auto" className="mt-1 line-clamp-2 break-words text-ink-muted">
              {repair.issue}
            </p>
          </div>
          <div className="mt-auto flex flex-col gap-1 text-ink-muted text-sm">
            <p className="flex min-w-0 gap-x-3">
              {customerPhone !== '' && (
                <a href={`tel:${customerPhone}`} className="shrink-0 hover:text-ink">
                  {formatPhone(customerPhone)}
                </a>
              )}
              <a
                href={`mailto:${customerEmail}`}
                title={customerEmail}
                className="truncate hover:text-ink"
              >
                {customerEmail}
              </a>
            </p>
            <p className="flex justify-between gap-x-3">
              <span className="truncate">
                <bdi>{repair.assignedWatchmaker ?? 'Unassigned'}</bdi>
                {repair.repairPrice !== null && (
                  <>
                    {' · '}
                    <Price dollars={repair.repairPrice} />
                  </>
                )}
              </span>
              <TimeAgo iso={repair.createdAt} />
            </p>
          </div>
        </div>
        <div className="border-t px-4 py-3">
          <RepairActions repair={repair} isCompact />
        </div>
      </div>
    </Card>
  );
}
