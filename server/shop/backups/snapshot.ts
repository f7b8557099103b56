import { dataFiles } from '../../config.ts';
import { type CatalogTable, catalogAt, knownLevels } from './catalog.ts';
import type { FrozenStore, Row, StoreLocation } from './engine.ts';
import { BackupFailure } from './failure.ts';
import { leftOutTables } from './manifest.ts';

/** All rows as of one moment, unaffected by later writes. */
export interface Snapshot {
  readonly engine: 'sqlite' | 'postgres';
  /** The name of the last migration. */
  readonly level: string;
  readonly counters: Readonly<Record<string, number>>;
  /** In an order in which they can be filled again. */
  readonly tables: readonly (CatalogTable & { rows: number })[];
  batches(table: string): AsyncIterable<Row[]>;
  /** What the settings hold under a key; null for nothing. */
  setting(key: string): Promise<string | null>;
  /** The address of every photo that a row names. */
  photoUrls(): Promise<string[]>;
  close(): Promise<void>;
}

async function freeze({ databaseUrl, dataDir }: StoreLocation): Promise<FrozenStore> {
  if (databaseUrl !== null) {
    const { freezePostgres } = await import('./postgres-snapshot.ts');
    return freezePostgres(databaseUrl);
  }
  const { freezeSqlite } = await import('./sqlite-snapshot.ts');
  return freezeSqlite(dataFiles.database(dataDir));
}

async function levelOf(store: FrozenStore, present: readonly string[]): Promise<string> {
  const names = present.includes('kysely_migration')
    ? (await store.ask('select name from kysely_migration order by name')).map(({ name }) =>
        String(name),
      )
    : [];
  const level = names.at(-1);
  if (level === undefined) {
    throw new BackupFailure('There is nothing to back up: the product was never started here.');
  }
  if (names.some((name) => !knownLevels().includes(name))) {
    throw new BackupFailure(
      'The data was last used by a newer version of the product. Make the backup with that version.',
    );
  }
  return level;
}

async function describe(store: FrozenStore): Promise<Snapshot> {
  const present = await store.tableNames();
  const level = await levelOf(store, present);
  const catalog = (await catalogAt(level)).filter(({ name }) => !leftOutTables.includes(name));
  const tables: (CatalogTable & { rows: number })[] = [];
  for (const table of catalog) {
    const [row] = await store.ask(`select count(*) as count from "${table.name}"`);
    tables.push({ ...table, rows: Number(row?.count ?? 0) });
  }
  return {
    engine: store.engine,
    level,
    counters: await store.counters(),
    tables,
    batches: (table) => store.batches(`select * from "${table}"`),
    async setting(key) {
      const rows = await store.ask('select key, value from settings');
      const row = rows.find((each) => each.key === key);
      return row === undefined ? null : String(row.value);
    },
    async photoUrls() {
      const urls: string[] = [];
      for (const { name, columns } of tables) {
        for (const column of columns.filter((each) => each.endsWith('photo_url'))) {
          const rows = await store.ask(
            `select "${column}" as url from "${name}" where "${column}" is not null`,
          );
          urls.push(...rows.map(({ url }) => String(url)));
        }
      }
      return urls;
    },
    close: () => store.close(),
  };
}

/**
 * Opens a store for reading it as it is at this moment. It keeps nobody from writing.
 *
 * @throws BackupFailure when there is no store, or one of a newer version
 */
export async function openSnapshot(place: StoreLocation): Promise<Snapshot> {
  const store = await freeze(place);
  try {
    return await describe(store);
  } catch (error) {
    await store.close();
    throw error;
  }
}
