import LayoutGrid from 'lucide/layout-grid';
import Rows3 from 'lucide/rows-3';
import { storedChoice } from '../../data/storage.ts';
import { IconButton } from '../../ui/button.tsx';
import { useMedia } from '../../ui/scroll.ts';
import type { ListName } from './list-choices.ts';

/**
 * Lists of repairs and estimates as rows or as cards; remembered in this browser. By the specification, Repairs
 * is a card grid until someone chooses otherwise.
 */
const shapes = {
  overview: storedChoice('overview-list-shape', ['rows', 'cards'], 'rows'),
  others: storedChoice('repair-list-shape', ['cards', 'rows'], 'cards'),
};

export type ShapedList = ListName | 'estimates';

const shapeOf = (list: ShapedList) =>
  list === 'repairs' || list === 'bench' ? shapes.others : shapes.overview;

/** A tablet on the counter: on anything narrower, a row's content would not fit. */
const roomForRows = '(width >= 51.25rem)';

/** @returns whether the list is shown as rows now */
export function useShowsRows(list: ShapedList): boolean {
  const hasRoom = useMedia(roomForRows);
  return shapeOf(list).useValue() === 'rows' && hasRoom;
}

/** Nothing if there is room for only one shape. */
export function ListShapeSwitch({ list }: { list: ShapedList }) {
  const areRows = useShowsRows(list);
  const shape = shapeOf(list);
  if (!useMedia(roomForRows)) return null;
  return (
    <fieldset aria-label="Show as" className="flex shrink-0 [&>button]:size-compact">
      <IconButton icon={Rows3} label="Rows" pressed={areRows} onClick={() => shape.set('rows')} />
      <IconButton
        icon={LayoutGrid}
        label="Cards"
        pressed={!areRows}
        onClick={() => shape.set('cards')}
      />
    </fieldset>
  );
}
