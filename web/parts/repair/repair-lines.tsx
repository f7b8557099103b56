import type { RepairRow } from '../../../domain/api-answers.ts';
import { LongList } from '../list/long-list.tsx';
import type { ShownList } from '../list/paged-list.ts';
import { OpenBalance } from '../money/open-balance.tsx';
import { DateTime } from '../time/date-time.tsx';
import { HolderName } from './holder-name.tsx';
import { PromiseMark } from './promise.tsx';
import { StatusBadge } from './status-badge.tsx';
import { opensItsTicket, TicketLink } from './ticket-link.tsx';
import { WarrantyMark } from './warranty-mark.tsx';

/** Repairs of the person whose name is above: one line for each. */
export function RepairLines({
  shown,
  label,
  showTechnician = false,
}: {
  shown: ShownList<RepairRow>;
  label: string;
  showTechnician?: boolean;
}) {
  return (
    <LongList {...shown} label={label} className="flex flex-col divide-y">
      {(repair, place) => (
        <li
          {...place}
          {...opensItsTicket}
          className="flex cursor-pointer flex-wrap items-start justify-between gap-x-4 gap-y-1 py-2 last:pb-0 hover:bg-sunken has-[.is-current]:bg-accent-soft"
        >
          <div className="min-w-0 flex-1 basis-40 break-words">
            <p>
              <TicketLink ticketNumber={repair.ticketNumber} /> <bdi>{repair.watchBrand}</bdi>{' '}
              <bdi>{repair.watchModel}</bdi>
            </p>
            <p className="text-ink-muted text-sm">
              <DateTime iso={repair.createdAt} show="date" />
              {showTechnician && (
                <>
                  {' · '}
                  <HolderName repair={repair} />
                </>
              )}
              <OpenBalance repair={repair} />
            </p>
          </div>
          <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            {repair.warrantyUntil && <WarrantyMark until={repair.warrantyUntil} />}
            <PromiseMark repair={repair} />
            <StatusBadge {...repair} />
          </span>
        </li>
      )}
    </LongList>
  );
}
