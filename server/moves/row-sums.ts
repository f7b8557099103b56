import { hash } from 'node:crypto';
import type { CatalogTable } from '../backups/catalog.ts';
import type { Row, Snapshot } from '../backups/snapshot.ts';
import { storeNoteKey } from '../database/closing.ts';
import type { MoveListener, MoveProgress } from './progress.ts';

/** What a table holds, in a few characters. */
export interface TableSum {
  rows: number;
  /** Of all rows together, in whatever order an engine tells them. */
  checksum: string;
}
export type StoreSums = Readonly<Record<string, TableSum>>;

const checksumBits = 256;

/** Adds up the checksums of rows: neither engine sorts text as the other does. */
export class RowSum {
  rows = 0;
  #sum = 0n;
  readonly #table: CatalogTable;

  constructor(table: CatalogTable) {
    this.#table = table;
  }

  /** @throws Error for a value that the engines would not keep alike */
  add(row: Row): void {
    const values = this.#table.columns.map((column) => {
      const value = row[column] ?? null;
      if (value === null || typeof value === 'string' || Number.isSafeInteger(value)) return value;
      throw new Error(`${this.#table.name}.${column} holds what cannot be moved`);
    });
    this.rows += 1;
    this.#sum += BigInt(`0x${hash('sha256', JSON.stringify(values), 'hex')}`);
  }

  get sum(): TableSum {
    const checksum = BigInt.asUintN(checksumBits, this.#sum).toString(16);
    return { rows: this.rows, checksum: checksum.padStart(checksumBits / 4, '0') };
  }
}

/** The rows of a table that are the shop's: all but the note, which is the store's own. */
export const movedRows = (table: string, rows: readonly Row[]) =>
  table === 'settings' ? rows.filter(({ key }) => key !== storeNoteKey) : rows;

/** Says how far the rows are, table by table. */
export function rowCounter(
  what: MoveProgress['what'],
  { tables }: Snapshot,
  listener: MoveListener,
): (table: string, more: number) => void {
  const done = new Map<string, number>();
  return (table, more) => {
    listener.checkpoint();
    const count = (done.get(table) ?? 0) + more;
    done.set(table, count);
    const total = tables.find(({ name }) => name === table)?.rows ?? count;
    listener.onProgress({ what, table, done: count, total });
  };
}

/**
 * @param wanted which rows count; all but the note by default
 * @returns the sum of each table
 */
export async function sumsOf(
  snapshot: Snapshot,
  listener: MoveListener,
  wanted: typeof movedRows = movedRows,
): Promise<StoreSums> {
  const sums: Record<string, TableSum> = {};
  const count = rowCounter('checking', snapshot, listener);
  for (const table of snapshot.tables) {
    const sum = new RowSum(table);
    count(table.name, 0);
    for await (const batch of snapshot.batches(table.name)) {
      for (const row of wanted(table.name, batch)) sum.add(row);
      count(table.name, batch.length);
    }
    sums[table.name] = sum.sum;
  }
  return sums;
}

/** @returns the tables that differ */
export function differingTables(one: StoreSums, other: StoreSums): string[] {
  const tables = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...tables].filter(
    (table) =>
      one[table]?.rows !== other[table]?.rows || one[table]?.checksum !== other[table]?.checksum,
  );
}
