import type { Repair } from '../../domain/api-answers.ts';
import { formatPhone, phoneLink } from '../../domain/phone.ts';
import { Card } from '../ui/card.tsx';
import { classNames, contactClasses } from '../ui/classes.ts';
import { TimeAgo } from '../ui/date-time.tsx';
import { SameDayBadge, StatusBadge } from '../ui/status-badge.tsx';
import { Price } from '../ui/text.tsx';
import { HolderName } from './holder-name.tsx';
import { RepairActions } from './repair-actions.tsx';
import { TicketLink } from './ticket-link.tsx';

/** The first line of a repair's card: its number, which opens it, and where it stands. */
export function RepairCardHead({ repair }: { repair: Repair }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h3 className="min-w-0 max-w-full [overflow-wrap:anywhere]">
        <TicketLink ticketNumber={repair.ticketNumber} />
      </h3>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {repair.isSameDay && <SameDayBadge />}
        <StatusBadge status={repair.status} />
      </div>
    </div>
  );
}

/** One repair among others: what it is, whose it is, where it stands, what can be done now. */
export function RepairCard({ repair }: { repair: Repair }) {
  const { ticketNumber, customerName, customerPhone, customerEmail } = repair;
  return (
    <Card as="article" flush aria-label={`Repair ${ticketNumber}`}>
      <div className="flex h-full flex-col">
        <div className="flex flex-1 flex-col gap-3 p-4">
          <RepairCardHead repair={repair} />
          <div className="min-w-0">
            <p className="line-clamp-2 break-words font-semibold">
              <bdi>{customerName}</bdi>
            </p>
            <p className="line-clamp-2 break-words">
              <bdi>{repair.watchBrand}</bdi> <bdi>{repair.watchModel}</bdi>
            </p>
            <p dir="auto" className="mt-1 line-clamp-2 break-words text-ink-muted">
              {repair.issue}
            </p>
          </div>
          <div className="mt-auto flex flex-col gap-1 text-ink-muted text-sm">
            <p className="flex min-w-0 flex-wrap gap-x-3">
              {customerPhone !== '' && (
                <a
                  href={phoneLink(customerPhone)}
                  className={classNames(contactClasses, 'truncate')}
                >
                  {formatPhone(customerPhone)}
                </a>
              )}
              <a
                href={`mailto:${customerEmail}`}
                title={customerEmail}
                className={classNames(contactClasses, 'truncate')}
              >
                {customerEmail}
              </a>
            </p>
            <p className="min-w-0 [overflow-wrap:anywhere]">
              <HolderName repair={repair} />
              {repair.repairPrice !== null && (
                <>
                  {' · '}
                  <Price dollars={repair.repairPrice} />
                </>
              )}
              {' · '}
              <TimeAgo iso={repair.createdAt} />
            </p>
          </div>
        </div>
        <div className="border-t px-4 py-3">
          <RepairActions repair={repair} />
        </div>
      </div>
    </Card>
  );
}
