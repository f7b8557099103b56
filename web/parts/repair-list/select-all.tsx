import { Button } from '../../ui/button.tsx';
import { boxClasses } from './select-thumb.tsx';
import type { Selected } from './selected.ts';
import { useSelected, useSelection } from './selection.tsx';

/** Whether all loaded repairs are selected, some or none. */

const howMany = ({ order, numbers }: Selected) => {
  if (numbers.size === 0) return 'none';
  return numbers.size === order.length ? 'all' : 'some';
};

/** Selects all that are loaded, or none: the bar has the button for the rest. */
function useSelectAll() {
  const { choose, get } = useSelection();
  const now = useSelected(howMany);
  return { now, press: () => choose(now === 'all' ? [] : get().order) };
}

/** The box in the table's head. */
export function SelectAllBox() {
  const { now, press } = useSelectAll();
  return (
    <label className="flex min-h-6 min-w-6 cursor-pointer items-center justify-center pointer-coarse:min-h-11 pointer-coarse:min-w-11">
      <span className="sr-only">Select all</span>
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = now === 'some';
        }}
        checked={now === 'all'}
        onChange={press}
        className={boxClasses}
      />
    </label>
  );
}

/**
 * Among the tools of a list that isn't a table and so has no box in its head; on a phone, the selection bar's
 * button stands in for it. It keeps the focus.
 */
export function SelectAllButton() {
  const { now, press } = useSelectAll();
  const isEmpty = useSelected(({ order }) => order.length === 0);
  if (isEmpty) return null;
  return (
    <span className="flex shrink-0 whitespace-nowrap max-sm:hidden [&>.contents>button]:min-h-compact">
      <Button variant="quiet" onClick={press}>
        {now === 'all' ? 'Select none' : 'Select all'}
      </Button>
    </span>
  );
}
