/** Where the rows of a list stand that are not all in the page. Lengths are in pixels. */

/** From one row up to, not including, another. */
export interface Rows {
  from: number;
  to: number;
}

/** Heights of rows, measured or supposed, and the gap between two of them. */
export class RowLayout {
  readonly #heights: Float64Array;
  readonly #tops: Float64Array;
  readonly #gap: number;
  /** Tops up to this row are right. */
  #known = 0;

  constructor(heights: Float64Array, gap: number) {
    this.#heights = heights;
    this.#tops = new Float64Array(heights.length + 1);
    this.#gap = gap;
  }

  get rows(): number {
    return this.#heights.length;
  }

  setHeight(row: number, height: number): void {
    if (this.#heights[row] === height || row >= this.rows) return;
    this.#heights[row] = height;
    this.#known = Math.min(this.#known, row);
  }

  /** @returns how far from the list's top the row begins; for the row after the last, its end and a gap */
  top(row: number): number {
    const wanted = Math.min(row, this.rows);
    for (let at = this.#known; at < wanted; at += 1) {
      this.#tops[at + 1] = (this.#tops[at] ?? 0) + (this.#heights[at] ?? 0) + this.#gap;
    }
    this.#known = Math.max(this.#known, wanted);
    return this.#tops[wanted] ?? 0;
  }

  /** @returns the height of what stands for rows that are left out; 0 for none */
  heightOf({ from, to }: Rows): number {
    return to <= from ? 0 : this.top(to) - this.top(from) - this.#gap;
  }

  /** @returns the row at a distance from the list's top, the nearest where there is none */
  rowAt(distance: number): number {
    let low = 0;
    let high = Math.max(0, this.rows - 1);
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.top(middle) <= distance) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** @returns the rows that reach into a stretch of the list, at least one where there are any */
  between(top: number, bottom: number): Rows {
    if (this.rows === 0) return { from: 0, to: 0 };
    const from = this.rowAt(top);
    return { from, to: Math.max(from, this.rowAt(bottom)) + 1 };
  }
}

/**
 * The rows that stand in the page: those in view and some before and after, so that scrolling and
 * walking by keyboard find them there.
 *
 * @param ahead how far beyond the view
 * @param most how many rows at most, unless more of them are in view
 */
export function rowsAround(
  layout: RowLayout,
  view: { top: number; bottom: number },
  ahead: number,
  most: number,
): Rows {
  const seen = layout.between(view.top, view.bottom);
  const near = layout.between(view.top - ahead, view.bottom + ahead);
  const spare = Math.max(1, Math.floor((most - (seen.to - seen.from)) / 2));
  return {
    from: Math.max(0, near.from, seen.from - spare),
    to: Math.min(layout.rows, near.to, seen.to + spare),
  };
}

/** @returns the same rows in their order, none twice, those that touch as one */
export function merged(all: readonly Rows[]): Rows[] {
  const result: Rows[] = [];
  for (const rows of all.toSorted((one, other) => one.from - other.from)) {
    const before = result.at(-1);
    if (rows.to <= rows.from) continue;
    if (before !== undefined && rows.from <= before.to) before.to = Math.max(before.to, rows.to);
    else result.push({ ...rows });
  }
  return result;
}

interface Identified {
  id: string;
}

/**
 * Other items: what the window showed may stand in other rows.
 *
 * @returns the rows that show what the window showed, as nearly as it is still there
 */
export function followedRows(
  window: Rows,
  before: readonly Identified[],
  after: readonly Identified[],
  columns: number,
): Rows {
  const size = window.to - window.from;
  const from = Math.max(0, window.from + rowsMoved(window, before, after, columns));
  const last = Math.max(0, Math.ceil(after.length / columns) - size);
  return { from: Math.min(from, last), to: Math.min(from, last) + size };
}

function rowsMoved(
  window: Rows,
  before: readonly Identified[],
  after: readonly Identified[],
  columns: number,
): number {
  const positions = new Map(after.map(({ id }, index) => [id, index]));
  const first = window.from * columns;
  const known = before.slice(first, window.to * columns).map(({ id }, index) => ({
    was: first + index,
    is: positions.get(id),
  }));
  const middle = first + known.length / 2;
  const distance = ({ was }: { was: number }) => Math.abs(was - middle);
  for (const { was, is } of known.toSorted((one, other) => distance(one) - distance(other))) {
    if (is !== undefined) return Math.floor(is / columns) - Math.floor(was / columns);
  }
  return 0;
}
