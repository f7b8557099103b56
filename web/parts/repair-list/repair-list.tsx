import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { RepairRow } from '../../../domain/api-answers.ts';
import { formatPhone, phoneLink } from '../../../domain/phone.ts';
import { useAddress } from '../../data/address.ts';
import { Link } from '../../data/location.tsx';
import { pollEveryMs, repairsQuery } from '../../data/queries.ts';
import { wantFocusByMouse } from '../../data/wanted-focus.ts';
import { Card } from '../../ui/card.tsx';
import { buttonClasses, classNames, contactClasses } from '../../ui/classes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Loading, Skeleton, SkeletonCard } from '../../ui/states.tsx';
import { Listing } from '../list/listing.tsx';
import { LongList } from '../list/long-list.tsx';
import { usePagedList } from '../list/paged-list.ts';
import { HolderName } from '../repair/holder-name.tsx';
import { PlaceName } from '../repair/place.tsx';
import { PromiseMark } from '../repair/promise.tsx';
import { RepairMenu, RepairSteps } from '../repair/repair-actions.tsx';
import { Costs, costsOf, Request } from '../repair/repair-summary.tsx';
import { SameDayBadge, StatusBadge } from '../repair/status-badge.tsx';
import { opensItsTicket, TicketLink } from '../repair/ticket-link.tsx';
import { DaysAgo, TimeAgo } from '../time/date-time.tsx';
import { useMenuPlace } from './filters-place.ts';
import { type ListBase, type ListName, useListView } from './list-choices.ts';
import { useAreRows } from './list-shape.tsx';
import { CardBox, SelectableList, SelectAllButton } from './selection.tsx';

/** Cards beside each other where there is room; the real ones and their shapes alike. */
const grid =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,21rem),1fr))] gap-4 [--item-height:14.5rem]';

function ListSkeleton() {
  if (useAreRows()) return rowsSkeleton;
  return (
    <div className={grid}>
      {['one', 'two', 'three', 'four', 'five', 'six'].map((key) => (
        <SkeletonCard key={key} lines={4} />
      ))}
    </div>
  );
}

const rowsSkeleton = (
  <div className="divide-y border-y">
    {Array.from({ length: 20 }, (_, row) => `row ${row}`).map((key) => (
      <div key={key} className="flex h-12.5 items-center px-2 desk:h-6">
        <Skeleton className="h-3 w-full" />
      </div>
    ))}
  </div>
);

export const RepairListSkeleton = () => (
  <Loading label="Loading the repairs…">
    <ListSkeleton />
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
  chips?: ReactNode;
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
  const isMenuBeside = useMenuPlace() !== undefined;
  const hasRow = !isMenuBeside || chips !== undefined;
  const list = usePagedList({
    ...repairsQuery(view.filter),
    refetchInterval: isPolled ? pollEveryMs : false,
    placeholderData: keepPreviousData,
  });
  const areRows = useAreRows();
  const isBench = name === 'bench';
  useEffect(() => {
    // Beside the list itself. What fails is fetched again when it is shown, and says so then.
    if (areRows) void loadRows().catch(() => undefined);
  }, [areRows]);
  return (
    <>
      {/* Just as high before it is loaded. */}
      <div
        className={
          hasRow
            ? classNames('min-h-control', areRows ? 'desk:-mt-1' : 'mb-2 sm:mb-4')
            : 'has-[p]:mb-2'
        }
      >
        <filters.Part view={view} chips={chips} />
      </div>
      <SelectableList name={list.shown.name} items={list.items}>
      {!areRows && isBench && <SelectAllButton />}
      <Listing
        list={list}
        what="the repairs"
        skeleton={<ListSkeleton />}
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
                    className="grid min-w-0 hover:*:border-line-strong has-[.is-current]:*:border-accent has-[.is-current]:*:bg-accent-soft"
                  >
                    <RepairCard repair={repair} isBench={isBench} />
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

/** The same height with or without something to press in it. */
const line = 'flex min-h-7 min-w-0 items-center gap-x-3 pointer-coarse:min-h-11';

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
  const { ticketNumber, customerName, customerPhone } = repair;
  const watch = `${repair.watchBrand} ${repair.watchModel}`;
  return (
    <Card as="article" flush aria-label={`Repair ${ticketNumber}`} {...opensItsTicket}>
      <div className="flex h-full cursor-pointer flex-col">
        <div className="flex flex-1 flex-col px-4 pt-3 pb-2">
          <div className="-mr-3 flex items-start gap-x-1">
            <div className={`${line} flex-1 flex-wrap justify-between`}>
              <h3 className="min-w-0 max-w-full wrap-anywhere">
                <TicketLink ticketNumber={ticketNumber} />
              </h3>
              <StatusBadge {...repair} />
            </div>
            <CardBox repair={repair} />
            <span className="-my-2 desk:-my-1 pointer-coarse:my-0">
              <RepairMenu repair={repair} />
            </span>
          </div>
          <div className={`${line} flex-wrap justify-between`}>
            <p
              dir="auto"
              title={customerName}
              className="min-w-0 flex-1 basis-24 truncate text-left font-semibold"
            >
              {customerName}
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
            <p dir="auto" title={watch} className="min-w-0 truncate text-left">
              {watch}
            </p>
            <span className="flex shrink-0 items-center gap-2">
              {repair.isSameDay && <SameDayBadge />}
              <PromiseMark repair={repair} />
            </span>
          </div>
          <p dir="auto" className="mt-1 line-clamp-2 min-h-[2lh] break-words text-ink-muted">
            <Request repair={repair} />
          </p>
          <p className={`${line} mt-auto flex-wrap justify-between text-ink-muted text-sm`}>
            <span className="min-w-0 flex-1 basis-16 truncate">
              {isBench ? <EstimatedWork repair={repair} /> : <HolderName repair={repair} />}
              <PlaceName repair={repair} />
            </span>
            <span>
              {costsOf(repair) !== null && (
                <>
                  <Costs repair={repair} />
                  {' · '}
                </>
              )}
              <When repair={repair} />
            </span>
          </p>
        </div>
        <RepairSteps repair={repair} />
      </div>
    </Card>
  );
}

function EstimatedWork({ repair: { estimateWork, estimatePrice } }: { repair: RepairRow }) {
  if (estimatePrice === null) return 'No estimate';
  return <bdi title={estimateWork ?? undefined}>{estimateWork ?? 'Estimate'}</bdi>;
}

/** How long it has been where it is: in the shop, done, or with its owner again. */
function When({
  repair: { createdAt, completedAt, collectedAt, shippedBy, isWaitingForPickup },
}: {
  repair: RepairRow;
}) {
  if (collectedAt !== null) {
    return (
      <>
        {shippedBy ? 'shipped' : 'picked up'} <TimeAgo iso={collectedAt} />
      </>
    );
  }
  if (isWaitingForPickup && completedAt !== null) {
    return (
      <>
        ready <DaysAgo iso={completedAt} />
      </>
    );
  }
  return <TimeAgo iso={createdAt} />;
}
