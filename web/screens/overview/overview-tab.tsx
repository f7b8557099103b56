import { useState } from 'react';
import { type SubTabName, useAddress } from '../../data/address.ts';
import { overviewFilters } from '../../data/queries.ts';
import { ToolsPlace } from '../../parts/repair-list/filters-place.ts';
import type { ListBase } from '../../parts/repair-list/list-choices.ts';
import { RepairList, TakeInLink } from '../../parts/repair-list/repair-list.tsx';
import { BackupLine } from '../../parts/shop/backup-line.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CountCards, subTabs } from './count-cards.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { TodayLine } from './today-line.tsx';

const { Part: ClosedSoon } = lazyPart(async () => (await import('./closed-soon.tsx')).ClosedSoon);

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
  const [tools, setTools] = useState<HTMLElement | null>(null);
  return (
    // The full list of what needs attention may be of any height: what is below it is drawn after it.
    <div className="flex flex-col gap-1 sm:gap-2 [&:has(.all-waits)>:nth-child(n+4)]:hidden">
      <CountCards />
      <div className="@container flex flex-wrap items-center justify-between gap-x-6 has-[.is-quiet]:flex-nowrap">
        <TodayLine />
        <ClosedSoon />
        {/* It arrives after the rest, and must not push it away: if there is no room, only a warning is shown. */}
        <div className="shrink-0 max-lg:has-[.is-quiet]:hidden">
          <BackupLine />
        </div>
      </div>
      <NeedsAttention />
      <Tabs
        level="sub"
        label="Lists"
        items={subTabs}
        value={subTab}
        onValueChange={(next) => set({ subTab: next })}
        end={<div ref={setTools} className="flex min-w-0 sm:@container sm:flex-1" />}
      >
        <ToolsPlace value={tools}>
          <div className="pt-1 sm:pt-2">
            {subTab === 'estimates' ? (
              <EstimatesList />
            ) : subTab === 'completed' ? (
              <CompletedRepairs />
            ) : (
              <RepairsOfSubTab key={subTab} name={subTab} {...lists[subTab]} />
            )}
          </div>
        </ToolsPlace>
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
