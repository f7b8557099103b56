import fs from 'node:fs';
import module from 'node:module';
import { basename, dirname } from 'node:path';
import { readSettings } from '../../server/base/config.ts';
import { openPhotoStore } from '../../server/photos/location.ts';
import type { OnProgress } from '../../server/shop/backups/reports.ts';
import { restoreBackup } from '../../server/shop/backups/restore.ts';
import { openSnapshot } from '../../server/shop/backups/snapshot.ts';
import { makeBackup } from '../../server/shop/backups/writer.ts';

/**
 * A backup or a restore that is killed at a certain step, as in a power failure:
 * `backup|restore FILE PHASE DONE`. A backup is made into the file's folder. The phase `in place` is
 * the moment before the new store gets the old one's name.
 */

const [what, path = '', phase, done] = process.argv.slice(2);
const location = {
  dataDir: process.env.DATA_DIR ?? '',
  databaseUrl: process.env.DATABASE_URL ?? null,
  photoBucket: readSettings(process.env).photoBucket,
};

const die: OnProgress = (progress) => {
  if (progress.phase === phase && progress.done >= Number(done))
    process.kill(process.pid, 'SIGKILL');
};

if (phase === 'in place') {
  const { renameSync } = fs;
  fs.renameSync = (from, to) => {
    if (basename(String(to)) === 'shop.db') process.kill(process.pid, 'SIGKILL');
    renameSync(from, to);
  };
  module.syncBuiltinESMExports();
}

if (what === 'restore') {
  await restoreBackup({
    path,
    location,
    isReplacing: true,
    now: Date.now(),
    onProgress: die,
  });
} else {
  await makeBackup({
    folder: dirname(path),
    kind: 'command',
    product: 'dying',
    shopName: 'Shop',
    photos: await openPhotoStore(location),
    openSnapshot: () => openSnapshot(location),
    clock: Date.now,
    onProgress: die,
  });
}
console.log('Survived');
