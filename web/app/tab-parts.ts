import type { ComponentType } from 'react';
import type { TabName } from '../data/address.ts';

/** What each tab is made of. Known before the dashboard is, so that both are fetched at once. */
export const loadTabPart: Record<TabName, () => Promise<ComponentType>> = {
  overview: async () => (await import('../overview/overview-tab.tsx')).OverviewTab,
  search: async () => (await import('../search/search-tab.tsx')).SearchTab,
  repairs: async () => (await import('../repairs/repair-list.tsx')).RepairsTab,
  'new-repair': async () => (await import('../intake/new-repair-tab.tsx')).NewRepairTab,
  clients: async () => (await import('../clients/clients-tab.tsx')).ClientsTab,
  'new-client': async () => (await import('../clients/new-client-tab.tsx')).NewClientTab,
  technicians: async () => (await import('../technicians/technicians-tab.tsx')).TechniciansTab,
  shop: async () => (await import('../shop/shop-tab.tsx')).ShopTab,
  'workflow-test': async () =>
    (await import('../workflow-test/workflow-test-tab.tsx')).WorkflowTestTab,
};
