import { argon2Sync, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from '../../server/database/database.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { openSqlite } from '../../server/database/sqlite.ts';
import { databaseOn, type EmptyShops, type Ground, onServer } from './storage.ts';

export const testPassword = 'correct horse battery';

/** As the product stores it, but proved in a moment: half of the tests' time would go into that. */
function quicklyProved(password: string): string {
  const cost = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 };
  const nonce = randomBytes(16);
  const hash = argon2Sync('argon2id', { ...cost, message: password, nonce });
  const [salt, tag] = [nonce.toString('base64'), hash.toString('base64')];
  return JSON.stringify({ algorithm: 'argon2id', ...cost, salt, hash: tag });
}

async function makeEmpty(opening: Promise<Database>): Promise<void> {
  const database = await opening;
  const password = { key: 'password', value: quicklyProved(testPassword) };
  await database.transact((tx) => tx.insertInto('settings').values(password).execute());
  await database.close();
}

/** @returns them, and how to remove what no folder holds */
export async function makeEmptyShops({
  dataFolder,
  postgresUrl,
}: Ground): Promise<EmptyShops & { clear: () => Promise<void> }> {
  const sqliteFile = join(dataFolder, 'empty', 'shop.db');
  await makeEmpty(openSqlite(sqliteFile));
  const postgresDatabase = `empty_${randomUUID().replaceAll('-', '')}`;
  await onServer(postgresUrl, `create database ${postgresDatabase}`);
  const log = { warn: () => undefined };
  await makeEmpty(openPostgres(databaseOn(postgresUrl, postgresDatabase), log));
  return {
    sqliteFile,
    postgresDatabase,
    clear: () => onServer(postgresUrl, `drop database ${postgresDatabase} with (force)`),
  };
}
