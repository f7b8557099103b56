import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { StoreDamage } from '../../database/store-state.ts';
import { usualBackupFolder } from './actions.ts';
import { listBackups } from './folder.ts';

const word = (path: string) => (/^[\w./@+-]+$/.test(path) ? path : JSON.stringify(path));

/** @returns what is known of the damage, the newest backup, and what can be done, each in a line */
export async function waysBack(
  { message, kind }: StoreDamage,
  config: Pick<Config, 'shop' | 'dataDir'>,
): Promise<string> {
  const folder = usualBackupFolder(config);
  const [newest] = await listBackups(folder).catch(() => []);
  const backup = newest === undefined ? 'FILE' : word(join(folder, newest.name));
  const goOn = kind === 'lost' ? 'go on with what is there' : 'begin anew, this kept aside';
  return [
    message,
    `Nothing was changed. Before anything else, copy ${config.dataDir} as it is to another disk.`,
    newest === undefined
      ? `  There is no backup in ${folder}. Look for one elsewhere.`
      : `  The newest backup is ${backup}, of ${newest.at}.`,
    `  To bring it back: npm run restore ${backup} -- --replace`,
    `  To ${goOn}: npm start -- --accept-loss (once)`,
  ].join('\n');
}
