import { useState } from 'react';
import { type SubTabName, useAddress } from '../../data/address.ts';
import { overviewFilters } from '../../data/queries.ts';
import { MenuPlace } from '../../parts/repair-list/filters-place.ts';
import type { ListBase } from '../../parts/repair-list/list-choices.ts';
import { RepairList, TakeInLink } from '../../parts/repair-list/repair-list.tsx';
import { BackupLine } from '../../parts/shop/backup-line.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CountCards, useCountedSubTabs } from './count-cards.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { TodayLine } from './today-line.tsx';

const { Part: EstimatesList } = lazyPart(
  async () => (await import('./estimates-list.tsx')).EstimatesList,
);

const { Part: CompletedRepairs } = lazyPart(
  async () => (await import('./completed-repairs.tsx')).CompletedRepairs,
);

type RepairSubTab = Exclude<SubTabName, 'estimates' | 'completed'>;

interface RepairsOf {
  label: string;
  filter: ListBase;
  emptyTitle: string;
  emptyAdvice: string;
  /** New repairs enter this list. */
  isStart?: boolean;
}

const lists: Record<RepairSubTab, RepairsOf> = {
  pending: {
    label: 'Pending repairs',
    filter: overviewFilters.pending,
    emptyTitle: 'No pending repairs',
    emptyAdvice: 'New repairs wait here until assigned.',
    isStart: true,
  },
  'same-day': {
    label: 'Same-day repairs',
    filter: overviewFilters['same-day'],
    emptyTitle: 'No same-day repairs',
    emptyAdvice: 'Turn on “Same day” on a pending repair to list it here.',
  },
  assigned: {
    label: 'Assigned repairs',
    filter: overviewFilters.assigned,
    emptyTitle: 'No repairs on the bench',
    emptyAdvice: 'A repair appears here when a technician is assigned.',
  },
};

/** Source: specification, section 2 ("Overview"); every five seconds (section 9). */
export function OverviewTab() {
  const { subTab, set } = useAddress();
  const tabs = useCountedSubTabs();
  const [menuPlace, setMenuPlace] = useState<HTMLElement | null>(null);
  return (
    // All that needs attention is as tall as it is: what is below it is drawn after it.
    <div className="flex flex-col gap-2 sm:gap-4 [&:has(.all-waits)>:nth-child(n+3)]:hidden">
      <CountCards />
      <NeedsAttention />
      <div className="flex flex-col gap-x-6 gap-y-2 lg:flex-row lg:flex-wrap lg:items-center lg:justify-between">
        <TodayLine />
        {/* The line comes later than the rest, and must not push it away; a phone shows it only as a warning. */}
        <div className="max-sm:has-[.is-quiet]:hidden max-sm:empty:hidden sm:min-h-5">
          <BackupLine />
        </div>
      </div>
      <Tabs
        level="sub"
        label="Lists"
        items={tabs}
        value={subTab}
        onValueChange={(next) => set({ subTab: next })}
        end={<div ref={setMenuPlace} className="flex sm:hidden" />}
      >
        <MenuPlace value={menuPlace}>
          <div className="pt-2 sm:pt-4">
            {subTab === 'estimates' ? (
              <EstimatesList />
            ) : subTab === 'completed' ? (
              <CompletedRepairs />
            ) : (
              <RepairsOfSubTab key={subTab} name={subTab} {...lists[subTab]} />
            )}
          </div>
        </MenuPlace>
      </Tabs>
    </div>
  );
}

function RepairsOfSubTab({
  name,
  label,
  filter,
  emptyTitle,
  emptyAdvice,
  isStart = false,
}: RepairsOf & { name: RepairSubTab }) {
  return (
    <>
      <h2 className="sr-only">{label}</h2>
      <RepairList
        name={name}
        label={label}
        filter={filter}
        isPolled
        empty={
          <EmptyState title={emptyTitle} action={isStart && <TakeInLink />}>
            {emptyAdvice}
          </EmptyState>
        }
      />
    </>
  );
}
