import type { ComponentType } from 'react';
import { useEffect } from 'react';
import { type SectionName, sections, shopTabLabel, useAddress } from '../../data/address.ts';
import { lastSection } from '../../data/last-section.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const parts: Record<SectionName, { Part: ComponentType }> = {
  money: lazyPart(async () => (await import('./money-section.tsx')).MoneySection),
  parts: lazyPart(async () => (await import('./ordered-parts-section.tsx')).OrderedPartsSection),
  sendings: lazyPart(async () => (await import('./sendings-section.tsx')).SendingsSection),
  settings: lazyPart(async () => (await import('./settings-section.tsx')).SettingsSection),
  deleted: lazyPart(async () => (await import('./deleted-section.tsx')).DeletedSection),
  data: lazyPart(async () => (await import('./data-section.tsx')).DataSection),
};

export function ShopTab() {
  const { section, set } = useAddress();
  useEffect(() => lastSection.set(section), [section]);
  const { Part } = parts[section];
  return (
    <Tabs
      level="sub"
      start={
        <h2 className="self-center pr-2 font-semibold text-lg max-sm:sr-only">{shopTabLabel}</h2>
      }
      label="The shop"
      items={sections}
      value={section}
      onValueChange={(next) => set({ section: next })}
    >
      <div className="pt-2 sm:pt-4">
        <Part key={section} />
      </div>
    </Tabs>
  );
}
