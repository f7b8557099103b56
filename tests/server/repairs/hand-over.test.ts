import { randomUUID } from 'node:crypto';
import { describe, expect, it, it as itOnBoth } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import { handOverSchema } from '../../../domain/api-hand-over.ts';
import type { Deps } from '../../../server/ports/deps.ts';
import { handOver as recordHandOver } from '../../../server/repairs/hand-over.ts';
import { type RunningApp, startApp, useShop } from '../../harness/app.ts';
import {
  describeOnBothEngines,
  describeOnBothInLongRun,
  itOnOneEngine,
} from '../../harness/engine.ts';
import { bodyOf, done, type HandOver, sendHandOver, visit } from '../../harness/hand-overs.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  assign,
  collect,
  complete,
  currentRepair,
  leaving,
  repairInStatus,
  reply,
  statusesOf,
  takeIn,
  takeInWithEstimate,
  takePayment,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';
import { csvObjects, exportedFiles, importFile } from '../../harness/transfers.ts';

const kindsOf = async (shop: RunningApp, { ticketNumber }: Repair) =>
  (await wholeRepair(shop, ticketNumber)).events.map(({ kind }) => kind);

const paymentsOf = async (shop: RunningApp, { ticketNumber }: Repair) =>
  (await wholeRepair(shop, ticketNumber)).payments;

describeOnBothEngines('a hand-over', (engine) => {
  const it = itOnOneEngine(engine);
  const shop = useShop(engine);

  it('takes the balance of each watch and records its pickup, with both in its history', async () => {
    const [first, second] = await visit(shop);
    shop.clock.advance(minute);
    const ids = [randomUUID(), randomUUID()];
    const seen = { claimCheckSeen: true, idSeen: true, by: 'Peter Whitfield', note: 'In a hurry' };
    const answer = await sendHandOver(
      shop,
      bodyOf([leaving(first, ids[0]), leaving(second, ids[1])], { ...seen, method: 'check' }),
    );
    const at = new Date(shop.clock.now).toISOString();
    const left = {
      ...{ status: 'completed', isWaitingForPickup: false, balance: 0, collectedAt: at },
      ...{ collectedBy: 'Peter Whitfield', collectedNote: 'In a hurry' },
      ...{ claimCheckSeen: true, idSeen: true, shippedBy: null },
    };
    expect(answer.status, answer.text).toBe(200);
    const paid = { kind: 'payment', method: 'check', note: null, at };
    expect(answer.json()).toMatchObject({
      repairs: [
        { ticketNumber: first.ticketNumber, paid: 420, ...left },
        { ticketNumber: second.ticketNumber, paid: 65, ...left },
      ],
      payments: [
        { ...paid, id: ids[0], ticketNumber: first.ticketNumber, amount: 320 },
        { ...paid, id: ids[1], ticketNumber: second.ticketNumber, amount: 65 },
      ],
    });
    expect(await currentRepair(shop, first.ticketNumber)).toMatchObject(left);
    expect((await kindsOf(shop, second)).slice(-2)).toEqual(['payment-taken', 'repair-collected']);
    const { events } = await wholeRepair(shop, second.ticketNumber);
    expect(events.at(-1)?.data).toMatchObject({
      before: { collectedBy: null, claimCheckSeen: false, idSeen: false },
      after: { collectedBy: 'Peter Whitfield', claimCheckSeen: true, idSeen: true },
    });
  });

  it('takes nothing if nothing is to be taken: unpaid, unpriced, or with a refund due', async () => {
    const unpaid = await done(shop);
    const unpriced = await done(shop, { repairPrice: null });
    const overpaid = await done(shop);
    await takePayment(shop, overpaid, { amount: 100 });
    const tickets = [unpaid, unpriced, await currentRepair(shop, overpaid.ticketNumber)];
    const answer = await sendHandOver(
      shop,
      bodyOf(
        tickets.map((one) => leaving(one)),
        { method: null },
      ),
    );
    expect(answer.json()).toMatchObject({
      repairs: [
        { collectedBy: unpaid.customerName, paid: 0, balance: 80, idSeen: false },
        { paid: 0, balance: null },
        { paid: 100, balance: -20 },
      ],
      payments: [],
    });
  });

  it('is also possible for a watch that goes back unrepaired', async () => {
    const { repair } = await takeInWithEstimate(shop);
    await reply(shop, repair, 'DECLINE');
    const { ticketNumber } = repair;
    const { repair: closed } = await complete(shop, ticketNumber, { outcome: 'declined' });
    const answer = await sendHandOver(shop, bodyOf([leaving(closed)]));
    expect(answer.json()).toMatchObject({
      repairs: [{ isUnrepaired: true, isWaitingForPickup: false }],
    });
  });

  it('stops a text that is still held', async () => {
    const { ticketNumber } = await takeIn(shop);
    await assign(shop, ticketNumber);
    const { repair } = await complete(shop, ticketNumber, { holdSeconds: 60 });
    await sendHandOver(shop, bodyOf([leaving(repair)]));
    const { messages } = await wholeRepair(shop, ticketNumber);
    expect(messages.find(({ kind }) => kind === 'done')).toMatchObject({ state: 'failed' });
  });

  it('is recorded once, however often it is sent', async () => {
    const tickets = await visit(shop);
    const body = bodyOf(tickets.map((one) => leaving(one, randomUUID())));
    const first = await sendHandOver(shop, body);
    shop.clock.advance(minute);
    const before = await shop.rows.counts();
    const again = await Promise.all([sendHandOver(shop, body), sendHandOver(shop, body)]);
    for (const each of again) {
      expect([each.status, each.json()]).toEqual([200, first.json()]);
    }
    expect(await shop.rows.counts()).toEqual(before);
    const atOnce = await done(shop);
    const twice = bodyOf([leaving(atOnce, randomUUID())]);
    const replies = await Promise.all([sendHandOver(shop, twice), sendHandOver(shop, twice)]);
    expect(statusesOf(replies)).toEqual([200, 200]);
    expect(replies[0]?.json()).toEqual(replies[1]?.json());
    expect(await paymentsOf(shop, atOnce)).toHaveLength(1);
  });

  it.each([
    ['another method', { method: 'cash' }],
    ['someone else', { by: 'Kim' }],
    ['a shipment', { shipment: { carrier: 'UPS' } }],
  ] as const)('sent again with %s is refused, and shows what was recorded', async (_, other) => {
    const repair = await done(shop);
    const body = bodyOf([leaving(repair, randomUUID())]);
    await sendHandOver(shop, body);
    const before = await shop.rows.counts();
    const refused = await sendHandOver(shop, { ...body, ...other });
    expect(refused.problem()).toMatchObject({
      status: 409,
      code: 'collected-already',
      detail: `${repair.ticketNumber}: picked up by ${repair.customerName} in the meantime.`,
      repair: { paid: 80, collectedBy: repair.customerName },
      changed: [{ seenBalance: 80, repair: { balance: 0 }, payments: [{ method: 'card' }] }],
    });
    expect(await shop.rows.counts()).toEqual(before);
  });

  itOnBoth(
    'by two people at once is recorded for one; the other sees who came, and takes nothing',
    async () => {
      for (let round = 0; round < 5; round += 1) {
        const tickets = await visit(shop);
        const other = await shop.logIn();
        const send = (browser: RunningApp['staff'], by: string) =>
          browser.attempt('handOver', {
            body: bodyOf(
              // In either order: they wait for each other, but not forever.
              (by === 'Bo' ? tickets : tickets.toReversed()).map((one) =>
                leaving(one, randomUUID()),
              ),
              { by },
            ),
          });
        const replies = await Promise.all([send(shop.staff, 'Bo'), send(other, 'Kim')]);
        expect(statusesOf(replies)).toEqual([200, 409]);
        const lost = replies.find(({ status }) => status === 409)?.problem();
        const { collectedBy } = await currentRepair(shop, tickets[0].ticketNumber);
        expect(lost?.code).toBe('collected-already');
        expect(lost?.changed).toHaveLength(2);
        for (const ticket of tickets) {
          expect(lost?.detail).toContain(`${ticket.ticketNumber}: picked up by ${collectedBy}`);
          expect(
            (await kindsOf(shop, ticket)).filter((kind) => kind === 'repair-collected'),
          ).toEqual(['repair-collected']);
          const payments = await paymentsOf(shop, ticket);
          expect(payments.filter(({ kind }) => kind === 'payment')).toHaveLength(1);
        }
      }
    },
  );

  it('records nothing if one of the watches is not as it was seen, and says which', async () => {
    const [first, second] = await visit(shop);
    const tickets = [leaving(first, randomUUID()), leaving(second, randomUUID())];
    await takePayment(shop, second, { amount: 65, method: 'cash' });
    const before = await shop.rows.counts();
    const refused = await sendHandOver(shop, bodyOf(tickets));
    expect(refused.problem()).toMatchObject({
      status: 412,
      code: 'changed-meanwhile',
      detail: `${second.ticketNumber}: The balance is now $0.00, not $65.00.`,
      changed: [
        {
          ...{ seenVersion: second.updatedAt, seenBalance: 65 },
          ...{ repair: { balance: 0 }, payments: [{ amount: 65, method: 'cash' }] },
        },
      ],
    });
    expect(await shop.rows.counts()).toEqual(before);
    expect(await currentRepair(shop, first.ticketNumber)).toEqual(first);

    // Another change leaves the balance alone, but the ticket is still not as it was seen.
    shop.clock.advance(minute);
    const params = { ticketNumber: second.ticketNumber };
    const paid = await currentRepair(shop, second.ticketNumber);
    await shop.staff.call('editRepair', { params, body: { completionNotes: 'New crown' } });
    const stale = await sendHandOver(shop, bodyOf([leaving(first, randomUUID()), leaving(paid)]));
    expect(stale.problem()).toMatchObject({
      status: 412,
      detail: `${second.ticketNumber} was changed in the meantime.`,
    });
    await collect(shop, second.ticketNumber);
    const gone = await sendHandOver(shop, bodyOf([leaving(first, randomUUID()), leaving(paid)]));
    expect(gone.problem()).toMatchObject({
      status: 409,
      code: 'collected-already',
      repair: { ticketNumber: second.ticketNumber },
    });
    expect(await currentRepair(shop, first.ticketNumber)).toEqual(first);
  });

  it('is refused for a ticket that is open, gone or named twice', async () => {
    const [ready, open] = [await done(shop), await repairInStatus(shop, 'in-progress')];
    const before = await shop.rows.counts();
    const refusal = async (...tickets: HandOver['tickets']) =>
      (await sendHandOver(shop, bodyOf([leaving(ready, randomUUID()), ...tickets]))).problem();
    expect(await refusal(leaving(open))).toMatchObject({
      ...{ status: 409, code: 'repair-status', repair: open },
      changed: [{ repair: open }],
    });
    expect(await refusal({ ...leaving(open), ticketNumber: 'WH000000XXX' })).toMatchObject({
      ...{ status: 404, code: 'repair-not-found' },
      detail: expect.stringContaining('WH000000XXX'),
    });
    // By its other name.
    expect(await refusal({ ...leaving(ready), ticketNumber: ready.repairId })).toMatchObject({
      status: 422,
      errors: [{ path: 'tickets', message: `${ready.ticketNumber} is named twice` }],
    });
    expect(await shop.rows.counts()).toEqual(before);
  });

  it('refuses what makes no sense, by name', async () => {
    const [first, second] = await visit(shop);
    const paymentId = randomUUID();
    const refusals: [HandOver, path: string, message: string][] = [
      [bodyOf([]), 'tickets', 'tickets must be a list of 1 to 50 tickets'],
      [
        bodyOf(Array.from({ length: 51 }, () => leaving(first))),
        'tickets',
        'tickets must be a list of 1 to 50 tickets',
      ],
      [
        bodyOf([leaving(first, paymentId)], { method: null }),
        'method',
        'method is required with a paymentId',
      ],
      [
        bodyOf([leaving(first, paymentId), leaving(second, paymentId)]),
        'tickets.1.paymentId',
        'Each payment needs an id of its own',
      ],
      [
        bodyOf([{ ...leaving(first, paymentId), seenBalance: -20 }]),
        'tickets.0.paymentId',
        'There is no balance to pay',
      ],
      [
        bodyOf([leaving(first)], { by: 'Peter', shipment: { carrier: 'UPS' } }),
        'by',
        'by cannot be combined with shipment',
      ],
      [
        bodyOf([leaving(first)], { shipment: { carrier: ' ' } }),
        'shipment.carrier',
        'Carrier is required',
      ],
      [
        bodyOf([leaving(first)], { shipment: { carrier: 'UPS', insuredValue: 2.555 } }),
        'shipment.insuredValue',
        'Insured value must be at most $999,999.99, with at most 2 decimals',
      ],
    ];
    const before = await shop.rows.counts();
    for (const [body, path, message] of refusals) {
      const refused = (await sendHandOver(shop, body)).problem();
      expect(refused).toMatchObject({ status: 422, errors: [{ path, message }] });
    }
    expect(await shop.rows.counts()).toEqual(before);
  });

  it('does not take a payment whose id another has', async () => {
    const [first, second] = [await done(shop), await done(shop)];
    const { id } = await takePayment(shop, first);
    const before = await shop.rows.counts();
    const refused = await sendHandOver(shop, bodyOf([leaving(second, id)]));
    expect(refused.problem()).toMatchObject({ status: 409, code: 'payment-id-taken' });
    expect(await shop.rows.counts()).toEqual(before);
  });

  itOnBoth(
    'leaves no trace if the process dies in the middle, and is whole when it is sent again',
    async () => {
      const [first, second] = await visit(shop);
      const body = bodyOf([leaving(first, randomUUID()), leaving(second, randomUUID())], {
        by: 'Peter',
      });
      const before = await shop.rows.counts();
      const { deps } = shop.app;
      const dying: Deps = {
        ...deps,
        database: {
          ...deps.database,
          transact: (work) =>
            deps.database.transact(async (tx) => {
              await work(tx);
              throw new Error('The power went out');
            }),
        },
      };
      const checked = handOverSchema.parse(body);
      await expect(recordHandOver(dying, checked)).rejects.toThrow('The power went out');
      expect(await shop.rows.counts()).toEqual(before);
      expect(await currentRepair(shop, second.ticketNumber)).toEqual(second);
      expect((await sendHandOver(shop, body)).status).toBe(200);
      expect(await paymentsOf(shop, second)).toHaveLength(1);
    },
  );
});

describeOnBothInLongRun('a shipment', (engine) => {
  const shop = useShop(engine);
  const shipment = { carrier: 'FedEx', trackingNumber: '7712 3456', insuredValue: 2_500 };

  it('is recorded in place of a pickup, and undoing it keeps the payment', async () => {
    const repair = await done(shop);
    const sent = await sendHandOver(shop, bodyOf([leaving(repair, randomUUID())], { shipment }));
    const shipped = {
      ...{ shippedBy: 'FedEx', trackingNumber: '7712 3456', insuredValue: 2_500 },
      ...{ collectedBy: null, isWaitingForPickup: false, balance: 0 },
    };
    expect(sent.json()).toMatchObject({ repairs: [shipped] });
    const { items } = await shop.staff.call('listRepairs', {
      query: { pickup: 'collected', view: 'row' },
    });
    expect(items).toMatchObject([{ shippedBy: 'FedEx' }]);
    const found = async (q: string) =>
      (await shop.staff.call('listRepairs', { query: { q } })).items.length;
    expect(await found('77123456')).toBe(1);
    const { repair: left, events } = await wholeRepair(shop, repair.ticketNumber);
    expect(events.at(-1)?.data).toMatchObject({
      before: { shippedBy: null, insuredValue: null },
      after: { shippedBy: 'FedEx', trackingNumber: '7712 3456', insuredValue: 2_500 },
    });
    // Nothing is texted automatically.
    const { messages } = await wholeRepair(shop, repair.ticketNumber);
    expect(messages.map(({ kind }) => kind)).toEqual(['done', 'created']);

    shop.clock.advance(minute);
    const params = { ticketNumber: repair.ticketNumber };
    const undone = await shop.staff.call('undoCollectRepair', {
      params,
      body: { collectedAt: left.collectedAt ?? '' },
    });
    expect(undone.repair).toMatchObject({
      ...{ isWaitingForPickup: true, collectedAt: null, paid: 80 },
      ...{ shippedBy: null, trackingNumber: null, insuredValue: null },
    });
    expect(await found('77123456')).toBe(0);
    // It can be handed over afterward, and the undone request means nothing anymore.
    const by = { idSeen: true, by: 'Zebedee Quill' };
    const pickedUp = await sendHandOver(shop, bodyOf([leaving(undone.repair)], by));
    expect(await found('quill')).toBe(1);
    expect(pickedUp.json()).toMatchObject({ repairs: [{ shippedBy: null, idSeen: true }] });
  });

  it('that was undone is not recorded by a late repeat', async () => {
    const repair = await done(shop);
    const body = bodyOf([leaving(repair, randomUUID())], { shipment });
    await sendHandOver(shop, body);
    const { collectedAt } = await currentRepair(shop, repair.ticketNumber);
    shop.clock.advance(minute);
    const params = { ticketNumber: repair.ticketNumber };
    await shop.staff.call('undoCollectRepair', {
      params,
      body: { collectedAt: collectedAt ?? '' },
    });
    const late = await sendHandOver(shop, body);
    expect(late.problem()).toMatchObject({ status: 412, code: 'changed-meanwhile' });
    expect(await paymentsOf(shop, repair)).toHaveLength(1);
  });
});

describe('a recorded hand-over', () => {
  it('is exported, and imported with all that is known of it', async () => {
    const shop = await startApp('sqlite');
    const shipped = await done(shop, { otherCollector: 'Peter Whitfield' });
    const shipment = { carrier: 'UPS', trackingNumber: '007', insuredValue: 2_500 };
    await sendHandOver(shop, bodyOf([leaving(shipped)], { shipment, method: null }));
    const seen = await done(shop);
    await sendHandOver(shop, bodyOf([leaving(seen)], { idSeen: true, method: null }));
    const file = (await exportedFiles(shop.staff))['repairs.csv'] ?? '';
    expect(csvObjects(file)).toMatchObject([
      {
        ...{ 'May also be picked up by': 'Peter Whitfield', 'Shipped by': 'UPS' },
        ...{ 'Tracking number': '007', 'Insured value': '2500.00', 'ID seen': 'no' },
      },
      { 'Shipped by': '', 'Insured value': '', 'Claim check seen': 'no', 'ID seen': 'yes' },
    ]);
    const other = await startApp('sqlite', { clock: shop.clock });
    expect(await importFile(other.staff, 'repairs', file)).toMatchObject({ added: 2, rejected: 0 });
    for (const { ticketNumber } of [shipped, seen]) {
      const { collectedAt, collectedBy, shippedBy, trackingNumber, insuredValue, idSeen } =
        await currentRepair(shop, ticketNumber);
      expect(await currentRepair(other, ticketNumber)).toMatchObject({
        ...{ collectedAt, collectedBy, shippedBy, trackingNumber, insuredValue, idSeen },
      });
    }
    const { items } = await other.staff.call('listRepairs', { query: { q: '007 whitfield' } });
    expect(items.map(({ ticketNumber }) => ticketNumber)).toEqual([shipped.ticketNumber]);
    await other.close();
    await shop.close();
  });
});

describeOnBothInLongRun('who may also collect a watch', (engine) => {
  const shop = useShop(engine);

  it('is found by name, and can be changed', async () => {
    const repair = await takeIn(shop, { otherCollector: ' Philippa  Quist ' });
    expect(repair.otherCollector).toBe('Philippa  Quist');
    const found = async (q: string) =>
      (await shop.staff.call('listRepairs', { query: { q } })).items.map(
        ({ ticketNumber }) => ticketNumber,
      );
    expect(await found('quist')).toEqual([repair.ticketNumber]);
    const params = { ticketNumber: repair.ticketNumber };
    await shop.staff.call('editRepair', { params, body: { otherCollector: null } });
    expect(await found('quist')).toEqual([]);
  });
});
