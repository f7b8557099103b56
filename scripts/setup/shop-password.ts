import { readConfig } from '../../server/config.ts';
import { setPassword } from '../../server/shop/sessions/password.ts';
import { openShop } from '../commands/open-shop.ts';

/**
 * Keeps a new password in the database that the settings name, and logs everybody out.
 *
 * @throws ConfigError, or what the database says
 */
export async function storePassword(
  password: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const database = await openShop(readConfig(environment));
  await setPassword(database, password).finally(() => database.close());
}
