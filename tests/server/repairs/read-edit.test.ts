import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { minute } from '../../harness/settable-clock.ts';
import { reply, takeIn, takeInWithEstimate } from '../../harness/shop-fixtures.ts';

describeOnBothEngines('one repair', (engine) => {
  let shop: RunningApp;
  beforeAll(async () => {
    shop = await startApp(engine);
  });
  afterAll(async () => {
    await shop.close();
  });

  const read = (ticketNumber: string) => shop.staff.call('getRepair', { params: { ticketNumber } });

  it('is read by its ticket number or its repair id, in any case', async () => {
    const repair = await takeIn(shop);
    const whole = await read(repair.ticketNumber);
    for (const reference of [
      repair.ticketNumber.toLowerCase(),
      repair.repairId,
      repair.repairId.toUpperCase(),
      ` ${repair.ticketNumber} `,
    ]) {
      expect(await read(reference)).toEqual(whole);
    }
  });

  it.each(['WH000000AAA', '00000000-0000-4000-8000-000000000000', 'x', "' or 1=1 --", '%'])(
    'is not found where there is none: %s',
    async (ticketNumber) => {
      const problem = await shop.staff.refused('getRepair', { params: { ticketNumber } });
      expect(problem).toMatchObject({ status: 404, code: 'repair-not-found' });
      expect(problem.title).toBe('Repair not found');
    },
  );

  it.each(['WH\0', 'x'.repeat(41)])('is not looked up by %j', async (ticketNumber) => {
    const problem = await shop.staff.refused('getRepair', { params: { ticketNumber } });
    expect(problem).toMatchObject({ status: 422, errors: [{ path: 'ticketNumber' }] });
  });

  it('comes with its estimates, texts and events, in order', async () => {
    const { repair } = await takeInWithEstimate(shop, {}, 150);
    shop.clock.advance(minute);
    await shop.staff.call('sendEstimate', { body: { repairId: repair.ticketNumber, amount: 180 } });
    await reply(shop, repair, 'ACCEPT');
    const { repair: now, estimates, messages, events } = await read(repair.ticketNumber);
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

  it('is corrected field by field', async () => {
    const repair = await takeIn(shop, { repairPrice: 50, priceNotes: 'Cash', serialNumber: 'A1' });
    shop.clock.advance(minute);
    const edit = async (body: object) => {
      const answer = await shop.staff.attempt('editRepair', {
        params: { ticketNumber: repair.ticketNumber },
        body,
      });
      expect(answer.status).toBe(200);
      return (answer.json() as { repair: typeof repair }).repair;
    };
    const updatedAt = new Date(shop.clock.now).toISOString();
    expect(await edit({ watchModel: 'Seamaster' })).toEqual({
      ...repair,
      watchModel: 'Seamaster',
      updatedAt,
    });
    expect(await edit({ repairPrice: null, priceNotes: '', serialNumber: 'B2' })).toEqual({
      ...repair,
      watchModel: 'Seamaster',
      repairPrice: null,
      priceNotes: null,
      serialNumber: 'B2',
      updatedAt,
    });
    const { events } = await read(repair.ticketNumber);
    const edits = events.filter(({ kind }) => kind === 'repair-edited');
    expect(edits[0]?.data).toMatchObject({
      before: { watchModel: 'Speedmaster' },
      after: { watchModel: 'Seamaster' },
    });
    expect(edits).toHaveLength(2);
  });

  it('stays as it is when nothing is to be changed', async () => {
    const repair = await takeIn(shop, { isSameDay: true });
    const before = await shop.rows.counts();
    shop.clock.advance(minute);
    for (const body of [{}, { isSameDay: true }]) {
      const { repair: after } = await shop.staff.call('editRepair', {
        params: { ticketNumber: repair.ticketNumber },
        body,
      });
      expect(after).toEqual(repair);
    }
    expect(await shop.rows.counts()).toEqual(before);
  });

  it('keeps every field when two people correct different ones at once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { ticketNumber } = await takeIn(shop);
      const params = { ticketNumber };
      await Promise.all([
        shop.staff.call('editRepair', { params, body: { watchBrand: 'Tudor' } }),
        shop.staff.call('editRepair', { params, body: { watchModel: 'Pelagos' } }),
        shop.staff.call('editRepair', { params, body: { issue: 'Crown is loose' } }),
        shop.staff.call('editRepair', { params, body: { repairPrice: 75 } }),
      ]);
      expect((await read(ticketNumber)).repair).toMatchObject({
        watchBrand: 'Tudor',
        watchModel: 'Pelagos',
        issue: 'Crown is loose',
        repairPrice: 75,
      });
      const found = await shop.staff.call('listRepairs', { query: { q: 'tudor pelagos' } });
      expect(found.items.map((item) => item.ticketNumber)).toContain(ticketNumber);
    }
  });

  it('is not changed from an older version, and comes back as it stands', async () => {
    const { ticketNumber, updatedAt } = await takeIn(shop);
    const params = { ticketNumber };
    const edit = (body: object, headers: Record<string, string> = {}) =>
      shop.staff.attempt('editRepair', { params, body }, headers);
    const seen = { 'if-match': `"${updatedAt}"` };
    shop.clock.advance(minute);
    expect((await edit({ issue: 'Stops at night' }, seen)).status).toBe(200);
    shop.clock.advance(minute);
    const counts = await shop.rows.counts();
    const { repair } = await read(ticketNumber);
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
    const repair = await takeIn(shop);
    const params = { ticketNumber: repair.ticketNumber };
    await shop.staff.call('assignRepair', { params, body: { technicianId: 'technician-1' } });
    const before = await read(repair.ticketNumber);
    const counts = await shop.rows.counts();
    // An assigned repair may be corrected, but its same-day flag may not.
    const problem = await shop.staff.refused('editRepair', {
      params,
      body: { watchBrand: 'Tudor', isSameDay: true },
    });
    expect(problem.code).toBe('repair-status');
    expect(await read(repair.ticketNumber)).toEqual(before);
    expect(await shop.rows.counts()).toEqual(counts);
  });
});
