import { describe, expect, it } from 'vitest';
import type { Input } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { limits } from '../../../domain/field-list.ts';
import { type RunningApp, startApp, useShop } from '../../harness/app.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { day, minute } from '../../harness/settable-clock.ts';
import {
  allPages,
  assign,
  complete,
  currentRepair,
  repairInStatus,
  statusesOf,
  stayLoggedIn,
  takeIn,
  takePayment,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';
import { csvObjects, csvText, exportedFiles, importFile } from '../../harness/transfers.ts';

const collected = ({ isWaitingForPickup, collectedAt, collectedBy, collectedNote }: Repair) => ({
  isWaitingForPickup,
  collectedAt,
  collectedBy,
  collectedNote,
});
const waiting = {
  isWaitingForPickup: true,
  collectedAt: null,
  collectedBy: null,
  collectedNote: null,
};

const paramsOf = ({ ticketNumber }: Repair) => ({ ticketNumber });
const collect = (shop: RunningApp, repair: Repair, body: Input<'collectRepair', 'body'> = {}) =>
  shop.staff.attempt('collectRepair', { params: paramsOf(repair), body });
const undoPickup = (shop: RunningApp, repair: Repair, collectedAt: string | null) =>
  shop.staff.attempt('undoCollectRepair', {
    params: paramsOf(repair),
    body: { collectedAt: collectedAt ?? '' },
  });
const now = (shop: RunningApp) => new Date(shop.clock.now).toISOString();

describeOnBothInLongRun('a pickup', (engine) => {
  const shop = useShop(engine);

  describe('is recorded', () => {
    it.each(['completed', 'ready'] as const)('on a ticket that is %s', async (status) => {
      const repair = await repairInStatus(shop, status);
      expect(collected(repair)).toEqual(waiting);
      shop.clock.advance(minute);
      const reply = await collect(shop, repair, { by: 'Her brother', note: 'Showed the ticket' });
      const after = {
        collectedAt: now(shop),
        collectedBy: 'Her brother',
        collectedNote: 'Showed the ticket',
      };
      expect(reply.json()).toMatchObject({ repair: { ...after, status, updatedAt: now(shop) } });
      const { repair: stored, events } = await wholeRepair(shop, repair.ticketNumber);
      expect(collected(stored)).toEqual({ isWaitingForPickup: false, ...after });
      expect(events.at(-1)).toMatchObject({
        kind: 'repair-collected',
        actor: 'staff',
        data: { before: { collectedAt: null, collectedBy: null, collectedNote: null }, after },
      });
    });

    it('by the customer if nobody else is named', async () => {
      const repair = await repairInStatus(shop, 'completed');
      const reply = await collect(shop, repair, { by: '  ' });
      expect(reply.json()).toMatchObject({
        repair: { collectedBy: repair.customerName, collectedNote: null },
      });
    });

    it('not on a ticket that is open', async () => {
      const repair = await repairInStatus(shop, 'in-progress');
      const replies = [await collect(shop, repair), await undoPickup(shop, repair, now(shop))];
      for (const reply of replies) {
        expect(reply.problem()).toMatchObject({ status: 409, code: 'repair-status', repair });
      }
      expect(await currentRepair(shop, repair.ticketNumber)).toEqual(repair);
    });

    it('once: the same again changes nothing, a different one is refused with the current ticket', async () => {
      const repair = await repairInStatus(shop, 'completed');
      const first = await collect(shop, repair, { by: 'Bo' });
      shop.clock.advance(minute);
      const before = await shop.rows.counts();
      const again = await collect(shop, repair, { by: 'Bo' });
      expect([again.status, again.json()]).toEqual([200, first.json()]);
      const other = await collect(shop, repair, { by: 'Kim' });
      expect(other.problem()).toMatchObject({
        status: 409,
        code: 'collected-already',
        repair: { collectedBy: 'Bo' },
      });
      expect(await shop.rows.counts()).toEqual(before);
    });

    it('once if two people press at once, and the other sees it', async () => {
      for (let round = 0; round < 5; round += 1) {
        const repair = await repairInStatus(shop, 'completed');
        const replies = await Promise.all([
          collect(shop, repair, { by: 'Bo' }),
          collect(shop, repair, { by: 'Kim' }),
        ]);
        expect(statusesOf(replies)).toEqual([200, 409]);
        const { repair: stored, events } = await wholeRepair(shop, repair.ticketNumber);
        const lost = replies.find(({ status }) => status === 409)?.problem();
        expect(lost).toMatchObject({ code: 'collected-already', repair: stored });
        expect(events.filter(({ kind }) => kind === 'repair-collected')).toHaveLength(1);
      }
    });

    it('not with a name or a note that is too long', async () => {
      const repair = await repairInStatus(shop, 'completed');
      const reply = await collect(shop, repair, {
        by: 'x'.repeat(limits.name + 1),
        note: 'x'.repeat(limits.notes + 1),
      });
      expect(reply.problem()).toMatchObject({
        status: 422,
        errors: [
          { path: 'by', message: 'Picked up by must be at most 200 characters' },
          { path: 'note', message: 'Note must be at most 2000 characters' },
        ],
      });
      const undone = await undoPickup(shop, repair, 'yesterday');
      expect(undone.problem()).toMatchObject({ status: 422, errors: [{ path: 'collectedAt' }] });
      expect(collected(await currentRepair(shop, repair.ticketNumber))).toEqual(waiting);
    });
  });

  describe('is undone', () => {
    it('with its history, and the same again changes nothing', async () => {
      const repair = await repairInStatus(shop, 'completed');
      await collect(shop, repair, { note: 'Cash' });
      const { collectedAt } = await currentRepair(shop, repair.ticketNumber);
      shop.clock.advance(minute);
      const undone = await undoPickup(shop, repair, collectedAt);
      expect(undone.status).toBe(200);
      const { repair: stored, events } = await wholeRepair(shop, repair.ticketNumber);
      expect(collected(stored)).toEqual(waiting);
      expect(events.at(-1)).toMatchObject({
        kind: 'repair-not-collected',
        actor: 'staff',
        data: { before: { collectedAt, collectedNote: 'Cash' }, after: { collectedAt: null } },
      });
      const again = await undoPickup(shop, repair, collectedAt);
      expect([again.status, again.json()]).toEqual([200, { repair: stored, unsentTextId: null }]);
      expect((await wholeRepair(shop, repair.ticketNumber)).events).toEqual(events);
    });

    it('not by a press that meant an earlier one', async () => {
      const repair = await repairInStatus(shop, 'completed');
      await collect(shop, repair);
      const { collectedAt } = await currentRepair(shop, repair.ticketNumber);
      await undoPickup(shop, repair, collectedAt);
      shop.clock.advance(minute);
      await collect(shop, repair, { by: 'Kim' });
      const late = await undoPickup(shop, repair, collectedAt);
      expect(late.problem()).toMatchObject({ status: 409, code: 'collected-already' });
      const { collectedBy } = await currentRepair(shop, repair.ticketNumber);
      expect(collectedBy).toBe('Kim');
    });
  });
});

describeOnBothInLongRun('a watch that goes back unrepaired', (engine) => {
  const shop = useShop(engine);

  it('says so once it is completed, no matter what becomes of its estimate', async () => {
    const declined = await repairInStatus(shop, 'estimate-declined');
    expect(declined.isUnrepaired).toBe(false);
    const { repair } = await shop.staff.call('completeRepair', {
      params: paramsOf(declined),
      body: { outcome: 'declined' },
    });
    expect(repair).toMatchObject({ status: 'completed', isUnrepaired: true });
    await shop.staff.call('deleteEstimate', { params: { id: declined.estimateId ?? '' } });
    expect((await currentRepair(shop, repair.ticketNumber)).isUnrepaired).toBe(true);
    expect((await repairInStatus(shop, 'completed')).isUnrepaired).toBe(false);
  });
});

describeOnBothInLongRun('the lists of completed repairs', (engine) => {
  const shop = useShop(engine);
  type Query = Input<'listRepairs', 'query'>;
  const names = new Map<string, string>();
  const make = async (name: string, isSameDay = false) => {
    const { ticketNumber } = await takeIn(shop, { isSameDay, customerName: `${name} Okafor` });
    names.set(ticketNumber, name);
    return ticketNumber;
  };
  const finish = async (ticketNumber: string) => {
    await assign(shop, ticketNumber, 'technician-2');
    shop.clock.advance(minute);
    return (await complete(shop, ticketNumber)).repair;
  };
  const list = async (query: Query) => {
    const { items } = await shop.staff.call('listRepairs', { query });
    return items.map(({ ticketNumber }) => names.get(ticketNumber)).join(' ');
  };

  it('have those that wait, longest first, those that were collected, or all', async () => {
    const [one, two, three, four] = [
      await make('one'),
      await make('two', true),
      await make('three'),
      await make('four'),
    ];
    await make('open');
    // Not in the order in which they came.
    await finish(three);
    const first = await finish(one);
    await finish(four);
    await finish(two);
    expect(await list({ pickup: 'waiting' })).toBe('three one four two');
    expect(await list({ pickup: 'collected' })).toBe('');
    await collect(shop, first);
    expect(await list({ pickup: 'waiting' })).toBe('three four two');
    expect(await list({ pickup: 'collected' })).toBe('one');
    expect(await list({ pickup: 'all' })).toBe('four three two one');
    expect(await list({ status: ['completed', 'ready'] })).toBe('four three two one');
    expect(await shop.staff.call('getOverview')).toMatchObject({
      completed: 4,
      waitingForPickup: 3,
    });

    expect(await list({ pickup: 'waiting', sameDay: 'true' })).toBe('two');
    expect(await list({ pickup: 'waiting', technicianId: 'technician-2' })).toBe('three four two');
    expect(await list({ pickup: 'waiting', technicianId: 'technician-1' })).toBe('');
    expect(await list({ pickup: 'waiting', clientId: first.clientId })).toBe('');
    expect(await list({ pickup: 'collected', clientId: first.clientId })).toBe('one');
    expect(await list({ pickup: 'waiting', status: ['ready'] })).toBe('');
    expect(await list({ pickup: 'all', status: ['pending'] })).toBe('');
    expect(await list({ pickup: 'waiting', q: 'okafor' })).toBe('four three two');
    expect(await list({ pickup: 'collected', q: 'okafor' })).toBe('one');

    for (const pickup of ['waiting', 'collected', 'all'] as const) {
      const whole = await list({ pickup });
      const pages = await allPages(1, (query) =>
        shop.staff.call('listRepairs', { query: { ...query, pickup } }),
      );
      expect(pages.map(({ ticketNumber }) => names.get(ticketNumber)).join(' ')).toBe(whole);
    }

    shop.clock.advance(31 * day);
    await stayLoggedIn(shop);
    await finish(await make('five'));
    expect(await list({ pickup: 'waiting', waitingDays: '30' })).toBe('three four two');
    expect(await list({ pickup: 'waiting', waitingDays: '60' })).toBe('');
    const technicianId = 'technician-1';
    for (const [query, count] of [
      [{}, 3],
      [{ technicianId }, 0],
      [{ status: ['completed'] as const }, 3],
      [{ status: ['pending'] as const }, 0],
    ] as const) {
      const { waitingDays } = await shop.staff.call('countRepairs', {
        query: { ...query, ...('status' in query && { status: [...query.status] }) },
      });
      expect(waitingDays).toEqual({ 30: count, 60: 0, 90: 0 });
    }
  });

  it('count the days from the shop’s midnight, even when the clocks change', async () => {
    const { settings } = await shop.staff.call('getSettings');
    const calendar = { ...settings.calendar, timeZone: 'America/New_York' };
    await shop.staff.call('changeSettings', { body: { ...settings, calendar } });
    // In the last half hour of March 3, New York; the clocks go forward on March 8.
    shop.clock.now = Date.parse('2026-03-04T04:30:00Z');
    await stayLoggedIn(shop);
    const { ticketNumber } = await repairInStatus(shop, 'in-progress');
    await complete(shop, ticketNumber);
    const over = async () =>
      (
        await shop.staff.call('listRepairs', { query: { pickup: 'waiting', waitingDays: '30' } })
      ).items.some((item) => item.ticketNumber === ticketNumber);
    shop.clock.now = Date.parse('2026-04-02T16:00:00Z');
    await stayLoggedIn(shop);
    expect(await over()).toBe(false);
    shop.clock.now = Date.parse('2026-04-03T16:00:00Z');
    await stayLoggedIn(shop);
    expect(await over()).toBe(true);
    await shop.staff.call('changeSettings', { body: settings });
  });

  it('refuse an unknown list, and a position from another one', async () => {
    const query = { pickup: 'lost' };
    const refused = await shop.staff.attempt('listRepairs', { query });
    expect(refused.problem()).toMatchObject({
      status: 422,
      errors: [{ path: 'pickup', message: 'pickup must be one of waiting, collected, all' }],
    });
    const { nextCursor: cursor } = await shop.staff.call('listRepairs', {
      query: { pickup: 'all', limit: 1 },
    });
    const other = await shop.staff.attempt('listRepairs', { query: { pickup: 'waiting', cursor } });
    expect(other.problem()).toMatchObject({ status: 422, errors: [{ path: 'cursor' }] });
  });
});

describeOnBothInLongRun('a pickup that is exported', (engine) => {
  it('is imported with all that is known of it', async () => {
    const shop = await startApp(engine);
    const repair = await repairInStatus(shop, 'completed');
    await collect(shop, repair, { by: 'Bo', note: 'Cash' });
    const left = await repairInStatus(shop, 'completed');
    const declined = await repairInStatus(shop, 'estimate-declined');
    await shop.staff.call('completeRepair', {
      params: paramsOf(declined),
      body: { outcome: 'declined' },
    });
    const all = await Promise.all(
      [repair, left, declined].map(({ ticketNumber }) => currentRepair(shop, ticketNumber)),
    );
    const file = (await exportedFiles(shop.staff))['repairs.csv'] ?? '';
    expect(csvObjects(file)).toMatchObject([
      { Collected: 'yes', 'Collected at': all[0]?.collectedAt, 'Collected by': 'Bo' },
      { Collected: 'no', 'Collected at': '', 'Returned unrepaired': 'no' },
      { Collected: 'no', 'Returned unrepaired': 'yes' },
    ]);
    const other = await startApp(engine, { clock: shop.clock });
    expect(await importFile(other.staff, 'repairs', file)).toMatchObject({ added: 3, rejected: 0 });
    for (const before of all) {
      const after = await currentRepair(other, before.ticketNumber);
      expect(collected(after)).toEqual(collected(before));
      expect(after.isUnrepaired).toBe(before.isUnrepaired);
    }
    expect((await other.staff.call('getOverview')).waitingForPickup).toBe(2);
    await other.close();
    await shop.close();
  });

  it('owes nothing once imported, as payments are not imported, until one is recorded', async () => {
    const shop = await startApp(engine);
    const done = async () => {
      const { ticketNumber } = await takeIn(shop, { repairPrice: 80 });
      await assign(shop, ticketNumber);
      return (await complete(shop, ticketNumber)).repair;
    };
    const came = await done();
    await takePayment(shop, came, { amount: 80 });
    await collect(shop, came);
    const left = await done();
    await takePayment(shop, left, { amount: 30 });
    const files = await exportedFiles(shop.staff);
    const other = await startApp(engine, { clock: shop.clock });
    await importFile(other.staff, 'repairs', files['repairs.csv'] ?? '');
    const moneyOf = async ({ ticketNumber }: Repair) => {
      const { paid, balance } = await currentRepair(other, ticketNumber);
      return { paid, balance };
    };
    expect(await moneyOf(came)).toEqual({ paid: 0, balance: null });
    // A watch that waits is asked about at the counter.
    expect(await moneyOf(left)).toEqual({ paid: 0, balance: 80 });
    await collect(other, left);
    expect(await moneyOf(left)).toEqual({ paid: 0, balance: 80 });
    await takePayment(other, came, { amount: 30 });
    expect(await moneyOf(came)).toEqual({ paid: 30, balance: 50 });
    await other.close();
    await shop.close();
  });

  it('owes nothing either if the pickup is recorded only after the import', async () => {
    const shop = await startApp(engine);
    const file = csvText(
      ['Name', 'Email', 'Phone', 'Watch brand', 'Watch model', 'Request', 'Price', 'Status'],
      ['C', 'c@example.com', '212-555-0188', 'Seiko', 'SKX', 'Stopped', '$80', 'completed'],
    );
    await importFile(shop.staff, 'repairs', file);
    const [repair] = (await shop.staff.call('listRepairs', { query: {} })).items;
    if (repair === undefined) throw new Error('Nothing was imported');
    expect(repair).toMatchObject({ isWaitingForPickup: false, balance: null });
    await collect(shop, repair);
    const after = await currentRepair(shop, repair.ticketNumber);
    expect(after).toMatchObject({ collectedBy: 'C', balance: null });
    await undoPickup(shop, after, after.collectedAt);
    const waits = await currentRepair(shop, repair.ticketNumber);
    expect(waits).toMatchObject({ isWaitingForPickup: true, balance: 80 });
    await shop.close();
  });
});
