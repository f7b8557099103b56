import { mkdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Config, dataFiles } from '../base/config.ts';
import type { Log } from '../base/log.ts';
import type { Database } from './database.ts';
import { serveStore } from './store-lock.ts';
import {
  asideName,
  brokenStore,
  refuseLoss,
  type StoreDamage,
  storeFactsAt,
  storeFiles,
} from './store-state.ts';

/** The shop's data, open for the one or many processes that serve it. */
interface ServedDatabase {
  database: Database;
  /** Notes where this process can be reached, for another that tries to serve the same data. */
  servedAt(address: string): void;
}

/** What the start asks of those who know photos and backups. */
interface Opening {
  config: Config;
  log: Log;
  /** Whether to continue with less data than there was. */
  acceptsLoss: boolean;
  /** @throws Error if the photos are elsewhere than the settings say */
  checkPhotos(database: Database): Promise<void>;
  /** @returns what is known of the damage and what can be done, for those who run the shop */
  waysBack(damage: StoreDamage): Promise<string>;
}

function moveAside(file: string, now: number): string {
  const folder = join(dirname(file), asideName(now));
  mkdirSync(folder, { mode: 0o700 });
  for (const path of storeFiles(file)) renameSync(path, join(folder, basename(path)));
  return folder;
}

async function withItsPhotos(database: Database, { checkPhotos }: Opening): Promise<Database> {
  try {
    await checkPhotos(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openEmbedded(opening: Opening): Promise<Database> {
  const { config, acceptsLoss } = opening;
  const file = dataFiles.database(config.dataDir);
  // Comes first: anything else that opens the store merges its log, and what the log shows is lost.
  if (acceptsLoss) storeFactsAt(file);
  else refuseLoss(file);
  const { openSqlite } = await import('./sqlite.ts');
  const database = await withItsPhotos(await openSqlite(file, { acceptsLoss }), opening);
  if (acceptsLoss) await database.keepState();
  return database;
}

async function serveEmbedded(opening: Opening): Promise<ServedDatabase> {
  const { config, log, acceptsLoss } = opening;
  const file = dataFiles.database(config.dataDir);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const served = serveStore(file);
  try {
    const database = await openEmbedded(opening).catch(async (error: unknown) => {
      const damage = brokenStore(file, error);
      if (damage === null) throw error;
      if (!acceptsLoss) throw new Error(await opening.waysBack(damage), { cause: error });
      log.warn(
        { folder: moveAside(file, Date.now()) },
        'The data that could not be read was moved aside',
      );
      return openEmbedded(opening);
    });
    const close = async () => {
      await database.close();
      served.release();
    };
    return { database: { ...database, close }, servedAt: served.servedAt };
  } catch (error) {
    served.release();
    throw error;
  }
}

/**
 * Opens the data that the settings name, to serve it.
 *
 * @throws Error that says what is in the way: another process, a restore, lost or damaged data
 */
export async function openDatabase(opening: Opening): Promise<ServedDatabase> {
  const { config, log } = opening;
  if (config.databaseUrl === null) return serveEmbedded(opening);
  // Each engine's client is loaded only by the shop that uses it.
  const { openPostgres } = await import('./postgres.ts');
  const database = await withItsPhotos(await openPostgres(config.databaseUrl, log), opening);
  return { database, servedAt: () => undefined };
}

/** @returns a function to call at intervals; it reports a failure once, until it works again */
export function stateKeeping(database: Database, log: Log): () => Promise<void> {
  let hasFailed = false;
  return async () => {
    try {
      await database.keepState();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.warn({ error: String(error) }, 'shop.state.json could not be written');
      hasFailed = true;
    }
  };
}
