import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { TechnicianWithCounts } from '../../domain/api-answers.ts';
import { useAddress } from '../data/address.ts';
import { techniciansQuery } from '../data/queries.ts';
import { NotLoaded } from '../lists/listing.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { SkeletonCard } from '../ui/states.tsx';
import { TechnicianCounts, TechnicianRepairs } from './technician-repairs.tsx';

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
          <h2 id={nameId} dir="auto" className="font-semibold text-lg">
            {technician.name}
          </h2>
          <p className="text-ink-muted text-sm">{technician.specialties.join(', ')}</p>
        </div>
        <div className="mt-auto flex flex-col gap-4">
          <TechnicianCounts technician={technician} />
          <Button block aria-describedby={nameId} onClick={onViewRepairs}>
            View Repairs
          </Button>
        </div>
      </div>
    </Card>
  );
}

const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3';

/** The six technicians, or what one of them has to do. */
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

  if (query.data === undefined) {
    const skeleton = (
      <div className={grid}>
        {['one', 'two', 'three', 'four', 'five', 'six'].map((key) => (
          <SkeletonCard key={key} />
        ))}
      </div>
    );
    return <NotLoaded query={query} what="the technicians" skeleton={skeleton} />;
  }

  const technicians = query.data.items;
  const chosen = technicians.find(({ id }) => id === chosenId);
  if (chosen) {
    return (
      <TechnicianRepairs
        key={chosen.id}
        technician={chosen}
        headingRef={heading}
        onBack={() => set({ technician: null })}
      />
    );
  }
  return (
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
  );
}
