import { basename } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type PhotoKind, photoName, photoUrl } from '../../../domain/photos.ts';
import { ticketTableNames } from '../../../domain/ticket-tables.ts';
import { sweepPhotos } from '../../../server/photos/actions.ts';
import { openPhotoStore } from '../../../server/photos/location.ts';
import { photoTables } from '../../../server/photos/photo-tables.ts';
import type { PhotoStore } from '../../../server/ports/photo-store.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { createStorage, describeOnBothInLongRun, openAgain } from '../../harness/engine.ts';
import {
  addTicketPhoto,
  allPhotos,
  bringPhoto,
  putPhoto,
  removePhoto,
  setPhotoTimes,
} from '../../harness/photo-upload.ts';
import { day, hour, minute, settableClock } from '../../harness/settable-clock.ts';
import {
  addMeasurement,
  addNote,
  addPart,
  addSending,
  addWarranty,
  newIntake,
  normalized,
  reply,
  statusesOf,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
  takePayment,
  textPicture,
} from '../../harness/shop-fixtures.ts';
import { sign } from '../../harness/signing.ts';

describeOnBothInLongRun('deleting for good', (engine, place) => {
  let shop: RunningApp;
  beforeEach(async () => {
    // Files are as old as the real clock says.
    const storage = await createStorage(engine, place);
    shop = await startApp(engine, { storage, clock: settableClock(Date.now()) });
  });
  afterEach(async () => {
    await shop.close();
  });

  const of = (ticketNumber: string) => ({ params: { ticketNumber } });
  const remove = (ticketNumber: string) => shop.staff.call('deleteRepair', of(ticketNumber));
  const rowsOf = (table: string, column: string, value: string) =>
    shop.rows.run(`select * from ${table} where ${column} = ?`, value);
  const files = async () => Object.keys(await allPhotos(shop.storage));

  it('happens automatically after 30 days, and leaves nothing personal but the phone', async () => {
    const { repair } = await takeInWithEstimate(shop, { customerName: 'Very Private' });
    const { ticketNumber } = repair;
    const url = await putPhoto(shop, ticketNumber);
    await reply(shop, repair, 'I am Very Private');
    await shop.staff.call('editRepair', {
      ...of(ticketNumber),
      body: { issue: 'Engraved: to Very Private' },
    });
    await takePayment(shop, repair, { note: 'From Very Private' });
    await addPart(shop, repair, { description: 'Back engraved Very Private' });
    await addSending(shop, repair, { work: 'Polish the engraved Very Private' });
    await addWarranty(shop, repair, { what: 'Very Private engraving' });
    await addNote(shop, repair, { text: 'Very Private, call his wife' });
    await addMeasurement(shop, repair, { instrument: 'Very Private’s own' });
    await addTicketPhoto(shop, repair, { caption: 'To Very Private' });
    await sign(shop, repair);
    await remove(ticketNumber);
    const { items } = await shop.staff.call('listMessages', { query: { ticketNumber } });
    expect(items.length).toBeGreaterThan(2);
    expect(JSON.stringify(items)).not.toContain('Private');

    shop.clock.advance(30 * day - minute);
    await shop.app.tidyUp();
    expect(await rowsOf('repair_tickets', 'ticket_number', ticketNumber)).toHaveLength(1);
    expect(await files()).toHaveLength(3);

    shop.clock.advance(hour);
    await shop.app.tidyUp();
    expect(await rowsOf('repair_tickets', 'ticket_number', ticketNumber)).toEqual([]);
    expect(await rowsOf('estimates', 'repair_id', ticketNumber)).toEqual([]);
    for (const table of ticketTableNames) {
      const left = await rowsOf(table, 'ticket_number', ticketNumber);
      // The money was taken.
      expect(left).toMatchObject(table === 'payments' ? [{ note: null }] : []);
    }
    expect(await files()).toEqual([]);
    expect((await shop.stranger().send('GET', url)).status).toBe(404);
    const texts = await rowsOf('messages', 'ticket_number', ticketNumber);
    expect(texts).toHaveLength(items.length);
    for (const text of texts) {
      const phone = normalized(repair.customerPhone);
      expect(text).toMatchObject({ phone, body: '', intent: null });
    }
    const events = await rowsOf('events', 'ticket_number', ticketNumber);
    expect(events.at(-1)).toMatchObject({ kind: 'repair-purged', actor: 'system', session: null });
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['repair-created', 'estimate-sent', 'repair-edited']),
    );
    expect(JSON.stringify([texts, events])).not.toContain('Private');
    await stayLoggedIn(shop);
    for (const name of ['restoreRepair', 'purgeRepair'] as const) {
      expect((await shop.staff.refused(name, of(ticketNumber))).code).toBe('deleted-not-found');
    }
  });

  it('may be done at once by staff, once', async () => {
    const repair = await takeIn(shop);
    const url = await putPhoto(shop, repair.ticketNumber);
    await putPhoto(shop, repair.ticketNumber, 'completed');
    expect((await shop.staff.refused('purgeRepair', of(repair.ticketNumber))).code).toBe(
      'already-restored',
    );
    await remove(repair.ticketNumber);
    const purge = () => shop.staff.attempt('purgeRepair', of(repair.ticketNumber));
    expect(statusesOf(await Promise.all([purge(), purge()]))).toEqual([204, 404]);
    expect((await shop.stranger().send('GET', url)).status).toBe(404);
    expect(await files()).toEqual([]);
    expect((await shop.staff.call('listDeleted')).items).toEqual([]);
  });

  it('keeps a client’s details on the tickets, until the last of them is deleted', async () => {
    const repair = await takeIn(shop, { customerName: 'Very Private' });
    const { clientId: id, ticketNumber } = repair;
    await takeIn(shop, {
      customerName: 'Private Person',
      customerEmail: repair.customerEmail,
      clientId: id,
      confirmClientChanges: true,
    });
    await shop.staff.call('deleteClient', { params: { id } });
    await shop.staff.call('purgeClient', { params: { id } });
    expect((await shop.staff.call('listDeleted')).items).toEqual([]);
    for (const name of ['restoreClient', 'purgeClient'] as const) {
      expect((await shop.staff.refused(name, { params: { id } })).code).toBe('deleted-not-found');
    }
    const { repair: kept } = await shop.staff.call('getRepair', of(ticketNumber));
    expect(kept.customerName).toBe('Private Person');
    const own = await shop.rows.run(
      'select data from events where client_id = ? and ticket_number is null',
      id,
    );
    expect(JSON.stringify(own)).not.toContain('Private');

    const { items } = await shop.staff.call('listRepairs', { query: { q: 'Private Person' } });
    expect(items).toHaveLength(2);
    for (const each of items) await remove(each.ticketNumber);
    expect(await rowsOf('clients', 'id', id)).toHaveLength(1);
    for (const each of items) await shop.staff.call('purgeRepair', of(each.ticketNumber));
    expect(await rowsOf('clients', 'id', id)).toEqual([]);
  });

  const stray = async (
    repairId: string,
    timestamp: number,
    ageMs: number,
    kind: PhotoKind | 'texted' | 'added' = 'initial',
  ) => {
    const name = photoName(repairId, kind, timestamp);
    await bringPhoto(shop.storage, name, new Date(shop.clock.now - ageMs));
    return name;
  };
  const long = 30 * day + minute;

  it('sweeps photos that no ticket names, once they are 30 days old', async () => {
    const live = await takeIn(shop);
    const deleted = await takeIn(shop);
    await putPhoto(shop, live.ticketNumber);
    await putPhoto(shop, deleted.ticketNumber, 'completed');
    await remove(deleted.ticketNumber);
    await setPhotoTimes(shop.storage, new Date(shop.clock.now - long));
    const named = await files();
    await stray(newIntake().repairId, 1, long);
    // Of a ticket that names another.
    await stray(live.repairId, 2, long);
    await stray(live.repairId, 3, 30 * day - minute);
    expect(await files()).toHaveLength(5);
    await shop.app.tidyUp();
    const left = await files();
    expect(left).toHaveLength(3);
    expect(left).toEqual(expect.arrayContaining(named));
    expect(left.some((file) => file.endsWith('_initial_3.jpg'))).toBe(true);
  });

  const photoOf = (kind: PhotoKind) => async () =>
    putPhoto(shop, (await takeIn(shop)).ticketNumber, kind);
  /** By each column that names photos: how one comes to be named there. */
  const examples: Record<string, () => Promise<string>> = {
    'photos.picture': async () => {
      const { id } = await addTicketPhoto(shop, await takeIn(shop));
      const [row] = await rowsOf('photos', 'id', id);
      return String(row?.picture);
    },
    'repair_tickets.completed_photo_url': photoOf('completed'),
    'repair_tickets.initial_photo_url': photoOf('initial'),
    'signatures.picture': async () => {
      const { id } = await sign(shop, await takeIn(shop));
      const [row] = await rowsOf('signatures', 'id', id);
      return String(row?.picture);
    },
    'text_pictures.picture': async () => {
      const { messageId } = await textPicture(shop, (await takeIn(shop)).customerPhone);
      const [row] = await rowsOf('text_pictures', 'message_id', messageId);
      return String(row?.picture);
    },
  };
  const places = photoTables
    .flatMap(({ table, columns, isPublic }) =>
      columns.map((column) => ({ name: `${table}.${column}`, isPublic })),
    )
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const registered = places.map(({ name }) => name);

  /** @param value what the column holds */
  const seenByStrangers = async (value: string) =>
    (await shop.stranger().send('GET', photoUrl(basename(value)))).status;

  it('keeps a photo that a registered column names, and sweeps another, 31 days later', async () => {
    expect(registered).toEqual(Object.keys(examples));
    const kept: string[] = [];
    for (const [place, store] of Object.entries(examples)) {
      const [table, column] = place.split('.');
      kept.push(await store());
      const unnamed = await store();
      await shop.rows.run(`update ${table} set ${column} = '' where ${column} = ?`, unnamed);
      expect(await seenByStrangers(unnamed)).toBe(404);
    }
    expect(await files()).toHaveLength(2 * kept.length);
    shop.clock.advance(31 * day);
    await shop.app.tidyUp();
    expect((await files()).toSorted()).toEqual(kept.map((url) => basename(url)).toSorted());
    for (const [at, url] of kept.entries()) {
      expect(await seenByStrangers(url), registered[at]).toBe(places[at]?.isPublic ? 200 : 404);
    }
  });

  it('knows every column that names photos', async () => {
    const allColumns =
      engine === 'sqlite'
        ? `select stored.name || '.' || part.name as name from sqlite_master as stored,
            pragma_table_info(stored.name) as part where stored.type = 'table'`
        : `select table_name || '.' || column_name as name from information_schema.columns
            where table_schema = current_schema()`;
    const names = (await shop.rows.run(allColumns)).map(({ name }) => String(name));
    const found = names.filter((name) => /(photo|picture)s?(_url)?$/.test(name));
    expect(found.toSorted()).toEqual(registered);
  });

  it('stops sweeping when the product stops', async () => {
    for (let index = 0; index < 5; index += 1) await stray(newIntake().repairId, index, long);
    const { storage } = shop;
    const store = await openPhotoStore(storage);
    const deleting = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const slow: PhotoStore = {
      ...store,
      delete: async (name) => {
        deleting.resolve();
        await answer.promise;
        await store.delete(name);
      },
    };
    const database = await openAgain(storage);
    let isStopping = false;
    const sweeping = sweepPhotos(
      { ...shop.app.deps, database, photoStore: slow },
      () => isStopping,
    );
    await deleting.promise;
    isStopping = true;
    // What is under way ends first.
    answer.resolve();
    await sweeping;
    expect(await files()).toHaveLength(4);
    await database.close();
  });

  it('sweeps nothing if most photos are named by no ticket: it may be another shop’s', async () => {
    const { ticketNumber, repairId } = await takeIn(shop);
    await putPhoto(shop, ticketNumber);
    const strays: string[] = [];
    for (let index = 0; index < 20; index += 1) strays.push(await stray(repairId, index, long));
    await shop.app.tidyUp();
    expect(await files()).toHaveLength(21);
    // One fewer is what crashes may have left behind.
    await removePhoto(shop.storage, strays[0] ?? '');
    shop.clock.advance(2 * day);
    await shop.app.tidyUp();
    expect(await files()).toHaveLength(1);
  });

  it('sweeps nothing if photos belong to unknown repairs: it may be an older copy', async () => {
    const [live, gone] = [await takeIn(shop), await takeIn(shop)];
    await remove(gone.ticketNumber);
    await shop.staff.call('purgeRepair', of(gone.ticketNumber));
    await stray(live.repairId, 1, long);
    await stray(gone.repairId, 1, long);
    const newer: string[] = [];
    for (let index = 0; index < 20; index += 1) {
      newer.push(await stray(newIntake().repairId, index, 3 * day));
    }
    await shop.app.tidyUp();
    expect(await files()).toHaveLength(22);
    await removePhoto(shop.storage, newer.pop() ?? '');
    shop.clock.advance(2 * day);
    await shop.app.tidyUp();
    expect((await files()).map((file) => basename(file)).toSorted()).toEqual(newer.toSorted());
  });

  it('sweeps pictures with ids of their own whatever their number, since their names point to no repair', async () => {
    for (let index = 0; index < 20; index += 1) {
      await putPhoto(shop, (await takeIn(shop)).ticketNumber);
      await stray(newIntake().repairId, index, long, index < 10 ? 'texted' : 'added');
    }
    await shop.app.tidyUp();
    expect(await files()).toHaveLength(20);
  });
});
