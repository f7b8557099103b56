import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photoName } from '../../../domain/photo-name.ts';
import { readMoveWords } from '../../../scripts/moves/words.ts';
import { arrive } from '../../../server/moves/arrival.ts';
import { openGate, type StoreGate } from '../../../server/moves/gate.ts';
import { notePhotosHere } from '../../../server/moves/photos-here.ts';
import type { ShopPlace } from '../../../server/moves/places.ts';
import { runMove } from '../../../server/moves/run.ts';
import type { PhotoStore } from '../../../server/photos/photo-store.ts';
import { openPhotoStore } from '../../../server/photos/place.ts';
import type { RunningApp } from '../../harness/app.ts';
import { addPhoto } from '../../harness/backup-tasks.ts';
import { createStorage, type Storage } from '../../harness/engine.ts';
import { move, moveTask, photosAt, placeOf, startAt, wholeStore } from '../../harness/moves.ts';
import { startProcess } from '../../harness/process.ts';
import { type S3Server, startS3Server } from '../../harness/s3-server.ts';
import { takeIn } from '../../harness/shop-fixtures.ts';

describe('a move', () => {
  let s3: S3Server;
  let storage: Storage;
  let next: Storage;
  let from: ShopPlace;
  let to: ShopPlace;
  let shop: RunningApp;
  beforeAll(async () => {
    s3 = await startS3Server();
    storage = await createStorage('sqlite');
    next = await createStorage('postgres');
    from = placeOf(storage);
    to = placeOf(next, s3.settings);
    shop = await startAt(storage, from);
    for (let count = 0; count < 4; count += 1) {
      await addPhoto(shop, (await takeIn(shop)).ticketNumber);
    }
  });
  afterAll(async () => {
    await shop.close();
    await next.remove();
    await s3.close();
  });

  const command = async (environment: Record<string, string>, ...words: string[]) => {
    const settings = { DATA_DIR: storage.dataDir, ...environment };
    const started = startProcess('scripts/move.ts', settings, storage.dataDir, '', words);
    return { code: await started.ended, said: started.output() };
  };

  it('touches no other shop', async () => {
    const other = await createStorage('postgres');
    const neighbour = await startAt(other, placeOf(other));
    await takeIn(neighbour);
    const theirs = { ...to, databaseUrl: other.databaseUrl };
    await expect(move(from, theirs)).rejects.toThrow(/The product is running on this data/);
    await neighbour.stop();
    const before = await wholeStore(other);
    // Where there are no photos yet, the settings may put them elsewhere.
    await arrive(theirs);
    const gate = await openGate(theirs, false);
    expect(await gate.photoHome()).toContain('s3://');
    await gate.close();
    await expect(move(from, theirs)).rejects.toThrow(/There is a shop in .* already/);
    await other.remove();
    expect(before.repair_tickets?.length).toBe(1);

    const strange = await openPhotoStore(to);
    const name = photoName('01234567-89ab-4cde-8f01-23456789abcd', 'initial', 1);
    await strange.put(name, Uint8Array.of(1, 2, 3));
    await expect(move(from, to)).rejects.toThrow(/There are other photos in s3:/);
    expect(Object.keys(await photosAt(to))).toEqual([name]);
    await strange.delete(name);
    await takeIn(shop);
  });

  it('does not go where the shop is', async () => {
    const same = { ...from, photoBucket: s3.settings };
    await expect(move(from, same, { parts: { database: true, photos: false } })).rejects.toThrow(
      /The shop is there already/,
    );
    await expect(move(from, from, { parts: { database: false, photos: true } })).rejects.toThrow(
      /The photos of this shop lie in the data folder already/,
    );
    await takeIn(shop);
  });

  it('does not take a wrong place for that of the photos', async () => {
    const empty = async (place: ShopPlace): Promise<PhotoStore> => ({
      ...(await openPhotoStore(place)),
      async *list() {},
      has: async () => false,
      get: async () => null,
    });
    const there = { ...from, photoBucket: s3.settings };
    const changes = { isPreparing: true, openPhotos: empty };
    await expect(move(from, there, changes)).rejects.toThrow(
      /^4 photos that tickets name are not in .*photos nor in s3:.*--without-lost-photos/,
    );
    expect((await move(from, there, { ...changes, acceptsLost: true })).kind).toBe('prepared');
    await takeIn(shop);
  });

  it('notices a photo that arrives otherwise, and sends it again', async () => {
    s3.misbehave(
      { kind: 'alter-answer' },
      { times: 1, on: ({ method, key }) => method === 'GET' && key !== '' },
    );
    const flipping = (store: PhotoStore, times: number): PhotoStore => {
      let left = times;
      return {
        ...store,
        put: (name, jpeg) => {
          left -= 1;
          return store.put(
            name,
            left >= 0 ? jpeg.map((byte, at) => (at === 7 ? byte ^ 1 : byte)) : jpeg,
          );
        },
      };
    };
    const altering = (times: number) => async (place: ShopPlace) =>
      place === to ? flipping(await openPhotoStore(place), times) : openPhotoStore(place);
    await expect(move(from, to, { isPreparing: true, openPhotos: altering(1000) })).rejects.toThrow(
      /The photo .* arrives otherwise than it was sent/,
    );
    const prepared = await move(from, to, { isPreparing: true, openPhotos: altering(2) });
    expect(prepared.kind).toBe('prepared');
    expect(await photosAt(to)).toEqual(await photosAt(from));
    s3.behave();
    await takeIn(shop);
  });

  it('says what is in the way, and nothing that is secret', async () => {
    const { accessKeyId } = s3.settings;
    const { S3_BUCKET: _, ...environment } = s3.environment;
    const bucket = `s3://${s3.settings.bucket}`;
    const wrong = new URL(next.databaseUrl ?? '');
    wrong.password = 'so-secret';
    const cases = [
      { words: [], code: 2, said: /Say where the shop shall go/ },
      { words: ['--to', wrong.href], code: 1, said: /Not moved: .*password authentication failed/ },
    ];
    for (const { words, code, said } of cases) {
      const answer = await command({}, ...words);
      expect(answer).toEqual({ code, said: expect.stringMatching(said) });
      expect(answer.said).not.toMatch(/so-secret/);
    }
    const keyless = { ...environment, S3_SECRET_ACCESS_KEY: 'not-this-one' };
    const refused = await command(keyless, '--photos', bucket);
    expect(refused.code).toBe(1);
    expect(refused.said).toMatch(/S3_SECRET_ACCESS_KEY/);
    expect(refused.said).not.toMatch(/not-this-one/);
    expect(refused.said).not.toContain(accessKeyId);
    await takeIn(shop);
  });

  it('takes only the photos, and waits until nobody keeps any in the former place', async () => {
    const there = { ...from, photoBucket: s3.settings };
    const parts = { database: false, photos: true };
    await move(from, there, { parts, isPreparing: true });
    // The shop was closed, and nobody heard of it.
    const gate = await openGate(from, true);
    const deaf: StoreGate = {
      ...gate,
      set: async (note) => {
        await gate.set(note);
        if (note.state === 'moving') throw new Error('The connection was lost');
      },
    };
    const task = moveTask(from, there, { parts });
    await expect(runMove(task, deaf, await gate.note())).rejects.toThrow('The connection was lost');
    await gate.close();
    await takeIn(shop);
    const former = await openPhotoStore(from);
    const whole = await photosAt(from);
    // What was brought over before is the last copy then.
    const [lost = ''] = Object.keys(whole);
    await former.delete(lost);
    // Nothing is deleted from a bucket: the sweep does that.
    const stray = photoName('01234567-89ab-4cde-8f01-23456789abcd', 'initial', 1);
    await (await openPhotoStore(there)).put(stray, Uint8Array.of(1));
    const moved = await move(from, there, { parts });
    expect(moved).toMatchObject({ rows: null, lostPhotos: [], asideFolder: null });
    expect(await photosAt(there)).toEqual({ ...whole, [stray]: expect.any(String) });
    expect(
      (await shop.staff.refused('createClient', { body: { name: 'A', email: 'a@example.com' } }))
        .code,
    ).toBe('shop-moved');
    await expect(startAt(storage, there)).rejects.toThrow(/is already running on/);
    await shop.stop();
    await expect(startAt(storage, from)).rejects.toThrow(/lie in s3:\/\/repair-photos/);
    // Before the first start, too, somebody may know better.
    expect(await notePhotosHere(from, false)).toEqual([lost]);
    await expect(startAt(storage, there)).rejects.toThrow(/lie in the data folder/);
    expect(await notePhotosHere(there, false)).toEqual([]);
    shop = await startAt(storage, there);
    await addPhoto(shop, (await takeIn(shop)).ticketNumber);
    await shop.stop();
    // Somebody loses the settings, or says the same again with the new ones.
    await expect(startAt(storage, from)).rejects.toThrow(/lie in s3:\/\/.* the settings name \//);
    const photos = await photosAt(there);
    const repeat = (bucket: string, configured: string) => {
      const environment = { ...s3.environment, DATA_DIR: storage.dataDir, S3_BUCKET: configured };
      const words = readMoveWords(['--photos', `s3://${bucket}`], environment);
      if (words === null) throw new Error('No words');
      return move(words.from, words.to, { parts });
    };
    const { bucket } = s3.settings;
    await expect(repeat(bucket, bucket)).rejects.toThrow(/lie in s3:.* already/);
    await expect(repeat('next', 'next')).rejects.toThrow(/lie in s3:.* the settings name \//);
    expect(await photosAt(there)).toEqual(photos);

    shop = await startAt(storage, there);
    const other = photoName('01234567-89ab-4cde-8f01-23456789abcd', 'completed', 1);
    await former.put(other, Uint8Array.of(1));
    // The bucket has lost one that still lies in the folder.
    const [kept = ''] = Object.keys(await photosAt(from)).filter((name) => name !== other);
    await (await openPhotoStore(there)).delete(kept);
    const back = await move(there, from, { parts });
    expect(await photosAt(from)).toEqual(photos);
    expect(Object.keys(await photosAt({ ...from, dataDir: back.asideFolder ?? '' }))).toContain(
      other,
    );
    await shop.stop();
    shop = await startAt(storage, from);
    await takeIn(shop);
  });
});
