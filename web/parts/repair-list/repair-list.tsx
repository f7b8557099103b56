import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { RepairRow } from '../../../domain/api-answers.ts';
import { formatPhone } from '../../../domain/phone.ts';
import { isOpen } from '../../../domain/repair-status.ts';
import { useAddress } from '../../data/address.ts';
import { Link } from '../../data/location.tsx';
import { pollEveryMs, repairsQuery } from '../../data/queries.ts';
import { wantFocusByMouse } from '../../data/wanted-focus.ts';
import { Card } from '../../ui/card.tsx';
import { buttonClasses } from '../../ui/classes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { onPhone, useMedia } from '../../ui/scroll.ts';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { Listing } from '../list/listing.tsx';
import { LongList } from '../list/long-list.tsx';
import { usePagedList } from '../list/paged-list.ts';
import { HolderName } from '../repair/holder-name.tsx';
import { PlaceName } from '../repair/place.tsx';
import { PromiseMark } from '../repair/promise.tsx';
import { RepairMenu, RepairSteps } from '../repair/repair-actions.tsx';
import { Costs, costsOf, EstimatedWork, Request, requestLine } from '../repair/repair-summary.tsx';
import { StatusBadge } from '../repair/status-badge.tsx';
import { opensItsTicket, TicketLink } from '../repair/ticket-link.tsx';
import { DayOrTime, DaysAgo, TimeAgo } from '../time/date-time.tsx';
import { useToolsPlace } from './filters-place.ts';
import { type ListBase, type ListName, useListView } from './list-choices.ts';
import { useAreRows } from './list-shape.tsx';
import type { ListChips } from './list-tools.tsx';
import { SelectAllButton, SelectableList, SelectThumb } from './selection.tsx';

/** Cards beside each other where there is room, on a phone one below the other; the real ones and their shapes. */
const grid =
  'max-sm:-mx-4 max-sm:divide-y max-sm:border-y max-sm:bg-surface sm:grid sm:grid-cols-[repeat(auto-fill,minmax(min(100%,19.5rem),1fr))] sm:gap-3 [--item-height:11rem] max-sm:[--item-height:6.3125rem]';

const some = Array.from({ length: 20 }, (_, at) => `item ${at}`);

/** As high as what follows, wherever that is shown. */
function ListSkeleton({ list }: { list: ListName }) {
  const isOnPhone = useMedia(onPhone);
  if (useAreRows(list)) return rowsSkeleton;
  return (
    <div className={grid}>
      {some.map((key) =>
        isOnPhone ? (
          <div key={key} className="flex h-[6.3125rem] gap-3 px-4 py-2">
            <Skeleton className="mt-1 size-12" />
            <div className="flex min-w-0 flex-1 flex-col justify-around">
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="h-3 w-1/2" />
              <Skeleton className="h-3 w-full" />
            </div>
          </div>
        ) : (
          <div key={key} className="flex h-44 flex-col gap-3 rounded border bg-surface p-3">
            <Skeleton className="h-4 w-28" />
            <div className="flex flex-1 gap-3">
              <Skeleton className="size-14" />
              <div className="flex min-w-0 flex-1 flex-col gap-2">
                <Skeleton className="h-4 w-2/3" />
                <Skeleton className="h-3 w-full" />
              </div>
            </div>
            <Skeleton className="h-6 w-40" />
          </div>
        ),
      )}
    </div>
  );
}

/** Of what is in rows: its head, and the rows. */
export const rowsSkeleton = (
  <div className="divide-y rounded border bg-surface">
    <div className="h-7 rounded-t bg-sunken pointer-coarse:h-8" />
    {some.map((key) => (
      <div key={key} className="flex min-h-row items-center gap-4 px-3">
        <Skeleton className="size-thumb" />
        <Skeleton className="h-3 w-1/5" />
        <Skeleton className="h-3 w-2/5" />
        <Skeleton className="ml-auto h-3 w-1/6" />
      </div>
    ))}
  </div>
);

export const RepairListSkeleton = ({ list }: { list: ListName }) => (
  <Loading label="Loading the repairs…">
    <ListSkeleton list={list} />
  </Loading>
);

const rows = lazyPart(
  async () => (await import('./repair-rows.tsx')).RepairRows,
  <Loading label="Loading the rows…">{rowsSkeleton}</Loading>,
);

/** Loads the rows' code, so that a later press needs no network. */
export const loadRows = rows.load;

const filters = lazyPart(async () => (await import('./list-filters.tsx')).ListFilters);

const noneChosen = lazyPart(async () => (await import('./list-filters.tsx')).NoneChosen);

/** Loads the filters and menus above lists, so that a later press needs no network. */
export const loadFilters = filters.load;

interface RepairListProps {
  name: ListName;
  label: string;
  filter: ListBase;
  empty: ReactNode;
  /** The list's own, in place of the usual ones. */
  chips?: ListChips | undefined;
  /** Asks every few seconds, live updates or not. */
  isPolled?: boolean;
}

export function RepairList({
  name,
  label,
  filter,
  empty,
  chips,
  isPolled = false,
}: RepairListProps) {
  const view = useListView(name, filter);
  const isBeside = useToolsPlace() !== undefined;
  const list = usePagedList({
    ...repairsQuery(view.filter),
    refetchInterval: isPolled ? pollEveryMs : false,
    placeholderData: keepPreviousData,
  });
  const areRows = useAreRows(name);
  const isOnPhone = useMedia(onPhone);
  const isBench = name === 'bench';
  useEffect(() => {
    // Beside the list itself. What fails is fetched again when it is shown, and says so then.
    if (areRows) void loadRows().catch(() => undefined);
  }, [areRows]);
  return (
    <>
      {/* Just as high before it is loaded. */}
      <div className={isBeside ? undefined : 'min-h-compact pb-2 sm:pb-3'}>
        <filters.Part name={name} view={view} chips={chips} />
      </div>
      <SelectableList name={list.shown.name} items={list.items}>
        {!areRows && isBench && <SelectAllButton />}
        <Listing
          list={list}
          what="the repairs"
          skeleton={<ListSkeleton list={name} />}
          empty={view.isFiltered ? <noneChosen.Part view={view} /> : empty}
        >
          {(more) =>
            areRows ? (
              <rows.Part shown={list.shown} label={label} list={name} view={view} more={more} />
            ) : (
              <>
                <LongList {...list.shown} label={label} className={grid}>
                  {(repair, place) => (
                    <li
                      {...place}
                      className="min-w-0 has-[.is-current]:bg-accent-soft sm:grid sm:has-[.is-current]:*:border-accent sm:has-[.is-current]:*:bg-accent-soft sm:hover:*:border-line-strong"
                    >
                      {isOnPhone ? (
                        <RepairOnPhone repair={repair} hasStatus={name !== 'pending'} />
                      ) : (
                        <RepairCard repair={repair} isBench={isBench} />
                      )}
                    </li>
                  )}
                </LongList>
                {more}
              </>
            )
          }
        </Listing>
      </SelectableList>
    </>
  );
}

/** For a list that new repairs enter. */
export function TakeInLink() {
  const { href } = useAddress();
  return (
    <Link
      to={href({ tab: 'new-repair' })}
      onClick={() => wantFocusByMouse('new-repair')}
      className={buttonClasses()}
    >
      New repair
    </Link>
  );
}

/**
 * One repair among others: what it is, whose it is, how far it is, what can be done now. Each of
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
      <div className="flex h-full cursor-pointer flex-col">
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
            <p
              dir="auto"
              title={requestLine(repair)}
              className="truncate text-left text-ink-muted text-sm"
            >
              <Request repair={repair} />
            </p>
          </div>
        </div>
        <p className="mt-auto flex justify-between gap-x-3 px-3 pb-2 text-ink-muted text-sm">
          <span className="min-w-0 truncate [&_button]:-my-1 pointer-coarse:[&_button]:-my-3">
            <When repair={repair} />
            {' · '}
            {isBench ? <EstimatedWork repair={repair} /> : <HolderName repair={repair} />}
            <PlaceName repair={repair} />
          </span>
          <span className="shrink-0 whitespace-nowrap text-ink">
            {costsOf(repair) === null ? (
              <span className="text-ink-muted">No price</span>
            ) : (
              <Costs repair={repair} />
            )}
          </span>
        </p>
        <div className="flex min-h-11 items-center gap-1 whitespace-nowrap border-t py-1 pr-1 pl-3 desk:gap-1.5 [&_.contents>button]:px-2 desk:[&_.contents>button]:px-2.5 desk:[&>.contents>button]:min-h-7 desk:[&>.contents>button]:py-0 desk:[&>.inline-flex>.contents>button]:min-h-7 desk:[&>.inline-flex>.contents>button]:py-0">
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
  /** Not where all have the same. */
  hasStatus: boolean;
}) {
  const { ticketNumber, customerName, customerPhone } = repair;
  const lines = 'flex justify-between gap-3 text-sm';
  return (
    <article
      aria-label={`Repair ${ticketNumber}`}
      {...opensItsTicket}
      className="flex cursor-pointer gap-3 px-4 py-2"
    >
      <SelectThumb repair={repair} className="mt-1 size-12" onlyOnceBegun />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          <span dir="auto" className="min-w-0 truncate text-left font-semibold">
            {customerName}
          </span>
          {hasStatus && (
            <span className="shrink-0 text-sm">
              <StatusBadge {...repair} />
            </span>
          )}
        </p>
        <p className="truncate text-ink-muted text-sm">
          <TicketLink ticketNumber={ticketNumber} isQuiet />
          {customerPhone !== '' && ` · ${formatPhone(customerPhone)}`}
        </p>
        <p className={lines}>
          <span dir="auto" className="min-w-0 truncate text-left">
            {repair.watchBrand} {repair.watchModel}
          </span>
          <span className="shrink-0 whitespace-nowrap">
            <When repair={repair} />
          </span>
        </p>
        <p className={`${lines} text-ink-muted`}>
          <span dir="auto" className="min-w-0 truncate text-left">
            <Request repair={repair} />
          </span>
          <span className="shrink-0 whitespace-nowrap text-ink">
            <Costs repair={repair} />
          </span>
        </p>
      </div>
    </article>
  );
}

/** By when it is promised; once it is done, since when that is so, or since when its owner has it. */
function When({ repair }: { repair: RepairRow }) {
  const { createdAt, completedAt, collectedAt, shippedBy, isWaitingForPickup, status } = repair;
  if (collectedAt !== null) {
    return (
      <>
        {shippedBy ? 'Shipped' : 'Picked up'} <TimeAgo iso={collectedAt} />
      </>
    );
  }
  if (isWaitingForPickup && completedAt !== null) {
    return (
      <>
        Ready <DaysAgo iso={completedAt} />
      </>
    );
  }
  if (repair.expectedOn === null || !isOpen(status)) {
    return (
      <>
        In <DayOrTime iso={createdAt} />
      </>
    );
  }
  return (
    <>
      <PromiseMark repair={repair} isInLine />
      {repair.isSameDay && ', same day'}
    </>
  );
}
