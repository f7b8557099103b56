import { expect, it } from 'vitest';
import { useShop } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  assign,
  reply,
  takeIn,
  takeInWithEstimate,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

describeOnBothEngines('one repair', (engine) => {
  const shop = useShop(engine);

  it('is read by its ticket number or its repair id, in any case', async () => {
    const { ticketNumber, repairId } = await takeIn(shop);
    const whole = await wholeRepair(shop, ticketNumber);
    const others = [ticketNumber.toLowerCase(), repairId, repairId.toUpperCase()];
    for (const reference of [...others, ` ${ticketNumber} `]) {
      expect(await wholeRepair(shop, reference)).toEqual(whole);
    }
  });

  it.each([
    ['WH000000AAA', 404, 'repair-not-found'],
    ["' or 1=1 --", 404, 'repair-not-found'],
    ['WH\0', 422, 'validation-failed'],
  ])('is not found where there is none: %j', async (ticketNumber, status, code) => {
    const problem = await shop.staff.refused('getRepair', { params: { ticketNumber } });
    expect(problem).toMatchObject({ status, code });
  });

  it('comes with its estimates, texts and events, in order', async () => {
    const { repair } = await takeInWithEstimate(shop, {}, 150);
    const { ticketNumber } = repair;
    shop.clock.advance(minute);
    await shop.staff.call('sendEstimate', { body: { repairId: ticketNumber, amount: 180 } });
    await reply(shop, repair, 'ACCEPT');
    const whole = await wholeRepair(shop, ticketNumber);
    const { repair: now, estimates, messages, events } = whole;
    expect(now).toMatchObject({ status: 'estimate-accepted', estimatePrice: 180 });
    expect(estimates.map((estimate) => estimate.estimatePrice)).toEqual([180, 150]);
    // Newest first, and the answer to a text stands after it.
    expect(messages.map(({ direction, kind }) => `${direction} ${kind}`)).toEqual([
      'outbound confirm-accept',
      'inbound reply',
      'outbound estimate',
      'outbound estimate',
      'outbound created',
    ]);
    const { items } = await shop.staff.call('listMessages', { query: { ticketNumber } });
    expect(items).toEqual(messages);
    // Oldest first.
    const kinds = events.map(({ kind }) => kind).filter((kind) => !kind.startsWith('text-'));
    expect(kinds).toEqual([
      'repair-created',
      'estimate-sent',
      'estimate-sent',
      'estimate-accepted',
    ]);
    for (const event of events) {
      expect(event.actor).toBe(
        ['estimate-accepted', 'text-received'].includes(event.kind)
          ? 'customer'
          : event.kind === 'text-sent'
            ? 'system'
            : 'staff',
      );
    }
  });

  it('stays as it is when nothing is to be changed', async () => {
    const repair = await takeIn(shop, { isSameDay: true });
    const params = { ticketNumber: repair.ticketNumber };
    const before = await shop.rows.counts();
    shop.clock.advance(minute);
    for (const body of [{}, { isSameDay: true }]) {
      const { repair: after } = await shop.staff.call('editRepair', { params, body });
      expect(after).toEqual(repair);
    }
    expect(await shop.rows.counts()).toEqual(before);
  });

  it('keeps every field when several people correct different ones at once', async () => {
    const corrections = [
      { watchBrand: 'Tudor' },
      { watchModel: 'Pelagos' },
      { issue: 'Crown is loose' },
      { repairPrice: 75 },
    ];
    for (let round = 0; round < 8; round += 1) {
      const { ticketNumber } = await takeIn(shop);
      const params = { ticketNumber };
      await Promise.all(corrections.map((body) => shop.staff.call('editRepair', { params, body })));
      const { repair } = await wholeRepair(shop, ticketNumber);
      expect(repair).toMatchObject(Object.assign({}, ...corrections));
      const found = await shop.staff.call('listRepairs', { query: { q: 'tudor pelagos' } });
      expect(found.items.map((item) => item.ticketNumber)).toContain(ticketNumber);
    }
  });

  it('is not changed from an older version, and comes back as it stands', async () => {
    const { ticketNumber, updatedAt } = await takeIn(shop);
    const edit = (body: object, headers: Record<string, string> = {}) =>
      shop.staff.attempt('editRepair', { params: { ticketNumber }, body }, headers);
    const seen = { 'if-match': `"${updatedAt}"` };
    shop.clock.advance(minute);
    expect((await edit({ issue: 'Stops at night' }, seen)).status).toBe(200);
    shop.clock.advance(minute);
    const counts = await shop.rows.counts();
    const { repair } = await wholeRepair(shop, ticketNumber);
    for (const body of [{ issue: 'Stops by day' }, { isSameDay: true }, {}]) {
      expect((await edit(body, seen)).problem()).toMatchObject({
        status: 412,
        code: 'changed-meanwhile',
        repair,
      });
    }
    expect(await shop.rows.counts()).toEqual(counts);
    expect((await edit({ issue: 'A' }, { 'if-match': `"${repair.updatedAt}"` })).status).toBe(200);
    expect((await edit({ issue: 'B' }, { 'if-match': '*' })).status).toBe(200);
    // Without a version nothing is compared.
    expect((await edit({ issue: 'C' })).status).toBe(200);
  });

  it('is changed in both of its parts or in none', async () => {
    const { ticketNumber } = await takeIn(shop);
    await assign(shop, ticketNumber);
    const before = await wholeRepair(shop, ticketNumber);
    const counts = await shop.rows.counts();
    // An assigned repair may be corrected, but its same-day flag may not.
    const problem = await shop.staff.refused('editRepair', {
      params: { ticketNumber },
      body: { watchBrand: 'Tudor', isSameDay: true },
    });
    expect(problem.code).toBe('repair-status');
    expect(await wholeRepair(shop, ticketNumber)).toEqual(before);
    expect(await shop.rows.counts()).toEqual(counts);
  });
});
