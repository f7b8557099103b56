import { existsSync, readFileSync, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { StoredSettings } from '../../domain/api-settings.ts';
import { isoTime } from '../base/clock.ts';
import { sqliteOutage } from './outage.ts';
import { shopSettingsKey, storeEpochKey } from './settings.ts';

/**
 * A small file beside the embedded database that says how much it last held. If its log was lost, the
 * engine silently opens an older store, or an empty one: only something outside shows it.
 * docs/decisions/backups.md
 */

const counts = z.number().int().nonnegative();

const factsSchema = z.object({
  /** Which restored store it is; empty for one that was never restored. */
  epoch: z.string(),
  revision: counts,
  clients: counts,
  repairs: counts,
  estimates: counts,
  texts: counts,
  /** Where the shop keeps its backups, for when the store cannot be read; not set for the usual place. */
  backupFolder: z.string().optional(),
});
export type StoreFacts = z.infer<typeof factsSchema>;

const stateSchema = factsSchema.extend({
  at: z.iso.datetime(),
  /** The epoch of a store that a restore is about to put here. */
  restoring: z.string().optional(),
});
type StoreState = z.infer<typeof stateSchema>;

/** Data that was lost, or that cannot be read. What can be done about it is not part of its message. */
export class StoreDamage extends Error {
  /** `lost`: less is there than there was. `broken`: what is there cannot be read. */
  readonly kind: 'lost' | 'broken';

  constructor(kind: StoreDamage['kind'], message: string) {
    super(message);
    this.name = 'StoreDamage';
    this.kind = kind;
  }
}

const sizeOf = (file: string) => (existsSync(file) ? statSync(file).size : 0);

/** The store and whatever the engine keeps beside it: they belong together. */
export const storeFiles = (file: string): string[] =>
  ['', '-wal', '-shm', '-journal'].map((end) => file + end).filter((path) => existsSync(path));

/** Where replaced data goes. To the millisecond: a killed restore may be started again at once. */
export const asideName = (now: number) => `replaced-${isoTime(now).replaceAll(/[:.]/g, '-')}`;

const stateFile = (file: string) => join(dirname(file), 'shop.state.json');

/** @returns null if none was written, or if it cannot be understood */
export function readStoreState(file: string): StoreState | null {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(stateFile(file), 'utf8')));
  } catch {
    return null;
  }
}

/** Writes it whole or not at all, durably. */
export async function writeStoreState(file: string, state: Omit<StoreState, 'at'>): Promise<void> {
  const path = stateFile(file);
  const temporary = `${path}.part`;
  const part = await open(temporary, 'w', 0o600);
  try {
    await part.writeFile(`${JSON.stringify({ at: new Date().toISOString(), ...state })}\n`);
    await part.sync();
  } finally {
    await part.close();
  }
  await rename(temporary, path);
}

export function tablesIn(database: DatabaseSync): Set<string> {
  const rows = database.prepare("select name from sqlite_master where type = 'table'").all();
  return new Set(rows.map(({ name }) => String(name)));
}

/**
 * @returns what a store holds; tables that it lacks count as empty. The amounts are row numbers: what
 *   was ever stored, deleted rows included. They are for people to read; nothing is counted for them
 */
export function storeFacts(database: DatabaseSync): StoreFacts {
  const present = tablesIn(database);
  const value = (table: string, expression: string, where = '') =>
    present.has(table)
      ? database.prepare(`select ${expression} as value from ${table} ${where}`).get()?.value
      : undefined;
  const settings = value('settings', 'value', `where key = '${shopSettingsKey}'`);
  const folder =
    typeof settings === 'string'
      ? (JSON.parse(settings) as StoredSettings).settings.backups?.folder
      : null;
  const amount = (table: string) => Number(value(table, 'max(rowid)') ?? 0);
  return {
    epoch: String(value('settings', 'value', `where key = '${storeEpochKey}'`) ?? ''),
    revision: Number(value('changes', 'max(revision)') ?? 0),
    clients: amount('clients'),
    repairs: amount('repair_tickets'),
    estimates: amount('estimates'),
    texts: amount('messages'),
    ...(folder ? { backupFolder: folder } : {}),
  };
}

/** @returns our message for what the engine says about a file that it cannot read; null for other errors */
export function brokenStore(file: string, error: unknown): StoreDamage | null {
  if (error instanceof StoreDamage) return error;
  if (sqliteOutage(error) !== 'broken') return null;
  const { errcode } = error as { errcode: number };
  const what =
    (errcode & 0xff) === 26
      ? 'is damaged at its beginning, or is not a database'
      : (errcode & 0xff) === 11
        ? 'is damaged: parts of it cannot be read'
        : 'cannot be read: the disk reports an error';
  return new StoreDamage('broken', `${file} ${what}.`);
}

/**
 * Reads what a store holds and leaves it as it is: not even its log is merged.
 *
 * @returns null if there is no store, or an empty file without a log
 * @throws StoreDamage for what cannot be read, or is another program's
 */
export function storeFactsAt(file: string): StoreFacts | null {
  if (sizeOf(file) === 0) {
    const log = ['-wal', '-journal'].map((end) => file + end).find((path) => sizeOf(path) > 0);
    if (log === undefined) return null;
    const what = existsSync(file) ? 'is empty' : 'is gone';
    throw new StoreDamage(
      'broken',
      `${file} ${what}, and its log ${basename(log)} is still there.`,
    );
  }
  try {
    // What a journal holds has to be rolled back before anything can be read.
    const readOnly = sizeOf(`${file}-journal`) === 0;
    const database = new DatabaseSync(file, { readOnly, timeout: 5000 });
    try {
      const tables = tablesIn(database);
      if (tables.size > 0 && !tables.has('kysely_migration')) {
        throw new StoreDamage('broken', `${file} is another program's database.`);
      }
      return storeFacts(database);
    } finally {
      database.close();
    }
  } catch (error) {
    throw brokenStore(file, error) ?? error;
  }
}

/**
 * A quick check that the store can be read: by a connection of its own, because one that is already open
 * keeps using what it remembers. It reads the schema and the ends of the main tables, not every page.
 *
 * @param open a connection that has been open for a long time
 * @throws what the engine says; Error if another file has replaced the one that is open
 */
export function checkReading(file: string, open: DatabaseSync): void {
  const known = Number(open.prepare('select max(revision) as newest from changes').get()?.newest);
  const database = new DatabaseSync(file, { readOnly: true, timeout: 100 });
  try {
    if (storeFacts(database).revision >= known) return;
    throw new Error(`${file} is not the file that was opened`);
  } finally {
    database.close();
  }
}

const amountsOf = ['clients', 'repairs', 'estimates', 'texts'] as const;

function shown(facts: StoreFacts): string {
  const amounts = amountsOf.map((name) => {
    const amount = facts[name];
    return `${amount} ${amount === 1 ? name.slice(0, -1) : name}`;
  });
  return `${amounts.join(', ')} (revision ${facts.revision})`;
}

/**
 * Compares a store with what was written down about it.
 *
 * @throws StoreDamage when it holds less than it did, or cannot be read
 */
export function refuseLoss(file: string): void {
  const found = storeFactsAt(file);
  const state = readStoreState(file);
  if (state === null) return;
  // A restore was killed between the new store and its state.
  if (found !== null && state.restoring !== undefined && found.epoch === state.restoring) return;
  if (found === null && state.restoring !== undefined && state.revision === 0) {
    throw new StoreDamage('lost', `A restore was interrupted, and ${file} is not there.`);
  }
  if ((found?.revision ?? 0) >= state.revision) return;
  const nothing = `nothing: ${file} is ${existsSync(file) ? 'empty' : 'gone'}`;
  const lines = [
    'Data has been lost.',
    `  Before  ${shown(state)}, at ${state.at}`,
    `  Now     ${found === null ? nothing : shown(found)}`,
  ];
  if (found !== null && sizeOf(`${file}-wal`) === 0) {
    lines.push(
      `  The newest changes are in ${basename(file)}-wal while the product runs, and that file is missing. If the data was copied from elsewhere, copy that file as well.`,
    );
  }
  throw new StoreDamage('lost', lines.join('\n'));
}
