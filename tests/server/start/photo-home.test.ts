import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dataFiles } from '../../../server/base/config.ts';
import { openPhotoStore } from '../../../server/photos/location.ts';
import { type AppOptions, startApp } from '../../harness/app.ts';
import { createStorage, describeOnBothInLongRun, type Storage } from '../../harness/engine.ts';
import { addPhoto } from '../../harness/photo-upload.ts';
import { takeIn } from '../../harness/shop-fixtures.ts';

describeOnBothInLongRun(
  'a start with settings that name another location for the photos',
  (engine) => {
    const start = (storage: Storage, options: AppOptions = {}) =>
      startApp(engine, { storage, ...options });

    it('is refused with both locations, until the photos are there', async () => {
      const storage = await createStorage(engine);
      const bucket = await createStorage('sqlite', 'bucket');
      const settings = bucket.bucket?.settings;
      if (settings === undefined) throw new Error('There is no bucket');
      const inBucket: Storage = { ...storage, photoBucket: bucket.photoBucket };
      await (await start(storage)).stop();
      // As long as a shop has no photos, the place for them may change.
      const shop = await start(inBucket);
      await addPhoto(shop, (await takeIn(shop)).ticketNumber);
      await shop.stop();

      await expect(start(storage)).rejects.toThrow(
        /photos of this shop are in s3:\/\/.*, and the settings name .*photos\. Set DATA_DIR and S3_…/,
      );
      const from = await openPhotoStore(inBucket);
      const to = await openPhotoStore(storage);
      for await (const { name } of from.list()) {
        await to.put(name, (await from.get(name))?.bytes ?? new Uint8Array());
      }
      await (await start(storage)).stop();
      // It remembers the new location.
      await expect(
        start({ ...inBucket, photoBucket: { ...settings, prefix: 'other' } }),
      ).rejects.toThrow(/and the settings name s3:\/\/.*\/other/);
      await (await start(storage)).stop();
      await bucket.remove();
      await storage.remove();
    });
  },
);

it('a data folder that was copied and renamed has its photos', async () => {
  const storage = await createStorage('sqlite');
  const shop = await startApp('sqlite', { storage });
  const url = await addPhoto(shop, (await takeIn(shop)).ticketNumber);
  await shop.stop();
  const copy = { ...storage, dataDir: join(storage.dataDir, 'copy') };
  await mkdir(copy.dataDir);
  for (const part of [dataFiles.database, dataFiles.photos]) {
    await cp(part(storage.dataDir), part(copy.dataDir), { recursive: true });
  }
  const moved = await startApp('sqlite', { storage: copy });
  expect((await moved.staff.send('GET', url)).status).toBe(200);
  await moved.stop();
  await storage.remove();
});
