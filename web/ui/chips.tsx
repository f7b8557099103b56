import { useId, useRef } from 'react';
import { formatCount } from './counts.ts';
import { moveFocus } from './focus.ts';
import { useScrollRow } from './scroll.ts';

export interface Chip<Value extends string> {
  value: Value;
  label: string;
  /** Read out after the label; null while it is loading: its room is kept. Left out for none. */
  count?: number | null;
}

/**
 * One part of a list at a time, each with how much it holds, in a row that scrolls inside itself. The
 * arrow keys move the focus, Enter or Space chooses; after the pattern "toolbar" of the ARIA
 * Authoring Practices.
 */
export function Chips<Value extends string>({
  label,
  items,
  value,
  onChange,
}: {
  label: string;
  items: readonly Chip<Value>[];
  /** Null if none of them is what is shown. */
  value: Value | null;
  onChange: (value: Value) => void;
}) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  // Chips that come later reach behind the edge, too.
  useScrollRow(row, `${value} ${items.length}`);
  return (
    <div
      ref={row}
      role="toolbar"
      aria-label={label}
      onKeyDown={(event) => moveFocus(event, 'button')}
      className="scroll-row flex min-w-0 gap-1.5"
    >
      {items.map((item, index) => {
        const countId = `${id}-${item.value}`;
        return (
          <button
            key={item.value}
            type="button"
            aria-pressed={item.value === value}
            aria-describedby={typeof item.count === 'number' ? countId : undefined}
            tabIndex={item.value === value || (value === null && index === 0) ? 0 : -1}
            onClick={() => onChange(item.value)}
            className="flex min-h-compact shrink-0 items-center gap-1.5 whitespace-nowrap rounded border bg-surface px-3 text-ink transition-colors hover:border-line-strong focus-visible:outline-offset-[-2px] aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium"
          >
            {item.label}
            {item.count !== undefined && (
              <span
                id={countId}
                aria-hidden="true"
                className="figures min-w-[1ch] font-normal text-ink-muted"
              >
                {item.count === null ? null : formatCount(item.count)}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
