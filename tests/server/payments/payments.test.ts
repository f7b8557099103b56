import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Input } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { dollarsFromCents } from '../../../domain/money.ts';
import { useShop } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { seededChance, seedOf } from '../../harness/seeded-chance.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  complete,
  currentRepair,
  declinedAfterAcceptance,
  repairInStatus,
  reply,
  statusesOf,
  takeIn,
  takeInWithEstimate,
  takePayment,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

type NewPayment = Input<'takePayment', 'body'>;

describeOnBothEngines('what customers pay', (engine) => {
  const shop = useShop(engine);

  const of = ({ ticketNumber }: Pick<Repair, 'ticketNumber'>) => ({ params: { ticketNumber } });
  const newPayment = (given: Partial<NewPayment> = {}): NewPayment => ({
    paymentId: randomUUID(),
    kind: 'payment',
    method: 'cash',
    amount: 25,
    ...given,
  });
  const take = (repair: Pick<Repair, 'ticketNumber'>, given: Partial<NewPayment> = {}) =>
    shop.staff.attempt('takePayment', { ...of(repair), body: newPayment(given) });
  const voidPayment = (id: string, reason = 'Taken on the wrong ticket') =>
    shop.staff.attempt('voidPayment', { params: { id }, body: { reason } });
  const now = ({ ticketNumber }: Pick<Repair, 'ticketNumber'>) => currentRepair(shop, ticketNumber);

  it('is recorded, listed on the ticket, and leaves a balance', async () => {
    const repair = await takeIn(shop, { repairPrice: 80 });
    expect(repair).toMatchObject({ paid: 0, balance: 80 });
    const given = {
      kind: 'deposit',
      method: 'card',
      amount: 30.5,
      note: '  Card ends 4242 ',
    } as const;
    const answer = await take(repair, given);
    expect(answer.status).toBe(201);
    const { id: session } = await shop.staff.call('getSession');
    const deposit = {
      ...given,
      note: 'Card ends 4242',
      ticketNumber: repair.ticketNumber,
      session,
      initials: null,
      voidedAt: null,
      voidReason: null,
    };
    const standing = { paid: 30.5, balance: 49.5 };
    expect(answer.json()).toMatchObject({ payment: deposit, repair: standing });

    shop.clock.advance(minute);
    await take(repair, { kind: 'refund', amount: 10, note: '' });
    const whole = await wholeRepair(shop, repair.ticketNumber);
    expect(whole).toMatchObject({
      repair: { paid: 20.5, balance: 59.5 },
      payments: [deposit, { kind: 'refund', method: 'cash', amount: 10, note: null }],
    });
    const { items } = await shop.staff.call('listRepairs', { query: { q: repair.ticketNumber } });
    expect(items).toEqual([whole.repair]);
  });

  it('is set against the accepted estimate, and is due back once that is declined', async () => {
    const { repair } = await takeInWithEstimate(shop, { repairPrice: 80 }, 150);
    await takePayment(shop, repair, { kind: 'deposit', amount: 50 });
    expect(await now(repair)).toMatchObject({ paid: 50, balance: 30 });
    await reply(shop, repair, 'ACCEPT');
    expect(await now(repair)).toMatchObject({ paid: 50, balance: 100 });
    await reply(shop, repair, 'DECLINE');
    expect(await now(repair)).toMatchObject({ paid: 50, balance: -50 });
  });

  it('is a refund due after a decline, unless work may continue at the price accepted earlier', async () => {
    const repair = await declinedAfterAcceptance(shop);
    await takePayment(shop, repair, { kind: 'deposit', amount: 40 });
    expect(await now(repair)).toMatchObject({ status: 'estimate-declined', balance: null });
    await shop.staff.call('completeRepair', { ...of(repair), body: { outcome: 'declined' } });
    expect(await now(repair)).toMatchObject({ isUnrepaired: true, balance: -40 });
    await takePayment(shop, repair, { kind: 'refund', amount: 40 });
    expect(await now(repair)).toMatchObject({ paid: 0, balance: null });
  });

  it('is set against nothing once the watch goes back unrepaired, even without its estimate', async () => {
    const { repair, estimateId: id } = await takeInWithEstimate(shop, { repairPrice: 80 }, 150);
    await reply(shop, repair, 'DECLINE');
    await complete(shop, repair.ticketNumber, { outcome: 'declined' });
    await shop.staff.call('deleteEstimate', { params: { id } });
    expect(await now(repair)).toMatchObject({ isUnrepaired: true, balance: null });
  });

  it('can be more than the price, and can come before there is a price', async () => {
    const repair = await takeIn(shop);
    await takePayment(shop, repair, { amount: 50 });
    expect(await now(repair)).toMatchObject({ paid: 50, balance: null });
    await shop.staff.call('editRepair', { ...of(repair), body: { repairPrice: 40 } });
    expect(await now(repair)).toMatchObject({ paid: 50, balance: -10 });
  });

  it.each(['pending', 'in-progress', 'completed', 'estimate-sent'] as const)(
    'can be taken on a ticket that is %s',
    async (status) => {
      const repair = await repairInStatus(shop, status);
      expect((await take(repair)).status).toBe(201);
      expect(await now(repair)).toMatchObject({ status, paid: 25 });
    },
  );

  describe('sent twice', () => {
    it('is one payment, even when both are under way at once', async () => {
      const repair = await takeIn(shop);
      const body = newPayment({ note: 'Strap' });
      const send = () => shop.staff.attempt('takePayment', { ...of(repair), body });
      const replies = await Promise.all([send(), send(), send()]);
      expect(statusesOf(replies)).toEqual([200, 200, 201]);
      const [first, ...rest] = replies.map((one) => one.json());
      for (const one of rest) expect(one).toEqual(first);
      const { payments, events } = await wholeRepair(shop, repair.ticketNumber);
      expect(payments).toHaveLength(1);
      expect(events.filter(({ kind }) => kind === 'payment-taken')).toHaveLength(1);
    });

    it.each<[string, Partial<NewPayment>]>([
      ['kind', { kind: 'deposit' }],
      ['method', { method: 'card' }],
      ['amount', { amount: 26 }],
      ['note', { note: 'Strap' }],
    ])('with another %s is refused', async (_what, other) => {
      const repair = await takeIn(shop);
      const { id: paymentId } = await takePayment(shop, repair);
      const refused = (await take(repair, { paymentId, ...other })).problem();
      expect(refused).toMatchObject({ status: 409, code: 'payment-id-taken' });
      expect(refused.repair).toEqual(await now(repair));
    });

    it('for another ticket is refused there', async () => {
      const { id: paymentId } = await takePayment(shop, await takeIn(shop));
      const other = await takeIn(shop);
      expect((await take(other, { paymentId })).problem().code).toBe('payment-id-taken');
      expect(await now(other)).toMatchObject({ paid: 0 });
    });
  });

  describe('that names the balance it saw', () => {
    const nothingNew = async (repair: Repair, count: number) => {
      const { payments, events } = await wholeRepair(shop, repair.ticketNumber);
      expect(payments).toHaveLength(count);
      expect(events.filter(({ kind }) => kind === 'payment-taken')).toHaveLength(count);
    };

    it('is refused if a colleague was faster, with what was seen and the ticket as it is', async () => {
      const repair = await takeIn(shop, { repairPrice: 50 });
      const given = { amount: 50, seenBalance: 50 };
      expect((await take(repair, given)).status).toBe(201);
      const refused = (await take(repair, given)).problem();
      const { repair: after, payments } = await wholeRepair(shop, repair.ticketNumber);
      expect(after).toMatchObject({ paid: 50, balance: 0 });
      expect(refused).toMatchObject({
        status: 412,
        code: 'changed-meanwhile',
        detail: 'The balance is now $0.00, not $50.00.',
        seenBalance: 50,
      });
      expect(refused.repair).toEqual(after);
      expect(refused.payments).toEqual(payments);
      await nothingNew(repair, 1);
      expect((await take(repair, { ...given, seenBalance: 0 })).status).toBe(201);
      expect(await now(repair)).toMatchObject({ paid: 100, balance: -50 });
    });

    it('is recorded once if several take the last of it at once', async () => {
      for (let round = 0; round < 12; round += 1) {
        const repair = await takeIn(shop, { repairPrice: 50 });
        const given = { amount: 50, seenBalance: 50 };
        const replies = await Promise.all([take(repair, given), take(repair, given)]);
        expect(statusesOf(replies)).toEqual([201, 412]);
        await nothingNew(repair, 1);
        expect(await now(repair)).toMatchObject({ paid: 50, balance: 0 });
      }
    });

    it.each([
      ['deposit', 80, 80],
      ['payment', 30.1, 30.1],
      ['refund', -20, -20],
      ['deposit', null, null],
      ['payment', 0, 50],
      ['refund', -20, 20],
      ['payment', null, 50],
      ['deposit', 50, null],
    ] as const)(
      'a %s at %s is taken at a balance of %s only',
      async (kind, seenBalance, balance) => {
        const repair = await takeIn(shop, { repairPrice: balance === null ? null : balance + 40 });
        await takePayment(shop, repair, { amount: 40 });
        expect(await now(repair)).toMatchObject({ balance });
        const { status } = await take(repair, { kind, amount: 20, seenBalance });
        expect(status).toBe(seenBalance === balance ? 201 : 412);
        await nothingNew(repair, seenBalance === balance ? 2 : 1);
      },
    );

    it('gets the same answer if it is sent again, no matter what balance it names', async () => {
      const repair = await takeIn(shop, { repairPrice: 50 });
      const body = newPayment({ amount: 50, seenBalance: 50 });
      expect((await take(repair, body)).status).toBe(201);
      for (const seenBalance of [50, 0, null, undefined]) {
        const { paymentId, kind, method, amount } = body;
        const again = { paymentId, kind, method, amount };
        const named = seenBalance === undefined ? again : { ...again, seenBalance };
        expect((await take(repair, named)).status).toBe(200);
      }
      await nothingNew(repair, 1);
    });

    it('is refused if another price is agreed in the meantime', async () => {
      const { repair } = await takeInWithEstimate(shop, { repairPrice: 80 }, 150);
      await reply(shop, repair, 'ACCEPT');
      expect((await take(repair, { amount: 80, seenBalance: 80 })).problem()).toMatchObject({
        status: 412,
        seenBalance: 80,
        repair: { balance: 150 },
        payments: [],
      });
    });

    it.each([['50'], [19.999], [1_000_000], [-1_000_000]])(
      'is refused if the balance it names is %j',
      async (seenBalance) => {
        const repair = await takeIn(shop, { repairPrice: 50 });
        const body = { ...newPayment(), seenBalance } as NewPayment;
        const refused = (
          await shop.staff.attempt('takePayment', { ...of(repair), body })
        ).problem();
        expect(refused).toMatchObject({ status: 422, errors: [{ path: 'seenBalance' }] });
      },
    );
  });

  describe('given back', () => {
    it('is never more than was paid', async () => {
      const repair = await takeIn(shop, { repairPrice: 80 });
      const refuse = async (amount: number) =>
        (await take(repair, { kind: 'refund', amount })).problem();
      expect(await refuse(1)).toMatchObject({
        status: 409,
        code: 'payment-refused',
        errors: [{ path: 'amount', message: 'There is no payment to refund' }],
      });
      await takePayment(shop, repair, { amount: 20 });
      expect(await refuse(20.01)).toMatchObject({
        errors: [{ path: 'amount', message: 'At most $20.00 can be refunded: no more was paid' }],
        repair: await now(repair),
      });
      expect((await take(repair, { kind: 'refund', amount: 20 })).status).toBe(201);
      expect(await now(repair)).toMatchObject({ paid: 0, balance: 80 });
    });

    it('once if several people press at once', async () => {
      for (let round = 0; round < 3; round += 1) {
        const repair = await takeIn(shop);
        await takePayment(shop, repair, { amount: 30 });
        const refund = () => take(repair, { kind: 'refund', amount: 20 });
        expect(statusesOf(await Promise.all([refund(), refund(), refund()]))).toEqual([
          201, 409, 409,
        ]);
        expect(await now(repair)).toMatchObject({ paid: 10 });
      }
    });

    it('or voided at the same moment: only one of the two counts', async () => {
      for (let round = 0; round < 3; round += 1) {
        const repair = await takeIn(shop);
        const { id } = await takePayment(shop, repair, { amount: 30 });
        const replies = [take(repair, { kind: 'refund', amount: 30 }), voidPayment(id)];
        const statuses = (await Promise.all(replies)).map(({ status }) => status < 300);
        expect(statuses.filter(Boolean)).toHaveLength(1);
        expect(await now(repair)).toMatchObject({ paid: 0 });
      }
    });
  });

  describe('voided', () => {
    it('stays on the ticket with the reason, and no longer counts', async () => {
      const repair = await takeIn(shop, { repairPrice: 80 });
      const { id } = await takePayment(shop, repair, { amount: 30 });
      const answer = await voidPayment(id, '  Typed twice ');
      expect(answer.status).toBe(200);
      const { repair: after, payments } = await wholeRepair(shop, repair.ticketNumber);
      expect(after).toMatchObject({ paid: 0, balance: 80 });
      expect(payments).toMatchObject([
        { id, amount: 30, voidReason: 'Typed twice', voidedAt: expect.stringMatching(/^2/) },
      ]);
      expect(answer.json()).toEqual({ repair: after, payment: payments[0] });
    });

    it('again for the same reason changes nothing; for another it is refused', async () => {
      const repair = await takeIn(shop);
      const { id } = await takePayment(shop, repair);
      const replies = await Promise.all([voidPayment(id), voidPayment(id)]);
      expect(statusesOf(replies)).toEqual([200, 200]);
      const { payments, events } = await wholeRepair(shop, repair.ticketNumber);
      expect(events.filter(({ kind }) => kind === 'payment-voided')).toHaveLength(1);
      expect((await voidPayment(id, 'Something else')).problem()).toMatchObject({
        status: 409,
        code: 'payment-voided',
        repair: await now(repair),
        payment: payments[0],
      });
    });

    it('only if none of it was refunded', async () => {
      const repair = await takeIn(shop);
      const { id } = await takePayment(shop, repair, { amount: 30 });
      const refund = await takePayment(shop, repair, { kind: 'refund', amount: 10 });
      expect((await voidPayment(id)).problem()).toMatchObject({
        code: 'payment-refused',
        detail: 'Part of it was refunded. Void the refund first.',
      });
      expect((await voidPayment(refund.id)).status).toBe(200);
      expect((await voidPayment(id)).status).toBe(200);
      expect(await now(repair)).toMatchObject({ paid: 0 });
    });

    it('asks for a reason, and for a payment that exists', async () => {
      const { id } = await takePayment(shop, await takeIn(shop));
      for (const reason of ['', '   ']) {
        expect((await voidPayment(id, reason)).problem().errors).toEqual([
          { path: 'reason', message: 'Please enter a reason' },
        ]);
      }
      expect((await voidPayment(randomUUID())).problem().code).toBe('payment-not-found');
    });
  });

  it.each([
    [undefined, 'Please enter an amount'],
    ['25', 'Please enter a valid amount'],
    [19.999, 'The amount can have at most 2 decimals'],
  ])('an amount of %j gets a sentence at its field', async (amount, message) => {
    const repair = await takeIn(shop);
    const body = JSON.stringify({ ...newPayment(), amount });
    const path = `/api/repairs/${repair.ticketNumber}/payments`;
    const headers = { 'content-type': 'application/json' };
    const refused = (await shop.staff.send('POST', path, { body, headers })).problem();
    expect(refused).toMatchObject({ status: 422, errors: [{ path: 'amount', message }] });
    expect(await now(repair)).toMatchObject({ paid: 0 });
  });

  it('is deleted with its ticket', async () => {
    const repair = await takeIn(shop);
    const { id } = await takePayment(shop, repair);
    await shop.staff.call('deleteRepair', of(repair));
    expect((await take(repair)).problem().code).toBe('repair-not-found');
    expect((await voidPayment(id)).problem().code).toBe('repair-not-found');
  });

  it('is in the export, money as dollars', async () => {
    const repair = await takeIn(shop);
    const { id } = await takePayment(shop, repair, { kind: 'deposit', amount: 30.5 });
    const { text } = await shop.staff.send('GET', '/api/export?format=json');
    const exported = (JSON.parse(text) as { payments: { paymentId: string }[] }).payments;
    expect(exported.find(({ paymentId }) => paymentId === id)).toMatchObject({
      ticketNumber: repair.ticketNumber,
      kind: 'deposit',
      method: 'cash',
      amount: 30.5,
      voidedAt: null,
    });
  });

  it('adds up on every ticket, no matter what was pressed in which order', async () => {
    const chance = seededChance(seedOf('payments'));
    const tickets = [await takeIn(shop), await takeIn(shop, { repairPrice: 200 })];
    const taken: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      const repair = chance.pick(tickets);
      const press = (): Promise<unknown> => {
        if (taken.length > 0 && chance.happens(0.3)) return voidPayment(chance.pick(taken));
        const paymentId = randomUUID();
        taken.push(paymentId);
        const kind = chance.pick(['deposit', 'payment', 'refund'] as const);
        const amount = dollarsFromCents(1 + Math.floor(chance.next() * 5000));
        return take(repair, { paymentId, kind, amount });
      };
      await Promise.all(chance.happens(0.5) ? [press(), press()] : [press()]);
    }
    const rows = await shop.rows.run(
      `select ticket_number, paid_cents, price_cents, coalesce((
         select sum(case kind when 'refund' then -amount_cents else amount_cents end)
         from payments
         where payments.ticket_number = ticket.ticket_number and voided_at is null
       ), 0) as slow from repair_tickets as ticket`,
    );
    for (const row of rows) expect(row.paid_cents).toBe(Number(row.slow));
    for (const repair of tickets) {
      const row = rows.find((one) => one.ticket_number === repair.ticketNumber);
      const { paid, balance } = await now(repair);
      expect(paid * 100).toBeCloseTo(Number(row?.slow), 6);
      expect(paid).toBeGreaterThan(0);
      expect(balance).toBe(row?.price_cents === null ? null : (20_000 - Number(row?.slow)) / 100);
    }
  });
});
