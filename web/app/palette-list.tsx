import { type ReactNode, useId } from 'react';
import { Option } from '../ui/option.tsx';
import type { ShortcutName } from '../ui/shortcuts.ts';
import { KeyCaps } from '../ui/status-badge.tsx';
import { useSingleKeys } from './single-keys.ts';

/** Something to choose in the palette. */
export interface PaletteItem {
  id: string;
  shown: ReactNode;
  /** What does the same without the palette. */
  shortcut?: ShortcutName;
  run: () => void;
}

export interface PaletteGroup {
  heading: string;
  items: readonly PaletteItem[];
}

/** An id is used in `aria-activedescendant`, which takes no spaces. */
export const optionId = (listId: string, item: PaletteItem) =>
  `${listId}-${item.id.replace(/\W/g, '-')}`;

/** What there is to choose; the focus stays in the field, and with it the keys. */
export function PaletteList({
  id,
  groups,
  active,
  isBusy,
  onActive,
  onChoose,
}: {
  id: string;
  groups: readonly PaletteGroup[];
  active: PaletteItem | undefined;
  isBusy: boolean;
  onActive: (item: PaletteItem) => void;
  onChoose: (item: PaletteItem) => void;
}) {
  const hasSingleKeys = useSingleKeys();

  return (
    <div
      role="listbox"
      id={id}
      aria-label="Choices"
      aria-busy={isBusy}
      tabIndex={-1}
      className="-mx-3 min-h-0 flex-1 overflow-y-auto overscroll-contain"
    >
      {groups.map(({ heading, items }) => (
        <Group key={heading} heading={heading}>
          {items.map((item) => (
            <Option
              key={item.id}
              id={optionId(id, item)}
              isActive={item === active}
              onActive={() => onActive(item)}
              onChoose={() => onChoose(item)}
            >
              <span className="min-w-0 flex-1">{item.shown}</span>
              {item.shortcut && hasSingleKeys && (
                <span aria-hidden="true" className="hidden desk:inline-flex">
                  <KeyCaps of={item.shortcut} />
                </span>
              )}
            </Option>
          ))}
        </Group>
      ))}
    </div>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <fieldset aria-labelledby={headingId} className="min-w-0 pb-2">
      <div
        id={headingId}
        role="presentation"
        className="px-3 py-1 font-medium text-ink-muted text-sm"
      >
        {heading}
      </div>
      {children}
    </fieldset>
  );
}
