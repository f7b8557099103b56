import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  newIntake,
  normalised,
  reply,
  takeIn,
  takeInWithEstimate,
} from '../../harness/shop-fixtures.ts';
import { testPhoto } from '../../harness/test-photos.ts';

describeOnBothEngines('deleting a repair', (engine) => {
  let shop: RunningApp;
  beforeAll(async () => {
    shop = await startApp(engine);
  });
  afterAll(async () => {
    await shop.close();
  });

  const remove = (ticketNumber: string) =>
    shop.staff.call('deleteRepair', { params: { ticketNumber } });
  const textsOf = (ticketNumber: string) =>
    shop.rows.run('select * from messages where ticket_number = ?', ticketNumber);

  it('takes it out of every list and count', async () => {
    const before = await shop.staff.call('getOverview');
    const { repair } = await takeInWithEstimate(shop, { isSameDay: true });
    await remove(repair.ticketNumber);
    const after = await shop.staff.call('getOverview');
    expect(after).toEqual({ ...before, totalClients: before.totalClients + 1 });
    const { items } = await shop.staff.call('listRepairs', { query: { q: repair.ticketNumber } });
    expect(items).toEqual([]);
  });

  it('takes its estimates with it, the replaced ones too', async () => {
    const { repair, estimateId } = await takeInWithEstimate(shop);
    const { ticketNumber } = repair;
    await shop.staff.call('sendEstimate', { body: { repairId: ticketNumber, amount: 200 } });
    await remove(ticketNumber);
    const { items } = await shop.staff.call('listEstimates', {
      query: { repairId: [ticketNumber] },
    });
    expect(items).toEqual([]);
    const problem = await shop.staff.refused('deleteEstimate', { params: { id: estimateId } });
    expect(problem.code).toBe('estimate-not-found');
  });

  it('takes its photos with it', async () => {
    const repair = await takeIn(shop);
    const put = async (kind: 'initial' | 'completed') => {
      const answer = await shop.staff.send(
        'PUT',
        `/api/repairs/${repair.ticketNumber}/photos/${kind}`,
        {
          headers: { 'content-type': 'image/jpeg' },
          body: new Uint8Array(await testPhoto()),
        },
      );
      return (answer.json() as { url: string }).url;
    };
    const urls = [await put('initial'), await put('completed')];
    for (const url of urls) expect((await shop.stranger().send('GET', url)).status).toBe(200);
    await remove(repair.ticketNumber);
    for (const url of urls) expect((await shop.stranger().send('GET', url)).status).toBe(404);
  });

  it('leaves its texts and events, without what they said, once it is for good', async () => {
    const { repair } = await takeInWithEstimate(shop, { customerName: 'Very Private' });
    await reply(shop, repair, 'Call me at home, I am Very Private');
    const { ticketNumber } = repair;
    await shop.staff.call('editRepair', {
      params: { ticketNumber },
      body: { issue: 'Engraved: to Very Private' },
    });
    const texts = await textsOf(ticketNumber);
    expect(texts.length).toBeGreaterThan(3);
    await remove(ticketNumber);
    const listed = await shop.staff.call('listMessages', { query: { ticketNumber } });
    expect(listed.items).toHaveLength(texts.length);
    expect(JSON.stringify(listed)).not.toContain('Private');
    await shop.staff.call('purgeRepair', { params: { ticketNumber } });
    const left = await textsOf(ticketNumber);
    expect(left).toHaveLength(texts.length);
    for (const text of left) {
      expect(text).toMatchObject({
        phone: normalised(repair.customerPhone),
        body: '',
        intent: null,
      });
    }
    const events = await shop.rows.run(
      'select kind, data from events where ticket_number = ? order by id',
      ticketNumber,
    );
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        'repair-created',
        'estimate-sent',
        'repair-edited',
        'repair-deleted',
        'repair-purged',
      ]),
    );
    expect(JSON.stringify([left, events])).not.toContain('Private');
  });

  it('by two at once happens once', async () => {
    const { ticketNumber } = await takeIn(shop);
    const replies = await Promise.all(
      [1, 2].map(() => shop.staff.attempt('deleteRepair', { params: { ticketNumber } })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 404]);
    const events = await shop.rows.run(
      "select id from events where kind = 'repair-deleted' and ticket_number = ?",
      ticketNumber,
    );
    expect(events).toHaveLength(1);
  });

  it('uses up its repair id: a late repetition of the form makes no second ticket', async () => {
    const body = newIntake();
    const { repair } = await shop.staff.call('createRepair', { body });
    await remove(repair.ticketNumber);
    shop.clock.advance(20 * minute);
    const before = await shop.rows.counts();
    expect(await shop.staff.refused('createRepair', { body })).toMatchObject({
      status: 409,
      code: 'repair-id-taken',
      title: 'This form was already used',
      detail: 'Its ticket was deleted in the meantime. Please open a new form.',
    });
    expect(await shop.rows.counts()).toEqual(before);
    await shop.staff.call('purgeRepair', { params: { ticketNumber: repair.ticketNumber } });
    const problem = await shop.staff.refused('createRepair', { body });
    expect(problem.code).toBe('repair-id-taken');
  });

  it('leaves the client and the client’s other tickets', async () => {
    const repair = await takeIn(shop);
    const other = await takeIn(shop, { customerEmail: repair.customerEmail });
    await remove(repair.ticketNumber);
    const { items } = await shop.staff.call('listRepairs', {
      query: { clientId: repair.clientId },
    });
    expect(items.map(({ ticketNumber }) => ticketNumber)).toEqual([other.ticketNumber]);
    const { client } = await shop.staff.call('getClient', { params: { id: repair.clientId } });
    expect(client.email).toBe(repair.customerEmail);
  });
});
