import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '../../../domain/api.ts';
import type { DayPayment, Money } from '../../../domain/api-money.ts';
import { addDays } from '../../../domain/calendar-date.ts';
import { momentOnWall } from '../../../domain/clock.ts';
import { paymentMethods } from '../../../domain/payments.ts';
import { testPassword, useShop } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { seededChance, seedOf } from '../../harness/seeded-chance.ts';
import { minute } from '../../harness/settable-clock.ts';
import { reply, takeIn, takeInWithEstimate, takePayment } from '../../harness/shop-fixtures.ts';
import { csvObjects } from '../../harness/transfers.ts';

type Closing = Input<'closeDay', 'body'>;

const inCents = (dollars: number) => Math.round(dollars * 100);

describeOnBothEngines('the day’s money', (engine) => {
  const shop = useShop(engine);
  /** Each test has days of its own. */
  let today = '2026-06-01';

  /** By the shop's clock. Sessions end in the meantime. */
  async function setTime(date: string, time = '10:00'): Promise<void> {
    shop.clock.now = momentOnWall(Date.parse(`${date}T${time}:00Z`), 'America/New_York');
    await shop.staff.logIn(testPassword);
  }

  beforeEach(async () => {
    today = addDays(today, 6);
    await setTime(today);
    const { settings } = await shop.staff.call('getSettings');
    const calendar = { ...settings.calendar, timeZone: 'America/New_York' };
    await shop.staff.call('changeSettings', {
      body: { ...settings, calendar, taxThousandths: 10_000 },
    });
  });

  const moneyOf = (from = today, to = from): Promise<Money> =>
    shop.staff.call('getMoney', { query: { from, to } });
  const rowsOf = async (from = today, to = from): Promise<DayPayment[]> => {
    const rows: DayPayment[] = [];
    let cursor: string | undefined;
    do {
      const page = await shop.staff.call('listPayments', {
        query: { from, to, limit: 7, ...(cursor !== undefined && { cursor }) },
      });
      rows.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return rows;
  };
  const closing = (given: Partial<Closing> = {}): Closing => ({
    closingId: randomUUID(),
    date: today,
    float: 150,
    counted: 150,
    seenCash: 150,
    note: null,
    ...given,
  });
  const close = (given: Partial<Closing> = {}) =>
    shop.staff.attempt('closeDay', { body: closing(given) });

  it('is what was paid on a day, shop time, by method, without voided payments', async () => {
    const repair = await takeIn(shop, { repairPrice: 110, customerName: 'Paula Castañeda' });
    await takePayment(shop, repair, { kind: 'deposit', method: 'cash', amount: 55 });
    shop.clock.advance(minute);
    await takePayment(shop, repair, { method: 'card', amount: 55 });
    shop.clock.advance(minute);
    const twice = await takePayment(shop, repair, { method: 'check', amount: 12 });
    await shop.staff.call('voidPayment', { params: { id: twice.id }, body: { reason: 'Twice' } });
    shop.clock.advance(minute);
    await takePayment(shop, repair, { kind: 'refund', method: 'cash', amount: 11 });
    expect(await shop.staff.call('getMoney', { query: {} })).toEqual(await moneyOf());
    expect(await moneyOf()).toEqual({
      from: today,
      to: today,
      count: 3,
      byMethod: { cash: 44, card: 55, check: 0, other: 0 },
      deposits: 55,
      refunds: 11,
      total: 99,
      tax: 9,
      taxByRate: [{ taxThousandths: 10_000, tax: 9 }],
      voided: 12,
      cashIn: 55,
      cashOut: 11,
      closedDays: [],
    });
    const rows = await rowsOf();
    expect(rows.map(({ kind, method, tax }) => [kind, method, tax])).toEqual([
      ['refund', 'cash', -1],
      ['payment', 'check', 0],
      ['payment', 'card', 5],
      ['deposit', 'cash', 5],
    ]);
    expect(rows[3]).toMatchObject({
      ticketNumber: repair.ticketNumber,
      customerName: 'Paula Castañeda',
      isAfterClosing: false,
      isTicketDeleted: false,
    });
  });

  it('has the tax by rate, as settled with each price', async () => {
    const { repair: before } = await takeInWithEstimate(shop, {}, 110);
    await reply(shop, before, 'ACCEPT');
    const { settings } = await shop.staff.call('getSettings');
    await shop.staff.call('changeSettings', { body: { ...settings, taxThousandths: 5_000 } });
    await takePayment(shop, before, { amount: 110 });
    const deposited = await takeIn(shop, { repairPrice: 105 });
    await takePayment(shop, deposited, { amount: 105 });
    await shop.staff.call('changeSettings', { body: { ...settings, taxThousandths: 0 } });
    await takePayment(shop, await takeIn(shop, { repairPrice: 20 }), { amount: 20 });
    expect(await moneyOf()).toMatchObject({
      tax: 15,
      taxByRate: [
        { taxThousandths: 10_000, tax: 10 },
        { taxThousandths: 5_000, tax: 5 },
      ],
    });
    const rates = (await rowsOf()).map(({ taxThousandths }) => taxThousandths);
    expect(rates.toSorted()).toEqual([10_000, 5_000, null].toSorted());
  });

  it('still includes payments for a ticket that has been deleted since', async () => {
    const repair = await takeIn(shop, { repairPrice: 80 });
    await takePayment(shop, repair, { amount: 80 });
    await shop.staff.call('deleteRepair', { params: { ticketNumber: repair.ticketNumber } });
    expect((await moneyOf()).total).toBe(80);
    expect(await rowsOf()).toMatchObject([{ amount: 80, isTicketDeleted: true }]);
  });

  it('still includes them when the ticket is gone for good, but not the customer’s name', async () => {
    const repair = await takeIn(shop, { repairPrice: 80 });
    await takePayment(shop, repair, { amount: 80, note: 'Check from Paula' });
    expect((await close({ counted: 230, seenCash: 230 })).status).toBe(201);
    const before = await moneyOf();
    const params = { ticketNumber: repair.ticketNumber };
    await shop.staff.call('deleteRepair', { params });
    await shop.staff.call('purgeRepair', { params });
    expect(await moneyOf()).toEqual(before);
    expect(await rowsOf()).toMatchObject([
      { ...params, customerName: null, note: null, amount: 80, isTicketDeleted: true },
    ]);
  });

  it('is a file in the shop’s time, with money that adds up', async () => {
    await setTime(today, '23:30');
    const repair = await takeIn(shop, { repairPrice: 12_450.5, customerName: '=Paula' });
    await takePayment(shop, repair, { method: 'check', amount: 12_450.5, note: 'No. 7' });
    const url = `/api/payments/csv?from=${today}&to=${today}`;
    const answer = await shop.staff.send('GET', url);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain(`payments-${today}.csv`);
    expect(csvObjects(answer.text)).toMatchObject([
      {
        Date: today,
        Time: '23:30',
        Ticket: repair.ticketNumber,
        Customer: '=Paula',
        Amount: '12450.50',
        Tax: '1131.86',
        Note: 'No. 7',
      },
    ]);
  });

  it.each([
    ['from=2027-03-02&to=2027-03-01', 'to', 'The last day can’t be before the first'],
    ['from=2027-03-01&to=9999-12-31', 'to', 'to must be a date such as 2026-03-05'],
    ['from=2027-02-30&to=2027-03-01', 'from', 'from must be a date such as 2026-03-05'],
    ['to=2001-01-01', 'to', 'The last day can’t be before the first'],
  ])('refuses the days %s', async (query, path, message) => {
    for (const address of ['/api/money', '/api/payments', '/api/payments/csv']) {
      const refused = (await shop.staff.send('GET', `${address}?${query}`)).problem();
      expect(refused).toMatchObject({ status: 422, errors: [{ path, message }] });
    }
  });

  describe('closing a day', () => {
    it('stores its sums with the cash that was counted', async () => {
      const repair = await takeIn(shop, { repairPrice: 110 });
      await takePayment(shop, repair, { kind: 'deposit', amount: 55 });
      await takePayment(shop, repair, { kind: 'refund', amount: 5 });
      const answer = await close({ counted: 198.5, seenCash: 200, note: ' Parking meter ' });
      expect(answer.status).toBe(201);
      const { id: session } = await shop.staff.call('getSession');
      const closedDay = {
        date: today,
        closedAt: new Date(shop.clock.now).toISOString(),
        byMethod: { cash: 50, card: 0, check: 0, other: 0 },
        float: 150,
        cashIn: 55,
        cashOut: 5,
        counted: 198.5,
        difference: -1.5,
        total: 50,
        tax: 4.55,
        note: 'Parking meter',
        session,
      };
      expect(answer.json()).toMatchObject({ closedDay });
      expect((await moneyOf()).closedDays).toMatchObject([closedDay]);
      const { items } = await shop.staff.call('listClosedDays', { query: {} });
      expect(items[0]).toMatchObject(closedDay);
    });

    it('freezes its sums: a later payment or void shows separately', async () => {
      const repair = await takeIn(shop, { repairPrice: 110 });
      const first = await takePayment(shop, repair, { amount: 55 });
      await close({ counted: 205, seenCash: 205 });
      const [closed] = (await moneyOf()).closedDays;
      shop.clock.advance(minute);
      const later = await takePayment(shop, repair, { amount: 20 });
      await shop.staff.call('voidPayment', { params: { id: first.id }, body: { reason: 'No' } });
      const money = await moneyOf();
      expect(money).toMatchObject({ total: 20, voided: 55 });
      expect(money.closedDays).toEqual([closed]);
      const rows = await rowsOf();
      expect(rows.map(({ id, isAfterClosing }) => [id, isAfterClosing])).toEqual([
        [later.id, true],
        [first.id, true],
      ]);
      // The next day is closed without it.
      await setTime(addDays(today, 1));
      const next = await close({ date: addDays(today, 1) });
      expect(next.json()).toMatchObject({ closedDay: { total: 0, difference: 0 } });
    });

    it('keeps the tax of its payments when an earlier one is voided; an open day makes up for it', async () => {
      const repair = await takeIn(shop, { repairPrice: 110 });
      const whole = await takePayment(shop, repair, { method: 'card', amount: 110 });
      const tomorrow = addDays(today, 1);
      await setTime(tomorrow);
      await takePayment(shop, repair, { method: 'card', amount: 22 });
      await close({ date: tomorrow });
      const [closed] = (await moneyOf(tomorrow)).closedDays;
      await setTime(addDays(today, 2));
      await takePayment(shop, repair, { method: 'card', amount: 33 });
      expect((await moneyOf(today, addDays(today, 2))).tax).toBe(10);
      await shop.staff.call('voidPayment', { params: { id: whole.id }, body: { reason: 'No' } });
      const days = [today, tomorrow, addDays(today, 2)];
      const taxes = await Promise.all(days.map(async (day) => (await moneyOf(day)).tax));
      expect(taxes).toEqual([0, 0, 5]);
      expect((await moneyOf(tomorrow)).closedDays).toEqual([closed]);
    });

    it('stores sums whose cents don’t fit in 32 bits', async () => {
      const id = randomUUID();
      const repair = await takeIn(shop);
      for (const nth of Array.from({ length: 22 }, (_, index) => index)) {
        await shop.rows.run(
          `insert into payments (id, ticket_number, kind, method, amount_cents, tax_cents, at)
           values (?, ?, 'payment', 'check', 99999999, 0, ?)`,
          `${id} ${nth}`,
          repair.ticketNumber,
          new Date(shop.clock.now).toISOString(),
        );
      }
      expect((await close()).json()).toMatchObject({ closedDay: { total: 21_999_999.78 } });
      expect(await moneyOf()).toMatchObject({
        total: 21_999_999.78,
        closedDays: [{ byMethod: { check: 21_999_999.78 }, total: 21_999_999.78 }],
      });
    });

    describe('before the shop’s time zone changes', () => {
      async function setZone(timeZone: string): Promise<void> {
        const { settings } = await shop.staff.call('getSettings');
        const body = { ...settings, calendar: { ...settings.calendar, timeZone } };
        await shop.staff.call('changeSettings', { body });
      }

      it.each(['Pacific/Pago_Pago', 'America/Los_Angeles', 'Asia/Tokyo', 'Pacific/Kiritimati'])(
        'counts every payment on one day in %s',
        async (timeZone) => {
          const days = Array.from({ length: 4 }, (_, index) => addDays(today, index));
          const [, second = '', , last = ''] = days;
          const repair = await takeIn(shop, { repairPrice: 900 });
          let amount = 1;
          for (const day of days.slice(0, 3)) {
            for (const time of ['00:30', '12:00', '23:30']) {
              await setTime(day, time);
              await takePayment(shop, repair, { amount });
              amount *= 2;
            }
          }
          // The second day, after all of its payments, while the first and the third are open.
          await close({ date: second, counted: 206, seenCash: 206 });
          const [closed] = (await moneyOf(second)).closedDays;
          expect(closed).toMatchObject({ total: 56 });
          await setZone(timeZone);
          await setTime(addDays(last, 1));
          const before = addDays(today, -1);
          const all = await moneyOf(before, last);
          expect(all).toMatchObject({ total: 511, count: 9, closedDays: [closed] });
          expect(await rowsOf(before, last)).toHaveLength(9);
          const each = [];
          for (const day of [before, ...days]) {
            const money = await moneyOf(day);
            const rows = await rowsOf(day);
            expect(
              rows.reduce((sum, row) => sum + row.amount, 0),
              day,
            ).toBe(money.total);
            if (day !== second) {
              const expected = 150 + money.total;
              const answer = await close({ date: day, counted: expected, seenCash: expected });
              expect(answer.json(), day).toMatchObject({ closedDay: { total: money.total } });
            } else {
              const old = rows.filter(({ isAfterClosing }) => !isAfterClosing);
              expect(old.map((row) => row.amount)).toEqual([32, 16, 8]);
            }
            each.push(money.total);
          }
          expect(each.reduce((sum, one) => sum + one, 0)).toBe(511);
          expect((await moneyOf(second)).closedDays).toEqual([closed]);
        },
      );
    });

    it('by two people at once lets one win, and the other sees both counts', async () => {
      const answers = await Promise.all([
        close({ counted: 149, note: 'Mine' }),
        close({ counted: 151 }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
      const { closedDays } = await moneyOf();
      const lost = answers.find(({ status }) => status === 409)?.problem();
      expect(lost).toMatchObject({ code: 'day-closed', closedDay: closedDays[0] });
      expect(lost?.detail).toMatch(/\$149\.00.*\$151\.00|\$151\.00.*\$149\.00/);
      expect(closedDays).toHaveLength(1);
    });

    it('with the same request twice is done once', async () => {
      const body = closing({ counted: 151 });
      const first = await shop.staff.attempt('closeDay', { body });
      shop.clock.advance(minute);
      const again = await shop.staff.attempt('closeDay', { body });
      expect([first.status, again.status]).toEqual([201, 200]);
      expect(again.json()).toEqual(first.json());
      const other = await shop.staff.attempt('closeDay', { body: { ...body, counted: 152 } });
      expect(other.problem().code).toBe('day-closed');
      await setTime(addDays(today, 1));
      const date = addDays(today, 1);
      const elsewhere = await shop.staff.attempt('closeDay', { body: { ...body, date } });
      expect(elsewhere.problem()).toMatchObject({ code: 'day-closed', closedDay: { date: today } });
    });

    it('is refused if the expected cash is no longer what was seen, and closes nothing', async () => {
      const repair = await takeIn(shop, { repairPrice: 80 });
      await takePayment(shop, repair, { amount: 20 });
      const refused = (await close({ counted: 150 })).problem();
      expect(refused).toMatchObject({
        status: 412,
        code: 'changed-meanwhile',
        money: { cashIn: 20, total: 20 },
      });
      expect(refused.detail).toContain('$170.00, not $150.00');
      expect((await moneyOf()).closedDays).toEqual([]);
      expect(await rowsOf()).toMatchObject([{ isAfterClosing: false }]);
      expect((await close({ counted: 170, seenCash: 170 })).status).toBe(201);
    });

    it('is only for days that have begun, with a valid count', async () => {
      const early = (await close({ date: addDays(today, 1) })).problem();
      expect(early.errors).toEqual([
        { path: 'date', message: 'A day can’t be closed before it has begun' },
      ]);
      const send = async (changes: object) => {
        const body = JSON.stringify({ ...closing(), ...changes });
        const headers = { 'content-type': 'application/json' };
        return (await shop.staff.send('POST', '/api/closed-days', { body, headers })).problem();
      };
      const most = 'Counted cash must be at most $999,999.99, with at most 2 decimals';
      for (const [counted, message] of [
        ['a lot', 'Counted cash must be a number'],
        ['150', 'Counted cash must be a number'],
        [null, 'Please enter the cash you counted'],
        [undefined, 'Please enter the cash you counted'],
        [-1, 'Counted cash must be 0 or more'],
        [1.005, most],
        [1_000_000, most],
      ]) {
        expect((await send({ counted })).errors).toEqual([{ path: 'counted', message }]);
      }
      expect((await send({ date: '2027-02-30' })).status).toBe(422);
      expect((await moneyOf()).closedDays).toEqual([]);
    });
  });

  it('adds up: methods, total and tax match the rows, even when the clocks change', async () => {
    const chance = seededChance(seedOf('the day’s money'));
    // Clocks go back in the first hours of the second day, and forward in those of the fourth.
    const days = ['2026-10-31', '2026-11-01', '2027-03-13', '2027-03-14', '2027-03-15'];
    await setTime('2026-10-31', '00:00');
    const repair = await takeIn(shop, { repairPrice: 900 });
    let paid = 0;
    for (const day of days) {
      for (const time of ['00:00', '01:30', '03:30', '12:00', '23:59']) {
        await setTime(day, time);
        const amount = (1 + Math.floor(chance.next() * 5_000)) / 100;
        const kind = paid > amount && chance.happens(0.3) ? 'refund' : 'payment';
        const method = chance.pick(paymentMethods);
        const { id } = await takePayment(shop, repair, { kind, method, amount });
        if (kind === 'payment' && chance.happens(0.2)) {
          await shop.staff.call('voidPayment', { params: { id }, body: { reason: 'Test' } });
        } else paid += kind === 'refund' ? -amount : amount;
      }
    }
    const sumOf = (rows: readonly DayPayment[], key: 'amount' | 'tax') =>
      rows
        .filter(({ voidedAt }) => voidedAt === null)
        .reduce((sum, row) => {
          const sign = key === 'amount' && row.kind === 'refund' ? -1 : 1;
          return sum + sign * inCents(row[key]);
        }, 0);
    const spans = [...days.map((day) => [day, day]), ['2026-10-31', '2027-03-15']] as const;
    const totals: number[] = [];
    for (const [from = '', to = ''] of spans) {
      const [money, rows] = [await moneyOf(from, to), await rowsOf(from, to)];
      expect(inCents(money.total)).toBe(sumOf(rows, 'amount'));
      expect(inCents(money.tax)).toBe(sumOf(rows, 'tax'));
      for (const method of paymentMethods) {
        const ofMethod = rows.filter((row) => row.method === method);
        expect(inCents(money.byMethod[method])).toBe(sumOf(ofMethod, 'amount'));
      }
      expect(rows).toHaveLength(from === to ? 5 : 25);
      totals.push(inCents(money.total));
    }
    expect(totals.slice(0, 5).reduce((sum, one) => sum + one, 0)).toBe(totals[5]);
  });
});
