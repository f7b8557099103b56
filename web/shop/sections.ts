import type { SectionName } from '../data/address.ts';
import type { TabItem } from '../ui/tabs.tsx';

export const shopTabLabel = 'Shop';

/** What the shop keeps about itself, in its order. */
export const sections: readonly TabItem<SectionName>[] = [
  { value: 'deleted', label: 'Recently deleted' },
  { value: 'data', label: 'Data' },
  { value: 'access', label: 'Access' },
];
