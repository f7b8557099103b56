import { existsSync } from 'node:fs';
import { type Config, dataFiles, readConfig } from '../../server/base/config.ts';
import type { Database } from '../../server/database/database.ts';
import { setPassword } from '../../server/shop/sessions/password.ts';

/** The shop's data as the product opens it; an embedded database that is not there is made. */
export async function openShop({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  if (databaseUrl !== null) {
    const { openPostgres } = await import('../../server/database/postgres.ts');
    return openPostgres(databaseUrl, { warn: (_details, message) => console.warn(message) });
  }
  const { openSqlite } = await import('../../server/database/sqlite.ts');
  return openSqlite(dataFiles.database(dataDir));
}

/** As {@link openShop}. @throws Error if there is no shop: an empty one would look like it */
export async function openExistingShop(config: Config): Promise<Database> {
  if (config.databaseUrl === null && !existsSync(dataFiles.database(config.dataDir))) {
    throw new Error(`There is no data in ${config.dataDir}.`);
  }
  return openShop(config);
}

/** Stores a new password in the database that the settings name, and logs everyone out. */
export async function storePassword(password: string, settings: NodeJS.ProcessEnv): Promise<void> {
  const database = await openShop(readConfig(settings));
  await setPassword(database, password).finally(() => database.close());
}
