import { keepPreviousData } from '@tanstack/react-query';
import SearchX from 'lucide/search-x';
import type { Repair } from '../../domain/api-answers.ts';
import { formatPhone, phoneLink } from '../../domain/phone.ts';
import { repairsQuery } from '../data/queries.ts';
import { Listing } from '../lists/listing.tsx';
import { usePagedList } from '../lists/paged-list.ts';
import type { ItemPlace } from '../lists/placed-item.tsx';
import { FoundCount, MoreResults } from '../lists/search-results.tsx';
import { WindowedList } from '../lists/windowed-list.tsx';
import { HolderName } from '../repairs/holder-name.tsx';
import { TicketLink } from '../repairs/ticket-link.tsx';
import { classNames, contactClasses } from '../ui/classes.ts';
import { DateTime } from '../ui/date-time.tsx';
import { EmptyState, SkeletonRows } from '../ui/states.tsx';
import { SameDayBadge, StatusBadge } from '../ui/status-badge.tsx';
import { MarkedText } from '../ui/text.tsx';

/** Few enough that the clients below them are in reach on a phone. */
const resultsAtOnce = 10;

export function RepairResults({ q }: { q: string }) {
  const list = usePagedList({
    ...repairsQuery({ q, limit: resultsAtOnce }),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="repair-results-heading" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="repair-results-heading" className="font-semibold text-lg">
          Repairs
        </h2>
        <FoundCount list={list} />
      </div>
      <Listing
        list={list}
        what="the repairs"
        more={MoreResults}
        skeleton={<SkeletonRows rows={4} />}
        empty={
          <EmptyState icon={SearchX} title={`No repair matches “${q}”`}>
            Try fewer letters, or the phone or ticket number.
          </EmptyState>
        }
      >
        {(more) => (
          <>
            <WindowedList
              {...list.window}
              label="Repairs found"
              className="divide-y rounded border bg-surface"
            >
              {(repair, place) => <RepairResult place={place} repair={repair} q={q} />}
            </WindowedList>
            {more}
          </>
        )}
      </Listing>
    </section>
  );
}

function RepairResult({ place, repair, q }: { place: ItemPlace; repair: Repair; q: string }) {
  const { ticketNumber, customerName, customerPhone, customerEmail, serialNumber } = repair;
  return (
    <li {...place} className="flex flex-col gap-1 px-4 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p dir="auto" className="min-w-0 flex-1 basis-32 break-words font-semibold">
          <MarkedText text={customerName} query={q} />
        </p>
        <div className="flex flex-wrap gap-1">
          {repair.isSameDay && <SameDayBadge />}
          <StatusBadge status={repair.status} />
        </div>
      </div>
      <p className="break-words">
        <TicketLink ticketNumber={ticketNumber}>
          <MarkedText text={ticketNumber} query={q} />
        </TicketLink>{' '}
        <bdi>
          <MarkedText text={repair.watchBrand} query={q} />
        </bdi>{' '}
        <bdi>
          <MarkedText text={repair.watchModel} query={q} />
        </bdi>
        {serialNumber !== null && (
          <span className="text-ink-muted">
            {' '}
            · Serial{' '}
            <bdi>
              <MarkedText text={serialNumber} query={q} />
            </bdi>
          </span>
        )}
      </p>
      <p className="flex flex-wrap gap-x-3 text-ink-muted text-sm">
        {customerPhone !== '' && (
          <a href={phoneLink(customerPhone)} className={classNames(contactClasses, 'break-all')}>
            <MarkedText text={formatPhone(customerPhone)} query={q} />
          </a>
        )}
        <a href={`mailto:${customerEmail}`} className={classNames(contactClasses, 'break-all')}>
          {customerEmail}
        </a>
      </p>
      <p className="flex flex-wrap items-baseline gap-x-3 text-ink-muted text-sm">
        <span className="min-w-0 break-words">
          <HolderName repair={repair} />
        </span>
        <DateTime iso={repair.createdAt} />
      </p>
    </li>
  );
}
