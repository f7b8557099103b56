import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { constants, copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultShopConfig } from '../domain/shop-config.ts';
import { progressOf } from '../scripts/demo/progress.ts';
import { dataFiles } from '../server/config.ts';
import { sqliteDialect } from '../server/database/dialect.ts';
import { migrationNames } from '../server/database/migrate.ts';
import type { Engine } from '../tests/harness/storage.ts';
import { fillPostgres } from './data/postgres.ts';
import { shopDays, storesPresent } from './data/shop.ts';
import { fillSqlite } from './data/sqlite.ts';
import { storedDays } from './data/stored-shop.ts';
import { openPostgresServer, type PostgresServer } from './postgres-server.ts';

/**
 * Stores of made-up shops, made once and kept for later runs: in the folder that BENCH_STORES names,
 * else in the system's folder for temporary files. Their names say how many tickets, of what seed
 * and for which version of the tables.
 */

const storesFolder = process.env.BENCH_STORES || join(tmpdir(), 'watch-repair-bench-stores');
const seed = '1';

const names = migrationNames(sqliteDialect);
const level = `${names.at(-1)?.slice(0, 4)}_${hash('sha1', names.join()).slice(0, 4)}`;
const nameOf = (size: number) => `s${size}_${level}_${seed}`;
const sqliteFolder = (size: number) => join(storesFolder, `sqlite-${nameOf(size)}`);

const progressFor = (engine: string, size: number) =>
  progressOf(`Making a store of ${size.toLocaleString('en-US')} tickets in ${engine}`, size);

/** @returns the folder of a store in SQLite; nobody may write there */
async function sqliteStore(size: number): Promise<string> {
  const folder = sqliteFolder(size);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  const days = shopDays({ tickets: size, seed, now: storesPresent }, defaultShopConfig);
  await fillSqlite(dataFiles.database(unfinished), days, progressFor('SQLite', size));
  await rename(unfinished, folder);
  return folder;
}

async function postgresStore(server: PostgresServer, size: number): Promise<string> {
  const name = nameOf(size);
  if ((await server.databases()).includes(name)) return name;
  const unfinished = `${name}_unfinished`;
  await server.run(`drop database if exists ${unfinished}`);
  await server.run(`create database ${unfinished}`);
  const days = storedDays(dataFiles.database(await sqliteStore(size)));
  await fillPostgres(server.url(unfinished), days, progressFor('PostgreSQL', size));
  await server.run(`alter database ${unfinished} rename to ${name}`);
  return name;
}

/** Where the product finds a store, as its settings. */
export interface StoreSettings {
  DATA_DIR: string;
  DATABASE_URL?: string;
}

export interface StoreGround {
  /** What distinguishes the engine, e.g. "PostgreSQL 18.4". */
  engineVersion: string;
  /** Makes a copy of a store, or an empty one: what is measured may change it. */
  copyOf: (size: number | 'empty') => Promise<StoreSettings>;
  close: () => Promise<void>;
}

function sqliteGround(folder: string): StoreGround {
  let copies = 0;
  return {
    engineVersion: `SQLite ${process.versions.sqlite}`,
    copyOf: async (size) => {
      copies += 1;
      const copy = join(folder, `sqlite-${copies}`);
      await mkdir(copy, { recursive: true });
      if (size !== 'empty') {
        const from = dataFiles.database(await sqliteStore(size));
        await copyFile(from, dataFiles.database(copy), constants.COPYFILE_FICLONE);
      }
      return { DATA_DIR: copy };
    },
    close: async () => undefined,
  };
}

async function postgresGround(folder: string): Promise<StoreGround> {
  const server = await openPostgresServer(join(storesFolder, 'postgres'));
  const copies: string[] = [];
  return {
    engineVersion: `PostgreSQL ${server.version}`,
    copyOf: async (size) => {
      const name = `copy_${process.pid}_${copies.length + 1}`;
      copies.push(name);
      const dataDir = join(folder, name);
      await mkdir(dataDir, { recursive: true });
      const template = size === 'empty' ? 'template0' : await postgresStore(server, size);
      await server.run(`create database ${name} template ${template} strategy file_copy`);
      return { DATA_DIR: dataDir, DATABASE_URL: server.url(name) };
    },
    close: async () => {
      for (const name of copies) await server.run(`drop database if exists ${name} with (force)`);
      await server.stop();
    },
  };
}

/** @param folder for the copies; whoever gives it removes it after closing */
export function openStores(engine: Engine, folder: string): Promise<StoreGround> {
  return engine === 'sqlite' ? Promise.resolve(sqliteGround(folder)) : postgresGround(folder);
}
