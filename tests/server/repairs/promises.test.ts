import { expect, it } from 'vitest';
import type { Input } from '../../../domain/api.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { day, hour, minute } from '../../harness/settable-clock.ts';
import {
  allPages,
  assign,
  complete,
  currentRepair,
  newIntake,
  reply,
  say,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';
import { csvObjects, csvText, exportedFiles, importFile } from '../../harness/transfers.ts';

/** The clock of the tests begins on Monday, March 2, 2026. */
const monday = '2026-03-02';

const edit = (shop: RunningApp, ticketNumber: string, body: Input<'editRepair', 'body'>) =>
  shop.staff.call('editRepair', { params: { ticketNumber }, body });

describeOnBothInLongRun('a promised date', (engine) => {
  it('is empty unless one is given, and the first one is kept', async () => {
    const shop = await startApp(engine);
    const none = await takeIn(shop);
    expect(none).toMatchObject({ expectedOn: null, firstExpectedOn: null });
    await edit(shop, none.ticketNumber, { expectedOn: '2026-03-12' });
    shop.clock.advance(minute);
    const { repair } = await edit(shop, none.ticketNumber, { expectedOn: '2026-03-20' });
    expect(repair).toMatchObject({ expectedOn: '2026-03-20', firstExpectedOn: '2026-03-12' });
    shop.clock.advance(minute);
    const removed = await edit(shop, none.ticketNumber, { expectedOn: null });
    expect(removed.repair).toMatchObject({ expectedOn: null, firstExpectedOn: '2026-03-12' });
    const { events } = await wholeRepair(shop, none.ticketNumber);
    expect(events.map(({ data }) => [data.before, data.after])).toContainEqual([
      { expectedOn: '2026-03-12' },
      { expectedOn: '2026-03-20' },
    ]);
    await shop.close();
  });

  it.each([
    ['2026-02-28', /in the past/],
    ['soon', /must be a date such as/],
  ])('%j is refused at its field', async (expectedOn, message) => {
    const shop = await startApp(engine);
    const { ticketNumber } = await takeIn(shop, { expectedOn: monday });
    const counts = await shop.rows.counts();
    const body = { ...newIntake(), expectedOn } as never;
    const params = { ticketNumber };
    for (const problem of [
      await shop.staff.refused('createRepair', { body }),
      await shop.staff.refused('editRepair', { params, body: { expectedOn } as never }),
    ]) {
      expect(problem).toMatchObject({ status: 422, code: 'validation-failed' });
      expect(problem.errors).toEqual([
        { path: 'expectedOn', message: expect.stringMatching(message) },
      ]);
    }
    expect(await shop.rows.counts()).toEqual(counts);
    expect(await currentRepair(shop, ticketNumber)).toMatchObject({ expectedOn: monday });
    await shop.close();
  });

  it.each([
    ['one', '2026-03-12'],
    ['none', null],
  ])(
    'is today for a same-day repair, and %s again when that is switched off',
    async (_what, expectedOn) => {
      const shop = await startApp(engine);
      const { ticketNumber } = await takeIn(shop, { expectedOn });
      const on = await edit(shop, ticketNumber, { isSameDay: true, issue: 'Loses time' });
      expect(on.repair).toMatchObject({
        isSameDay: true,
        expectedOn: monday,
        firstExpectedOn: expectedOn ?? monday,
        issue: 'Loses time',
      });
      const { events } = await wholeRepair(shop, ticketNumber);
      expect(events.find(({ kind }) => kind === 'repair-same-day')?.data).toMatchObject({
        before: { isSameDay: false, expectedOn },
        after: { isSameDay: true, expectedOn: monday },
      });
      const off = await edit(shop, ticketNumber, { isSameDay: false });
      expect(off.repair).toMatchObject({
        isSameDay: false,
        expectedOn,
        firstExpectedOn: expectedOn,
      });
      await shop.close();
    },
  );

  it('that staff choose stays through the same-day switch', async () => {
    const shop = await startApp(engine);
    const { ticketNumber } = await takeIn(shop, { expectedOn: '2026-03-12' });
    const chosen = { expectedOn: '2026-03-04' };
    const both = await edit(shop, ticketNumber, { isSameDay: true, ...chosen });
    expect(both.repair).toMatchObject(chosen);
    expect((await edit(shop, ticketNumber, { isSameDay: false })).repair).toMatchObject(chosen);
    await edit(shop, ticketNumber, { isSameDay: true });
    await edit(shop, ticketNumber, { expectedOn: '2026-03-05' });
    const off = await edit(shop, ticketNumber, { isSameDay: false });
    expect(off.repair).toMatchObject({ expectedOn: '2026-03-05', firstExpectedOn: '2026-03-12' });
    // What was taken in for the same day was promised no other date.
    const taken = await takeIn(shop, { isSameDay: true, expectedOn: monday });
    const switched = await edit(shop, taken.ticketNumber, { isSameDay: false });
    expect(switched.repair.expectedOn).toBe(monday);
    await shop.close();
  });

  it('that has passed stays when something else is corrected; an intake sent twice is one ticket', async () => {
    const shop = await startApp(engine);
    const body = newIntake({ expectedOn: monday });
    const { repair } = await shop.staff.call('createRepair', { body });
    shop.clock.advance(5 * day);
    await stayLoggedIn(shop);
    const again = await shop.staff.call('createRepair', { body });
    expect(again.repair.ticketNumber).toBe(repair.ticketNumber);
    const { repair: corrected } = await edit(shop, repair.ticketNumber, {
      issue: 'Loses time',
      expectedOn: monday,
    });
    expect(corrected).toMatchObject({ expectedOn: monday, issue: 'Loses time' });
    await shop.close();
  });

  it('is imported from the files of other programs, even if it has passed, and from our own export', async () => {
    const shop = await startApp(engine);
    const row = ['Ada', 'ada@example.com', '212-555-0111', 'Omega', 'Speedmaster', 'Stops'];
    const heads = ['Name', 'Email', 'Phone', 'Brand', 'Model', 'Problem'];
    for (const [index, [head, cell, date]] of [
      ['Promised', '3/5/2024', '2024-03-05'],
      ['Due date', '2026-12-24 17:00', '2026-12-24'],
      ['Expected', '24.12.2026', '2026-12-24'],
      ['Ready by', '', null],
    ].entries()) {
      const others = row.with(5, `Stops ${index}`);
      const file = csvText([...heads, head ?? ''], [...others, cell ?? '']);
      expect(await importFile(shop.staff, 'repairs', file)).toMatchObject({ added: 1 });
      const { items } = await shop.staff.call('listRepairs');
      const found = items.find(({ issue }) => issue === `Stops ${index}`);
      expect(found).toMatchObject({ expectedOn: date, firstExpectedOn: date });
    }
    const wrong = csvText([...heads, 'Due'], [...row, 'next week']);
    expect(await importFile(shop.staff, 'repairs', wrong)).toMatchObject({ rejected: 1 });

    const { ticketNumber } = await takeIn(shop, { expectedOn: '2026-03-09' });
    await edit(shop, ticketNumber, { expectedOn: '2026-03-16' });
    const file = (await exportedFiles(shop.staff))['repairs.csv'] ?? '';
    expect(csvObjects(file)).toContainEqual(
      expect.objectContaining({
        'Ticket number': ticketNumber,
        'Date promised': '2026-03-16',
        'First date promised': '2026-03-09',
      }),
    );
    const other = await startApp(engine, { clock: shop.clock });
    await importFile(other.staff, 'repairs', file);
    expect(await currentRepair(other, ticketNumber)).toMatchObject({
      expectedOn: '2026-03-16',
      firstExpectedOn: '2026-03-09',
    });
    await other.close();
    await shop.close();
  });
});

describeOnBothInLongRun('the list of what needs attention', (engine) => {
  /** What needs attention because of the calendar, and whether the overview counts it. */
  async function cases(shop: RunningApp): Promise<[reason: string, ticketNumber: string | null][]> {
    const { items } = await shop.staff.call('listAttention');
    const { attention } = await shop.staff.call('getOverview');
    expect(attention).toBe(items.length);
    return items
      .filter(({ message, estimate }) => message === null && estimate === null)
      .map(({ reason, ticketNumber }) => [reason, ticketNumber]);
  }

  it('includes what is promised within two open days or overdue, until the work begins', async () => {
    const shop = await startApp(engine);
    const { ticketNumber: soon } = await takeIn(shop, { expectedOn: '2026-03-04' });
    const { ticketNumber: later } = await takeIn(shop, { expectedOn: '2026-03-05' });
    await takeIn(shop);
    shop.clock.advance(4 * hour);
    expect(await cases(shop)).toEqual([['not-begun', soon]]);
    const { items } = await shop.staff.call('listAttention');
    expect(items).toMatchObject([
      { expectedOn: '2026-03-04', customerName: 'Ada Lovelace', status: 'pending' },
    ]);

    // Another date.
    await edit(shop, soon, { expectedOn: '2026-03-30' });
    // An answer that is asked for again is kept, until the day changes.
    for (const _ of [1, 2]) expect(await cases(shop)).toEqual([]);
    // It is a day nearer, without anything having changed.
    shop.clock.advance(day);
    await stayLoggedIn(shop);
    expect(await cases(shop)).toEqual([['not-begun', later]]);
    await assign(shop, later);
    expect(await cases(shop)).toEqual([['not-begun', later]]);
    await shop.staff.call('startRepair', { params: { ticketNumber: later } });
    expect(await cases(shop)).toEqual([]);
    await shop.close();
  });

  it('leaves out a repair for its first three hours, even a same-day one', async () => {
    const shop = await startApp(engine);
    const { ticketNumber: first } = await takeIn(shop, { expectedOn: monday, isSameDay: true });
    shop.clock.advance(2 * hour);
    const { ticketNumber: second } = await takeIn(shop, { expectedOn: '2026-03-03' });
    // The list and the count change together, at the same quarter of an hour.
    for (const expected of [[], [first], [first], [first, second]]) {
      for (const _ of [1, 2]) {
        expect(await cases(shop)).toEqual(expected.map((number) => ['not-begun', number]));
      }
      shop.clock.advance(75 * minute);
    }
    await shop.close();
  });

  it('leaves out a promise whose customer is asked or has answered, or whose repair is deleted', async () => {
    const shop = await startApp(engine);
    const { repair } = await takeInWithEstimate(shop, { expectedOn: monday });
    expect(await cases(shop)).toEqual([]);
    await reply(shop, repair, 'ACCEPT');
    const { items } = await shop.staff.call('listAttention');
    expect(items.map(({ reason }) => reason)).toEqual(['accepted']);
    const { ticketNumber } = await takeIn(shop, { expectedOn: monday });
    shop.clock.advance(4 * hour);
    expect(await cases(shop)).toEqual([['not-begun', ticketNumber]]);
    await shop.staff.call('deleteRepair', { params: { ticketNumber } });
    expect(await cases(shop)).toEqual([]);
    await shop.close();
  });

  it('includes a repair to which nothing has happened for 14 days, until something does', async () => {
    const shop = await startApp(engine);
    const { ticketNumber: resting } = await takeIn(shop);
    // It is overdue, too, but begun.
    const { ticketNumber: working } = await takeIn(shop, { expectedOn: '2026-03-03' });
    await assign(shop, working);
    await shop.staff.call('startRepair', { params: { ticketNumber: working } });
    const { ticketNumber: done } = await takeIn(shop);
    await assign(shop, done);
    await complete(shop, done);
    shop.clock.advance(13 * day);
    await stayLoggedIn(shop);
    expect(await cases(shop)).toEqual([]);
    shop.clock.advance(day);
    await stayLoggedIn(shop);
    expect((await cases(shop)).toSorted()).toEqual(
      [
        ['quiet', resting],
        ['quiet', working],
      ].toSorted(),
    );
    await edit(shop, resting, { priceNotes: 'Parts are on the way' });
    expect(await cases(shop)).toEqual([['quiet', working]]);
    // A text to the customer is something, too.
    await shop.staff.call('sendText', {
      params: { ticketNumber: working },
      body: { messageId: crypto.randomUUID(), body: 'The part comes on Friday' },
    });
    expect(await cases(shop)).toEqual([]);
    await shop.close();
  });

  it('starts with what customers wrote, then the nearest promise, then what has been quiet longest', async () => {
    const shop = await startApp(engine);
    const promised = (expectedOn: string) => takeIn(shop, { expectedOn });
    const tomorrow = await promised('2026-03-24');
    const longest = await takeIn(shop);
    shop.clock.advance(minute);
    // Two for the same day; the promises are not in the order of the changes.
    const alike = [await promised('2026-03-10'), await promised('2026-03-10')];
    const quiet = await takeIn(shop);
    shop.clock.advance(minute);
    const overdue = await promised('2026-03-04');
    shop.clock.advance(20 * day);
    await stayLoggedIn(shop);
    const today = await promised('2026-03-22');
    shop.clock.advance(4 * hour);
    const { repair: accepted } = await takeInWithEstimate(shop);
    await reply(shop, accepted, 'ACCEPT');
    const asking = await takeIn(shop);
    await say(shop, asking.customerPhone, 'Can I come on Saturday?');

    const byId = alike.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const expected = [
      ['unclear', asking],
      ['accepted', accepted],
      ['not-begun', overdue],
      ...byId.map((one) => ['not-begun', one] as const),
      ['not-begun', today],
      ['not-begun', tomorrow],
      ['quiet', longest],
      ['quiet', quiet],
    ] as const;
    for (const limit of [1, 2, 3, 100]) {
      const seen = await allPages(limit, (query) => shop.staff.call('listAttention', { query }));
      expect(seen.map(({ reason, ticketNumber }) => [reason, ticketNumber])).toEqual(
        expected.map(([reason, { ticketNumber }]) => [reason, ticketNumber]),
      );
    }
    await shop.close();
  });
});
