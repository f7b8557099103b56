import { expect, it as itOnBoth } from 'vitest';
import type { Input } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { versionTag } from '../../../domain/edits.ts';
import { startApp, useShop } from '../../harness/app.ts';
import { describeOnBothEngines, itOnOneEngine } from '../../harness/engine.ts';
import { addTicketPhoto } from '../../harness/photo-upload.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  addMeasurement,
  addWarranty,
  assign,
  complete,
  currentRepair,
  newIntake,
  newSerial,
  sameCustomer,
  sameSerialTwice,
  statusesOf,
  takeIn,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';
import { csvObjects, exportedFiles } from '../../harness/transfers.ts';

const of = ({ ticketNumber }: Pick<Repair, 'ticketNumber'>) => ({ params: { ticketNumber } });

describeOnBothEngines('watches', (engine) => {
  const it = itOnOneEngine(engine);
  const shop = useShop(engine);

  const seen = async (query: Input<'findSeenWatches', 'query'>) =>
    (await shop.staff.call('findSeenWatches', { query })).items;
  const seenOf = ({ watchBrand, serialNumber, ticketNumber }: Repair) =>
    seen({ watchBrand, serialNumber: serialNumber ?? '', ticketNumber });
  const numbersOf = (found: Awaited<ReturnType<typeof seen>>) =>
    found.map(({ repairs }) => repairs.map(({ ticketNumber }) => ticketNumber));
  const answer = (
    repair: Repair,
    same: readonly Repair[],
    headers: Record<string, string> = {},
  ) => {
    const body = { sameWatchAs: same.map(({ ticketNumber }) => ticketNumber) };
    return shop.staff.attempt('answerWatch', { ...of(repair), body }, headers);
  };
  const joined = async (repair: Repair, same: readonly Repair[]): Promise<Repair> => {
    const reply = await answer(repair, same);
    expect(reply.status, reply.text).toBe(200);
    return (reply.json() as { repair: Repair }).repair;
  };
  const undo = (repair: Repair, headers: Record<string, string> = {}) =>
    shop.staff.attempt('undoWatchAnswer', of(repair), headers);
  const now = (repair: Repair) => currentRepair(shop, repair.ticketNumber);
  const watchOf = (id: string | null) => shop.staff.call('getWatch', { params: { id: id ?? '' } });

  itOnBoth(
    'are recognized by brand and serial, however written, and not joined automatically',
    async () => {
      const serialNumber = newSerial();
      const first = await takeIn(shop, { serialNumber, reference: '214270', customerName: 'Ada' });
      await assign(shop, first.ticketNumber);
      await complete(shop, first.ticketNumber);
      const written = ` ${serialNumber.toLowerCase().replace('-', ' / ')}`;
      const again = await takeIn(shop, { movementSerial: written, watchBrand: 'OMEGA' });
      expect(again.watchId).toBeNull();
      expect(await seen({ watchBrand: 'Omega', movementSerial: serialNumber })).toEqual([
        {
          watchId: null,
          watchBrand: 'OMEGA',
          watchModel: 'Speedmaster',
          reference: '214270',
          photoUrl: null,
          customerName: 'Ada Lovelace',
          repairs: [
            expect.objectContaining({
              ticketNumber: again.ticketNumber,
              work: 'Does not wind',
              isInShop: true,
            }),
            expect.objectContaining({ ticketNumber: first.ticketNumber, isInShop: true }),
          ],
          warranties: [],
        },
      ]);
      await shop.staff.call('collectRepair', { ...of(first), body: {} });
      const { ticketNumber } = again;
      expect(await seen({ watchBrand: 'omega', serialNumber, ticketNumber })).toMatchObject([
        { repairs: [{ ticketNumber: first.ticketNumber, isInShop: false }] },
      ]);
      expect(await seen({ watchBrand: 'Rolex', serialNumber })).toEqual([]);
      expect(await seen({ watchBrand: 'Omega', serialNumber: 'none' })).toEqual([]);
      const other = await takeIn(shop, { serialNumber, watchModel: 'Seamaster' });
      expect(numbersOf(await seen({ watchBrand: 'Omega', serialNumber }))).toEqual([
        [other.ticketNumber],
        [again.ticketNumber, first.ticketNumber],
      ]);
      for (const one of [first, again, other]) expect((await now(one)).watchId).toBeNull();
    },
  );

  it('follow a corrected brand or serial', async () => {
    const [first, again] = await sameSerialTwice(shop);
    const edit = (body: Input<'editRepair', 'body'>) =>
      shop.staff.call('editRepair', { ...of(first), body });
    await edit({ watchBrand: 'Rolex' });
    expect(await seenOf(again)).toEqual([]);
    await edit({ watchBrand: 'Omega', serialNumber: null, movementSerial: again.serialNumber });
    expect(numbersOf(await seenOf(again))).toEqual([[first.ticketNumber]]);
  });

  it('have the tickets that staff joined, and what was done on them', async () => {
    const [first, second] = await sameSerialTwice(shop);
    await addMeasurement(shop, first, {});
    const repair = await joined(second, [first]);
    const { watchId } = repair;
    expect((await now(first)).watchId).toBe(watchId);
    const third = await takeIn(shop, {
      serialNumber: first.serialNumber,
      watchModel: 'Speedmaster Professional',
      caliber: '861',
      customerName: 'Zoë',
    });
    expect(await seenOf(third)).toMatchObject([
      { watchId, repairs: [{ ticketNumber: second.ticketNumber }, {}] },
    ]);
    await joined(third, [first]);
    const { watch, repairs, measurements } = await watchOf(watchId);
    expect(watch).toMatchObject({
      ...{ watchModel: 'Speedmaster Professional', caliber: '861', repairCount: 3 },
      ...{ firstHereAt: first.createdAt, lastHereAt: third.createdAt },
    });
    expect(repairs).toEqual([await now(third), await now(second), await now(first)]);
    expect(measurements).toMatchObject([{ ticketNumber: first.ticketNumber }]);
    const found = await shop.staff.call('listWatches', {
      query: { q: `omega professional ${first.serialNumber}` },
    });
    expect(found.items).toEqual([watch]);
    // A customer's name finds their tickets, and not what they had once.
    expect((await shop.staff.call('listWatches', { query: { q: 'Zoë' } })).items).toEqual([]);
    const { events } = await wholeRepair(shop, first.ticketNumber);
    expect(events.at(-1)).toMatchObject({
      kind: 'watch-answered',
      data: { before: { watchId: null }, after: { watchId }, sameAs: [second.ticketNumber] },
    });
    const missing = await shop.staff.attempt('getWatch', { params: { id: 'nobody' } });
    expect(missing.problem().code).toBe('watch-not-found');
  });

  it('show the photos, warranties and come-backs of all their tickets', async () => {
    const [first, second] = await sameSerialTwice(shop);
    const warranty = await addWarranty(shop, first, { days: 90 });
    await assign(shop, first.ticketNumber);
    await complete(shop, first.ticketNumber);
    await shop.staff.call('collectRepair', { ...of(first), body: {} });
    const photo = await addTicketPhoto(shop, first, { kind: 'intake' });
    shop.clock.advance(minute);
    const photos = [photo, await addTicketPhoto(shop, first)];
    const { watchId } = await joined(second, [first]);
    const photoUrl = photo.url;
    const serial = { watchBrand: 'Omega', serialNumber: first.serialNumber ?? '' };
    const [before] = await seen(serial);
    expect(before).toMatchObject({ photoUrl, warranties: [{ id: warranty.id, days: 90 }] });
    shop.clock.advance(minute);
    const back = await takeIn(shop, {
      ...sameCustomer(first),
      ...{ serialNumber: first.serialNumber, repairPrice: 0, sameWatchAs: [first.ticketNumber] },
      comeBack: { ofTicketNumber: first.ticketNumber, reason: 'covered' },
    });
    expect(back.watchId).toBe(watchId);
    expect(await watchOf(watchId)).toMatchObject({
      watch: { photoUrl },
      photos,
      warranties: [
        { id: warranty.id, continuedOn: back.ticketNumber },
        { ticketNumber: back.ticketNumber, continues: warranty.id },
      ],
      comebacks: [{ ticketNumber: back.ticketNumber, ofTicketNumber: first.ticketNumber }],
    });
    const [after] = await seen(serial);
    // What is left waits for the next pickup.
    expect(after).toMatchObject({ photoUrl, warranties: [] });
    const query = { q: first.serialNumber ?? '' };
    expect((await shop.staff.call('listWatches', { query })).items).toMatchObject([{ photoUrl }]);
  });

  it('are different if staff say so, and the question is not asked again', async () => {
    const [first, second] = await sameSerialTwice(shop);
    const { watchId } = await joined(second, []);
    expect(watchId).not.toBeNull();
    expect((await now(first)).watchId).toBeNull();
    expect((await watchOf(watchId)).repairs).toHaveLength(1);
    const third = await takeIn(shop, { serialNumber: first.serialNumber });
    expect(numbersOf(await seenOf(third))).toEqual([[second.ticketNumber], [first.ticketNumber]]);
    // They are two watches by now.
    expect((await answer(third, [first, second])).problem().code).toBe('changed-meanwhile');
    expect((await joined(third, [second])).watchId).toBe(watchId);
  });

  it('are joined by an answer at intake, and one that no longer fits leaves the question open', async () => {
    const serialNumber = newSerial();
    const first = await takeIn(shop, { serialNumber });
    const sameWatchAs = [first.ticketNumber];
    const body = newIntake({ serialNumber, sameWatchAs });
    const { repair } = await shop.staff.call('createRepair', { body });
    expect(repair.watchId).not.toBeNull();
    expect((await now(first)).watchId).toBe(repair.watchId);
    const repeated = await shop.staff.call('createRepair', { body });
    expect(repeated.repair.ticketNumber).toBe(repair.ticketNumber);
    const { events } = await wholeRepair(shop, repair.ticketNumber);
    expect(events.filter(({ kind }) => kind === 'watch-answered')).toHaveLength(1);
    const another = await takeIn(shop, { serialNumber, sameWatchAs: [] });
    expect(another.watchId).not.toBe(repair.watchId);
    for (const unfit of [{ serialNumber: newSerial() }, { sameWatchAs: ['WH000000XXX'] }]) {
      const taken = await takeIn(shop, { serialNumber, sameWatchAs, ...unfit });
      expect(taken.watchId).toBeNull();
    }
    expect((await takeIn(shop, { sameWatchAs: null })).watchId).toBeNull();
  });

  it('are separated if an answer is undone, on every ticket that it joined', async () => {
    const [first, second] = await sameSerialTwice(shop);
    const { watchId } = await joined(second, [first]);
    const third = await takeIn(shop, { serialNumber: first.serialNumber });
    await joined(third, [first, second]);
    // The answer for the second one had joined the first one.
    expect((await undo(first)).status).toBe(200);
    for (const one of [first, second]) expect((await now(one)).watchId).toBeNull();
    expect((await watchOf(watchId)).repairs).toMatchObject([{ ticketNumber: third.ticketNumber }]);
    expect(numbersOf(await seenOf(second))).toEqual([[third.ticketNumber], [first.ticketNumber]]);
    const before = await wholeRepair(shop, first.ticketNumber);
    expect((await undo(first)).status).toBe(200);
    expect(await wholeRepair(shop, first.ticketNumber)).toEqual(before);
    await undo(third);
    expect(await shop.rows.run('select id from watches where id = ?', String(watchId))).toEqual([]);
    expect((await joined(second, [first])).watchId).not.toBe(watchId);
  });

  itOnBoth('keep one of two answers given at once, and show it to the other person', async () => {
    const [first, second] = await sameSerialTwice(shop);
    const version = { 'if-match': versionTag(second.updatedAt) };
    shop.clock.advance(minute);
    const replies = await Promise.all([
      answer(second, [first], version),
      answer(second, [], version),
    ]);
    expect(statusesOf(replies)).toEqual([200, 412]);
    const stored = await now(second);
    const refused = replies.find(({ status }) => status === 412);
    expect(refused?.problem()).toMatchObject({ code: 'changed-meanwhile', repair: stored });
    const isSame = replies[0]?.status === 200;
    expect((await now(first)).watchId).toBe(isSame ? stored.watchId : null);
    // The same answer again, as if its response had been lost.
    expect((await answer(second, isSame ? [first] : [], version)).status).toBe(200);
    expect(await now(second)).toEqual(stored);
    expect((await undo(second, version)).problem()).toMatchObject({ repair: stored });
    expect(await now(second)).toEqual(stored);
  });

  itOnBoth(
    'become one watch if two tickets are answered as the same as a third at once',
    async () => {
      const [first, second] = await sameSerialTwice(shop);
      const third = await takeIn(shop, { serialNumber: first.serialNumber });
      const replies = await Promise.all([answer(second, [first]), answer(third, [first])]);
      expect(statusesOf(replies)).toEqual([200, 200]);
      const { watchId } = await now(first);
      expect((await watchOf(watchId)).repairs).toHaveLength(3);
    },
  );

  it('are deleted with their last ticket', async () => {
    const [first, second] = await sameSerialTwice(shop);
    const { watchId } = await joined(second, [first]);
    const gone = async (one: Repair) => {
      await shop.staff.call('deleteRepair', of(one));
      await shop.staff.call('purgeRepair', of(one));
    };
    await shop.staff.call('deleteRepair', of(first));
    expect((await watchOf(watchId)).repairs).toHaveLength(1);
    await shop.staff.call('restoreRepair', of(first));
    expect((await watchOf(watchId)).repairs).toHaveLength(2);
    await gone(first);
    await gone(second);
    expect(await shop.rows.run('select id from watches where id = ?', String(watchId))).toEqual([]);
  });

  it('are in the export, and every ticket names its own', async () => {
    const [first, second] = await sameSerialTwice(shop);
    const { watchId } = await joined(second, [first]);
    const files = await exportedFiles(shop.staff);
    const watch = csvObjects(files['watches.csv'] ?? '').find((row) => row['Watch ID'] === watchId);
    expect(watch).toMatchObject({
      'Watch brand': 'Omega',
      'Serial number': first.serialNumber,
      'Movement serial': '',
      'Repair count': '2',
    });
    const tickets = csvObjects(files['repairs.csv'] ?? '');
    expect(tickets.filter((row) => row['Watch ID'] === watchId)).toHaveLength(2);
  });

  itOnBoth('are asked about in older stores, where the upgrade joins none', async () => {
    const own = await startApp(engine);
    const { storage } = own;
    const serialNumber = 'Nº 88 / Ä-4412';
    const first = await takeIn({ ...own }, { serialNumber, watchBrand: 'Mühle-Glashütte' });
    await own.stop();
    const rows = await storage.openRows();
    const before = await rows.run('select case_key from repair_tickets');
    const ofTickets = ['by_case_key', 'by_movement_key', 'by_watch'].map((one) => `tickets_${one}`);
    // Those of later migrations, too.
    for (const name of [...ofTickets, 'parts_received', 'parts_returned', 'messages_failed']) {
      await rows.run(`drop index ${name}`);
    }
    for (const table of ['watches', 'warranties', 'comebacks', 'sendings']) {
      await rows.run(`drop table ${table}`);
    }
    const added = ['reference', 'caliber', 'movement_serial', 'watch_id'];
    const keys = ['watch_answer_of', 'case_key', 'movement_key'];
    for (const column of [...added, ...keys, 'last_assignment', 'same_day_switch']) {
      await rows.run(`alter table repair_tickets drop column ${column}`);
    }
    await rows.run("delete from kysely_migration where name >= '0041'");
    await rows.close();
    const upgraded = await startApp(engine, { storage, clock: own.clock });
    expect(await upgraded.rows.run('select case_key from repair_tickets')).toEqual(before);
    const query = { watchBrand: 'muhle glashutte', serialNumber: 'no88a4412' };
    const { items } = await upgraded.staff.call('findSeenWatches', { query });
    expect(numbersOf(items)).toEqual([[first.ticketNumber]]);
    expect((await currentRepair(upgraded, first.ticketNumber)).watchId).toBeNull();
    await upgraded.close();
  });
});
