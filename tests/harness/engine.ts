import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, inject } from 'vitest';
import { dataFiles } from '../../server/config.ts';
import type { Database } from '../../server/database/database.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { openSqlite } from '../../server/database/sqlite.ts';
import { rowsInPostgres, rowsInSqlite, type StoredRows } from './stored-rows.ts';

export const engines = ['sqlite', 'postgres'] as const;
export type Engine = (typeof engines)[number];

/** Runs the same tests on the embedded engine and on PostgreSQL. Neither is ever skipped. */
export function describeOnBothEngines(name: string, suite: (engine: Engine) => void): void {
  describe.each(engines)(`${name} (%s)`, suite);
}

/** An empty place to keep a shop's data: a folder and, on PostgreSQL, a database of its own. */
export interface Storage {
  engine: Engine;
  dataDir: string;
  databaseUrl: string | null;
  /** Once the product has made its tables. */
  openRows(): Promise<StoredRows>;
  remove(): Promise<void>;
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export async function createStorage(engine: Engine): Promise<Storage> {
  const dataDir = await mkdtemp(join(inject('dataFolder'), 'shop-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (engine === 'sqlite') {
    return {
      engine,
      dataDir,
      databaseUrl: null,
      openRows: async () => rowsInSqlite(dataFiles.database(dataDir)),
      remove: removeFolder,
    };
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name}`);
  const address = new URL(inject('postgresUrl'));
  address.pathname = `/${name}`;
  const databaseUrl = address.href;
  return {
    engine,
    dataDir,
    databaseUrl,
    openRows: () => rowsInPostgres(databaseUrl),
    remove: async () => {
      await onServer(`drop database ${name} with (force)`);
      await removeFolder();
    },
  };
}

/** The same data opened by another process, as scripts do. */
export function openAgain(storage: Storage): Promise<Database> {
  const log = { warn: () => undefined };
  return storage.databaseUrl === null
    ? openSqlite(dataFiles.database(storage.dataDir))
    : openPostgres(storage.databaseUrl, log);
}
