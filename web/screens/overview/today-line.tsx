import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Overview, RepairCounts } from '../../../domain/api-answers.ts';
import { type Place, useAddress, wholeSubTab } from '../../data/address.ts';
import { Link } from '../../data/location.tsx';
import { overviewQuery, repairCountsQuery } from '../../data/queries.ts';
import { classNames } from '../../ui/classes.ts';
import { formatCount } from '../../ui/counts.ts';
import { useScrollRow } from '../../ui/scroll.ts';

const line = 'scroll-row flex min-w-0 gap-x-4 max-sm:-mr-4 sm:gap-x-5 max-sm:pr-4';

interface Fact {
  label: string;
  /** Null while it is still to come. */
  count: number | null;
  place: Partial<Place>;
  isLate?: boolean;
}

function factsOf(counts: RepairCounts | undefined, overview: Overview | undefined): Fact[] {
  const answered = (status: 'estimate-accepted' | 'estimate-declined') =>
    counts?.byStatus[status] ?? 0;
  const answers = answered('estimate-accepted') + answered('estimate-declined');
  return [
    {
      label: 'taken in',
      count: counts?.takenInToday ?? null,
      place: { tab: 'repairs', show: 'taken-in-today' },
    },
    {
      label: 'due',
      count: counts?.dueToday ?? null,
      place: { tab: 'repairs', show: 'due-today' },
    },
    {
      label: 'overdue',
      count: counts?.overdue ?? null,
      place: { tab: 'repairs', show: 'overdue' },
      isLate: true,
    },
    {
      label: answers === 1 ? 'answer to act on' : 'answers to act on',
      count: counts ? answers : null,
      place: { attention: true },
    },
    {
      label: 'ready for pickup',
      count: overview?.waitingForPickup ?? null,
      place: wholeSubTab('completed'),
    },
  ];
}

/** What the day brings, in one line; each part leads to its list. */
export function TodayLine() {
  const { data: counts } = useQuery(repairCountsQuery({}));
  const { data: overview } = useQuery(overviewQuery);
  const { href } = useAddress();
  const row = useRef<HTMLDivElement>(null);
  useScrollRow(row, '');
  return (
    <div ref={row} className={line}>
      <h2 id="today" className="flex shrink-0 items-center font-semibold">
        Today
      </h2>
      <ul aria-labelledby="today" className="-ml-1 flex gap-x-2 sm:gap-x-3">
        {factsOf(counts, overview).map(({ label, count, place, isLate }) => (
          <li key={label} className="shrink-0">
            <Link
              to={href(place)}
              className={classNames(
                'flex min-h-6 items-center whitespace-nowrap rounded px-1 underline-offset-2 hover:underline focus-visible:outline-offset-[-2px] pointer-coarse:min-h-11 pointer-coarse:min-w-11',
                isLate && count ? 'font-medium text-late' : 'text-ink-muted hover:text-ink',
              )}
            >
              <span className="figures min-w-[1ch]">
                {count === null ? null : formatCount(count)}
              </span>
              &nbsp;{label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
