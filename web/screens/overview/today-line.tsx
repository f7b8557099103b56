import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Overview, RepairCounts } from '../../../domain/api-answers.ts';
import { type Place, useAddress } from '../../data/address.ts';
import { Link } from '../../data/location.tsx';
import { overviewQuery, repairCountsQuery } from '../../data/queries.ts';
import { classNames } from '../../ui/classes.ts';
import { formatCount } from '../../ui/counts.ts';
import { useScrollRow } from '../../ui/scroll.ts';

/** A finger's height, of which the gaps above and below are a part. */
const line = 'scroll-row flex min-w-0 gap-x-5 text-sm pointer-coarse:-my-3';

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
  return [
    {
      label: 'Taken in today',
      count: counts?.takenInToday ?? null,
      place: { tab: 'repairs', show: 'taken-in-today' },
    },
    {
      label: 'Due today',
      count: counts?.dueToday ?? null,
      place: { tab: 'repairs', show: 'due-today' },
    },
    {
      label: 'Overdue',
      count: counts?.overdue ?? null,
      place: { tab: 'repairs', show: 'overdue' },
      isLate: true,
    },
    {
      label: 'Answers to act on',
      count: counts ? answered('estimate-accepted') + answered('estimate-declined') : null,
      place: { attention: true },
    },
    {
      label: 'Ready for pickup',
      count: overview?.waitingForPickup ?? null,
      place: { subTab: 'completed', pickup: 'waiting' },
    },
  ];
}

/** What the day brings, in one line; each part leads to its list. */
export function TodayLine() {
  const { data: counts } = useQuery(repairCountsQuery({}));
  const { data: overview } = useQuery(overviewQuery);
  const { href } = useAddress();
  const row = useRef<HTMLUListElement>(null);
  useScrollRow(row, '');
  return (
    <ul ref={row} aria-label="Today" className={line}>
      {factsOf(counts, overview).map(({ label, count, place, isLate }) => (
        <li key={label} className="shrink-0">
          <Link
            to={href(place)}
            className="flex min-h-6 items-center gap-1.5 whitespace-nowrap text-ink-muted underline-offset-2 hover:text-ink hover:underline focus-visible:outline-offset-[-2px] pointer-coarse:min-h-11"
          >
            {label}{' '}
            <span
              className={classNames(
                'figures min-w-[2ch] font-semibold',
                count === 0 ? 'font-normal' : isLate ? 'text-late' : 'text-ink',
              )}
            >
              {count === null ? null : formatCount(count)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
