import { hash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, constants, copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { dataFiles } from '../server/base/config.ts';
import { sqliteDialect } from '../server/database/dialect.ts';
import { migrationNames } from '../server/database/migrate.ts';
import { embeddedServer } from '../tests/harness/postgres.ts';
import { freePort } from '../tests/harness/process.ts';
import { databaseOn, type Engine } from '../tests/harness/storage.ts';
import { fillPostgres, fillSqlite } from './data/fill.ts';
import { shopDays } from './data/shop.ts';

/**
 * Stores of made-up shops, made once and kept for later runs: in the folder that BENCH_STORES names,
 * else in the system's folder for temporary files.
 */

const folder = process.env.BENCH_STORES || join(tmpdir(), 'watch-repair-bench');
/** Raise this when bench/data makes a different shop. */
const generator = 4;
const migrations = hash('sha1', migrationNames(sqliteDialect).join()).slice(0, 6);
const nameOf = (size: number) => `shop_${size}_v${generator}_${migrations}`;

/** Where the product finds a store, as its settings. */
export interface StoreSettings {
  DATA_DIR: string;
  DATABASE_URL?: string;
}

async function emptyFolder(name: string): Promise<string> {
  const path = join(folder, name);
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true });
  return path;
}

async function openSqliteStores() {
  const copies = await emptyFolder('sqlite-copies');
  let count = 0;

  async function storeOf(size: number): Promise<string> {
    const file = join(folder, `${nameOf(size)}.db`);
    if (existsSync(file)) return file;
    console.log(`Making a store of ${size} tickets …`);
    const making = dataFiles.database(await emptyFolder('sqlite-unfinished'));
    await fillSqlite(making, shopDays(size));
    await rename(making, file);
    await rm(dirname(making), { recursive: true });
    return file;
  }

  return {
    engine: `SQLite ${process.versions.sqlite}`,
    /** Makes a copy of a store, or an empty one with `0`: what is measured may change it. */
    copyOf: async (size: number): Promise<StoreSettings> => {
      count += 1;
      const copy = join(copies, String(count));
      await mkdir(copy);
      if (size > 0) {
        const file = dataFiles.database(copy);
        await copyFile(await storeOf(size), file, constants.COPYFILE_FICLONE);
        // With a copy that shares its blocks, or isn't in the system's cache, the disk would be measured.
        for await (const _ of createReadStream(file, { highWaterMark: 2 ** 22 }));
      }
      return { DATA_DIR: copy };
    },
    close: () => rm(copies, { recursive: true }),
  };
}

export type Stores = Awaited<ReturnType<typeof openSqliteStores>>;

/** Settings for a machine that the database shares with the product: everything reaches the disk. */
const settings = ['shared_buffers=1GB', 'random_page_cost=1.1', 'max_wal_size=8GB'];
/** It listens on this machine only, and holds nothing but made-up shops. */
const password = 'bench';

async function openPostgresStores(): Promise<Stores> {
  const port = await freePort();
  const data = join(folder, 'postgres');
  await mkdir(folder, { recursive: true });
  // If root starts it, the server runs as another user, who must be able to reach its files.
  if (process.getuid?.() === 0) await chmod(folder, 0o755);
  const server = await embeddedServer({ folder: data, port, password, settings });
  if (!existsSync(join(data, 'PG_VERSION'))) await server.make();
  await server.start();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ask = async (statement: string) =>
    (await client.query(statement)).rows.map((row) => String(Object.values(row)[0]));
  const databases = () => ask('select datname from pg_database');

  const dropCopies = async () => {
    for (const name of await databases()) {
      if (/^copy_|_unfinished$/.test(name)) await ask(`drop database ${name} with (force)`);
    }
  };
  await dropCopies();
  let count = 0;

  async function storeOf(size: number): Promise<string> {
    const name = nameOf(size);
    if ((await databases()).includes(name)) return name;
    console.log(`Making a store of ${size} tickets …`);
    await ask('create database making_unfinished');
    await fillPostgres(databaseOn(url, 'making_unfinished'), shopDays(size));
    await ask(`alter database making_unfinished rename to ${name}`);
    return name;
  }

  return {
    engine: `PostgreSQL ${(await ask('show server_version'))[0]?.split(' ', 1)[0]}`,
    copyOf: async (size) => {
      count += 1;
      const copy = `copy_${count}`;
      const template = size > 0 ? await storeOf(size) : 'template0';
      await ask(`create database ${copy} template ${template} strategy file_copy`);
      const DATA_DIR = await emptyFolder(`postgres-copies/${copy}`);
      return { DATA_DIR, DATABASE_URL: databaseOn(url, copy) };
    },
    close: async () => {
      await dropCopies();
      await rm(join(folder, 'postgres-copies'), { recursive: true, force: true });
      await client.end();
      await server.stop();
    },
  };
}

export const openStores = (engine: Engine): Promise<Stores> =>
  engine === 'sqlite' ? openSqliteStores() : openPostgresStores();
