import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from '../ui/classes.ts';
import { KeyCaps } from '../ui/key-caps.tsx';
import type { PaletteGroup, PaletteItem } from './palette-item.ts';
import { useSingleKeys } from './single-keys.ts';

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
  const list = useRef<HTMLDivElement>(null);
  const activeId = active && optionId(id, active);
  const isFirst = active !== undefined && active === groups[0]?.items[0];

  useEffect(() => {
    if (activeId === undefined) return;
    // With the heading above it.
    if (isFirst) list.current?.scrollTo({ top: 0 });
    else document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId, isFirst]);

  return (
    <div
      ref={list}
      role="listbox"
      id={id}
      aria-label="Choices"
      aria-busy={isBusy}
      tabIndex={-1}
      className="-mx-2 min-h-0 flex-1 overflow-y-auto overscroll-contain"
    >
      {groups.map(({ heading, items }) => (
        <Group key={heading} heading={heading}>
          {items.map((item) => (
            <button
              key={item.id}
              type="button"
              role="option"
              id={optionId(id, item)}
              aria-selected={item === active}
              tabIndex={-1}
              onMouseDown={(event) => event.preventDefault()}
              // Not pointerenter: a list that moves under a resting mouse has not been pointed at.
              onPointerMove={() => onActive(item)}
              onClick={() => onChoose(item)}
              className={classNames(
                'flex min-h-control w-full min-w-0 scroll-my-2 items-center justify-between gap-3 rounded px-2 py-1 text-left',
                item === active && 'bg-accent-soft',
              )}
            >
              <span className="min-w-0 flex-1">{item.shown}</span>
              {item.shortcut && hasSingleKeys && (
                <span aria-hidden="true" className="hidden desk:inline-flex">
                  <KeyCaps of={item.shortcut} />
                </span>
              )}
            </button>
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
        className="px-2 py-1 font-medium text-ink-muted text-xs"
      >
        {heading}
      </div>
      {children}
    </fieldset>
  );
}
