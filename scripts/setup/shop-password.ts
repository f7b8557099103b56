import { dataFiles, readConfig } from '../../server/config.ts';
import type { Database } from '../../server/database/database.ts';
import { setPassword } from '../../server/shop/sessions/password.ts';

/** The shop's password as the scripts set it: one place where it is kept. */

async function openDatabase(environment: NodeJS.ProcessEnv): Promise<Database> {
  const config = readConfig(environment);
  if (config.databaseUrl !== null) {
    const { openPostgres } = await import('../../server/database/postgres.ts');
    return openPostgres(config.databaseUrl, { warn: (_details, message) => console.warn(message) });
  }
  const { openSqlite } = await import('../../server/database/sqlite.ts');
  return openSqlite(dataFiles.database(config.dataDir));
}

/**
 * Keeps a new password in the database that the settings name, and logs everybody out.
 *
 * @throws ConfigError, or what the database says
 */
export async function storePassword(
  password: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const database = await openDatabase(environment);
  try {
    await setPassword(database, password);
  } finally {
    await database.close();
  }
}
