import { type Expression, type SqlBool, sql } from 'kysely';
import { fieldProblem } from '../../domain/problems.ts';

/** Lists are returned a page at a time; a cursor says where the last page ended. */

export interface PageRequest {
  limit: number;
  cursor?: string | undefined;
}

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** The values of the columns that a list is ordered by, in the row where a page ended. */
export type Position = readonly string[];

/** @throws Problem validation-failed for a cursor that is not one of ours */
export function readCursor(cursor: string, length: number): Position {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (
      Array.isArray(parts) &&
      parts.length === length &&
      // PostgreSQL refuses to compare with a NUL.
      parts.every((part) => typeof part === 'string' && !part.includes('\0'))
    ) {
      return parts;
    }
  } catch {
    // Falls through to the refusal below: we did not make this cursor.
  }
  throw fieldProblem('cursor', 'cursor was not issued by this server');
}

/** The condition that excludes everything up to the cursor: {@link afterPosition}. */
export function afterCursor(
  columns: Parameters<typeof afterPosition>[0],
  cursor: string | undefined,
  direction?: Direction,
): Expression<SqlBool> {
  const position = cursor === undefined ? undefined : readCursor(cursor, columns.length);
  return afterPosition(columns, position, direction);
}

export type Direction = 'asc' | 'desc';

/** @param columns what the list is ordered by, all in this direction; an expression where it is not a column */
export function afterPosition(
  columns: readonly (string | Expression<unknown>)[],
  position: Position | undefined,
  direction: Direction = 'desc',
): Expression<SqlBool> {
  if (position === undefined) return sql<SqlBool>`1 = 1`;
  const names = columns.map((column) => (typeof column === 'string' ? sql.ref(column) : column));
  const after = sql.raw(direction === 'desc' ? '<' : '>');
  return sql<SqlBool>`(${sql.join(names)}) ${after} (${sql.join(position)})`;
}

/**
 * The start of a page whose rows are in several ranges of an index, such as repairs in any of several
 * statuses: from each range its first ones, then the first of all. Asked for all ranges at once, either
 * engine would sort everything that is there.
 *
 * @param branches each in the list's order and no longer than a page, with the columns that order it
 * @param columns what the list is ordered by, all in this direction
 */
export function firstRows(
  branches: readonly Expression<unknown>[],
  columns: readonly string[],
  length: number,
  direction: Direction = 'desc',
): Expression<unknown> {
  const [only, ...others] = branches;
  if (only !== undefined && others.length === 0) return only;
  const all = sql.join(
    branches.map((branch) => sql`select * from ${branch} as branch`),
    sql` union all `,
  );
  const order = sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`));
  return sql`(select * from (${all}) as listed order by ${order} limit ${sql.lit(length)})`;
}

/** @param rows one more than the limit if there is a next page */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  position: (row: Row) => Position,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(toItem),
    nextCursor:
      rows.length > limit && last !== undefined
        ? Buffer.from(JSON.stringify(position(last))).toString('base64url')
        : null,
  };
}

/**
 * A page whose ids were found before its rows, so that the statement that reads these is the same for all lists.
 *
 * @param found in the list's order, one more than the limit if there is a next page
 * @param rowsOf reads the rows of these, in any order: those deleted since are left out, those changed since are
 *   as they are now. The answer's tag is older than both, so the next poll reads the page again
 */
export async function pageOfFound<Found extends { id: string }, Row extends { id: string }, Item>(
  found: readonly Found[],
  limit: number,
  position: (found: Found) => Position,
  rowsOf: (ids: readonly string[]) => Promise<readonly Row[]>,
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const { items: ids, nextCursor } = pageOf(found, limit, position, ({ id }) => id);
  const rows = ids.length === 0 ? [] : await rowsOf(ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const items = ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [toItem(row)];
  });
  return { items, nextCursor };
}
