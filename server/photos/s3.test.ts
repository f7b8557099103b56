import { randomUUID } from 'node:crypto';
import dns from 'node:dns';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { photoName } from '../../domain/photos.ts';
import { allListed, describePhotoStore } from '../../tests/contracts/photo-store.contract.ts';
import { type S3Fault, type S3Server, startS3Server } from '../../tests/harness/s3-server.ts';
import { type PhotoStore, PhotoStoreError } from '../ports/photo-store.ts';
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

  it('keeps its place in a listing of many small pages', async () => {
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

  it('is part of the host if the endpoint names it there', async () => {
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

    it('looks again once anything has failed', async () => {
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
        cause: { code: 'AccessDenied', message: expect.stringContaining('lacks permission') },
      });
    });
  });
});

const name = photoName(randomUUID(), 'initial', 1_700_000_000_000);
const large = Buffer.alloc(300_000, 'a photo');
const another = Buffer.alloc(300_000, 'another');

const refuse = (status: number, code: string): S3Fault => ({ kind: 'refuse', status, code });

describe('a bucket that fails', () => {
  let server: S3Server;
  let store: PhotoStore;
  beforeEach(async () => {
    server = await startS3Server();
    store = createS3PhotoStore(server.settings);
    return () => server.close();
  });

  const isStored = async (bytes: Buffer) => bytes.equals((await store.get(name))?.bytes ?? another);

  async function refusalOf(call: () => Promise<unknown>): Promise<PhotoStoreError> {
    const outcome = await call().catch((error: unknown) => error);
    if (!(outcome instanceof PhotoStoreError)) throw new Error('No refusal', { cause: outcome });
    // An error ends up in a log.
    expect(inspect(outcome, { depth: null })).not.toContain(server.settings.secretAccessKey);
    return outcome;
  }
  const put = () => store.put(name, another);
  const get = () => store.get(name);
  const list = () => allListed(store);
  const check = () => store.check();
  const everyCall = [put, get, () => store.has(name), () => store.delete(name), list, check];

  it.each<[string, S3Fault]>([
    ['fails', refuse(500, 'InternalError')],
    ['is too busy', refuse(503, 'ServiceUnavailable')],
    ['hangs up', { kind: 'hang-up' }],
    ['breaks off', { kind: 'cut-answer' }],
    ['sends different bytes than it has', { kind: 'alter-answer' }],
    ['answers 502 from a proxy', { kind: 'page', status: 502, text: '<html>Bad Gateway</html>' }],
  ])('once is asked again when it %s', async (_what, fault) => {
    server.misbehave(fault, { times: 1 });
    await store.put(name, large);
    server.behave();
    server.misbehave(fault, { times: 1 });
    expect(await isStored(large)).toBe(true);
    expect(server.requests.length).toBeGreaterThan(2);
  });

  it('once is asked again in the middle of a listing', async () => {
    await server.close();
    server = await startS3Server({ keysOnPage: 2 });
    store = createS3PhotoStore(server.settings);
    const names = Array.from({ length: 7 }, () => photoName(randomUUID(), 'completed', 1));
    for (const each of names) await store.put(each, large);
    const isLater = ({ query }: { query: URLSearchParams }) => query.has('continuation-token');
    server.misbehave({ kind: 'cut-answer' }, { times: 2, on: isLater });
    expect((await list()).map((each) => each.name)).toEqual(names.sort());
  });

  const failures: [string, S3Fault, string, RegExp][] = [
    ['fails', refuse(500, 'InternalError'), 'broken', /service failed/],
    ['is too busy', refuse(503, 'ServiceUnavailable'), 'busy', /service is busy/],
    ['hangs up', { kind: 'hang-up' }, 'unreachable', /cannot be reached \(ECONNRESET\)/],
    ['lets nobody in', refuse(403, 'AccessDenied'), 'refused', /read, write, delete or list/],
    ['knows another secret', refuse(403, 'SignatureDoesNotMatch'), 'refused', /S3_SECRET_ACC/],
    ['has no room left', refuse(507, 'XMinioStorageFull'), 'full', /no room left/],
    [
      'is in another region',
      {
        kind: 'refuse',
        status: 301,
        code: 'PermanentRedirect',
        headers: { 'x-amz-bucket-region': 'ap-south-1', location: 'http://127.0.0.1:1/' },
      },
      'refused',
      /S3_REGION or S3_ENDPOINT.*ap-south-1/,
    ],
    [
      'is not a bucket, but a website without such a page',
      { kind: 'page', status: 404, text: '<html>Not found</html>' },
      'refused',
      /did not accept/,
    ],
  ];
  it.each(failures)(
    'that %s never looks like one that lacks the photo, and says why',
    async (_what, fault, outage, words) => {
      await store.put(name, large);
      server.misbehave(fault);
      for (const call of everyCall) {
        const refusal = await refusalOf(call);
        expect(refusal.outage).toBe(outage);
        expect(String(refusal.cause)).toMatch(words);
      }
      server.behave();
      expect(await isStored(large)).toBe(true);
    },
  );

  it('that is a website is not a bucket', async () => {
    for (const text of ['<html>Welcome</html>', '<html>Welcome<br></html>', '']) {
      server.behave();
      server.misbehave({ kind: 'page', status: 200, text });
      for (const call of [put, get, list, check]) {
        const { outage, cause } = await refusalOf(call);
        expect(outage).toBe('refused');
        expect(String(cause)).toMatch(/not an S3-compatible service/);
      }
    }
  });

  it('that returns a different photo than was stored gives it to no one', async () => {
    await store.put(name, large);
    server.misbehave({ kind: 'alter-answer' });
    expect(await refusalOf(get)).toMatchObject({ outage: 'broken', cause: { code: 'checksum' } });
  });

  it.each<[string, S3Fault]>([
    ['says nothing', { kind: 'silent' }],
    ['stops in the middle of an answer', { kind: 'stall' }],
  ])('is not waited for forever when it %s', async (_what, fault) => {
    await store.put(name, large);
    store = createS3PhotoStore(server.settings, 100);
    server.misbehave(fault);
    for (const call of [get, list, check]) {
      expect(await refusalOf(call)).toMatchObject({ outage: 'slow', cause: { code: 'timeout' } });
    }
  });

  it('cannot be reached: every call says so', async () => {
    await server.close();
    for (const call of everyCall) {
      expect(await refusalOf(call)).toMatchObject({
        outage: 'unreachable',
        cause: { code: 'ECONNREFUSED', message: expect.stringContaining('cannot be reached') },
      });
    }
  });

  it('whose list has no end: the listing fails', async () => {
    for (const text of [
      '<ListBucketResult><IsTruncated>false</IsTruncated>',
      '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>',
      '<ListBucketResult></ListBucketResult>',
    ]) {
      server.behave();
      server.misbehave({ kind: 'page', status: 200, text });
      await refusalOf(list);
    }
    const again =
      '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken></ListBucketResult>';
    server.behave();
    server.misbehave({ kind: 'page', status: 200, text: again });
    await refusalOf(list);
    expect(server.requests.slice(-2)).toEqual(['GET ', 'GET ']);
  });

  it.each([
    ['key', { accessKeyId: 'AKOTHER' }, 'InvalidAccessKeyId', /S3_ACCESS_KEY_ID/],
    ['region', { region: 'eu-west-9' }, 'AuthorizationHeaderMalformed', /S3_REGION/],
    ['bucket', { bucket: 'other-photos' }, 'NoSuchBucket', /S3_BUCKET/],
  ])('because of a wrong %s names the setting', async (_what, changes, code, setting) => {
    await store.put(name, large);
    const own = store;
    store = createS3PhotoStore({ ...server.settings, ...changes });
    for (const call of everyCall) {
      const { cause } = await refusalOf(call);
      expect(cause).toMatchObject({ code });
      expect(String(cause)).toMatch(setting);
    }
    store = own;
    expect(await isStored(large)).toBe(true);
  });
});
