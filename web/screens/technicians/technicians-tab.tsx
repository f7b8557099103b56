import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide/arrow-left';
import Wrench from 'lucide/wrench';
import { type RefObject, useEffect, useRef } from 'react';
import type { TechnicianWithCounts } from '../../../domain/api-answers.ts';
import { openFilters } from '../../../domain/repair-status.ts';
import { useAddress } from '../../data/address.ts';
import { techniciansQuery } from '../../data/queries.ts';
import { isUsed } from '../../parts/repair/technician-use.ts';
import { RepairList } from '../../parts/repair-list/repair-list.tsx';
import { Flag } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { wordAtStartClasses } from '../../ui/classes.ts';
import { formatCount } from '../../ui/counts.ts';
import { useKeptFocus } from '../../ui/focus.ts';
import { EmptyState, Loaded, SkeletonCard } from '../../ui/states.tsx';
import { WhatsNext } from './whats-next.tsx';

/** As high as the name beside it. */
function StandingFlag({ technician }: { technician: TechnicianWithCounts }) {
  if (isUsed(technician) && !technician.isAway) return null;
  return (
    <span className="flex h-7 shrink-0 items-center">
      {isUsed(technician) ? <Flag ink="soon" label="Away" /> : <Flag ink="dim" label="Not used" />}
    </span>
  );
}

export function TechnicianCard({
  technician,
  onViewRepairs,
}: {
  technician: TechnicianWithCounts;
  onViewRepairs: () => void;
}) {
  const nameId = `technician-${technician.id}`;
  return (
    <Card as="article" aria-labelledby={nameId}>
      <div className="flex h-full flex-col gap-4">
        <div className="min-w-0 break-words">
          <div className="flex items-start justify-between gap-2">
            <h2 id={nameId} dir="auto" className="min-w-0 font-semibold text-lg">
              {technician.name}
            </h2>
            <StandingFlag technician={technician} />
          </div>
          <p className="text-ink-muted text-sm">{technician.specialties.join(', ')}</p>
        </div>
        <div className="mt-auto flex flex-wrap items-end justify-between gap-x-4 gap-y-3 max-sm:[&_button]:px-2">
          <TechnicianCounts technician={technician} />
          <Button aria-describedby={nameId} onClick={onViewRepairs}>
            View Repairs
          </Button>
        </div>
      </div>
    </Card>
  );
}

const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3';

const skeleton = (
  <div className={grid}>
    {['one', 'two', 'three', 'four', 'five', 'six'].map((key) => (
      <SkeletonCard key={key} />
    ))}
  </div>
);

export function TechniciansTab() {
  const { technician: chosenId, set } = useAddress();
  const query = useQuery(techniciansQuery);
  const cards = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shownBefore = useRef(chosenId);

  // The focus follows into a technician's repairs, and comes back to the card that they were opened from.
  const isThere = query.data !== undefined;
  useEffect(() => {
    const before = shownBefore.current;
    if (!isThere || before === chosenId) return;
    shownBefore.current = chosenId;
    if (chosenId !== null) heading.current?.focus();
    else cards.current?.querySelector<HTMLElement>(`[data-technician="${before}"] button`)?.focus();
  }, [chosenId, isThere]);

  return (
    <Loaded query={query} what="the technicians" skeleton={skeleton}>
      {({ items: technicians }) => {
        const chosen = technicians.find(({ id }) => id === chosenId);
        return chosen ? (
          <TechnicianRepairs
            key={chosen.id}
            technician={chosen}
            headingRef={heading}
            onBack={() => set({ technician: null })}
          />
        ) : (
          <>
            <ul ref={cards} aria-label="Technicians" className={grid}>
              {technicians.map((technician) => (
                <li key={technician.id} data-technician={technician.id} className="grid min-w-0">
                  <TechnicianCard
                    technician={technician}
                    onViewRepairs={() => set({ technician: technician.id })}
                  />
                </li>
              ))}
            </ul>
            <p className="pt-3 text-ink-muted text-sm">
              Active: all open repairs with the technician, including those waiting on the customer,
              which In Progress on the overview leaves out.
            </p>
          </>
        );
      }}
    </Loaded>
  );
}

/** Active, total and done, as on the card (specification, section 2, "Technicians"). */
export function TechnicianCounts({ technician }: { technician: TechnicianWithCounts }) {
  const counts = [
    { label: 'Active', count: technician.activeRepairs },
    { label: 'Total', count: technician.total },
    { label: 'Done', count: technician.done },
  ];
  return (
    <dl className="flex flex-wrap gap-x-5">
      {counts.map(({ label, count }) => (
        <div key={label} className="min-w-0">
          <dt className="text-ink-muted text-sm">{label}</dt>
          <dd className="figures break-words font-semibold text-lg">{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

export function TechnicianRepairs({
  technician,
  headingRef,
  onBack,
}: {
  technician: TechnicianWithCounts;
  headingRef: RefObject<HTMLHeadingElement | null>;
  onBack: () => void;
}) {
  const { part } = useKeptFocus(headingRef);

  return (
    <section ref={part} aria-labelledby="technician-heading" className="flex flex-col gap-4">
      <div className={wordAtStartClasses}>
        <Button variant="quiet" icon={ArrowLeft} onClick={onBack}>
          Back
        </Button>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0 break-words">
          <div className="flex items-start gap-2">
            <h2
              ref={headingRef}
              id="technician-heading"
              tabIndex={-1}
              className="min-w-0 font-semibold text-lg"
            >
              <bdi>{technician.name}</bdi>
            </h2>
            <StandingFlag technician={technician} />
          </div>
          <p className="text-ink-muted">{technician.specialties.join(', ')}</p>
          <p className="break-all text-ink-muted text-sm empty:hidden">{technician.email}</p>
        </div>
        <TechnicianCounts technician={technician} />
      </div>
      {technician.activeRepairs > 0 && <WhatsNext technicianId={technician.id} />}
      <div>
        <RepairList
          name="bench"
          label={`${technician.name}’s repairs`}
          filter={{ technicianId: technician.id, status: [...openFilters] }}
          empty={
            <EmptyState icon={Wrench} title="Nothing on the bench">
              {!isUsed(technician) ? (
                <>
                  <bdi>{technician.name}</bdi> is marked “Not used” and not offered for new work.
                </>
              ) : technician.isAway ? (
                <>
                  <bdi>{technician.name}</bdi> is away and not offered for new work.
                </>
              ) : (
                <>
                  Assign gives a pending repair to <bdi>{technician.name}</bdi>.
                </>
              )}
            </EmptyState>
          }
        />
      </div>
    </section>
  );
}
