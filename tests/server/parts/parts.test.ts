import { randomUUID } from 'node:crypto';
import { describe, expect, it, it as itOnBoth } from 'vitest';
import type { Input } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { versionTag } from '../../../domain/edits.ts';
import { type RunningApp, startApp, useShop } from '../../harness/app.ts';
import { describeOnBothEngines, itOnOneEngine } from '../../harness/engine.ts';
import { readEvents } from '../../harness/event-reader.ts';
import { followLateCase } from '../../harness/late-cases.ts';
import { day, minute } from '../../harness/settable-clock.ts';
import {
  addPart,
  allPages,
  assign,
  complete,
  currentRepair,
  statusesOf,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';
import { csvObjects, exportedFiles } from '../../harness/transfers.ts';

type NewPart = Input<'addPart', 'body'>;

const of = ({ ticketNumber }: Pick<Repair, 'ticketNumber'>) => ({ params: { ticketNumber } });

describeOnBothEngines('the parts that a repair waits for', (engine) => {
  const it = itOnOneEngine(engine);
  const shop = useShop(engine);

  const newPart = (given: Partial<NewPart> = {}): NewPart => ({
    partId: randomUUID(),
    description: 'Crown',
    ...given,
  });
  const add = (repair: Pick<Repair, 'ticketNumber'>, given: Partial<NewPart> = {}) =>
    shop.staff.attempt('addPart', { ...of(repair), body: newPart(given) });
  const change = (
    id: string,
    body: Input<'changePart', 'body'>,
    headers: Record<string, string> = {},
  ) => shop.staff.attempt('changePart', { params: { id }, body }, headers);
  const remove = (id: string) => shop.staff.attempt('removePart', { params: { id } });
  const partsOf = async ({ ticketNumber }: Pick<Repair, 'ticketNumber'>) =>
    (await wholeRepair(shop, ticketNumber)).parts;

  it('are recorded, listed on the ticket, and change as they are ordered and received', async () => {
    const repair = await takeIn(shop);
    expect(repair.isWaitingForParts).toBe(false);
    const given = {
      description: '  Crown, 5.3 mm ',
      supplier: 'Cousins',
      number: 'CR-53',
      cost: 12.5,
      orderedOn: '2026-03-02',
      expectedOn: '2026-03-09',
    };
    const answer = await add(repair, given);
    expect(answer.status).toBe(201);
    const part = {
      ...given,
      description: 'Crown, 5.3 mm',
      ticketNumber: repair.ticketNumber,
      receivedOn: null,
      returnedOn: null,
    };
    expect(answer.json()).toMatchObject({ part, repair: { isWaitingForParts: true } });
    shop.clock.advance(minute);
    const needed = await addPart(shop, repair, { description: 'Gasket', supplier: '' });
    expect(needed).toMatchObject({ supplier: null, cost: null, orderedOn: null });
    expect(await partsOf(repair)).toMatchObject([part, { description: 'Gasket' }]);

    const [crown] = await partsOf(repair);
    await change(crown?.id ?? '', { receivedOn: '2026-03-08' });
    // One that is needed and not yet ordered is waited for, too.
    expect((await currentRepair(shop, repair.ticketNumber)).isWaitingForParts).toBe(true);
    const back = await change(needed.id, { returnedOn: '2026-03-10', supplier: 'Otto Frei' });
    expect(back.json()).toMatchObject({
      part: { supplier: 'Otto Frei', returnedOn: '2026-03-10' },
      repair: { isWaitingForParts: false },
    });
    const whole = await wholeRepair(shop, repair.ticketNumber);
    expect(whole.parts).toMatchObject([{ receivedOn: '2026-03-08' }, { id: needed.id }]);
    expect(whole.messages.map(({ kind }) => kind)).toEqual(['created']);
    const { items } = await shop.staff.call('listRepairs', { query: { q: repair.ticketNumber } });
    expect(items).toEqual([whole.repair]);
  });

  it('are not a status, and nothing is waited for once the repair is done', async () => {
    const repair = await takeIn(shop);
    const { id } = await addPart(shop, repair);
    await assign(shop, repair.ticketNumber);
    expect((await complete(shop, repair.ticketNumber)).repair).toMatchObject({
      status: 'completed',
      isWaitingForParts: false,
    });
    expect((await change(id, { returnedOn: '2026-03-12' })).status).toBe(200);
  });

  itOnBoth(
    'are added once, however often they are sent, and different content is refused',
    async () => {
      const repair = await takeIn(shop);
      const part = newPart({ supplier: 'Cousins', cost: 3 });
      const sent = await Promise.all([1, 2, 3].map(() => add(repair, part)));
      expect(statusesOf(sent)).toEqual([200, 200, 201]);
      expect(await partsOf(repair)).toHaveLength(1);
      for (const other of [{ cost: 4 }, { supplier: 'Otto Frei' }]) {
        expect((await add(repair, { ...part, ...other })).problem().code).toBe('part-id-taken');
      }
      expect((await add(await takeIn(shop), part)).problem().code).toBe('part-id-taken');
      const { events } = await wholeRepair(shop, repair.ticketNumber);
      expect(events.filter(({ kind }) => kind === 'part-added')).toHaveLength(1);
    },
  );

  it('are not changed from an outdated version, nor by repeating the same change', async () => {
    const repair = await takeIn(shop);
    const { id, updatedAt } = await addPart(shop, repair);
    const seen = { 'if-match': versionTag(updatedAt) };
    shop.clock.advance(minute);
    const both = await Promise.all([5, 6].map((cost) => change(id, { cost }, seen)));
    expect(statusesOf(both)).toEqual([200, 412]);
    const [{ cost = null } = {}] = await partsOf(repair);
    expect(both.find(({ status }) => status === 412)?.problem()).toMatchObject({
      code: 'changed-meanwhile',
      part: { cost },
      repair: { ticketNumber: repair.ticketNumber },
    });
    const before = await wholeRepair(shop, repair.ticketNumber);
    expect((await change(id, { cost })).status).toBe(200);
    expect((await change(id, {})).status).toBe(200);
    const early = await shop.staff.attempt('removePart', { params: { id } }, seen);
    expect(early.problem()).toMatchObject({ code: 'changed-meanwhile', part: { cost } });
    expect(await wholeRepair(shop, repair.ticketNumber)).toEqual(before);
  });

  it('are removed, and restored by adding them again', async () => {
    const repair = await takeIn(shop);
    const part = newPart();
    await add(repair, part);
    const removed = await remove(part.partId);
    expect(removed.json()).toMatchObject({ repair: { isWaitingForParts: false } });
    expect(await partsOf(repair)).toEqual([]);
    expect((await remove(part.partId)).problem().code).toBe('part-not-found');
    expect((await change(part.partId, { cost: 1 })).problem().code).toBe('part-not-found');
    expect((await add(repair, part)).status).toBe(201);
    expect(await partsOf(repair)).toMatchObject([{ id: part.partId }]);
  });

  it('are sent to every screen as changes to their ticket', async () => {
    const repair = await takeIn(shop);
    const reader = await readEvents(shop.staff);
    await reader.until(1);
    const { id } = await addPart(shop, repair);
    await change(id, { receivedOn: '2026-03-05' });
    await remove(id);
    await reader.until(4);
    reader.close();
    expect(
      reader.changes().map(({ entity, what, ticketNumber }) => [entity, what, ticketNumber]),
    ).toEqual(
      ['part-added', 'part-changed', 'part-removed'].map((what) => [
        'repair',
        what,
        repair.ticketNumber,
      ]),
    );
  });

  it('are deleted and restored with their ticket', async () => {
    const repair = await takeIn(shop);
    const { id } = await addPart(shop, repair);
    await shop.staff.call('deleteRepair', of(repair));
    expect((await add(repair)).problem().code).toBe('repair-not-found');
    expect((await change(id, { cost: 1 })).problem().code).toBe('repair-not-found');
    expect((await remove(id)).problem().code).toBe('repair-not-found');
    await shop.staff.call('restoreRepair', of(repair));
    expect(await partsOf(repair)).toMatchObject([{ id }]);
    await shop.staff.call('deleteRepair', of(repair));
    await shop.staff.call('purgeRepair', of(repair));
    expect(await shop.rows.run('select id from parts where id = ?', id)).toEqual([]);
    expect((await remove(id)).problem().code).toBe('part-not-found');
  });

  it('are in the export, money as dollars', async () => {
    const repair = await takeIn(shop);
    const { id } = await addPart(shop, repair, { cost: 30.5, number: '1-2', orderedOn: null });
    const { text } = await shop.staff.send('GET', '/api/export?format=json');
    const exported = (JSON.parse(text) as { parts: { partId: string }[] }).parts;
    expect(exported.find(({ partId }) => partId === id)).toMatchObject({
      ticketNumber: repair.ticketNumber,
      description: 'Crown',
      cost: 30.5,
      orderedOn: null,
    });
    const rows = csvObjects((await exportedFiles(shop.staff))['parts.csv'] ?? '');
    expect(rows.find((row) => row['Part ID'] === id)).toEqual({
      'Part ID': id,
      'Ticket number': repair.ticketNumber,
      Part: 'Crown',
      Supplier: '',
      'Part number': '1-2',
      Cost: '30.50',
      ...{ 'Date ordered': '', 'Date expected': '', 'Date received': '', 'Date returned': '' },
      'Created at': repair.createdAt,
      'Updated at': repair.createdAt,
    });
  });
});

describeOnBothEngines('the list of parts on order', (engine) => {
  itOnBoth(
    'covers the whole shop, by supplier, without what has come or was never ordered',
    async () => {
      const shop = await startApp(engine);
      const repair = await takeIn(shop, { expectedOn: '2026-03-20' });
      const part = (description: string, supplier: string, given: Partial<NewPart> = {}) =>
        addPart(shop, repair, { description, supplier, orderedOn: '2026-03-04', ...given });
      await part('Third', 'Otto Frei');
      await part('Second', 'cousins', { orderedOn: '2026-03-05' });
      await part('First', 'Cousins');
      await part('No supplier', '');
      await part('Needed', 'Cousins', { orderedOn: null });
      await part('Come', 'Cousins', { receivedOn: '2026-03-05' });
      await part('Sent back', 'Cousins', { returnedOn: '2026-03-05' });
      const gone = await takeIn(shop);
      await addPart(shop, gone, { orderedOn: '2026-03-04' });
      await shop.staff.call('deleteRepair', of(gone));
      for (const limit of [1, 3, 100]) {
        const seen = await allPages(limit, (query) =>
          shop.staff.call('listOrderedParts', { query }),
        );
        expect(seen.map(({ description }) => description)).toEqual([
          'No supplier',
          'First',
          'Second',
          'Third',
        ]);
      }
      const { items } = await shop.staff.call('listOrderedParts', { query: { limit: 2 } });
      const [stored] = (await wholeRepair(shop, repair.ticketNumber)).parts.filter(
        ({ description }) => description === 'First',
      );
      expect(items[1]).toEqual({
        ...stored,
        customerName: repair.customerName,
        watchBrand: repair.watchBrand,
        watchModel: repair.watchModel,
        initialPhotoUrl: null,
        promisedOn: '2026-03-20',
      });
      const shown = async (show: 'late' | 'received' | 'returned', limit: number) => {
        const page = (query: { limit: number; cursor?: string }) =>
          shop.staff.call('listOrderedParts', { query: { ...query, show } });
        return (await allPages(limit, page)).map(({ description }) => description);
      };
      const { filters } = await shop.staff.call('listOrderedParts', { query: {} });
      expect(filters).toEqual(['open', 'received', 'returned']);
      await part('After promised', 'Cousins', { expectedOn: '2026-03-21' });
      await part('Expected earlier', 'Cousins', { expectedOn: '2026-03-01' });
      await part('Just in time', 'Cousins', { expectedOn: '2026-03-20' });
      await part('Come first', 'Otto Frei', { receivedOn: '2026-03-04' });
      for (const limit of [1, 100]) {
        expect((await shown('late', limit)).sort()).toEqual(['After promised', 'Expected earlier']);
        expect(await shown('received', limit)).toEqual(['Come', 'Come first']);
        expect(await shown('returned', limit)).toEqual(['Sent back']);
      }
      const wrong = await shop.staff.attempt('listOrderedParts', { query: { cursor: 'x' } });
      expect(wrong.problem().code).toBe('validation-failed');
      await shop.close();
    },
  );
});

describeOnBothEngines('a part that is expected after the date promised', (engine) => {
  const it = itOnOneEngine(engine);
  const casesIn = async (shop: RunningApp) => {
    const { items } = await shop.staff.call('listAttention');
    expect((await shop.staff.call('getOverview')).attention).toBe(items.length);
    return items.map(({ reason, ticketNumber, part }) => [reason, ticketNumber, part?.id ?? null]);
  };

  itOnBoth(
    'is a case until it comes, is expected in time, or another date is promised',
    async () => {
      const shop = await startApp(engine);
      const repair = await takeIn(shop, { expectedOn: '2026-03-20' });
      const { ticketNumber } = repair;
      const late = { description: 'Dial', supplier: 'Cousins', expectedOn: '2026-03-21' };
      const { id } = await addPart(shop, repair, late);
      await addPart(shop, repair, { description: 'Crown', expectedOn: '2026-03-20' });
      const expectedCases = [['part-late', ticketNumber, id]];
      expect(await casesIn(shop)).toEqual(expectedCases);
      const { items } = await shop.staff.call('listAttention');
      expect(items).toMatchObject([
        {
          id: repair.id,
          happened: 'A part is expected after the promised date.',
          expectedOn: '2026-03-20',
          part: late,
          status: 'pending',
        },
      ]);
      await followLateCase<Input<'changePart', 'body'>>(shop, {
        repair,
        casesIn,
        expectedCases,
        change: (body) => shop.staff.call('changePart', { params: { id }, body }),
        ends: [
          [{ expectedOn: '2026-03-20' }, { expectedOn: '2026-03-21' }],
          [{ receivedOn: '2026-03-05' }, { receivedOn: null }],
          [{ returnedOn: '2026-03-05' }, { returnedOn: null }],
          [{ expectedOn: null }, { expectedOn: '2026-03-21' }],
        ],
      });
      await shop.close();
    },
  );

  it('is its ticket’s only case, listed after what is to be started and before what is quiet', async () => {
    const shop = await startApp(engine);
    const late = { expectedOn: '2026-04-30' };
    const resting = await takeIn(shop);
    const { ticketNumber: near } = await takeIn(shop, { expectedOn: '2026-03-18' });
    // Not started, quiet, and waiting for its customer: the part says why.
    const tickets = [
      await takeIn(shop, { expectedOn: '2026-03-17' }),
      await takeIn(shop, { expectedOn: '2026-04-20' }),
      (await takeInWithEstimate(shop, { expectedOn: '2026-04-21' })).repair,
    ];
    for (const ticket of tickets) await addPart(shop, ticket, late);
    const { id: latest } = await addPart(shop, tickets[0] ?? resting, { expectedOn: '2026-05-01' });
    shop.clock.advance(14 * day);
    await stayLoggedIn(shop);
    expect((await casesIn(shop)).map(([reason, ticketNumber]) => [reason, ticketNumber])).toEqual([
      ['not-begun', near],
      ...tickets.map(({ ticketNumber }) => ['part-late', ticketNumber]),
      ['quiet', resting.ticketNumber],
    ]);
    expect((await casesIn(shop))[1]?.[2]).toBe(latest);
    const seen = await allPages(1, (query) => shop.staff.call('listAttention', { query }));
    expect(seen).toEqual((await shop.staff.call('listAttention')).items);
    await shop.close();
  });

  it('counts as activity on its ticket', async () => {
    const shop = await startApp(engine);
    const repair = await takeIn(shop);
    const { id } = await addPart(shop, repair);
    shop.clock.advance(14 * day);
    await stayLoggedIn(shop);
    expect(await casesIn(shop)).toEqual([['quiet', repair.ticketNumber, null]]);
    await shop.staff.call('changePart', { params: { id }, body: { orderedOn: '2026-03-16' } });
    expect(await casesIn(shop)).toEqual([]);
    await shop.close();
  });
});

describe('a completion', () => {
  const shop = useShop('sqlite');

  it('can be undone even if a part arrived in the meantime', async () => {
    const { ticketNumber } = await takeIn(shop);
    await assign(shop, ticketNumber);
    await complete(shop, ticketNumber, { holdSeconds: 5 });
    shop.clock.advance(1000);
    await addPart(shop, { ticketNumber });
    const { repair } = await shop.staff.call('undoComplete', of({ ticketNumber }));
    expect(repair).toMatchObject({ status: 'assigned', isWaitingForParts: true });
  });
});
