import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openPostgres } from '../../server/database/postgres.ts';
import { openSqlite } from '../../server/database/sqlite.ts';
import { databaseOn, type EmptyShops, type Ground, onServer } from './storage.ts';

/** @returns them, and how to remove what no folder holds */
export async function makeEmptyShops({
  dataFolder,
  postgresUrl,
}: Ground): Promise<EmptyShops & { clear: () => Promise<void> }> {
  const sqliteFile = join(dataFolder, 'empty', 'shop.db');
  await (await openSqlite(sqliteFile)).close();
  const postgresDatabase = `empty_${randomUUID().replaceAll('-', '')}`;
  await onServer(postgresUrl, `create database ${postgresDatabase}`);
  const log = { warn: () => undefined };
  await (await openPostgres(databaseOn(postgresUrl, postgresDatabase), log)).close();
  return {
    sqliteFile,
    postgresDatabase,
    clear: () => onServer(postgresUrl, `drop database ${postgresDatabase} with (force)`),
  };
}
