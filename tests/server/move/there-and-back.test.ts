import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arrive } from '../../../server/moves/arrival.ts';
import { openGate } from '../../../server/moves/gate.ts';
import { notePhotosHere } from '../../../server/moves/photos-here.ts';
import type { RunningApp } from '../../harness/app.ts';
import { addPhoto, fillThroughInterface } from '../../harness/backup-tasks.ts';
import { createStorage, type Storage } from '../../harness/engine.ts';
import { readEvents } from '../../harness/event-reader.ts';
import { HttpClient } from '../../harness/http-client.ts';
import { move, photosAt, placeOf, startAt, wholeStore } from '../../harness/moves.ts';
import { type S3Server, startS3Server } from '../../harness/s3-server.ts';
import { currentRepair, newIntake, takeIn } from '../../harness/shop-fixtures.ts';

describe('a shop moves up and back', () => {
  let s3: S3Server;
  let small: Storage;
  let large: Storage;
  beforeAll(async () => {
    s3 = await startS3Server();
    small = await createStorage('sqlite');
    large = await createStorage('postgres');
  });
  afterAll(async () => {
    await small.remove();
    await large.remove();
    await s3.close();
  });

  /** The same browser at another start of the product. */
  const browserAt = ({ origin }: RunningApp, { staff }: RunningApp) =>
    new HttpClient(origin, staff.cookie);

  it('loses nothing and changes nothing', async () => {
    const below = placeOf(small);
    const above = placeOf(large, s3.settings);
    const shop = await startAt(small, below);
    await fillThroughInterface(shop);
    const list = await shop.staff.call('listRepairs');
    const seen = await readEvents(shop.staff, { 'last-event-id': '1' });
    const greeting = (await seen.until(1))[0];
    seen.close();

    const refused = newIntake();
    const moved = await move(below, above);
    const before = await wholeStore(small);
    const photos = await photosAt(below);
    expect(moved.kind).toBe('moved');
    expect(moved.lostPhotos).toEqual([]);
    expect(moved.photos?.copied).toBe(Object.keys(photos).length);
    expect(Object.keys(photos).length).toBeGreaterThan(2);
    expect(await wholeStore(large)).toEqual(before);
    expect(await photosAt(above)).toEqual(photos);
    expect(before.sessions?.length).toBeGreaterThan(0);

    // The former process still runs: it shows everything, and keeps nothing new.
    expect(await shop.staff.call('listRepairs')).toEqual(list);
    const answer = await shop.staff.attempt('createRepair', { body: refused });
    expect(answer.problem()).toMatchObject({ code: 'shop-moved', status: 503 });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await wholeStore(small)).toEqual(before);
    await shop.stop();
    await expect(startAt(small, below)).rejects.toThrow(/The shop has moved to postgres/);

    // Somebody forgets the bucket.
    await expect(startAt(large, placeOf(large))).rejects.toThrow(/lie in s3:\/\//);
    const again = await startAt(large, above);
    const staff = browserAt(again, shop);
    expect(await staff.call('listRepairs')).toEqual(list);
    const { repair } = await staff.call('createRepair', { body: refused });
    const twice = await staff.call('createRepair', { body: refused });
    expect(twice.repair.ticketNumber).toBe(repair.ticketNumber);
    // A browser goes on where it was: the revisions mean the same.
    const reader = await readEvents(staff, { 'last-event-id': String(greeting?.id) });
    expect((await reader.until(1))[0]?.event).toBe('hello');
    reader.close();
    await addPhoto(again, repair.ticketNumber);
    const gone = await takeIn(again);
    await addPhoto(again, gone.ticketNumber);
    await staff.call('deleteRepair', { params: { ticketNumber: gone.ticketNumber } });
    await again.stop();
    await expect(startAt(large, placeOf(large))).rejects.toThrow(/lie in s3:\/\//);
    await expect(notePhotosHere(placeOf(large), false)).rejects.toThrow(/tickets name are not in/);
    // The service is called otherwise now, as far as the store knows.
    const gate = await openGate(above, false);
    await gate.setAlone(null, { photoHome: '/elsewhere/photos' });
    await gate.close();
    await expect(arrive(above)).rejects.toThrow(/lie in \/elsewhere\/photos/);
    expect(await notePhotosHere(above, false)).toEqual([]);
    await arrive(above);

    const back = await move(above, below);
    expect(back.asideFolder).not.toBeNull();
    const after = await wholeStore(large);
    expect(await wholeStore(small)).toEqual(after);
    expect(await photosAt(below)).toEqual(await photosAt(above));
    expect(after.repair_tickets?.length).toBe((before.repair_tickets?.length ?? 0) + 2);
    const last = await startAt(small, below);
    const { items } = await browserAt(last, shop).call('listRepairs');
    expect(items).toContainEqual(await currentRepair(last, repair.ticketNumber));
    await last.stop();
  });
});
