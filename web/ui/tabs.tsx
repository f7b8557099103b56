import { type ReactNode, useId, useRef } from 'react';
import { classNames, type Icon } from './classes.ts';
import { moveFocus } from './focus.ts';
import { useScrollRow } from './scroll.ts';

export interface TabItem<Value extends string> {
  value: Value;
  label: string;
  icon?: Icon;
}

export interface TabsProps<Value extends string> {
  label: string;
  items: readonly TabItem<Value>[];
  value: Value;
  /** `isPress`: with a mouse or finger, not with the keyboard. */
  onValueChange: (value: Value, isPress: boolean) => void;
  /** `main` for the screen's own tabs, which stay in view; `sub` for a choice inside one of them. */
  level?: 'main' | 'sub';
  /** Names the panel if no tab is chosen: a place without one. */
  panelLabel?: string | undefined;
  /** Before the tabs. */
  start?: ReactNode;
  /** Beside the tabs, which scroll if it leaves them too little room. */
  end?: ReactNode;
  children: ReactNode;
}

/** As wide as the page, so that nothing shows beside it. A phone has a bar at the bottom instead. */
const stuck =
  'sticky top-(--top-bar) z-20 -mx-4 max-sm:hidden border-b bg-canvas px-4 sm:-mx-6 sm:px-6 [@media(height<30rem)]:static';

const tabs = {
  main: 'min-h-control border-transparent border-b-2 px-1 text-ink-muted hover:text-ink aria-selected:border-accent aria-selected:text-ink',
  sub: 'min-h-compact rounded px-3 text-ink-muted hover:bg-sunken hover:text-ink aria-selected:bg-sunken aria-selected:text-ink',
};

/**
 * The arrow keys move the focus, Enter or Space chooses: a tab that loads should not open by being
 * passed. The row scrolls inside itself where it does not fit and keeps the chosen tab in view.
 */
export function Tabs<Value extends string>({
  label,
  items,
  value,
  onValueChange,
  level = 'main',
  panelLabel = label,
  start,
  end,
  children,
}: TabsProps<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const isMain = level === 'main';
  const hasChosen = items.some((item) => item.value === value);

  useScrollRow(list, value);

  return (
    <div className="flex min-w-0 flex-col">
      <div data-top-bar={isMain || undefined} className={isMain ? stuck : 'flex gap-2'}>
        {start}
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          onKeyDown={(event) => moveFocus(event, '[role="tab"]')}
          className={classNames(
            'scroll-row relative flex',
            isMain ? '-ml-1 gap-4' : 'min-w-0 gap-1 max-sm:flex-1',
          )}
        >
          {items.map(({ value: itemValue, label: itemLabel, icon: IconPart }, index) => {
            const isChosen = itemValue === value;
            return (
              <button
                key={itemValue}
                type="button"
                role="tab"
                id={`${id}-${itemValue}`}
                aria-selected={isChosen}
                aria-controls={isChosen ? `${id}-panel` : undefined}
                tabIndex={isChosen || (!hasChosen && index === 0) ? 0 : -1}
                onClick={({ detail }) => onValueChange(itemValue, detail > 0)}
                className={classNames(
                  'flex shrink-0 items-center gap-2 whitespace-nowrap font-medium transition-colors focus-visible:outline-offset-[-2px]',
                  tabs[level],
                )}
              >
                {IconPart && <IconPart aria-hidden="true" size={16} />}
                {itemLabel}
              </button>
            );
          })}
        </div>
        {end}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={hasChosen ? `${id}-${value}` : undefined}
        aria-label={hasChosen ? undefined : panelLabel}
        tabIndex={-1}
        className="min-w-0"
      >
        {children}
      </div>
    </div>
  );
}
