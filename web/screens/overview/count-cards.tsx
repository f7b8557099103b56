import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Overview } from '../../../domain/api-answers.ts';
import {
  freshList,
  type Place,
  type SubTabName,
  useAddress,
  wholeSubTab,
} from '../../data/address.ts';
import { Link } from '../../data/location.tsx';
import { overviewQuery } from '../../data/queries.ts';
import { classNames } from '../../ui/classes.ts';
import { formatCount } from '../../ui/counts.ts';
import { useScrollRow } from '../../ui/scroll.ts';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import type { TabItem } from '../../ui/tabs.tsx';

/** Without counts: the cards have them. */
export const subTabs: readonly TabItem<SubTabName>[] = [
  { value: 'pending', label: 'Pending' },
  { value: 'same-day', label: 'Same Day' },
  { value: 'estimates', label: 'Estimates' },
  { value: 'assigned', label: 'Assigned' },
  { value: 'completed', label: 'Completed' },
];

/** In the order of the specification. */
const cards: { count: keyof Overview; label: string; place: Partial<Place> }[] = [
  { count: 'pending', label: 'Pending', place: wholeSubTab('pending') },
  { count: 'sameDay', label: 'Same Day', place: wholeSubTab('same-day') },
  { count: 'inProgress', label: 'In Progress', place: wholeSubTab('assigned') },
  {
    count: 'completed',
    label: 'Completed',
    place: { ...wholeSubTab('completed'), pickup: 'all' },
  },
  { count: 'estimates', label: 'Estimates', place: { ...freshList, subTab: 'estimates' } },
  { count: 'totalClients', label: 'Total Clients', place: { tab: 'clients' } },
];

/** One quiet strip; on a phone it scrolls sideways: the repairs below it are what is worked with. */
const row =
  'flex divide-x rounded border bg-surface max-sm:-mr-4 max-sm:rounded-r-none max-sm:border-r-0';

const card = 'flex min-w-0 flex-1 flex-col px-3.5 pt-0.5 pb-1 sm:px-4 sm:py-1';

const skeleton = (
  <div className={classNames('overflow-hidden', row)}>
    {cards.map(({ count }) => (
      <div key={count} className={card}>
        <span className="flex h-[var(--small-leading)] items-center">
          <Skeleton className="h-3 w-14" />
        </span>
        <span className="flex h-[var(--body-leading)] items-center sm:h-[var(--title-leading)]">
          <Skeleton className="h-4 w-8" />
        </span>
      </div>
    ))}
  </div>
);

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
