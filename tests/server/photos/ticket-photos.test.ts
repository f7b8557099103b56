import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import type { Answer, Input } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { versionTag } from '../../../domain/edits.ts';
import { photoUrl } from '../../../domain/photos.ts';
import { cameraPhoto, tracesOfThePhoto } from '../../fixtures/camera-photos.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { createStorage, describeOnBothInLongRun } from '../../harness/engine.ts';
import { readEvents } from '../../harness/event-reader.ts';
import {
  addTicketPhoto,
  allPhotos,
  putPhoto,
  sendTicketPhoto,
  testPhoto,
} from '../../harness/photo-upload.ts';
import { minute } from '../../harness/settable-clock.ts';
import { statusesOf, takeIn, wholeRepair } from '../../harness/shop-fixtures.ts';
import { csvObjects, exportedFiles } from '../../harness/transfers.ts';

type NewPhoto = Input<'addTicketPhoto', 'query'>;

const of = ({ ticketNumber }: Pick<Repair, 'ticketNumber'>) => ({ params: { ticketNumber } });

describeOnBothInLongRun('the photos that are added to a ticket', (engine, place) => {
  let shop: RunningApp;
  beforeAll(async () => {
    shop = await startApp(engine, { storage: await createStorage(engine, place) });
    return () => shop.close();
  });

  const newPhoto = (given: Partial<NewPhoto> = {}) => ({
    photoId: randomUUID(),
    kind: 'bench' as const,
    ...given,
  });
  const change = (
    id: string,
    body: Input<'changeTicketPhoto', 'body'>,
    headers: Record<string, string> = {},
  ) => shop.staff.attempt('changeTicketPhoto', { params: { id }, body }, headers);
  const remove = (id: string, headers: Record<string, string> = {}) =>
    shop.staff.attempt('removeTicketPhoto', { params: { id } }, headers);
  const photosOf = async ({ ticketNumber }: Pick<Repair, 'ticketNumber'>) =>
    (await wholeRepair(shop, ticketNumber)).photos;
  const namesOf = async ({ ticketNumber }: Pick<Repair, 'ticketNumber'>) => {
    const sql = 'select picture from photos where ticket_number = ?';
    return (await shop.rows.run(sql, ticketNumber)).map(({ picture }) => String(picture));
  };
  const files = async () => Object.keys(await allPhotos(shop.storage));

  it('follow the two in the specification, in the order in which they were taken', async () => {
    const repair = await takeIn(shop);
    const initialPhotoUrl = await putPhoto(shop, repair.ticketNumber);
    shop.clock.advance(minute);
    const query = newPhoto({ caption: '  Crown tube, 2 mm ' });
    const answer = await sendTicketPhoto(shop, repair, query);
    expect(answer.status).toBe(201);
    const photo = {
      id: query.photoId,
      ticketNumber: repair.ticketNumber,
      kind: 'bench',
      caption: 'Crown tube, 2 mm',
      url: `/api/photos/${query.photoId}`,
      createdAt: new Date(shop.clock.now).toISOString(),
    };
    expect(answer.json()).toMatchObject({
      photo,
      repair: { initialPhotoUrl, completedPhotoUrl: null, updatedAt: photo.createdAt },
    });
    // Kept without a connection, since before the ticket was there.
    const takenAt = new Date(Date.parse(repair.createdAt) - minute).toISOString();
    const { id } = await addTicketPhoto(
      shop,
      { ticketNumber: repair.repairId },
      {
        kind: 'intake',
        takenAt,
      },
    );
    expect(await photosOf(repair)).toMatchObject([
      { id, kind: 'intake', caption: null, createdAt: takenAt },
      photo,
    ]);
    const { items } = await shop.staff.call('listRepairs', { query: { q: repair.ticketNumber } });
    expect(JSON.stringify(items)).not.toContain(query.photoId);
  });

  it('are shown upright, without a trace of who took them, and only to those who are logged in', async () => {
    const repair = await takeIn(shop);
    const query = newPhoto();
    const camera = cameraPhoto({ orientation: 6, megapixels: 0.3, gps: true });
    await sendTicketPhoto(shop, repair, query, camera);
    const url = `/api/photos/${query.photoId}`;
    const get = (path: string, headers: Record<string, string> = {}) =>
      fetch(new URL(path, shop.origin), {
        headers: { cookie: shop.staff.cookie ?? '', ...headers },
      });
    const served = await get(url);
    expect(served.headers.get('content-type')).toBe('image/jpeg');
    expect(served.headers.get('cache-control')).toBe('private, no-cache');
    const bytes = Buffer.from(await served.arrayBuffer());
    const { width, height } = await sharp(bytes).metadata();
    expect(height).toBeGreaterThan(width);
    const text = bytes.toString('latin1');
    expect(tracesOfThePhoto.filter((trace) => text.includes(trace))).toEqual([]);
    const small = Buffer.from(await (await get(`${url}?w=320`)).arrayBuffer());
    expect((await sharp(small).metadata()).width).toBe(320);
    const tag = { 'if-none-match': served.headers.get('etag') ?? '' };
    expect((await get(url, tag)).status).toBe(304);
    expect((await shop.stranger().send('GET', url, { headers: tag })).status).toBe(401);
    const [name = ''] = await namesOf(repair);
    expect(name).not.toContain(repair.repairId);
    expect(name).not.toContain(query.photoId);
    expect((await shop.staff.send('GET', photoUrl(name))).status).toBe(404);
  });

  it('are twelve at most, however many come at once', async () => {
    const repair = await takeIn(shop);
    for (let count = 0; count < 11; count += 1) await addTicketPhoto(shop, repair);
    const before = await files();
    const sent = await Promise.all(
      [newPhoto(), newPhoto(), newPhoto()].map((query) => sendTicketPhoto(shop, repair, query)),
    );
    expect(statusesOf(sent)).toEqual([201, 409, 409]);
    const refused = await sendTicketPhoto(shop, repair, newPhoto());
    expect(refused.problem()).toMatchObject({
      code: 'too-many-photos',
      detail: 'This ticket already has 12 additional photos. Remove one to make room.',
    });
    expect(await photosOf(repair)).toHaveLength(12);
    expect(await files()).toHaveLength(before.length + 1);
    const [first] = await photosOf(repair);
    // What is there already is still answered.
    const again = newPhoto({ photoId: first?.id ?? '' });
    expect((await sendTicketPhoto(shop, repair, again)).status).toBe(200);
    await remove(first?.id ?? '');
    expect((await sendTicketPhoto(shop, repair, newPhoto())).status).toBe(201);
  });

  it('are added once, however often they are sent, and leave no other file', async () => {
    const repair = await takeIn(shop);
    const query = newPhoto({ caption: 'Dial' });
    const before = await files();
    const sent = await Promise.all([1, 2, 3].map(() => sendTicketPhoto(shop, repair, query)));
    expect(statusesOf(sent)).toEqual([200, 200, 201]);
    expect(await files()).toHaveLength(before.length + 1);
    await change(query.photoId, { caption: 'Dial, at 6' });
    const late = await sendTicketPhoto(shop, repair, query);
    expect(late.json()).toMatchObject({ photo: { caption: 'Dial, at 6' } });
    const other = await sendTicketPhoto(shop, await takeIn(shop), query);
    expect(other.problem().code).toBe('photo-id-taken');
    const { events } = await wholeRepair(shop, repair.ticketNumber);
    expect(events.filter(({ kind }) => kind === 'ticket-photo-added')).toHaveLength(1);
    expect(await files()).toHaveLength(before.length + 1);
  });

  it('are not changed from an outdated version, nor by repeating the same change', async () => {
    const repair = await takeIn(shop);
    const { id, updatedAt } = await addTicketPhoto(shop, repair);
    const seen = { 'if-match': versionTag(updatedAt) };
    shop.clock.advance(minute);
    const both = await Promise.all(
      ['Dial', 'Case'].map((caption) => change(id, { caption }, seen)),
    );
    expect(statusesOf(both)).toEqual([200, 412]);
    const [{ caption = null } = {}] = await photosOf(repair);
    expect(both.find(({ status }) => status === 200)?.json()).toMatchObject({
      photo: { kind: 'bench', caption },
    });
    shop.clock.advance(minute);
    const slower = both.filter(({ status }) => status === 412);
    for (const late of [...slower, await remove(id, seen)]) {
      expect(late.problem()).toMatchObject({
        status: 412,
        code: 'changed-meanwhile',
        photo: { caption },
        repair: { ticketNumber: repair.ticketNumber },
      });
    }
    const before = await wholeRepair(shop, repair.ticketNumber);
    expect((await change(id, { caption })).status).toBe(200);
    expect((await change(id, {})).status).toBe(200);
    expect(await wholeRepair(shop, repair.ticketNumber)).toEqual(before);
    await change(id, { kind: 'intake', caption: '' });
    expect(await photosOf(repair)).toMatchObject([{ kind: 'intake', caption: null }]);
  });

  it('are removed with their file', async () => {
    const repair = await takeIn(shop);
    const { id, url } = await addTicketPhoto(shop, repair);
    const [name] = await namesOf(repair);
    expect(await files()).toContain(name);
    expect((await remove(id)).status).toBe(200);
    expect(await photosOf(repair)).toEqual([]);
    expect(await files()).not.toContain(name);
    expect((await shop.staff.send('GET', url)).problem().code).toBe('photo-not-found');
    expect((await remove(id)).problem().code).toBe('photo-not-found');
    expect((await change(id, { caption: 'x' })).problem().code).toBe('photo-not-found');
  });

  it('are deleted and restored with their ticket, and deleted with it for good', async () => {
    const repair = await takeIn(shop);
    const { id, url } = await addTicketPhoto(shop, repair);
    const names = await namesOf(repair);
    await shop.staff.call('deleteRepair', of(repair));
    expect((await sendTicketPhoto(shop, repair, newPhoto())).problem().code).toBe(
      'repair-not-found',
    );
    expect((await change(id, { caption: 'x' })).problem().code).toBe('repair-not-found');
    expect((await remove(id)).problem().code).toBe('repair-not-found');
    expect((await shop.staff.send('GET', url)).status).toBe(404);
    await shop.staff.call('restoreRepair', of(repair));
    expect((await shop.staff.send('GET', url)).status).toBe(200);
    await shop.staff.call('deleteRepair', of(repair));
    await shop.staff.call('purgeRepair', of(repair));
    expect(await namesOf(repair)).toEqual([]);
    expect((await files()).filter((name) => names.includes(name))).toEqual([]);
  });

  it('are sent to every screen as changes to their ticket', async () => {
    const repair = await takeIn(shop);
    const reader = await readEvents(shop.staff);
    await reader.until(1);
    const { id } = await addTicketPhoto(shop, repair);
    await change(id, { caption: 'Dial' });
    await remove(id);
    await reader.until(4);
    reader.close();
    expect(reader.changes().map(({ what, ticketNumber }) => [what, ticketNumber])).toEqual(
      ['ticket-photo-added', 'ticket-photo-changed', 'ticket-photo-removed'].map((what) => [
        what,
        repair.ticketNumber,
      ]),
    );
  });

  it('are in the export by the names of their files', async () => {
    const repair = await takeIn(shop);
    const { id } = await addTicketPhoto(shop, repair, { caption: '=Dial' });
    const [name] = await namesOf(repair);
    const { text } = await shop.staff.send('GET', '/api/export?format=json');
    const { photos } = JSON.parse(text) as { photos: { photoId: string }[] };
    expect(photos.find(({ photoId }) => photoId === id)).toEqual({
      photoId: id,
      ticketNumber: repair.ticketNumber,
      kind: 'bench',
      caption: '=Dial',
      name,
      createdAt: new Date(shop.clock.now).toISOString(),
      updatedAt: new Date(shop.clock.now).toISOString(),
    });
    const rows = csvObjects((await exportedFiles(shop.staff))['photos.csv'] ?? '');
    expect(rows.find((row) => row['Photo ID'] === id)).toMatchObject({
      'Ticket number': repair.ticketNumber,
      Kind: 'bench',
      Caption: '=Dial',
      Name: name,
    });
  });

  it('are refused with a reason if unusable, and change nothing', async () => {
    const repair = await takeIn(shop);
    const before = [await files(), await wholeRepair(shop, repair.ticketNumber)];
    for (const [given, photo, code] of [
      [{ kind: 'initial' }, testPhoto(), 'validation-failed'],
      [{ photoId: 'x' }, testPhoto(), 'validation-failed'],
      [{ caption: 'x'.repeat(121) }, testPhoto(), 'validation-failed'],
      [{ caption: 'a\u0000b' }, testPhoto(), 'validation-failed'],
      [{ takenAt: 'yesterday' }, testPhoto(), 'validation-failed'],
      [{ taken: 'x' }, testPhoto(), 'validation-failed'],
      [{}, Promise.resolve(Buffer.from('not a photo')), 'photo-unreadable'],
      [{}, Promise.resolve(Buffer.alloc(0)), 'photo-unreadable'],
    ] as const) {
      const answer = await sendTicketPhoto(shop, repair, { ...newPhoto(), ...given }, photo);
      const problem = answer.problem();
      expect(problem.code).toBe(code);
      expect(problem.detail).toMatch(/^\S.*\w/);
    }
    expect([await files(), await wholeRepair(shop, repair.ticketNumber)]).toEqual(before);
  });

  it('are refused, and nothing is left behind, while photos can’t be stored', async () => {
    if (shop.storage.bucket === null) return;
    const repair = await takeIn(shop);
    shop.storage.bucket.misbehave({ kind: 'refuse', status: 403, code: 'AccessDenied' });
    const query = newPhoto();
    expect((await sendTicketPhoto(shop, repair, query)).problem()).toMatchObject({
      status: 503,
      code: 'photo-store-failed',
    });
    shop.storage.bucket.behave();
    expect(await photosOf(repair)).toEqual([]);
    const answer = (await sendTicketPhoto(shop, repair, query)).json();
    expect((answer as Answer<'addTicketPhoto'>).photo.id).toBe(query.photoId);
  });
});
