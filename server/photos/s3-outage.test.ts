import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { photoName } from '../../domain/photo-name.ts';
import { allListed } from '../../tests/contracts/photo-store.contract.ts';
import { type S3Fault, slowDown } from '../../tests/harness/s3-faults.ts';
import { type S3Server, startS3Server } from '../../tests/harness/s3-server.ts';
import { type PhotoStore, PhotoStoreError, type StoredPhoto } from './photo-store.ts';
import { createS3PhotoStore } from './s3.ts';

const name = photoName(randomUUID(), 'initial', 1_700_000_000_000);
const photo = Buffer.alloc(300_000, 'a photo');
const another = Buffer.alloc(300_000, 'another');

const isSame = (found: StoredPhoto | null, bytes: Buffer) =>
  found !== null && bytes.equals(found.bytes);

describe('a bucket that fails', () => {
  let server: S3Server;
  let store: PhotoStore;
  /** How long was waited before attempts, in milliseconds. */
  let waits: number[];
  const options = (patienceMs?: number) => ({
    delay: async (milliseconds: number) => {
      waits.push(milliseconds);
    },
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
  beforeEach(async () => {
    waits = [];
    server = await startS3Server();
    store = createS3PhotoStore(server.settings, options());
  });
  afterEach(async () => {
    await server.close();
  });

  async function refusalOf(call: () => Promise<unknown>): Promise<PhotoStoreError> {
    const outcome = await call().catch((error: unknown) => error);
    if (!(outcome instanceof PhotoStoreError)) throw new Error('No refusal', { cause: outcome });
    // Whatever is told of it is told to a log.
    expect(inspect(outcome, { depth: null })).not.toContain(server.settings.secretAccessKey);
    return outcome;
  }
  const everyCall = [
    () => store.put(name, another),
    () => store.get(name),
    () => store.has(name),
    () => store.delete(name),
    () => allListed(store),
    () => store.check(),
  ];

  const passing: [string, S3Fault][] = [
    ['fails within', { kind: 'refuse', status: 500, code: 'InternalError' }],
    ['is overrun', slowDown()],
    ['hangs up', { kind: 'hang-up' }],
    ['hangs up in the middle of what is sent', { kind: 'cut-upload' }],
    ['hangs up instead of an answer', { kind: 'lose-answer' }],
    ['gets other bytes than were sent', { kind: 'alter-upload' }],
    ['answers 502 from a proxy', { kind: 'page', status: 502, text: '<html>Bad Gateway</html>' }],
  ];

  it.each(passing)('once is asked again, where it %s: storing', async (_what, fault) => {
    server.misbehave(fault, { times: 1 });
    await store.put(name, photo);
    expect(waits).toHaveLength(1);
    expect(server.objects.get(name)?.bytes.equals(photo)).toBe(true);
  });

  it.each([
    ...passing.filter(([, { kind }]) => !/upload/.test(kind)),
    ['breaks off', { kind: 'cut-answer' }],
    ['sends other bytes than it has', { kind: 'alter-answer' }],
  ] as [string, S3Fault][])('once is asked again, where it %s: reading', async (_what, fault) => {
    await store.put(name, photo);
    server.misbehave(fault, { times: 1 });
    expect(isSame(await store.get(name), photo)).toBe(true);
    expect(waits).toHaveLength(1);
  });

  it('once is asked again in the middle of a listing', async () => {
    await server.close();
    server = await startS3Server({ keysOnPage: 2 });
    store = createS3PhotoStore(server.settings, options());
    const names = Array.from({ length: 7 }, () => photoName(randomUUID(), 'completed', 1));
    for (const each of names) await store.put(each, photo);
    const isLater = ({ query }: { query: URLSearchParams }) => query.has('continuation-token');
    server.misbehave({ kind: 'cut-answer' }, { times: 2, on: isLater });
    expect((await allListed(store)).map((each) => each.name)).toEqual(names.sort());
    expect(waits).toHaveLength(2);
  });

  it.each(passing)('for good is given up on after four attempts, where it %s', async (_, fault) => {
    await store.put(name, photo);
    server.requests.length = 0;
    server.misbehave(fault);
    await refusalOf(() => store.put(name, another));
    expect(server.requests).toEqual(Array(4).fill(`PUT ${name}`));
    expect(waits).toHaveLength(3);
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(wait).toBeLessThan(200 * 2 ** index);
    }
    server.behave();
    // What was taken but never acknowledged may be either, never a mixture.
    const expected = fault.kind === 'lose-answer' ? another : photo;
    expect(isSame(await store.get(name), expected)).toBe(true);
  });

  it('waits no two times alike, so that not all come back at once', async () => {
    server.misbehave(slowDown());
    for (let count = 0; count < 4; count += 1) await refusalOf(() => store.get(name));
    expect(new Set(waits).size).toBe(12);
  });

  it('is left alone for as long as it asks for', async () => {
    server.misbehave(slowDown('2'), { times: 1 });
    server.misbehave(slowDown(new Date(Date.now() + 4000).toUTCString()), { times: 1 });
    await store.put(name, photo);
    expect(waits[0]).toBeGreaterThanOrEqual(2000);
    expect(waits[1]).toBeGreaterThan(2000);
  });

  it('is not waited for where it asks for longer than anybody would wait', async () => {
    server.misbehave(slowDown('60'));
    const refusal = await refusalOf(() => store.put(name, photo));
    expect(refusal).toMatchObject({ outage: 'busy', cause: { code: 'SlowDown' } });
    expect(waits).toEqual([]);
  });

  it.each<[string, S3Fault]>([
    ['says nothing', { kind: 'silent' }],
    ['stops in the middle of an answer', { kind: 'stall' }],
  ])('is not waited for without end, where it %s', async (_what, fault) => {
    const patient = createS3PhotoStore(server.settings, options());
    await patient.put(name, photo);
    store = createS3PhotoStore(server.settings, options(100));
    server.misbehave(fault);
    for (const call of [() => store.get(name), () => allListed(store), () => store.check()]) {
      expect(await refusalOf(call)).toMatchObject({ outage: 'slow', cause: { code: 'timeout' } });
    }
  });

  it('is waited for where it answers late but in time', async () => {
    server.misbehave({ kind: 'late', milliseconds: 50 });
    await store.put(name, photo);
    expect(isSame(await store.get(name), photo)).toBe(true);
    expect(waits).toEqual([]);
  });

  it('cannot be reached: every call says so, none that there is no photo', async () => {
    await server.close();
    for (const call of everyCall) {
      expect(await refusalOf(call)).toMatchObject({
        outage: 'unreachable',
        cause: { code: 'ECONNREFUSED', message: expect.stringContaining('cannot be reached') },
      });
    }
  });

  const refused: [string, S3Fault, string, RegExp][] = [
    [
      'lets nobody in',
      { kind: 'refuse', status: 403, code: 'AccessDenied' },
      'refused',
      /read, write, delete and list/,
    ],
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
      'has no room left',
      { kind: 'refuse', status: 507, code: 'XMinioStorageFull' },
      'full',
      /disk there is full/,
    ],
    [
      'is no bucket but a web site',
      { kind: 'page', status: 200, text: '<html>Welcome</html>' },
      'refused',
      /no S3-compatible service/,
    ],
    [
      'is no bucket but a web site without such a page',
      { kind: 'page', status: 404, text: '<html>Not found</html>' },
      'refused',
      /HTTP 404/,
    ],
  ];
  it.each(refused)('that %s is asked once, and says why', async (_what, fault, outage, words) => {
    server.misbehave(fault);
    for (const call of everyCall) {
      const refusal = await refusalOf(call);
      expect(refusal.outage).toBe(outage);
      expect(String(refusal.cause)).toMatch(words);
    }
    expect(waits).toEqual([]);
  });

  it('whose list has no end is no whole list', async () => {
    for (const text of [
      '<ListBucketResult><IsTruncated>false</IsTruncated>',
      '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>',
      '<ListBucketResult></ListBucketResult>',
      '',
    ]) {
      server.behave();
      server.misbehave({ kind: 'page', status: 200, text });
      await refusalOf(() => allListed(store));
    }
    const again =
      '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken></ListBucketResult>';
    server.behave();
    server.misbehave({ kind: 'page', status: 200, text: again });
    await refusalOf(() => allListed(store));
    expect(server.requests.slice(-2)).toEqual(['GET ', 'GET ']);
  });

  it.each([
    [
      'secret',
      { secretAccessKey: 'another-secret' },
      'SignatureDoesNotMatch',
      /S3_SECRET_ACCESS_KEY/,
    ],
    ['key', { accessKeyId: 'AKOTHER' }, 'InvalidAccessKeyId', /S3_ACCESS_KEY_ID/],
    ['region', { region: 'eu-west-9' }, 'AuthorizationHeaderMalformed', /S3_REGION/],
    ['bucket', { bucket: 'other-photos' }, 'NoSuchBucket', /S3_BUCKET/],
  ])('because of a wrong %s names the setting', async (_what, changes, code, setting) => {
    await store.put(name, photo);
    store = createS3PhotoStore({ ...server.settings, ...changes }, options());
    for (const call of everyCall) {
      const { cause } = await refusalOf(call);
      expect(cause).toMatchObject({ code });
      expect(String(cause)).toMatch(setting);
      expect(String(cause)).not.toContain('another-secret');
    }
    expect(waits).toEqual([]);
    expect(server.objects.get(name)?.bytes.equals(photo)).toBe(true);
  });

  it('because of a clock that is wrong says by how much', async () => {
    server.skew(-61 * 60_000);
    const { cause } = await refusalOf(() => store.put(name, photo));
    expect(String(cause)).toMatch(/more than 15 minutes apart.*it is 61 minutes fast/);
    server.skew(20 * 60_000);
    const { cause: second } = await refusalOf(() => store.get(name));
    expect(String(second)).toMatch(/it is 20 minutes slow/);
    server.skew(14 * 60_000);
    await store.put(name, photo);
  });
});
