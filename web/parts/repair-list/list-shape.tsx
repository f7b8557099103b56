import LayoutGrid from 'lucide/layout-grid';
import Rows3 from 'lucide/rows-3';
import { storedChoice } from '../../data/storage.ts';
import { IconButton } from '../../ui/button.tsx';
import { useMedia } from '../../ui/scroll.ts';

/** Lists of repairs as cards or as rows; remembered in this browser. */
const shape = storedChoice('repair-list-shape', ['cards', 'rows'], 'cards');

/** A tablet on the counter: below it a row would not hold what it says. */
const roomForRows = '(width >= 51.25rem)';

/** @returns whether lists of repairs are shown as rows now */
export function useAreRows(): boolean {
  const hasRoom = useMedia(roomForRows);
  return shape.useValue() === 'rows' && hasRoom;
}

/** Nothing where there is room for cards only. */
export function ListShapeSwitch() {
  const areRows = useAreRows();
  if (!useMedia(roomForRows)) return null;
  return (
    <fieldset aria-label="Show repairs as" className="flex shrink-0">
      <IconButton
        icon={LayoutGrid}
        label="Cards"
        pressed={!areRows}
        onClick={() => shape.set('cards')}
      />
      <IconButton icon={Rows3} label="Rows" pressed={areRows} onClick={() => shape.set('rows')} />
    </fieldset>
  );
}
