import CalendarDays from 'lucide/calendar-days';
import Printer from 'lucide/printer';
import UserRoundCog from 'lucide/user-round-cog';
import X from 'lucide/x';
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
import { isAllowed } from '../../../domain/repair-status.ts';
import { loadAction } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { wholeRepair } from '../../data/repair.ts';
import { Button } from '../../ui/button.tsx';
import { countedText } from '../../ui/counts.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useDialogSubject } from '../../ui/open-dialogs.ts';
import { usePrinting } from '../print/print-button.tsx';

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
      <SelectionBar />
    </SelectionContext>
  );
}

const boxClasses =
  'size-4.5 cursor-pointer rounded-sm accent-accent pointer-coarse:size-5';

/** The box of one repair; with Shift, of all since the last one. */
export function SelectBox({ repair: { ticketNumber } }: { repair: RepairRow }) {
  const { isChosen, toggle } = useSelection();
  return (
    <label className="flex min-h-6 min-w-6 cursor-pointer items-center justify-center pointer-coarse:min-h-11 pointer-coarse:min-w-11">
      <span className="sr-only">Select {ticketNumber}</span>
      <input
        type="checkbox"
        checked={isChosen(ticketNumber)}
        onClick={(event: MouseEvent) => toggle(ticketNumber, event.shiftKey)}
        onChange={() => undefined}
        className={boxClasses}
      />
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
      <Button
        variant="quiet"
        onClick={() => choose(items.map(({ ticketNumber }) => ticketNumber))}
      >
        Select all
      </Button>
    </div>
  );
}

/** On a card, once something is selected: before that it only takes room. */
export function CardBox({ repair }: { repair: RepairRow }) {
  const { chosen } = useSelection();
  return chosen.length > 0 && <SelectBox repair={repair} />;
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

const { Part: ReassignAll } = lazyPart(() => loadAction('reassign-all'));
const { Part: PromiseAll } = lazyPart(() => loadAction('promise-all'));

/** Who can be given to another technician: what is at a bench, and what waits for one. */
const mayBeGiven = ({ status }: RepairRow) =>
  isAllowed('reassign', status) ||
  isAllowed('assign', status) ||
  isAllowed('assign-accepted', status);

function SelectionBar() {
  const { chosen, choose } = useSelection();
  const reassigning = useDialogSubject<readonly RepairRow[]>();
  const promising = useDialogSubject<readonly RepairRow[]>();
  const awayReason = useAwayReason();
  const { printing, start, advice } = usePrinting(() =>
    Promise.all(chosen.map((repair) => wholeRepair(repair))),
  );
  const given = chosen.filter(mayBeGiven);
  const dated = chosen.filter(({ status }) => isAllowed('edit', status));
  const none = 'None of them can be.';
  const done = (left: readonly RepairRow[]) =>
    choose(left.map(({ ticketNumber }) => ticketNumber));
  return (
    <>
      {chosen.length > 0 && (
        <section
          data-foot
          aria-label="Selected repairs"
          className="sticky bottom-(--bottom-bar) z-20 flex flex-wrap items-center gap-x-3 gap-y-2 border-t bg-canvas py-2"
        >
          <p role="status" className="figures min-w-28 font-medium">
            {countedText(chosen.length, 'repair')} selected
          </p>
          <Button
            icon={UserRoundCog}
            disabledReason={given.length === 0 ? none : awayReason}
            onClick={() => reassigning.open(given)}
          >
            Reassign
          </Button>
          <Button
            icon={CalendarDays}
            disabledReason={dated.length === 0 ? none : awayReason}
            onClick={() => promising.open(dated)}
          >
            Date promised
          </Button>
          <Button
            icon={Printer}
            pending={printing !== null}
            disabledReason={awayReason}
            onClick={() => void start('window')}
          >
            Print
          </Button>
          <span className="sm:ml-auto">
            <Button variant="quiet" icon={X} onClick={() => choose([])}>
              Clear
            </Button>
          </span>
          {advice}
        </section>
      )}
      {reassigning.subject && (
        <ReassignAll
          open={reassigning.isOpen}
          repairs={reassigning.subject}
          onClose={reassigning.close}
          onClosed={reassigning.forget}
          onDone={done}
        />
      )}
      {promising.subject && (
        <PromiseAll
          open={promising.isOpen}
          repairs={promising.subject}
          onClose={promising.close}
          onClosed={promising.forget}
          onDone={done}
        />
      )}
    </>
  );
}
