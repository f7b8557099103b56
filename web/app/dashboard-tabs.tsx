import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { currentPlace, shopTabLabel, type TabName, tabNames, useAddress } from '../data/address.ts';
import { useLocation } from '../data/location.tsx';
import { useRefusedCount } from '../data/outbox/outbox.ts';
import { overviewQuery } from '../data/queries.ts';
import { wantFocusByMouse } from '../data/wanted-focus.ts';
import { RepairListSkeleton } from '../parts/repair-list/repair-list.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { ErrorState, Loading, SkeletonLines, SkeletonRows } from '../ui/states.tsx';
import { type TabItem, Tabs } from '../ui/tabs.tsx';
import { ErrorBoundary } from './bare-screens.tsx';
import { loadTabPart } from './tab-loaders.ts';

function PartFailure({ error }: { error: unknown }) {
  const [isRetrying, setIsRetrying] = useState(false);

  /** A browser does not fetch code again once it has failed: the page must be reloaded, if the server answers. */
  async function retry() {
    setIsRetrying(true);
    const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
    if (answer?.ok) location.reload();
    else setIsRetrying(false);
  }

  return (
    <ErrorState title="Couldn’t load this section" onRetry={retry} retrying={isRetrying}>
      {error instanceof Error ? error.message : String(error)}
    </ErrorState>
  );
}

const rows = (
  <Loading label="Loading…">
    <SkeletonRows />
  </Loading>
);

const form = (
  <Loading label="Loading the form…">
    <SkeletonLines lines={10} />
  </Loading>
);

const cards = <RepairListSkeleton list="repairs" />;

const looks: Record<TabName, { label: string; waiting: ReactNode }> = {
  overview: { label: 'Overview', waiting: <RepairListSkeleton list="pending" /> },
  search: { label: 'Search', waiting: rows },
  repairs: { label: 'Repairs', waiting: cards },
  'new-repair': { label: 'New repair', waiting: form },
  clients: { label: 'Clients', waiting: rows },
  'new-client': { label: 'New client', waiting: form },
  technicians: { label: 'Technicians', waiting: cards },
  shop: { label: shopTabLabel, waiting: rows },
  watch: { label: 'Watch', waiting: rows },
  'workflow-test': { label: 'Workflow test', waiting: form },
};

const parts = new Map(
  tabNames.map((name) => [name, lazyPart(loadTabPart[name], looks[name].waiting)]),
);

/**
 * The shop's tab is opened from the header, a watch from its tickets; the workflow test by its address alone
 * (specification, section 2: "has no visible tab").
 */
const withoutTab: readonly TabName[] = ['shop', 'watch', 'workflow-test'];

export const loadTabInAddress = async () => parts.get(currentPlace().tab)?.load();

/** Load the tabs' code, so that a later press needs no network. */
export const tabLoaders = [...parts.values()].map(({ load }) => load);

export const tabItems: readonly TabItem<TabName>[] = tabNames
  .filter((name) => !withoutTab.includes(name))
  .map((value) => ({ value, label: looks[value].label }));

/** A new tab is read from its top; the keyboard's place is in it, wherever it was opened from. */
function useFreshStart(tab: TabName): void {
  const { arrival } = useLocation();
  const last = useRef(tab);
  useEffect(() => {
    if (last.current === tab) return;
    last.current = tab;
    if (document.activeElement === document.body) {
      document.querySelector<HTMLElement>('[role="tabpanel"]')?.focus({ preventScroll: true });
    }
    // An address that names a part of the page leads to that.
    if (arrival === 'pop' || window.location.hash !== '') return;
    // In the frame that lays the tab out anyway: any sooner, and the browser would do it twice.
    const frame = requestAnimationFrame(() => scrollTo({ top: 0, behavior: 'instant' }));
    // A user who has gone back by then finds their former place.
    return () => cancelAnimationFrame(frame);
  }, [tab, arrival]);
}

export function useAttentionCount(): number {
  const { data } = useQuery(overviewQuery);
  return (data?.attention ?? 0) + useRefusedCount();
}

/** Goes to a tab by a press or a key; if typing comes first there, a press by mouse moves the focus, too. */
export function useOpenTab() {
  const { set } = useAddress();
  return (tab: TabName, isPress = true): void => {
    if (isPress && (tab === 'search' || tab === 'new-repair')) wantFocusByMouse(tab);
    set({ tab });
  };
}

export function DashboardTabs() {
  const { tab } = useAddress();
  const openTab = useOpenTab();
  const attention = useAttentionCount();
  const { label } = looks[tab];
  const Part = parts.get(tab)?.Part;
  useFreshStart(tab);
  return (
    <Tabs label="Sections" items={tabItems} value={tab} onValueChange={openTab} panelLabel={label}>
      <title>{`${attention > 0 ? `(${attention}) ` : ''}${label} – Watch repair back office`}</title>
      <div className="pt-2 sm:pt-3">
        <ErrorBoundary resetKey={tab} fallback={(error) => <PartFailure error={error} />}>
          {Part && <Part key={tab} />}
        </ErrorBoundary>
      </div>
    </Tabs>
  );
}
