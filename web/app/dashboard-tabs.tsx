import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router';
import { placeFrom, type TabName, tabNames, useAddress } from '../data/address.ts';
import { overviewQuery } from '../data/queries.ts';
import { wantFocusByMouse } from '../data/wanted-focus.ts';
import { useRefusedCount } from '../outbox/outbox.ts';
import { RepairListSkeleton } from '../repairs/repair-list.tsx';
import { shopTabLabel } from '../shop/sections.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { ErrorState, Loading, SkeletonLines, SkeletonRows } from '../ui/states.tsx';
import { type TabItem, Tabs } from '../ui/tabs.tsx';
import { PartBoundary } from './part-boundary.tsx';

/** In the place of a part of the screen that could not be loaded or drawn. */
function PartFailure({ error }: { error: unknown }) {
  const [isRetrying, setIsRetrying] = useState(false);

  /** A browser does not fetch code again that failed once: the page has to, if anybody answers. */
  async function retry() {
    setIsRetrying(true);
    const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
    if (answer?.ok) location.reload();
    else setIsRetrying(false);
  }

  return (
    <ErrorState title="This part could not be shown" onRetry={retry} retrying={isRetrying}>
      {error instanceof Error ? error.message : String(error)}
    </ErrorState>
  );
}

interface DashboardTab {
  label: string;
  load: () => Promise<unknown>;
  Part: ComponentType;
  /** The shape of what comes. */
  waiting: ReactNode;
}

function dashboardTab(
  label: string,
  waiting: ReactNode,
  load: () => Promise<ComponentType>,
): DashboardTab {
  return { label, waiting, ...lazyPart(load) };
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

const cards = <RepairListSkeleton />;

const dashboardTabs: Record<TabName, DashboardTab> = {
  overview: dashboardTab(
    'Overview',
    cards,
    async () => (await import('../overview/overview-tab.tsx')).OverviewTab,
  ),
  search: dashboardTab(
    'Search',
    rows,
    async () => (await import('../search/search-tab.tsx')).SearchTab,
  ),
  repairs: dashboardTab(
    'Repairs',
    cards,
    async () => (await import('../repairs/repairs-tab.tsx')).RepairsTab,
  ),
  'new-repair': dashboardTab(
    'New repair',
    form,
    async () => (await import('../intake/new-repair-tab.tsx')).NewRepairTab,
  ),
  clients: dashboardTab(
    'Clients',
    rows,
    async () => (await import('../clients/clients-tab.tsx')).ClientsTab,
  ),
  'new-client': dashboardTab(
    'New client',
    form,
    async () => (await import('../clients/new-client-tab.tsx')).NewClientTab,
  ),
  technicians: dashboardTab(
    'Technicians',
    cards,
    async () => (await import('../technicians/technicians-tab.tsx')).TechniciansTab,
  ),
  shop: dashboardTab(
    shopTabLabel,
    rows,
    async () => (await import('../shop/shop-tab.tsx')).ShopTab,
  ),
  'workflow-test': dashboardTab(
    'Workflow test',
    form,
    async () => (await import('../workflow-test/workflow-test-tab.tsx')).WorkflowTestTab,
  ),
};

/**
 * The shop's tab is opened from the header; the workflow test by its address alone (specification,
 * section 2: "has no visible tab").
 */
const withoutTab: readonly TabName[] = ['shop', 'workflow-test'];

/** Loads the tab that the address names, before anything is drawn. */
export function loadTabInAddress(): Promise<unknown> {
  return dashboardTabs[placeFrom(new URLSearchParams(location.search)).tab].load();
}

/** Load what the tabs are made of, so that a later press needs no network. */
export const tabLoaders: readonly (() => Promise<unknown>)[] = Object.values(dashboardTabs).map(
  ({ load }) => load,
);

/** The tabs in their order. */
export const tabItems: readonly TabItem<TabName>[] = tabNames
  .filter((name) => !withoutTab.includes(name))
  .map((value) => ({ value, label: dashboardTabs[value].label }));

/** A new tab is read from its top; the keyboard's place is in it, wherever it was opened from. */
function useFreshStart(tab: TabName): void {
  const navigation = useNavigationType();
  const last = useRef(tab);
  useEffect(() => {
    if (last.current === tab) return;
    last.current = tab;
    if (document.activeElement === document.body) {
      document.querySelector<HTMLElement>('[role="tabpanel"]')?.focus({ preventScroll: true });
    }
    if (navigation === 'POP') return;
    // In the frame that lays the tab out anyway: asked sooner, the browser would do that twice.
    const frame = requestAnimationFrame(() => scrollTo({ top: 0, behavior: 'instant' }));
    // A user who has gone back by then finds the place that they had left.
    return () => cancelAnimationFrame(frame);
  }, [tab, navigation]);
}

/** How much needs attention is seen from every tab, and from beside the window. */
export function useAttentionCount(): number {
  const { data } = useQuery(overviewQuery);
  return (data?.attention ?? 0) + useRefusedCount();
}

/** Goes to a tab by a press or a key; where typing begins there, the mouse takes the focus along. */
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
  const { Part, label, waiting } = dashboardTabs[tab];
  useFreshStart(tab);
  return (
    <Tabs label="Sections" items={tabItems} value={tab} onValueChange={openTab} panelLabel={label}>
      <title>{`${attention > 0 ? `(${attention}) ` : ''}${label} – Watch repair back office`}</title>
      <div className="pt-2 sm:pt-4">
        <PartBoundary resetKey={tab} fallback={(error) => <PartFailure error={error} />}>
          <Suspense key={tab} fallback={waiting}>
            <Part key={tab} />
          </Suspense>
        </PartBoundary>
      </div>
    </Tabs>
  );
}
