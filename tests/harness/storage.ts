import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { BucketSettings } from '../../server/base/bucket-settings.ts';
import { dataFiles } from '../../server/base/config.ts';
import { type S3Server, startS3Server } from './s3-server.ts';
import { rowsInPostgres, rowsInSqlite, type StoredRows } from './stored-rows.ts';

export const testPassword = 'correct horse battery';

export const engines = ['sqlite', 'postgres'] as const;
export type Engine = (typeof engines)[number];

export type PhotoLocationName = 'folder' | 'bucket';

/** An empty place to keep a shop's data: a folder and, on PostgreSQL, a database of its own. */
export interface Storage {
  engine: Engine;
  dataDir: string;
  databaseUrl: string | null;
  photoBucket: BucketSettings | null;
  bucket: S3Server | null;
  /** Once the product has made its tables. */
  openRows(): Promise<StoredRows>;
  remove(): Promise<void>;
}

/** Where each {@link Storage} is made. */
export interface StorageHost {
  dataFolder: string;
  /** A server on which databases may be made. */
  postgresUrl: string;
}

/** Stores that have their tables and nothing in them: making those takes longer than copying them. */
export interface EmptyShops {
  sqliteFile: string;
  postgresDatabase: string;
}

export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export function databaseOn(postgresUrl: string, name: string): string {
  const address = new URL(postgresUrl);
  address.pathname = `/${name}`;
  return address.href;
}

/**
 * @param photos where they are
 * @param emptyShops to begin with the tables of one of these; by default the product has to make them
 */
export async function storageOn(
  engine: Engine,
  { dataFolder, postgresUrl }: StorageHost,
  photos: PhotoLocationName = 'folder',
  emptyShops?: EmptyShops,
): Promise<Storage> {
  const bucket = photos === 'bucket' ? await startS3Server() : null;
  const photoPlace = { photoBucket: bucket?.settings ?? null, bucket };
  const dataDir = await mkdtemp(join(dataFolder, 'shop-'));
  const removeFolder = async () => {
    await bucket?.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  if (engine === 'sqlite') {
    if (emptyShops) await copyFile(emptyShops.sqliteFile, dataFiles.database(dataDir));
    return {
      engine,
      dataDir,
      databaseUrl: null,
      ...photoPlace,
      openRows: async () => rowsInSqlite(dataFiles.database(dataDir)),
      remove: removeFolder,
    };
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = emptyShops ? ` template ${emptyShops.postgresDatabase} strategy file_copy` : '';
  await onServer(postgresUrl, `create database ${name}${template}`);
  const databaseUrl = databaseOn(postgresUrl, name);
  return {
    engine,
    dataDir,
    databaseUrl,
    ...photoPlace,
    openRows: () => rowsInPostgres(databaseUrl),
    remove: async () => {
      await onServer(postgresUrl, `drop database ${name} with (force)`);
      await removeFolder();
    },
  };
}
