import type { SubTabName } from '../dashboard/place.ts';
import type { TabItem } from '../ui/tabs.tsx';

/** The lists of the overview, in their order. */
export const subTabs: readonly TabItem<SubTabName>[] = [
  { value: 'pending', label: 'Pending' },
  { value: 'same-day', label: 'Same Day' },
  { value: 'estimates', label: 'Estimates' },
  { value: 'assigned', label: 'Assigned' },
  { value: 'completed', label: 'Completed' },
];
