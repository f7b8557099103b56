import ArrowLeft from 'lucide/arrow-left';
import Wrench from 'lucide/wrench';
import { type RefObject, useRef } from 'react';
import type { Repair, TechnicianWithCounts } from '../../domain/api-answers.ts';
import { formatPhone } from '../../domain/phone.ts';
import { isAllowed, openFilters } from '../../domain/repair-status.ts';
import { repairsQuery } from '../data/queries.ts';
import { Listing } from '../lists/listing.tsx';
import { usePagedList } from '../lists/paged-list.ts';
import { WindowedList } from '../lists/windowed-list.tsx';
import { useOpenRepairDialog } from '../repairs/open-repair-dialog.ts';
import { RepairCardHead } from '../repairs/repair-card.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TimeAgo } from '../ui/date-time.tsx';
import { useKeptFocus } from '../ui/focus.ts';
import { EmptyState, SkeletonCard } from '../ui/states.tsx';
import { TechnicianCounts } from './technician-field.tsx';

/** A repair on a technician's bench: what is to be done, and the two things that end it there. */
function TechnicianRepairCard({ repair }: { repair: Repair }) {
  const openDialog = useOpenRepairDialog();
  const { ticketNumber, status } = repair;
  const canHandOn = isAllowed('reassign', status);
  const canComplete = isAllowed('complete', status);
  return (
    <Card as="article" flush aria-label={`Repair ${ticketNumber}`}>
      <div className="flex h-full flex-col">
        <div className="flex flex-1 flex-col gap-3 p-4">
          <RepairCardHead repair={repair} />
          <div className="min-w-0 break-words">
            <p className="line-clamp-2 font-semibold">
              <bdi>{repair.watchBrand}</bdi> <bdi>{repair.watchModel}</bdi>
            </p>
            <p dir="auto" className="mt-1 line-clamp-4 whitespace-pre-line">
              {repair.issue}
            </p>
          </div>
          <div className="mt-auto break-words text-ink-muted text-sm">
            <p>
              <bdi>{repair.customerName}</bdi>
              {repair.customerPhone !== '' && <span> · {formatPhone(repair.customerPhone)}</span>}
            </p>
            <p>
              Taken in <TimeAgo iso={repair.createdAt} />
            </p>
          </div>
        </div>
        {(canHandOn || canComplete) && (
          <div className="flex flex-wrap gap-2 border-t px-4 py-3">
            {canHandOn && (
              <Button onClick={() => void openDialog('hand-on', repair)}>Assign</Button>
            )}
            {canComplete && (
              <Button onClick={() => void openDialog('complete', repair)}>Complete</Button>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}

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
            className="font-semibold text-lg"
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
