import type { ComponentType } from 'react';
import type { TabName } from '../data/address.ts';

/** What each tab is made of. Known before the dashboard is, so that both are fetched at once. */
export const loadTabPart: Record<TabName, () => Promise<ComponentType>> = {
  overview: async () => (await import('../screens/overview/overview-tab.tsx')).OverviewTab,
  search: async () => (await import('../screens/search/search-tab.tsx')).SearchTab,
  repairs: async () => (await import('../screens/repairs/repairs-tab.tsx')).RepairsTab,
  'new-repair': async () => (await import('../screens/intake/new-repair-tab.tsx')).NewRepairTab,
  clients: async () => (await import('../screens/clients/clients-tab.tsx')).ClientsTab,
  'new-client': async () => (await import('../screens/clients/new-client-tab.tsx')).NewClientTab,
  technicians: async () =>
    (await import('../screens/technicians/technicians-tab.tsx')).TechniciansTab,
  shop: async () => (await import('../screens/shop/shop-tab.tsx')).ShopTab,
  watch: async () => (await import('../screens/watch/watch-tab.tsx')).WatchTab,
  'workflow-test': async () =>
    (await import('../screens/workflow-test/workflow-test-tab.tsx')).WorkflowTestTab,
};
