import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreBackup } from '../../../../server/shop/backups/restore.ts';
import { makeBackup } from '../../../../server/shop/backups/writer.ts';
import { startApp } from '../../../harness/app.ts';
import { backupTask } from '../../../harness/backup-tasks.ts';
import { createStorage, type Storage } from '../../../harness/engine.ts';
import { addPhoto, allPhotos } from '../../../harness/photo-upload.ts';
import { takeIn } from '../../../harness/shop-fixtures.ts';

const now = Date.parse('2026-03-03T08:00:00.000Z');

describe('a restore into a bucket', () => {
  let path: string;
  let source: Storage;
  let photos: Record<string, string>;
  beforeAll(async () => {
    source = await createStorage('sqlite');
    const shop = await startApp('sqlite', { storage: source });
    for (let count = 0; count < 12; count += 1) {
      const { ticketNumber } = await takeIn(shop);
      await addPhoto(shop, ticketNumber);
    }
    await shop.stop();
    path = (await makeBackup(await backupTask(source))).path;
    photos = await allPhotos(source);
  });
  afterAll(() => source.remove());

  const bucketStorage = async () => {
    const storage = await createStorage('sqlite', 'bucket');
    if (storage.bucket === null) throw new Error('No bucket');
    return { storage, bucket: storage.bucket };
  };
  const storedAt = new Date('2026-01-01T00:00:00Z');

  it('leaves photos alone that are there already, and brings the others', async () => {
    const { storage, bucket } = await bucketStorage();
    const [name = '', hex = ''] = Object.entries(photos)[0] ?? [];
    bucket.objects.set(name, { bytes: Buffer.from(hex, 'hex'), storedAt, headers: {} });
    const task = { path, location: storage, now };
    await expect(restoreBackup({ ...task, isReplacing: false })).rejects.toThrow(
      /There is a shop here already: the data holds photos/,
    );
    await restoreBackup({ ...task, isReplacing: true });
    expect(await allPhotos(storage)).toEqual(photos);
    const puts = bucket.requests.filter((each) => each.startsWith('PUT')).sort();
    const others = Object.keys(photos).filter((each) => each !== name);
    expect(puts).toEqual(others.map((each) => `PUT ${each}`).sort());
    await storage.remove();
  });

  it('overwrites no photo: another one under the same name ends it, and nothing has changed', async () => {
    const { storage, bucket } = await bucketStorage();
    const name = Object.keys(photos).at(-1) ?? '';
    const bytes = Buffer.from('another picture');
    bucket.objects.set(name, { bytes, storedAt, headers: {} });
    await expect(
      restoreBackup({ path, location: storage, isReplacing: true, now }),
    ).rejects.toThrow(`another photo under the name ${name}`);
    expect(await allPhotos(storage)).toEqual({ [name]: bytes.toString('hex') });
    expect(bucket.requests.filter((each) => !each.startsWith('GET'))).toEqual([]);
    await storage.remove();
  });

  it('that cannot bring all photos brings nothing', async () => {
    const { storage, bucket } = await bucketStorage();
    let puts = 0;
    bucket.misbehave(
      { kind: 'refuse', status: 507, code: 'XMinioStorageFull' },
      {
        on: ({ method }) => {
          if (method === 'PUT') puts += 1;
          return method === 'PUT' && puts > 5;
        },
      },
    );
    await expect(
      restoreBackup({ path, location: storage, isReplacing: false, now }),
    ).rejects.toThrow('failed to store');
    expect(puts).toBeGreaterThan(5);
    expect(await allPhotos(storage)).toEqual({});
    bucket.behave();
    const shop = await startApp('sqlite', { storage });
    expect((await shop.staff.call('listRepairs')).items).toEqual([]);
    await shop.stop();
    await storage.remove();
  });

  it('is not begun where the bucket cannot be reached', async () => {
    const { storage, bucket } = await bucketStorage();
    await bucket.close();
    await expect(
      restoreBackup({ path, location: storage, isReplacing: true, now }),
    ).rejects.toThrow('failed to list photos');
    await storage.remove();
  });
});
