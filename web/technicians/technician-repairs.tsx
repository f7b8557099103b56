import ArrowLeft from 'lucide/arrow-left';
import Wrench from 'lucide/wrench';
import { type RefObject, useRef } from 'react';
import type { TechnicianWithCounts } from '../../domain/api-answers.ts';
import { openFilters } from '../../domain/repair-status.ts';
import { repairsQuery } from '../api/queries.ts';
import { Listing } from '../dashboard/listing.tsx';
import { usePagedList } from '../dashboard/paged-list.ts';
import { WindowedList } from '../dashboard/windowed-list.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useKeptFocus } from '../ui/kept-focus.ts';
import { SkeletonCard } from '../ui/skeleton.tsx';
import { TechnicianCounts } from './technician-counts.tsx';
import { TechnicianRepairCard } from './technician-repair-card.tsx';

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,21rem),1fr))] gap-4';

/** What a technician has to do: to read, to hand on, to complete. */
export function TechnicianRepairs({
  technician,
  headingRef,
  onBack,
}: {
  technician: TechnicianWithCounts;
  headingRef: RefObject<HTMLHeadingElement | null>;
  onBack: () => void;
}) {
  const list = usePagedList(
    repairsQuery({ technicianId: technician.id, status: [...openFilters] }),
  );
  const section = useRef<HTMLElement>(null);
  useKeptFocus(section, headingRef);

  return (
    <section ref={section} aria-labelledby="technician-heading" className="flex flex-col gap-4">
      <div className="-ml-4 desk:-ml-3">
        <Button variant="quiet" icon={ArrowLeft} onClick={onBack}>
          Back
        </Button>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0 break-words">
          <h2
            ref={headingRef}
            id="technician-heading"
            tabIndex={-1}
            className="font-semibold text-xl"
          >
            <bdi>{technician.name}</bdi>
          </h2>
          <p className="text-ink-muted">{technician.specialties.join(', ')}</p>
          <p className="break-all text-ink-muted text-sm">{technician.email}</p>
        </div>
        <div className="w-full sm:w-72">
          <TechnicianCounts technician={technician} />
        </div>
      </div>
      <Listing
        list={list}
        what="the technician’s repairs"
        skeleton={
          <div className={grid}>
            <SkeletonCard />
            <SkeletonCard />
          </div>
        }
        empty={
          <EmptyState icon={Wrench} title="Nothing on the bench">
            Assign gives a pending repair to <bdi>{technician.name}</bdi>.
          </EmptyState>
        }
      >
        {(more) => (
          <>
            <WindowedList {...list.window} label={`Repairs of ${technician.name}`} className={grid}>
              {(repair, place) => (
                <li {...place} className="grid min-w-0">
                  <TechnicianRepairCard repair={repair} />
                </li>
              )}
            </WindowedList>
            {more}
          </>
        )}
      </Listing>
    </section>
  );
}
