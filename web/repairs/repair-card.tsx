import type { ReactNode } from 'react';
import type { Repair } from '../../domain/api-answers.ts';
import { formatPhone, phoneLink } from '../../domain/phone.ts';
import { Card } from '../ui/card.tsx';
import { classNames, contactClasses } from '../ui/classes.ts';
import { TimeAgo } from '../ui/date-time.tsx';
import { SameDayBadge, StatusBadge } from '../ui/status-badge.tsx';
import { Price } from '../ui/text.tsx';
import { HolderName } from './holder-name.tsx';
import { TicketLink } from './ticket-link.tsx';

/** As high with something to press in it as without. */
const line = 'flex min-h-7 min-w-0 items-center gap-x-3 pointer-coarse:min-h-11';

/**
 * One repair among others: what it is, whose it is, where it stands, what can be done now. Each of
 * these has its place, so that all cards are of one height; what is longer stands on the ticket.
 */
export function RepairCard({
  repair,
  actions,
}: {
  repair: Repair;
  /** Nothing where nothing can be done here. */
  actions: ReactNode;
}) {
  const { ticketNumber, customerName, customerPhone } = repair;
  const watch = `${repair.watchBrand} ${repair.watchModel}`;
  return (
    <Card as="article" flush aria-label={`Repair ${ticketNumber}`}>
      <div className="flex h-full flex-col">
        <div className="flex flex-1 flex-col px-4 pt-3 pb-2">
          <div className={`${line} flex-wrap justify-between`}>
            <h3 className="min-w-0 max-w-full wrap-anywhere">
              <TicketLink ticketNumber={ticketNumber} />
            </h3>
            <StatusBadge status={repair.status} />
          </div>
          <div className={`${line} flex-wrap justify-between`}>
            <p title={customerName} className="min-w-0 flex-1 basis-24 truncate font-semibold">
              <bdi>{customerName}</bdi>
            </p>
            {customerPhone !== '' && (
              <a
                href={phoneLink(customerPhone)}
                className={classNames(contactClasses, 'figures text-ink-muted text-sm')}
              >
                {formatPhone(customerPhone)}
              </a>
            )}
          </div>
          <div className="flex items-center justify-between gap-x-3">
            <p title={watch} className="min-w-0 truncate">
              <bdi>{watch}</bdi>
            </p>
            {repair.isSameDay && <SameDayBadge />}
          </div>
          <p dir="auto" className="mt-1 line-clamp-2 min-h-[2lh] break-words text-ink-muted">
            {repair.issue}
          </p>
          <p className={`${line} mt-auto flex-wrap justify-between text-ink-muted text-sm`}>
            <span className="min-w-0 flex-1 basis-16 truncate">
              <HolderName repair={repair} />
            </span>
            <span>
              {repair.repairPrice !== null && (
                <>
                  <Price dollars={repair.repairPrice} />
                  {' · '}
                </>
              )}
              <TimeAgo iso={repair.createdAt} />
            </span>
          </p>
        </div>
        {actions && <div className="border-t px-4 py-3">{actions}</div>}
      </div>
    </Card>
  );
}
