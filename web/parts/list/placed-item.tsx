import { memo, type ReactNode } from 'react';
import type { Listed } from '../../data/list-pages.ts';

/** Belongs on the item's `li`: how the list finds it, and how it is read out ("7 of 20"). */
export interface ItemPlace {
  'data-item': string;
  'aria-posinset': number;
  'aria-setsize': number;
}

export type ShowItem<Item> = (item: Item, place: ItemPlace) => ReactNode;

interface PlacedItemProps<Item> {
  item: Item;
  /** From 0. */
  index: number;
  /** Of the whole list; null while there is more to come. */
  size: number | null;
  show: ShowItem<Item>;
}

function Placed<Item extends Listed>({ item, index, size, show }: PlacedItemProps<Item>) {
  return show(item, {
    'data-item': item.id,
    'aria-posinset': index + 1,
    'aria-setsize': size ?? -1,
  });
}

/** An item is drawn again when it changes, not whenever others come. */
export const PlacedItem = memo(Placed) as typeof Placed;
