import type { Listed } from '../../data/list-pages.ts';

/** From one row up to, not including, another. */
export interface Rows {
  from: number;
  to: number;
}

/** How wide a list is, how many items stand beside each other, and the gap between two rows. */
export interface Grid {
  width: number;
  columns: number;
  gap: number;
}

/** Heights that are kept of items that have left the list: some come back. */
const mostLeft = 500;

/**
 * How a list is laid out, as far as it has been measured: how many columns it has, and where its rows
 * stand, most of which are not in the page. It holds for one width, and outlives the list, so that back
 * finds the same place. Lengths are in pixels.
 */
export class ListRows {
  columns = 1;
  #items: readonly Listed[] = [];
  #width = 0;
  #gap = 0;
  /** Of a row that was never in the page: the first ones decide, so that it stays the same. */
  #usualHeight = 0;
  /** Of the row that each item stood in, by the item's id. */
  readonly #heights = new Map<string, number>();
  /** Right up to the row before `#known`. */
  readonly #tops: number[] = [0];
  #known = 0;

  get count(): number {
    return Math.ceil(this.#items.length / this.columns);
  }

  /** @returns whether what has been measured holds for a list of this width */
  isFor(width: number): boolean {
    return width > 0 && width === this.#width;
  }

  /** @returns whether the list is shown in another width than before; all heights are others then */
  follow({ width, columns, gap }: Grid): boolean {
    if (width === 0 || width === this.#width) return false;
    this.columns = columns;
    this.#gap = gap;
    this.#width = width;
    this.#usualHeight = 0;
    this.#heights.clear();
    this.#known = 0;
    return true;
  }

  hold(items: readonly Listed[]): void {
    if (items === this.#items) return;
    this.#items = items;
    this.#known = 0;
    if (this.#heights.size <= items.length + mostLeft) return;
    const listed = new Set(items.map(({ id }) => id));
    for (const id of this.#heights.keys()) if (!listed.has(id)) this.#heights.delete(id);
  }

  note(measured: readonly { id: string; height: number }[]): void {
    for (const { id, height } of measured) {
      this.#usualHeight ||= height;
      if (this.#heights.get(id) === height) continue;
      this.#heights.set(id, height);
      this.#known = 0;
    }
  }

  #heightOf(row: number): number {
    const first = row * this.columns;
    const known = this.#items
      .slice(first, first + this.columns)
      .map(({ id }) => this.#heights.get(id) ?? 0);
    return Math.max(...known) || this.#usualHeight;
  }

  /** @returns how far from the list's top the row begins; for the row after the last, its end and a gap */
  top(row: number): number {
    for (; this.#known < row; this.#known += 1) {
      const at = this.#known;
      this.#tops[at + 1] = (this.#tops[at] ?? 0) + this.#heightOf(at) + this.#gap;
    }
    return this.#tops[row] ?? 0;
  }

  /** @returns the height of what stands for rows that are left out; 0 for none */
  heightOf({ from, to }: Rows): number {
    return to <= from ? 0 : this.top(to) - this.top(from) - this.#gap;
  }

  /** @returns the row at a distance from the list's top, the nearest where there is none */
  rowAt(distance: number): number {
    let low = 0;
    let high = Math.max(0, this.count - 1);
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.top(middle) <= distance) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * The rows that stand in the page: those in view and some before and after, so that scrolling and
   * walking by keyboard find them there.
   *
   * @param ahead how far beyond the view
   * @param most how many rows at most, unless more of them are in view
   */
  around(view: { top: number; bottom: number }, ahead: number, most: number): Rows {
    const first = this.rowAt(view.top);
    const last = this.rowAt(view.bottom);
    const spare = Math.max(1, Math.floor((most - (last + 1 - first)) / 2));
    return {
      from: Math.max(this.rowAt(view.top - ahead), first - spare),
      to: Math.min(this.rowAt(view.bottom + ahead), last + spare) + 1,
    };
  }
}

const lists = new Map<string, ListRows>();
const mostLists = 20;

/** @returns what is known of the list; of a new one, nothing yet */
export function rowsOf(name: string): ListRows {
  const known = lists.get(name) ?? new ListRows();
  lists.delete(name);
  lists.set(name, known);
  const [oldest] = lists.keys();
  if (lists.size > mostLists && oldest !== undefined) lists.delete(oldest);
  return known;
}
