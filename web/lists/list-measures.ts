import type { Listed } from '../data/list-pages.ts';
import { gridOf } from './list-view.ts';
import { RowLayout } from './row-layout.ts';

interface MeasuredItem {
  id: string;
  index: number;
  /** Of the row that it stands in. In pixels. */
  height: number;
}

/** Heights that are kept of items that have left the list: some come back. */
const mostLeft = 500;

/**
 * What has been measured of a list: how many columns it has, how high its rows are. All of it holds
 * for one width; it outlives the list, so that back finds the same place.
 */
export class ListMeasures {
  #width = 0;
  columns = 1;
  /** How many rows were in view when the list was first looked at; 0 while that is not known. */
  rowsAtFirst = 0;
  #gap = 0;
  /** Of a row that was never in the page: the first ones decide, so that it stays the same. */
  #usualHeight = 0;
  /** Of the row that each item stood in, by the item's id. */
  readonly #heights = new Map<string, number>();
  #layout: { items: readonly Listed[]; columns: number; rows: RowLayout } | null = null;

  /** @returns whether what has been measured holds for the list as it is, or it is not shown at all */
  holdFor(list: Element): boolean {
    const { width } = list.getBoundingClientRect();
    return width === 0 || width === this.#width;
  }

  /** @returns whether the list has another width than before; all heights are others then */
  followWidth(list: Element): boolean {
    if (this.holdFor(list)) return false;
    const { width } = list.getBoundingClientRect();
    this.#width = width;
    const { columns, gap } = gridOf(list);
    this.columns = columns;
    this.rowsAtFirst = 0;
    this.#gap = gap;
    this.#usualHeight = 0;
    this.#heights.clear();
    this.#layout = null;
    return true;
  }

  /** Notes how high the rows in the page are. */
  note(measured: readonly MeasuredItem[]): void {
    for (const { id, height } of measured) this.#heights.set(id, height);
    if (this.#usualHeight === 0 && measured.length > 0) {
      const sum = measured.reduce((total, { height }) => total + height, 0);
      this.#usualHeight = sum / measured.length;
      this.#layout = null;
    }
    if (this.#layout === null) return;
    const { items, columns, rows } = this.#layout;
    for (const { id, index, height } of measured) {
      if (items[index]?.id === id) rows.setHeight(Math.floor(index / columns), height);
    }
  }

  /** @returns where the rows of these items stand */
  layoutOf(items: readonly Listed[], columns: number): RowLayout {
    if (this.#layout?.items === items && this.#layout.columns === columns) {
      return this.#layout.rows;
    }
    if (this.#heights.size > items.length + mostLeft) this.#forgetAllBut(items);
    const heights = new Float64Array(Math.ceil(items.length / columns));
    for (const [index, { id }] of items.entries()) {
      const row = Math.floor(index / columns);
      heights[row] = Math.max(heights[row] ?? 0, this.#heights.get(id) ?? 0);
    }
    for (const [row, height] of heights.entries()) {
      if (height === 0) heights[row] = this.#usualHeight;
    }
    const rows = new RowLayout(heights, this.#gap);
    this.#layout = { items, columns, rows };
    return rows;
  }

  #forgetAllBut(items: readonly Listed[]): void {
    const listed = new Set(items.map(({ id }) => id));
    for (const id of this.#heights.keys()) if (!listed.has(id)) this.#heights.delete(id);
  }
}

const measures = new Map<string, ListMeasures>();
const mostLists = 20;

/** @returns what is known of the list; of a new one, nothing yet */
export function measuresOf(name: string): ListMeasures {
  const known = measures.get(name) ?? new ListMeasures();
  measures.delete(name);
  measures.set(name, known);
  const [oldest] = measures.keys();
  if (measures.size > mostLists && oldest !== undefined) measures.delete(oldest);
  return known;
}
