import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { photoName } from '../../domain/photos.ts';
import { allListed } from '../../tests/contracts/photo-store.contract.ts';
import { type S3Fault, type S3Server, startS3Server } from '../../tests/harness/s3-server.ts';
import { type PhotoStore, PhotoStoreError } from './photo-store.ts';
import { createS3PhotoStore } from './s3.ts';

const name = photoName(randomUUID(), 'initial', 1_700_000_000_000);
const photo = Buffer.alloc(300_000, 'a photo');
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
    ['sends other bytes than it has', { kind: 'alter-answer' }],
    ['answers 502 from a proxy', { kind: 'page', status: 502, text: '<html>Bad Gateway</html>' }],
  ])('once is asked again, where it %s', async (_what, fault) => {
    server.misbehave(fault, { times: 1 });
    await store.put(name, photo);
    server.behave();
    server.misbehave(fault, { times: 1 });
    expect(await isStored(photo)).toBe(true);
    expect(server.requests.length).toBeGreaterThan(2);
  });

  it('once is asked again in the middle of a listing', async () => {
    await server.close();
    server = await startS3Server({ keysOnPage: 2 });
    store = createS3PhotoStore(server.settings);
    const names = Array.from({ length: 7 }, () => photoName(randomUUID(), 'completed', 1));
    for (const each of names) await store.put(each, photo);
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
      'lies in another region',
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
      'is no bucket but a web site without such a page',
      { kind: 'page', status: 404, text: '<html>Not found</html>' },
      'refused',
      /did not accept/,
    ],
  ];
  it.each(failures)(
    'that %s never looks like one that lacks the photo, and says why',
    async (_what, fault, outage, words) => {
      await store.put(name, photo);
      server.misbehave(fault);
      for (const call of everyCall) {
        const refusal = await refusalOf(call);
        expect(refusal.outage).toBe(outage);
        expect(String(refusal.cause)).toMatch(words);
      }
      server.behave();
      expect(await isStored(photo)).toBe(true);
    },
  );

  it('that is a web site is no bucket', async () => {
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

  it('that gives back another photo than was stored does so to nobody', async () => {
    await store.put(name, photo);
    server.misbehave({ kind: 'alter-answer' });
    expect(await refusalOf(get)).toMatchObject({ outage: 'broken', cause: { code: 'checksum' } });
  });

  it.each<[string, S3Fault]>([
    ['says nothing', { kind: 'silent' }],
    ['stops in the middle of an answer', { kind: 'stall' }],
  ])('is not waited for without end, where it %s', async (_what, fault) => {
    await store.put(name, photo);
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

  it('whose list has no end is no whole list', async () => {
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
    await store.put(name, photo);
    const own = store;
    store = createS3PhotoStore({ ...server.settings, ...changes });
    for (const call of everyCall) {
      const { cause } = await refusalOf(call);
      expect(cause).toMatchObject({ code });
      expect(String(cause)).toMatch(setting);
    }
    store = own;
    expect(await isStored(photo)).toBe(true);
  });
});
