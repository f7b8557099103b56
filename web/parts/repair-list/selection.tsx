import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  use,
  useRef,
  useState,
} from 'react';
import type { RepairRow } from '../../../domain/api-answers.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/classes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { WatchThumb } from '../repair/watch-thumb.tsx';

/** Several repairs of a list, to do the same with all of them: a technician is ill, the shop closes for a week. */

interface Selection {
  /** Of those that are in the list. */
  chosen: readonly RepairRow[];
  items: readonly RepairRow[];
  isChosen: (ticketNumber: string) => boolean;
  /** @param isRange also all between it and the last one that was pressed */
  toggle: (ticketNumber: string, isRange: boolean) => void;
  add: (ticketNumbers: readonly string[]) => void;
  /** These and no others. */
  choose: (ticketNumbers: readonly string[]) => void;
}

const SelectionContext = createContext<Selection | null>(null);

function useSelection(): Selection {
  const selection = use(SelectionContext);
  if (selection === null) throw new Error('A repair is selected outside of its list');
  return selection;
}

const bar = lazyPart(async () => (await import('./selection-bar.tsx')).SelectionBar);

const nothing: ReadonlySet<string> = new Set();

/** Keeps what is selected in one list; what has left the list is no longer selected. */
export function SelectableList({
  name,
  items,
  children,
}: {
  /** Another list begins with nothing selected. */
  name: string;
  items: readonly RepairRow[];
  children: ReactNode;
}) {
  const [kept, setKept] = useState<{ name: string; numbers: ReadonlySet<string> }>();
  const numbers = kept?.name === name ? kept.numbers : nothing;
  const setNumbers = (next: ReadonlySet<string>) => setKept({ name, numbers: next });
  const last = useRef<string | null>(null);
  const isChosen = (ticketNumber: string) => numbers.has(ticketNumber);

  function toggle(ticketNumber: string, isRange: boolean) {
    const all = items.map((repair) => repair.ticketNumber);
    const [from, to] = [all.indexOf(last.current ?? ''), all.indexOf(ticketNumber)];
    const next = new Set(numbers);
    if (isRange && from !== -1) {
      for (const each of all.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each);
    } else if (!next.delete(ticketNumber)) next.add(ticketNumber);
    last.current = ticketNumber;
    setNumbers(next);
  }

  const selection: Selection = {
    chosen: items.filter((repair) => numbers.has(repair.ticketNumber)),
    items,
    isChosen,
    toggle,
    add(ticketNumbers) {
      last.current = ticketNumbers.at(-1) ?? null;
      setNumbers(new Set([...numbers, ...ticketNumbers]));
    },
    choose: (ticketNumbers) => setNumbers(new Set(ticketNumbers)),
  };
  return (
    <SelectionContext value={selection}>
      {children}
      {kept !== undefined && <bar.Part chosen={selection.chosen} choose={selection.choose} />}
    </SelectionContext>
  );
}

const boxClasses = 'size-4.5 cursor-pointer rounded-sm accent-accent pointer-coarse:size-5';

/**
 * The watch, and in its place the box that selects it: under the mouse, with the keyboard, and once any is
 * selected. With Shift, all since the last one. A finger selects by the watch itself.
 */
export function SelectThumb({
  repair,
  className = 'size-thumb',
  onlyOnceBegun = false,
}: {
  repair: RepairRow;
  /** Its size. */
  className?: string;
  /** Before anything is selected, a press on the watch is one on the repair. */
  onlyOnceBegun?: boolean;
}) {
  const { chosen, isChosen, toggle } = useSelection();
  const { ticketNumber, initialPhotoUrl } = repair;
  const hasBegun = chosen.length > 0;
  const thumb = <WatchThumb url={initialPhotoUrl} className={className} />;
  if (onlyOnceBegun && !hasBegun) return thumb;
  return (
    <label className="relative block w-fit shrink-0 cursor-pointer after:absolute after:-inset-1.5 pointer-coarse:-m-0.5 pointer-coarse:p-0.5">
      <span className="sr-only">Select {ticketNumber}</span>
      {thumb}
      <span
        className={classNames(
          'absolute inset-0 grid place-items-center rounded-sm bg-surface',
          !hasBegun &&
            'opacity-0 focus-within:opacity-100 [@media(hover:hover)]:[:is(tr,article):hover_&]:opacity-100',
        )}
      >
        <input
          type="checkbox"
          checked={isChosen(ticketNumber)}
          onClick={(event: MouseEvent) => toggle(ticketNumber, event.shiftKey)}
          onChange={() => undefined}
          className={boxClasses}
        />
      </span>
    </label>
  );
}

/** The box above all of them: for those that are loaded. */
export function SelectAllBox() {
  const { chosen, items, choose } = useSelection();
  const isAll = items.length > 0 && chosen.length === items.length;
  return (
    <label className="flex min-h-6 min-w-6 cursor-pointer items-center justify-center pointer-coarse:min-h-11 pointer-coarse:min-w-11">
      <span className="sr-only">Select all</span>
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = chosen.length > 0 && !isAll;
        }}
        checked={isAll}
        onChange={() => choose(isAll ? [] : items.map(({ ticketNumber }) => ticketNumber))}
        className={boxClasses}
      />
    </label>
  );
}

/** Where the list is not a table, and so has no box above it. */
export function SelectAllButton() {
  const { chosen, items, choose } = useSelection();
  if (items.length === 0 || chosen.length > 0) return null;
  return (
    <div className="-ml-3">
      <Button variant="quiet" onClick={() => choose(items.map(({ ticketNumber }) => ticketNumber))}>
        Select all
      </Button>
    </div>
  );
}

/** In a row: Space selects, and Shift with an arrow takes the next one along. */
export function useSelectKeys({ ticketNumber }: RepairRow) {
  const { add, toggle } = useSelection();
  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, shiftKey, currentTarget } = event;
    if (!(target instanceof Element) || !target.matches('a[data-ticket]')) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (key === ' ') {
      event.preventDefault();
      toggle(ticketNumber, shiftKey);
    }
    if (!shiftKey || (key !== 'ArrowDown' && key !== 'ArrowUp')) return;
    const beside =
      key === 'ArrowDown' ? currentTarget.nextElementSibling : currentTarget.previousElementSibling;
    const link = beside?.querySelector<HTMLElement>('a[data-ticket]');
    if (!link) return;
    event.preventDefault();
    add([ticketNumber, link.textContent ?? '']);
    link.focus();
  };
}
