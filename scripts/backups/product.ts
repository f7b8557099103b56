import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, dataFiles } from '../../server/config.ts';
import type { Database } from '../../server/database/database.ts';

export function productVersion(): string {
  const file = join(import.meta.dirname, '..', '..', 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** The shop's data as the product opens it. */
export async function openShop({ databaseUrl, dataDir }: Config): Promise<Database> {
  if (databaseUrl !== null) {
    const { openPostgres } = await import('../../server/database/postgres.ts');
    return openPostgres(databaseUrl, { warn: (_details, message) => console.warn(message) });
  }
  const { openSqlite } = await import('../../server/database/sqlite.ts');
  return openSqlite(dataFiles.database(dataDir));
}
