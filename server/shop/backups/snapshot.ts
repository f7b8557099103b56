import { dataFiles } from '../../base/config.ts';
import { photoTables } from '../../photos/photo-tables.ts';
import {
  type CatalogTable,
  catalogAt,
  countRows,
  type FrozenStore,
  knownLevels,
  type StoreLocation,
} from './engine.ts';
import { leftOutTables } from './manifest.ts';
import { BackupFailure } from './reports.ts';

/** All rows as of one moment, unaffected by later writes. */
export interface Snapshot extends FrozenStore {
  readonly level: string;
  /** In an order in which they can be refilled. */
  readonly tables: readonly (CatalogTable & { rows: number })[];
}

/** Opens a store to read it as it is at this moment, no matter its version. It keeps no one from writing. */
export async function freeze({ databaseUrl, dataDir }: StoreLocation): Promise<FrozenStore> {
  if (databaseUrl !== null) {
    const { freezePostgres } = await import('./postgres.ts');
    return freezePostgres(databaseUrl);
  }
  const { freezeSqlite } = await import('./sqlite.ts');
  return freezeSqlite(dataFiles.database(dataDir));
}

async function levelOf(store: FrozenStore): Promise<string> {
  const names = (await store.tableNames()).includes('kysely_migration')
    ? (await store.ask('select name from kysely_migration order by name')).map((row) => row.name)
    : [];
  const level = names.at(-1);
  if (level === undefined) {
    throw new BackupFailure('There is nothing to back up: the product was never started here.');
  }
  if (names.some((name) => !knownLevels().includes(String(name)))) {
    throw new BackupFailure(
      'The data was last used by a newer version of the product. Make the backup with that version.',
    );
  }
  return String(level);
}

/**
 * Opens a store for reading it as it is at this moment. It keeps nobody from writing.
 *
 * @throws BackupFailure when there is no store, or one of a newer version
 */
export async function openSnapshot(location: StoreLocation): Promise<Snapshot> {
  const store = await freeze(location);
  try {
    const level = await levelOf(store);
    const tables: (CatalogTable & { rows: number })[] = [];
    for (const table of await catalogAt(level)) {
      if (leftOutTables.includes(table.name)) continue;
      tables.push({ ...table, rows: await countRows(store, table.name) });
    }
    return { ...store, level, tables };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** @returns what the settings hold under a key; null for nothing */
export async function storedSetting(snapshot: Snapshot, key: string): Promise<string | null> {
  const rows = await snapshot.ask('select key, value from settings');
  const row = rows.find((each) => each.key === key);
  return row === undefined ? null : String(row.value);
}

export interface NamedPhoto {
  name: string;
  /** Of the ticket that it goes with; null for a customer's picture on no ticket. */
  ticketNumber: string | null;
}

/** @returns every photo that a row names; a store of an older version may lack some of the columns */
export async function namedPhotosIn({ ask, tables }: Snapshot): Promise<NamedPhoto[]> {
  const named: NamedPhoto[] = [];
  for (const { table, columns, nameOf } of photoTables) {
    const present = tables.find(({ name }) => name === table)?.columns ?? [];
    for (const column of columns.filter((each) => present.includes(each))) {
      const query = `select ticket_number, "${column}" as value from "${table}" where "${column}" <> ''`;
      for (const row of await ask(query)) {
        const name = nameOf(String(row.value));
        const { ticket_number: ticket } = row;
        if (name !== null)
          named.push({ name, ticketNumber: ticket === null ? null : String(ticket) });
      }
    }
  }
  return named;
}
