import { randomUUID } from 'node:crypto';
import dns from 'node:dns';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { photoName } from '../../domain/photos.ts';
import { allListed, describePhotoStore } from '../../tests/contracts/photo-store.contract.ts';
import { type S3Server, startS3Server } from '../../tests/harness/s3-server.ts';
import { createS3PhotoStore } from './s3.ts';

describePhotoStore('a bucket', async () => {
  const server = await startS3Server();
  return { store: createS3PhotoStore(server.settings), close: server.close };
});

const photo = Buffer.from('a photo');
const newName = () => photoName(randomUUID(), 'initial', 1_700_000_000_000);

describe('the photo bucket', () => {
  let server: S3Server;
  beforeEach(async () => {
    server = await startS3Server();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await server.close();
  });

  /** Brings photos there by another way. */
  function fill(count: number): string[] {
    const names = Array.from({ length: count }, newName);
    const storedAt = new Date('2026-03-02T15:04:05.678Z');
    for (const name of names) server.objects.set(name, { bytes: photo, storedAt, headers: {} });
    return names.sort();
  }
  const listedNames = async (settings = server.settings) =>
    (await allListed(createS3PhotoStore(settings))).map(({ name }) => name).sort();

  it('keeps each photo under its name, as a JPEG, with its checksum', async () => {
    const name = newName();
    await createS3PhotoStore(server.settings).put(name, photo);
    expect([...server.objects.keys()]).toEqual([name]);
    expect(server.objects.get(name)?.headers).toEqual({
      'content-type': 'image/jpeg',
      'x-amz-meta-sha256': 'd4e24d749a4fe2f161af2de913c0402b04e3ae287dafd0f9dbfa4a5c56c69285',
    });
  });

  it('shows only its own photos, under any name', async () => {
    const names = fill(3);
    const [name = ''] = names;
    const [storedAt, headers] = [new Date(), {}];
    const foreign = [
      'check.txt',
      `copy of ${name}`,
      'a&b <c> "d" \'e\'.jpg',
      'Müller 🕰.jpg',
      '</Contents></ListBucketResult>',
      `other-shop/${name}`,
      'other-shop/a.jpg',
      'z/1',
    ];
    for (const key of foreign) server.objects.set(key, { bytes: photo, storedAt, headers });
    expect(await listedNames()).toEqual(names);
  });

  it('finds its place again in a listing of many small pages', async () => {
    await server.close();
    server = await startS3Server({ keysOnPage: 7 });
    const names = fill(50);
    const [storedAt, headers] = [new Date(), {}];
    for (const folder of ['0', '8', 'f', 'z']) {
      for (let count = 0; count < 20; count += 1) {
        server.objects.set(`${folder}/${count}`, { bytes: photo, storedAt, headers });
      }
    }
    expect(await listedNames()).toEqual(names);
    expect(server.requests).toHaveLength(Math.ceil((50 + 4) / 7));
  });

  it('keeps two shops apart that share it under two prefixes', async () => {
    const [one, other] = ['shops/one/', 'shops/one/two/'].map((prefix) =>
      createS3PhotoStore({ ...server.settings, prefix }),
    );
    const name = newName();
    await one?.put(name, photo);
    expect([...server.objects.keys()]).toEqual([`shops/one/${name}`]);
    expect(await other?.get(name)).toBeNull();
    await other?.put(name, Buffer.from('another'));
    expect(Buffer.from((await one?.get(name))?.bytes ?? [])).toEqual(photo);
    expect(await listedNames({ ...server.settings, prefix: 'shops/one/' })).toEqual([name]);
    await other?.delete(name);
    expect([...server.objects.keys()]).toEqual([`shops/one/${name}`]);
    expect(await listedNames()).toEqual([]);
  });

  it('is found below a path, as some services have it', async () => {
    await server.close();
    server = await startS3Server({ path: '/storage/v1/s3' });
    const store = createS3PhotoStore(server.settings);
    const name = newName();
    await store.put(name, photo);
    expect(await listedNames()).toEqual([name]);
    expect(server.refusals).toEqual([]);
  });

  it('is part of the host where the endpoint names it there', async () => {
    const { lookup } = dns;
    const here = (...[, ...rest]: Parameters<typeof lookup>) => lookup('127.0.0.1', ...rest);
    vi.spyOn(dns, 'lookup').mockImplementation(here);
    const endpoint = server.settings.endpoint.replace('127.0.0.1', 'repair-photos.s3.test');
    const settings = { ...server.settings, endpoint, prefix: 'shops/one/' };
    const store = createS3PhotoStore(settings);
    const name = newName();
    await store.put(name, photo);
    expect([...server.objects.keys()]).toEqual([`shops/one/${name}`]);
    expect(Buffer.from((await store.get(name))?.bytes ?? [])).toEqual(photo);
    expect(await listedNames(settings)).toEqual([name]);
    await store.delete(name);
    expect(await listedNames(settings)).toEqual([]);
    expect(server.refusals).toEqual([]);
  });

  it('takes photos that another program brought, without a checksum', async () => {
    const [name = ''] = fill(1);
    const found = await createS3PhotoStore(server.settings).get(name);
    expect(Buffer.from(found?.bytes ?? [])).toEqual(photo);
    expect(found?.lastModified).toEqual(new Date('2026-03-02T15:04:05.000Z'));
  });

  describe('asked whether it can serve', () => {
    it('writes, reads and lists, and remembers a good answer for a while', async () => {
      const store = createS3PhotoStore(server.settings);
      await store.check();
      const all = ['GET ', 'PUT check.txt', 'GET check.txt'];
      expect(server.requests).toEqual(all);
      await store.check();
      expect(server.requests).toEqual(all);
      expect(await allListed(store)).toEqual([]);
    });

    it('looks anew once anything has failed', async () => {
      const store = createS3PhotoStore(server.settings);
      await store.check();
      server.misbehave({ kind: 'refuse', status: 403, code: 'AccessDenied' });
      await expect(store.get(newName())).rejects.toThrow();
      await expect(store.check()).rejects.toThrow();
      server.behave();
      await store.check();
      expect(server.requests.slice(-2)).toEqual(['PUT check.txt', 'GET check.txt']);
    });

    it.each([
      ['list', ({ key }: { key: string }) => key === ''],
      ['write', ({ method }: { method: string }) => method === 'PUT'],
      [
        'read',
        ({ key, method }: { key: string; method: string }) => key !== '' && method === 'GET',
      ],
    ])('says no where the key may not %s', async (_right, on) => {
      server.misbehave({ kind: 'refuse', status: 403, code: 'AccessDenied' }, { on });
      const store = createS3PhotoStore(server.settings);
      await expect(store.check()).rejects.toMatchObject({
        outage: 'refused',
        cause: { code: 'AccessDenied', message: expect.stringContaining('lacks a right') },
      });
    });
  });
});
