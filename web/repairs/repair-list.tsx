import type { ReactNode } from 'react';
import type { Repair } from '../../domain/api-answers.ts';
import { useAddress } from '../data/address.ts';
import { Link } from '../data/location.tsx';
import { pollEveryMs, type RepairFilter, repairsQuery } from '../data/queries.ts';
import { wantFocusByMouse } from '../data/wanted-focus.ts';
import { Listing } from '../lists/listing.tsx';
import { usePagedList } from '../lists/paged-list.ts';
import { WindowedList } from '../lists/windowed-list.tsx';
import { buttonClasses } from '../ui/classes.ts';
import { Loading, SkeletonCard } from '../ui/states.tsx';
import { RepairActions } from './repair-actions.tsx';
import { RepairCard } from './repair-card.tsx';

/** Cards beside each other where there is room; the real ones and their shapes alike. */
const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,21rem),1fr))] gap-4';

const skeleton = (
  <div className={grid}>
    {['one', 'two', 'three', 'four', 'five', 'six'].map((key) => (
      <SkeletonCard key={key} lines={4} />
    ))}
  </div>
);

/** The shape of a list of repairs that is on its way. */
export const RepairListSkeleton = () => <Loading label="Loading the repairs…">{skeleton}</Loading>;

interface RepairListProps {
  /** What the list holds; read out. */
  label: string;
  filter: RepairFilter;
  /** What stands there when no repair fits. */
  empty: ReactNode;
  /** Asks every few seconds, live updates or not. */
  isPolled?: boolean;
  /** What can be done with a repair here. */
  actionsOf?: (repair: Repair) => ReactNode;
}

const allActions = (repair: Repair) => <RepairActions repair={repair} />;

/** Repairs as cards, newest first, page after page. */
export function RepairList({
  label,
  filter,
  empty,
  isPolled = false,
  actionsOf = allActions,
}: RepairListProps) {
  const list = usePagedList({
    ...repairsQuery(filter),
    refetchInterval: isPolled ? pollEveryMs : false,
  });
  return (
    <Listing list={list} what="the repairs" skeleton={skeleton} empty={empty}>
      {(more) => (
        <>
          <WindowedList {...list.window} label={label} className={grid}>
            {(repair, place) => (
              <li
                {...place}
                className="grid min-w-0 has-[a[aria-current=true]]:*:border-accent has-[a[aria-current=true]]:*:bg-accent-soft"
              >
                <RepairCard repair={repair} actions={actionsOf(repair)} />
              </li>
            )}
          </WindowedList>
          {more}
        </>
      )}
    </Listing>
  );
}

/** From a list into which repairs come by being taken in. */
export function TakeInLink() {
  const { href } = useAddress();
  return (
    <Link
      to={href({ tab: 'new-repair' })}
      onClick={() => wantFocusByMouse('new-repair')}
      className={buttonClasses()}
    >
      Take in a repair
    </Link>
  );
}
