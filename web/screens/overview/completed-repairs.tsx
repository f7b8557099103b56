import { useQuery } from '@tanstack/react-query';
import type { Overview } from '../../../domain/api-answers.ts';
import { type PickupFilter, pickupFilters } from '../../../domain/pickup.ts';
import { useAddress } from '../../data/address.ts';
import { overviewQuery, pickupLists } from '../../data/queries.ts';
import { RepairList } from '../../parts/repair-list/repair-list.tsx';
import { Chips } from '../../ui/chips.tsx';
import { EmptyState } from '../../ui/states.tsx';

interface Part {
  label: string;
  counted: (counts: Overview) => number;
  emptyTitle: string;
  emptyAdvice: string;
}

const parts: Record<PickupFilter, Part> = {
  waiting: {
    label: 'Ready for pickup',
    counted: ({ waitingForPickup }) => waitingForPickup,
    emptyTitle: 'Nothing is ready for pickup',
    emptyAdvice: 'Completed repairs wait here until they are picked up, longest wait first.',
  },
  collected: {
    label: 'Picked up',
    counted: ({ completed, waitingForPickup }) => completed - waitingForPickup,
    emptyTitle: 'Nothing picked up yet',
    emptyAdvice: 'Press “Hand over” when a customer picks up a watch.',
  },
  all: {
    label: 'All',
    counted: ({ completed }) => completed,
    emptyTitle: 'No completed repairs',
    emptyAdvice: 'All completed repairs are kept here.',
  },
};

/** What waits for its owner comes first: the rest grows every year. */
export function CompletedRepairs() {
  const { pickup, technician, set } = useAddress();
  const { data: counts } = useQuery(overviewQuery);
  const { emptyTitle, emptyAdvice } = parts[counts?.completed === 0 ? 'all' : pickup];
  return (
    <>
      <h2 className="sr-only">Completed repairs</h2>
      <RepairList
        key={pickup}
        name="completed"
        label="Completed repairs"
        filter={pickupLists[pickup]}
        isPolled
        chips={
          <Chips
            label="Pickup"
            value={pickup}
            items={pickupFilters.map((value) => ({
              value,
              label: parts[value].label,
              // The counts are of all technicians.
              count: counts && technician === null ? parts[value].counted(counts) : null,
            }))}
            onChange={(next) => set({ pickup: next }, { replace: true })}
          />
        }
        empty={<EmptyState title={emptyTitle}>{emptyAdvice}</EmptyState>}
      />
    </>
  );
}
