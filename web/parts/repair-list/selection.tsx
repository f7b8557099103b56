import {
  createContext,
  type ReactNode,
  use,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { RepairRow } from '../../../domain/api-answers.ts';
import type { RepairFilter } from '../../data/queries.ts';
import { countedText } from '../../ui/counts.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { PagedList } from '../list/paged-list.ts';
import { createSelection, isSelecting, type Selected, type Selection } from './selected.ts';

/** Selects several repairs of a list, to change them all at once: a technician is ill, the shop closes for a week. */

const SelectionContext = createContext<Selection | null>(null);

export function useSelection(): Selection {
  const selection = use(SelectionContext);
  if (selection === null) throw new Error('A repair is selected outside of its list');
  return selection;
}

/** @returns one fact about the selection; the caller is redrawn only when it changes */
export function useSelected<Value extends string | boolean>(
  read: (selected: Selected) => Value,
): Value {
  const { get, subscribe } = useSelection();
  return useSyncExternalStore(subscribe, () => read(get()));
}

const bar = lazyPart(async () => (await import('./selection-bar.tsx')).SelectionBar);

/** Loads the selection bar ahead, so that the first press needs no network. */
export const loadSelectionBar = bar.load;

/** Keeps what is selected in one list. Another list begins with nothing selected. */
export function SelectableList({
  list,
  filter,
  children,
}: {
  list: PagedList<RepairRow>;
  filter: RepairFilter;
  children: ReactNode;
}) {
  const { items } = list;
  const { name } = list.shown;
  const [kept, setKept] = useState(() => ({ name, selection: createSelection() }));
  if (kept.name !== name) setKept({ name, selection: createSelection() });
  const { selection } = kept;
  useLayoutEffect(
    () => selection.follow(items.map(({ ticketNumber }) => ticketNumber)),
    [selection, items],
  );
  const selected = useSyncExternalStore(selection.subscribe, selection.get);
  const isOn = isSelecting(selected);
  // A dialog opened from the bar stays when nothing is selected anymore.
  const [wasOn, setWasOn] = useState(isOn);
  if (isOn && !wasOn) setWasOn(true);
  return (
    <SelectionContext value={selection}>
      <div data-selectable data-selecting={isOn || undefined} className="contents">
        {children}
      </div>
      {/* There from the start: a region that arrives together with its text is not read out. */}
      <p role="status" className="sr-only">
        {isOn && `${countedText(selected.numbers.size, 'repair')} selected`}
      </p>
      {wasOn && <bar.Part {...{ list, filter, selection, selected }} />}
    </SelectionContext>
  );
}
