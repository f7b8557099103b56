import type { ReactNode } from 'react';
import type { RepairRow } from '../../../domain/api-answers.ts';
import { formatPhone } from '../../../domain/phone.ts';
import { Card } from '../../ui/card.tsx';
import { phoneLineClasses } from '../../ui/classes.ts';
import { onPhone, useMedia } from '../../ui/scroll.ts';
import { LongList } from '../list/long-list.tsx';
import type { ShownList } from '../list/paged-list.ts';
import { HolderName } from '../repair/holder-name.tsx';
import { PlaceName } from '../repair/place.tsx';
import { RepairMenu, RepairSteps } from '../repair/repair-actions.tsx';
import {
  Approval,
  Costs,
  costsOf,
  EstimatedWork,
  Request,
  requestLine,
} from '../repair/repair-summary.tsx';
import { StatusBadge } from '../repair/status-badge.tsx';
import { opensItsTicket, TicketLink } from '../repair/ticket-link.tsx';
import type { ListName } from './list-choices.ts';
import { SelectThumb } from './select-thumb.tsx';
import { When } from './when.tsx';

/** Around a card, or what a phone has in its place. */
export const cardItemClasses =
  'min-w-0 has-[.is-chosen]:bg-accent-soft has-[.is-current]:bg-accent-soft sm:grid sm:has-[.is-chosen]:*:bg-accent-soft sm:has-[.is-current]:*:border-accent sm:has-[.is-current]:*:bg-accent-soft sm:hover:*:border-line-strong';

/** Repairs side by side, on a phone one below the other. */
export function RepairCards({
  shown,
  label,
  list,
  className,
  more,
}: {
  shown: ShownList<RepairRow>;
  label: string;
  list: ListName;
  className: string;
  more: ReactNode;
}) {
  const isOnPhone = useMedia(onPhone);
  return (
    <>
      <LongList {...shown} label={label} className={className}>
        {(repair, place) => (
          <li {...place} className={cardItemClasses}>
            {isOnPhone ? (
              <RepairOnPhone repair={repair} hasStatus={list !== 'pending'} />
            ) : (
              <RepairCard repair={repair} isBench={list === 'bench'} />
            )}
          </li>
        )}
      </LongList>
      {more}
    </>
  );
}

/**
 * One repair among others: what it is, whose it is, how far along it is, what can be done now. Each of
 * these has its place, so that all cards are of one height; what is longer is on the ticket.
 */
function RepairCard({
  repair,
  isBench,
}: {
  repair: RepairRow;
  /** All are with one technician: instead of the name, what the estimate is for. */
  isBench: boolean;
}) {
  const { ticketNumber, customerName } = repair;
  const watch = `${repair.watchBrand} ${repair.watchModel}`;
  return (
    <Card as="article" flush aria-label={`Repair ${ticketNumber}`} {...opensItsTicket}>
      <div className="@container flex h-full cursor-pointer flex-col">
        <div className="flex items-start justify-between gap-x-3 px-3 pt-2.5">
          <h3 className="min-w-0">
            <TicketLink ticketNumber={ticketNumber} />
          </h3>
          <StatusBadge {...repair} />
        </div>
        <div className="flex gap-3 px-3 py-2">
          <SelectThumb repair={repair} className="size-14" />
          <div className="min-w-0 flex-1">
            <p dir="auto" title={customerName} className="truncate text-left font-semibold">
              {customerName}
            </p>
            <p dir="auto" title={watch} className="truncate text-left">
              {watch}
            </p>
            <p className="flex justify-between gap-3 text-ink-muted text-sm">
              <span dir="auto" title={requestLine(repair)} className="truncate text-left">
                <Request repair={repair} />
              </span>
              <span className="shrink-0">
                <Approval repair={repair} isBrief />
              </span>
            </p>
          </div>
        </div>
        <p className="mt-auto flex justify-between gap-x-3 px-3 pb-2 text-ink-muted text-sm">
          <span className="min-w-0 truncate [&_button]:-my-1 pointer-coarse:[&_button]:-my-3 [&_time]:inline">
            <When repair={repair} />
            {!isBench && (
              <>
                {' · '}
                <HolderName repair={repair} />
              </>
            )}
            <PlaceName repair={repair} />
            {/* Last: it is the one that may be cut off. */}
            {isBench && (
              <>
                {' · '}
                <EstimatedWork repair={repair} />
              </>
            )}
          </span>
          <span className="shrink-0 whitespace-nowrap text-ink">
            {costsOf(repair) === null ? (
              <span className="text-ink-muted">No price</span>
            ) : (
              <Costs repair={repair} />
            )}
          </span>
        </p>
        {/* A name is cut off before its button covers the next; if even that is too little, the next is only in the menu. */}
        <div className="flex min-h-11 items-center gap-1 whitespace-nowrap border-t py-1 pr-1 pl-3 [&>.inline-flex_:is(button,span)]:min-w-0 desk:gap-1.5 @max-[20.5rem]:[&>:nth-child(2):not(:last-child)]:hidden pointer-coarse:@max-[27rem]:[&>:nth-child(2):not(:last-child)]:hidden [&_.contents>button]:px-2 desk:[&_.contents>button]:px-2.5 desk:[&>.contents>button]:min-h-7 desk:[&>.contents>button]:py-0 desk:[&>.inline-flex>.contents>button]:min-h-7 desk:[&>.inline-flex>.contents>button]:py-0">
          <RepairSteps repair={repair} />
          <span className="ml-auto flex desk:[&>button]:size-7">
            <RepairMenu repair={repair} />
          </span>
        </div>
      </div>
    </Card>
  );
}

/** The same in four lines, as wide as a phone; what can be done is on the ticket. */
function RepairOnPhone({
  repair,
  hasStatus,
}: {
  repair: RepairRow;
  /** Not if all have the same one. */
  hasStatus: boolean;
}) {
  const { ticketNumber, customerName, customerPhone } = repair;
  return (
    <article
      aria-label={`Repair ${ticketNumber}`}
      {...opensItsTicket}
      className="flex cursor-pointer gap-3 px-4 py-2"
    >
      <SelectThumb repair={repair} className="mt-1 size-12" />
      <div className="@container min-w-0 flex-1">
        <p className={`${phoneLineClasses} @min-[10rem]:items-baseline`}>
          <span dir="auto" className="min-w-0 truncate text-left font-semibold">
            {customerName}
          </span>
          {hasStatus && (
            <span className="shrink-0 text-sm">
              <StatusBadge {...repair} />
            </span>
          )}
        </p>
        <p className="overflow-x-clip text-ellipsis whitespace-nowrap text-ink-muted text-sm">
          <TicketLink ticketNumber={ticketNumber} isQuiet />
          {customerPhone !== '' && ` · ${formatPhone(customerPhone)}`}
        </p>
        <p className={`${phoneLineClasses} text-sm`}>
          <span dir="auto" className="min-w-0 truncate text-left">
            {repair.watchBrand} {repair.watchModel}
          </span>
          <span className="shrink-0 @min-[10rem]:whitespace-nowrap">
            <When repair={repair} />
          </span>
        </p>
        <p className={`${phoneLineClasses} text-ink-muted text-sm`}>
          <span dir="auto" className="min-w-0 truncate text-left">
            <Request repair={repair} />
          </span>
          <span className="flex shrink-0 flex-col text-ink @min-[10rem]:items-end @min-[10rem]:whitespace-nowrap">
            <Costs repair={repair} />
            <Approval repair={repair} isBrief />
          </span>
        </p>
      </div>
    </article>
  );
}
