import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/database.ts';
import { putPhoto } from '../../../server/photos/actions.ts';
import { cameraPhoto, tracesOfThePhoto } from '../../fixtures/camera-photos.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { createStorage, describeOnBothPlaces, openAgain } from '../../harness/engine.ts';
import type { Reply } from '../../harness/http-client.ts';
import { allPhotos, testPhoto } from '../../harness/photo-upload.ts';
import { minute } from '../../harness/settable-clock.ts';
import { currentRepair, takeIn } from '../../harness/shop-fixtures.ts';

const blue = { r: 20, g: 40, b: 220 };
const red = { r: 220, g: 40, b: 20 };

describeOnBothPlaces('photos', (engine, place) => {
  let shop: RunningApp;
  beforeAll(async () => {
    shop = await startApp(engine, { storage: await createStorage(engine, place) });
    return () => shop.close();
  });

  const put = (
    ticketNumber: string,
    bytes: Uint8Array,
    { kind = 'initial', type = 'image/jpeg' }: { kind?: string; type?: string | null } = {},
  ) => {
    // No two photos of a shop are taken in the same millisecond.
    shop.clock.advance(minute);
    // A blob carries its own type: none at all, for a file that the browser does not know.
    const body = new Blob([new Uint8Array(bytes)], type === null ? {} : { type });
    return shop.staff.send('PUT', `/api/repairs/${ticketNumber}/photos/${kind}`, { body });
  };
  const urlOf = (reply: Reply) => (reply.json() as { url: string }).url;
  const get = async (url: string, init: RequestInit = {}) => {
    const response = await fetch(new URL(url, shop.origin), init);
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  /** The color in the middle, near enough for a JPEG. */
  const colorOf = async (bytes: Buffer) => {
    const { channels } = await sharp(bytes).stats();
    const [r = 0, g = 0, b = 0] = channels.map(({ mean }) => Math.round(mean));
    return r > 150 && b < 100 ? 'red' : b > 150 && r < 100 ? 'blue' : `${r},${g},${b}`;
  };

  it('are stored under the specification’s name, and shown by the ticket', async () => {
    const repair = await takeIn(shop);
    const reply = await put(repair.ticketNumber, await testPhoto(red));
    expect(reply.status).toBe(201);
    const url = urlOf(reply);
    expect(url).toBe(`/photos/repair-photos/${repair.repairId}_initial_${shop.clock.now}.jpg`);
    expect(await currentRepair(shop, repair.ticketNumber)).toMatchObject({
      initialPhotoUrl: url,
      completedPhotoUrl: null,
      updatedAt: new Date(shop.clock.now).toISOString(),
    });
    const done = await put(repair.ticketNumber, await testPhoto(blue), { kind: 'completed' });
    expect(await currentRepair(shop, repair.ticketNumber)).toMatchObject({
      initialPhotoUrl: url,
      completedPhotoUrl: urlOf(done),
    });
    const { events } = await shop.staff.call('getRepair', {
      params: { ticketNumber: repair.ticketNumber },
    });
    expect(events.filter(({ kind }) => kind === 'photo-added').map(({ data }) => data)).toEqual([
      { photo: 'initial', before: { initialPhotoUrl: null }, after: { initialPhotoUrl: url } },
      {
        photo: 'completed',
        before: { completedPhotoUrl: null },
        after: { completedPhotoUrl: urlOf(done) },
      },
    ]);
  });

  it('are shown upright, and do not reveal who took them or where', async () => {
    const { ticketNumber } = await takeIn(shop);
    const photo = await cameraPhoto({ orientation: 6, megapixels: 0.3, gps: true });
    const url = urlOf(await put(ticketNumber, photo));
    const served = Buffer.from(await (await fetch(new URL(url, shop.origin))).arrayBuffer());
    const { width, height } = await sharp(served).metadata();
    expect(height).toBeGreaterThan(width);
    const text = served.toString('latin1');
    expect(tracesOfThePhoto.filter((trace) => text.includes(trace))).toEqual([]);
  });

  it('can be seen by anyone who knows their names, cached forever, and asked for by HEAD', async () => {
    const { ticketNumber } = await takeIn(shop);
    const url = urlOf(await put(ticketNumber, await testPhoto(red, { width: 900, height: 700 })));
    const { response, bytes } = await get(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: 900,
      height: 700,
    });
    expect(await colorOf(bytes)).toBe('red');
    const head = await get(url, { method: 'HEAD' });
    expect(head.response.status).toBe(200);
    expect(head.response.headers.get('content-length')).toBe(String(bytes.length));
    expect(head.bytes).toHaveLength(0);
  });

  it('are returned smaller, never larger', async () => {
    const { ticketNumber } = await takeIn(shop);
    const url = urlOf(await put(ticketNumber, await testPhoto(red, { width: 1000, height: 500 })));
    const widths = { 320: 320, 640: 640, 1280: 1000 };
    for (const [asked, width] of Object.entries(widths)) {
      const { response, bytes } = await get(`${url}?w=${asked}`);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(await sharp(bytes).metadata()).toMatchObject({ width, height: width / 2 });
    }
    for (const wrong of ['?w=1', '?w=99999', '?w=abc', '?w=', '?x=1', '?w=320&w=640']) {
      const problem = (await shop.stranger().send('GET', `${url}${wrong}`)).problem();
      expect(problem).toMatchObject({ status: 422, code: 'validation-failed' });
    }
  });

  it('replace the earlier one, whose address then leads nowhere', async () => {
    const { ticketNumber } = await takeIn(shop);
    const first = urlOf(await put(ticketNumber, await testPhoto(red)));
    const second = urlOf(await put(ticketNumber, await testPhoto(blue)));
    expect(second).not.toBe(first);
    expect((await currentRepair(shop, ticketNumber)).initialPhotoUrl).toBe(second);
    expect(await colorOf((await get(second)).bytes)).toBe('blue');
    expect((await get(first)).response.status).toBe(404);
  });

  it('added at the same moment leave one, which can be read, and no orphaned file', async () => {
    const repair = await takeIn(shop);
    const images = await Promise.all([testPhoto(red), testPhoto(blue), testPhoto(red)]);
    const replies = await Promise.all(images.map((image) => put(repair.ticketNumber, image)));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    const { initialPhotoUrl } = await currentRepair(shop, repair.ticketNumber);
    expect((await get(initialPhotoUrl ?? '')).response.status).toBe(200);
    const files = Object.keys(await allPhotos(shop.storage));
    expect(files.filter((name) => name.startsWith(repair.repairId))).toEqual([
      initialPhotoUrl?.split('/').at(-1),
    ]);
  });

  it.each([null, 'image/webp', 'text/plain', 'application/json'])(
    'may come as %s: what counts is what they are',
    async (type) => {
      const { repairId } = await takeIn(shop);
      // By the repair id, too.
      const reply = await put(repairId, await testPhoto(), { type });
      expect(reply.status).toBe(201);
      expect((await get(urlOf(reply))).response.headers.get('content-type')).toBe('image/jpeg');
    },
  );

  // What is not a photo is refused before the engine is asked.
  if (engine === 'sqlite') {
    describe('are refused, and the ticket stays as it is:', () => {
      const unreadable =
        'This file is not a photo we can read. Please use a JPEG, PNG or WebP image.';

      // What else is refused is tested in server/photos/image-refusals.test.ts.
      it.each([
        ['nothing', '', 'image/jpeg'],
        ['a page', '<!doctype html><script>alert(1)</script>', 'text/html'],
        ['the beginning of a JPEG', '\xff\xd8\xff\xe0', 'image/jpeg'],
        ['broken JSON', '{', 'application/json'],
      ])('%s', async (_what, content, type) => {
        const { ticketNumber } = await takeIn(shop);
        const before = await shop.rows.counts();
        const reply = await put(ticketNumber, Buffer.from(content, 'latin1'), { type });
        expect(reply.problem()).toMatchObject({
          status: 422,
          code: 'photo-unreadable',
          title: 'Photo not saved',
          detail: unreadable,
        });
        expect(await shop.rows.counts()).toEqual(before);
        expect((await currentRepair(shop, ticketNumber)).initialPhotoUrl).toBeNull();
      });

      it('one byte more than 15 MB, and much more', async () => {
        const { ticketNumber } = await takeIn(shop);
        const before = await shop.rows.counts();
        for (const size of [15 * 1024 * 1024 + 1, 40 * 1024 * 1024]) {
          expect((await put(ticketNumber, Buffer.alloc(size, 0xff))).problem()).toMatchObject({
            status: 413,
            code: 'photo-too-large',
            detail: 'The photo is larger than 15 MB. Please choose a smaller one.',
          });
        }
        expect(await shop.rows.counts()).toEqual(before);
      });

      it('for a repair that does not exist, or as another kind of photo', async () => {
        expect((await put('WH000000AAA', await testPhoto())).problem().code).toBe(
          'repair-not-found',
        );
        const { ticketNumber } = await takeIn(shop);
        const problem = (await put(ticketNumber, await testPhoto(), { kind: 'selfie' })).problem();
        expect(problem).toMatchObject({ status: 422, errors: [{ path: 'kind' }] });
      });
    });
  }
});

describeOnBothPlaces('a photo that is stored, and its ticket', (engine, place) => {
  let shop: RunningApp;
  let database: Database;
  beforeEach(async () => {
    shop = await startApp(engine, { storage: await createStorage(engine, place) });
    database = await openAgain(shop.storage);
  });
  afterEach(async () => {
    await database.close();
    await shop.close();
  });

  /** Another process, which writes as it is told. */
  const addWith = async (ticketNumber: string, transact: Database['transact']) => {
    const other = { ...shop.app.deps, database: { ...database, transact } };
    return putPhoto(other, ticketNumber, 'initial', await testPhoto());
  };
  const names = async () => Object.keys(await allPhotos(shop.storage));

  it('stays if the ticket names it after the request has given up', async () => {
    const { ticketNumber } = await takeIn(shop);
    const written = Promise.withResolvers<void>();
    const givenUp = Promise.withResolvers<void>();
    let committing: Promise<unknown> = Promise.resolve();
    /** The database falls silent at the commit, and does what it was told all the same. */
    const adding = addWith(ticketNumber, async (work) => {
      committing = database.transact(async (tx) => {
        const result = await work(tx);
        written.resolve();
        await givenUp.promise;
        return result;
      });
      await written.promise;
      throw new Error('Query read timeout');
    });
    await expect(adding).rejects.toThrow('Query read timeout');
    givenUp.resolve();
    await committing;
    const { initialPhotoUrl } = await currentRepair(shop, ticketNumber);
    expect((await shop.stranger().send('GET', initialPhotoUrl ?? '')).status).toBe(200);
  });

  it('is removed if the ticket was deleted in the meantime', async () => {
    const { ticketNumber } = await takeIn(shop);
    const adding = addWith(ticketNumber, async (work) => {
      expect(await names()).toHaveLength(1);
      await shop.staff.call('deleteRepair', { params: { ticketNumber } });
      return database.transact(work);
    });
    await expect(adding).rejects.toMatchObject({ code: 'repair-not-found' });
    expect(await names()).toEqual([]);
  });
});
