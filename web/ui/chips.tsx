import { useId } from 'react';
import { formatCount } from './text.tsx';

interface Chip<Value extends string> {
  value: Value;
  label: string;
  /** Read out after the label; null while it is still to come: its room is there. */
  count: number | null;
}

/** One part of a list at a time, each with how much it holds. */
export function Chips<Value extends string>({
  label,
  items,
  value,
  onChange,
}: {
  label: string;
  items: readonly Chip<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <fieldset aria-label={label} className="mb-3 flex min-w-0 flex-wrap gap-2 sm:mb-4">
      {items.map((item) => {
        const countId = `${id}-${item.value}`;
        return (
          <button
            key={item.value}
            type="button"
            aria-pressed={item.value === value}
            aria-describedby={item.count === null ? undefined : countId}
            onClick={() => onChange(item.value)}
            className="flex min-h-control items-center gap-2 rounded border border-line px-3 text-ink-muted transition-colors hover:border-line-strong hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-ink"
          >
            {item.label}
            <span id={countId} aria-hidden="true" className="figures min-w-[2ch] text-left text-sm">
              {item.count === null ? null : formatCount(item.count)}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
