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

/** An item is drawn again when it changes, not with every step of the wheel. */
export const PlacedItem = memo(Placed) as typeof Placed;

const unseen = { 'aria-hidden': true } as const;

/** Stands for rows that are not in the page. */
export function ListSpace({ height, isRow }: { height: number; isRow: boolean }) {
  if (isRow) {
    return (
      <tr {...unseen} className="print:hidden" style={{ height }}>
        <td className="p-0" />
      </tr>
    );
  }
  return <li {...unseen} className="col-span-full print:hidden" style={{ height }} />;
}

export function placedElements(list: Element | null): Element[] {
  return [...(list?.children ?? [])].filter((child) => child.hasAttribute('data-item'));
}

export const idOf = (element: Element): string => element.getAttribute('data-item') ?? '';

/** @returns how high the rows are that the items in the page stand in; in pixels */
export const heightsIn = (list: Element) =>
  placedElements(list).map((element) => ({
    id: idOf(element),
    height: element.getBoundingClientRect().height,
  }));
