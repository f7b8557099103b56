import ChevronDown from 'lucide/chevron-down';
import ChevronRight from 'lucide/chevron-right';
import ChevronUp from 'lucide/chevron-up';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { wordAtStartClasses } from './classes.ts';

/** At most this many are in the page at once, however long the history is. */
const maxItems = 100;

/** What came before what is shown anyway: drawn when it is asked for, {@link maxItems} at a time. */
export function Earlier<Item>({
  label,
  items,
  isNewestFirst = false,
  children,
}: {
  /** Said together with how many there are. */
  label: string;
  /** Oldest first. */
  items: readonly Item[];
  /** As they are shown. */
  isNewestFirst?: boolean;
  children: (shown: readonly Item[]) => ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  if (items.length === 0) return null;
  return (
    <details className="group" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="flex min-h-control cursor-pointer list-none items-center gap-2 rounded text-ink-muted hover:text-ink">
        <ChevronRight
          aria-hidden="true"
          size={16}
          className="shrink-0 transition-transform group-open:rotate-90"
        />
        {label} ({items.length})
      </summary>
      {isOpen && (
        <SomeItems items={items} isNewestFirst={isNewestFirst}>
          {children}
        </SomeItems>
      )}
    </details>
  );
}

export function SomeItems<Item>({
  items,
  isNewestFirst = false,
  children,
}: {
  items: readonly Item[];
  isNewestFirst?: boolean;
  children: (shown: readonly Item[]) => ReactNode;
}) {
  /** Where what is shown ends; null for the end. */
  const [chosenEnd, setEnd] = useState<number | null>(null);
  const end = chosenEnd ?? items.length;
  const start = Math.max(0, end - maxItems);
  const later = items.length - end;
  const [up, down] = [ChevronUp, ChevronDown];
  const showEarlier = start > 0 && (
    <Button variant="quiet" icon={isNewestFirst ? down : up} onClick={() => setEnd(start)}>
      Show earlier ({start})
    </Button>
  );
  const showLater = later > 0 && (
    <Button
      variant="quiet"
      icon={isNewestFirst ? up : down}
      onClick={() => setEnd(later > maxItems ? end + maxItems : null)}
    >
      Show later ({later})
    </Button>
  );
  const shown = items.slice(start, end);
  return (
    <>
      {isNewestFirst ? showLater : showEarlier}
      {children(isNewestFirst ? shown.toReversed() : shown)}
      {isNewestFirst ? showEarlier : showLater}
    </>
  );
}

export function ClampedText({ children }: { children: string }) {
  const text = useRef<HTMLSpanElement>(null);
  const [isAll, setIsAll] = useState(false);
  const [isTooLong, setIsTooLong] = useState(false);

  useEffect(() => {
    const shown = text.current;
    if (shown === null || isAll) return;
    const observer = new ResizeObserver(() => {
      setIsTooLong(shown.scrollHeight > shown.clientHeight + 1);
    });
    observer.observe(shown);
    return () => observer.disconnect();
  }, [isAll]);

  return (
    <>
      <span ref={text} className={isAll ? 'block' : 'line-clamp-4'}>
        {children}
      </span>
      {isTooLong && (
        <span className={`${wordAtStartClasses} block`} dir="ltr">
          <Button variant="quiet" aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
            {isAll ? 'Show less' : 'Show all'}
          </Button>
        </span>
      )}
    </>
  );
}
