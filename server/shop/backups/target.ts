import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isoTime } from '../../clock.ts';
import { dataFiles } from '../../config.ts';
import type { RestoreTarget, StoreLocation } from './engine.ts';

/** To the millisecond: what was killed may be begun again at once. */
export const asideName = (now: number) => `replaced-${isoTime(now).replaceAll(/[:.]/g, '-')}`;

/**
 * @param stagingName the folder within the data folder in which an embedded store is built
 * @throws BackupFailure when the store is in use
 */
export async function openTarget(
  { databaseUrl, dataDir }: StoreLocation,
  stagingName: string,
): Promise<RestoreTarget> {
  if (databaseUrl !== null) {
    const { openPostgresTarget } = await import('./postgres-target.ts');
    return openPostgresTarget(databaseUrl);
  }
  const { openSqliteTarget } = await import('./sqlite-target.ts');
  const staging = join(dataDir, stagingName);
  return openSqliteTarget(dataFiles.database(dataDir), () => {
    mkdirSync(staging, { recursive: true, mode: 0o700 });
    return staging;
  });
}
