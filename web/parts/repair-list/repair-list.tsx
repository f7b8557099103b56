import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useAddress } from '../../data/address.ts';
import { Link } from '../../data/location.tsx';
import { pollEveryMs, repairsQuery } from '../../data/queries.ts';
import { wantFocusByMouse } from '../../data/wanted-focus.ts';
import { buttonClasses, classNames } from '../../ui/classes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { onPhone, useMedia } from '../../ui/scroll.ts';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { Listing } from '../list/listing.tsx';
import { usePagedList } from '../list/paged-list.ts';
import { useToolsPlace } from './filters-place.ts';
import { type ListBase, type ListName, useListView } from './list-choices.ts';
import { type ShapedList, useShowsRows } from './list-shape.tsx';
import type { ListChips } from './list-tools.tsx';
import { SelectableList } from './selection.tsx';

/** Cards side by side if there is room, on a phone one below the other; for the cards and their skeletons. */
export const cardGrid =
  'max-sm:-mx-4 max-sm:divide-y max-sm:border-y max-sm:bg-surface sm:grid sm:grid-cols-[repeat(auto-fill,minmax(min(100%,19.5rem),1fr))] sm:gap-3 [--item-height:11rem] max-sm:[--item-height:6.3125rem]';

const some = Array.from({ length: 20 }, (_, at) => `item ${at}`);

/** As high as the list that follows. */
export const ListSkeleton = ({ list }: { list: ShapedList }) =>
  useShowsRows(list) ? rowsSkeleton : <CardsSkeleton />;

function CardsSkeleton() {
  const isOnPhone = useMedia(onPhone);
  return (
    <div className={cardGrid}>
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

/** For a list in rows: its head and the rows. */
const rowsSkeleton = (
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

const cards = lazyPart(
  async () => (await import('./repair-cards.tsx')).RepairCards,
  <Loading label="Loading the cards…">
    <CardsSkeleton />
  </Loading>,
);

/** Loads the code of rows and cards, so that a later press needs no network. */
export const loadShapes = () => Promise.all([rows.load(), cards.load()]);

const filters = lazyPart(async () => (await import('./list-filters.tsx')).ListFilters);

const noMatches = lazyPart(async () => (await import('./list-filters.tsx')).NoMatches);

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
  const areRows = useShowsRows(name);
  useEffect(() => {
    // Beside the list itself. What fails is fetched again when it is shown, and says so then.
    void (areRows ? rows : cards).load().catch(() => undefined);
  }, [areRows]);
  return (
    <SelectableList list={list} filter={view.filter}>
      {/* Just as high before it is loaded. */}
      <div
        className={classNames(
          !isBeside && 'min-h-compact pb-2 sm:pb-3',
          isBeside && chips?.saysAll && 'max-sm:min-h-7',
        )}
      >
        <filters.Part name={name} view={view} chips={chips} />
      </div>
      <Listing
        list={list}
        what="the repairs"
        skeleton={<ListSkeleton list={name} />}
        empty={view.isFiltered ? <noMatches.Part view={view} /> : empty}
      >
        {(more) =>
          areRows ? (
            <rows.Part shown={list.shown} label={label} list={name} view={view} more={more} />
          ) : (
            <cards.Part
              shown={list.shown}
              label={label}
              list={name}
              className={cardGrid}
              more={more}
            />
          )
        }
      </Listing>
    </SelectableList>
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
