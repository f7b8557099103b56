import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Overview } from '../../../domain/api-answers.ts';
import { type Place, type SubTabName, useAddress } from '../../data/address.ts';
import { Link } from '../../data/location.tsx';
import { overviewQuery } from '../../data/queries.ts';
import { classNames } from '../../ui/classes.ts';
import { formatCount } from '../../ui/counts.ts';
import { useScrollRow } from '../../ui/scroll.ts';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import type { TabItem } from '../../ui/tabs.tsx';

interface SubTab extends TabItem<SubTabName> {
  counted: keyof Overview;
}

export const subTabs: readonly SubTab[] = [
  { value: 'pending', label: 'Pending', counted: 'pending' },
  { value: 'same-day', label: 'Same Day', counted: 'sameDay' },
  { value: 'estimates', label: 'Estimates', counted: 'estimates' },
  { value: 'assigned', label: 'Assigned', counted: 'inProgress' },
  { value: 'completed', label: 'Completed', counted: 'completed' },
];

/** In the order of the specification. */
const cards: { count: keyof Overview; label: string; place: Partial<Place> }[] = [
  { count: 'pending', label: 'Pending', place: { subTab: 'pending' } },
  { count: 'sameDay', label: 'Same Day', place: { subTab: 'same-day' } },
  { count: 'inProgress', label: 'In Progress', place: { subTab: 'assigned' } },
  { count: 'completed', label: 'Completed', place: { subTab: 'completed' } },
  // It counts those that wait.
  { count: 'estimates', label: 'Estimates', place: { subTab: 'estimates', accepted: null } },
  { count: 'totalClients', label: 'Total Clients', place: { tab: 'clients' } },
];

/** One quiet strip; on a phone it scrolls sideways: the repairs below it are what is worked with. */
const row = 'flex divide-x rounded border bg-surface';

const card = 'flex min-w-0 flex-1 flex-col px-3 py-0.5 sm:px-4 sm:py-2';

const skeleton = (
  <div className={classNames('overflow-hidden', row)}>
    {cards.map(({ count }) => (
      <div key={count} className={card}>
        <Skeleton className="h-4 w-14 sm:h-5 sm:w-16" />
        <Skeleton className="mt-1 mb-1 h-4 w-8 sm:h-5 sm:w-10" />
      </div>
    ))}
  </div>
);

/** @returns the lists of the overview, each with how many it holds once that is known */
export function useCountedSubTabs(): TabItem<SubTabName>[] {
  const { data } = useQuery(overviewQuery);
  return subTabs.map(({ counted, ...item }) => ({ ...item, count: data?.[counted] ?? null }));
}

/** The six counts; each leads to its list. Source: specification, section 2 ("Overview"). */
export function CountCards() {
  const query = useQuery(overviewQuery);
  const { data } = query;
  const { href, subTab } = useAddress();
  const list = useRef<HTMLUListElement>(null);
  useScrollRow(list, data === undefined ? null : subTab);

  return (
    <Loaded query={query} what="the counts" skeleton={skeleton}>
      {(counts) => (
        <ul ref={list} aria-label="Counts" className={classNames('scroll-row', row)}>
          {cards.map(({ count, label, place }) => (
            <li key={count} className="flex min-h-control min-w-max flex-1">
              <Link
                to={href(place)}
                aria-current={place.subTab === subTab ? 'true' : undefined}
                className={classNames(
                  card,
                  'transition-colors hover:bg-sunken focus-visible:outline-offset-[-2px] max-sm:aria-[current]:bg-accent-soft',
                )}
              >
                <span className="whitespace-nowrap text-ink-muted text-sm">{label}</span>
                <span className="figures font-semibold sm:text-lg">
                  {formatCount(counts[count])}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}
