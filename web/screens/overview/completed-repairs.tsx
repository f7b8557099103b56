import { useQuery } from '@tanstack/react-query';
import { type PickupFilter, pickupFilters } from '../../../domain/pickup.ts';
import { type WaitingDays, waitingDays } from '../../../domain/waiting-days.ts';
import { useAddress } from '../../data/address.ts';
import {
  overviewQuery,
  pickupLists,
  repairCountsQuery,
  waitingLonger,
} from '../../data/queries.ts';
import type { ListChips } from '../../parts/repair-list/list-tools.tsx';
import { RepairList } from '../../parts/repair-list/repair-list.tsx';
import { EmptyState } from '../../ui/states.tsx';

interface Part {
  label: string;
  emptyTitle: string;
  emptyAdvice: string;
}

const parts: Record<PickupFilter, Part> = {
  waiting: {
    label: 'Ready',
    emptyTitle: 'Nothing is ready for pickup',
    emptyAdvice: 'Completed repairs wait here until they are picked up, longest wait first.',
  },
  collected: {
    label: 'Picked up',
    emptyTitle: 'Nothing picked up yet',
    emptyAdvice: 'Press “Hand over” when a customer picks up a watch.',
  },
  all: {
    label: 'All',
    emptyTitle: 'No completed repairs',
    emptyAdvice: 'All completed repairs are kept here.',
  },
};

/** What waits for its owner comes first: the rest grows every year. */
export function CompletedRepairs() {
  const { pickup, days, technician, set } = useAddress();
  const { data: overview } = useQuery(overviewQuery);
  const { data: counts } = useQuery(repairCountsQuery({ technicianId: technician ?? undefined }));
  const { emptyTitle, emptyAdvice } = parts[overview?.completed === 0 ? 'all' : pickup];
  const chosen = pickup === 'waiting' ? (days ?? pickup) : pickup;
  const longer = waitingDays
    .map((value) => ({ value, count: counts?.waitingDays[value] ?? 0 }))
    .filter(({ value, count }) => count > 0 || value === days)
    // Short, so that all of them fit beside the tabs.
    .map((one, at) => ({ ...one, label: at === 0 ? `${one.value}+ days` : `${one.value}+` }));
  const part = (value: PickupFilter) => ({ value, label: parts[value].label });
  return (
    <>
      <h2 className="sr-only">Completed repairs</h2>
      <RepairList
        name="completed"
        label="Completed repairs"
        filter={pickup === 'waiting' && days !== null ? waitingLonger(days) : pickupLists[pickup]}
        isPolled
        chips={
          {
            label: 'Pickup',
            value: chosen,
            items: [part('waiting'), ...longer, part('collected'), part('all')],
            saysAll: true,
            onChange: (next) => {
              const isLonger = waitingDays.find((each) => each === next) ?? null;
              const list = pickupFilters.find((each) => each === next) ?? 'waiting';
              set({ pickup: list, days: isLonger }, { replace: true });
            },
          } satisfies ListChips<PickupFilter | WaitingDays>
        }
        empty={<EmptyState title={emptyTitle}>{emptyAdvice}</EmptyState>}
      />
    </>
  );
}
