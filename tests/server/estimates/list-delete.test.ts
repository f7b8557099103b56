import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RepairStatus } from '../../../domain/repair-status.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { repairInStatus } from '../../harness/repair-in-status.ts';
import { minute } from '../../harness/settable-clock.ts';
import { currentRepair, reply, takeInWithEstimate } from '../../harness/shop-fixtures.ts';

describeOnBothEngines('estimates', (engine) => {
  let shop: RunningApp;
  beforeAll(async () => {
    shop = await startApp(engine);
  });
  afterAll(async () => {
    await shop.close();
  });

  const assign = (ticketNumber: string) =>
    shop.staff.call('assignRepair', {
      params: { ticketNumber },
      body: { technicianId: 'technician-1' },
    });

  describe('in the list', () => {
    it('are those that wait for an answer or for staff, last sent first', async () => {
      const made = [];
      for (const status of ['estimate-sent', 'estimate-accepted', 'estimate-declined'] as const) {
        shop.clock.advance(minute);
        made.unshift((await repairInStatus(shop, status)).ticketNumber);
      }
      const acted = await repairInStatus(shop, 'estimate-accepted');
      await assign(acted.ticketNumber);
      const { items, nextCursor } = await shop.staff.call('listEstimates');
      expect(items.map(({ repairId }) => repairId)).toEqual(made);
      expect(nextCursor).toBeNull();
      expect((await shop.staff.call('getOverview')).estimates).toBe(3);
      expect(items.map(({ status, responseStatus }) => [status, responseStatus])).toEqual([
        ['declined', 'declined'],
        ['accepted', 'accepted'],
        ['sent', 'pending'],
      ]);
    });

    it('carry the customer’s words and when they came', async () => {
      const { repair } = await takeInWithEstimate(shop);
      await reply(shop, repair, 'I accept, thank you');
      const at = new Date(shop.clock.now).toISOString();
      const { items } = await shop.staff.call('listEstimates', {
        query: { repairId: repair.ticketNumber },
      });
      expect(items).toMatchObject([
        {
          customerReply: 'I accept, thank you',
          respondedAt: at,
          acceptedAt: at,
          declinedAt: null,
        },
      ]);
    });

    it('are filtered by status and by repair, either reading, several at once', async () => {
      const sent = await repairInStatus(shop, 'estimate-sent');
      const declined = await repairInStatus(shop, 'estimate-declined');
      const acted = await repairInStatus(shop, 'estimate-accepted');
      await assign(acted.ticketNumber);
      const list = async (query: object) => {
        const { items } = await shop.staff.call('listEstimates', { query });
        return items.map(({ repairId }) => repairId).sort();
      };
      const all = [sent.ticketNumber, declined.repairId, acted.ticketNumber.toLowerCase()];
      expect(await list({ repairId: all })).toEqual(
        [sent.ticketNumber, declined.ticketNumber].sort(),
      );
      expect(await list({ repairId: all, status: 'declined' })).toEqual([declined.ticketNumber]);
      expect(await list({ repairId: all, status: ['assigned', 'sent'] })).toEqual(
        [sent.ticketNumber, acted.ticketNumber].sort(),
      );
      expect(await list({ repairId: 'WH000000AAA' })).toEqual([]);
    });

    it('are read page by page', async () => {
      const all = await shop.staff.call('listEstimates');
      const read = [];
      let cursor: string | null = null;
      do {
        const query: { limit: number; cursor?: string } = {
          limit: 2,
          ...(cursor ? { cursor } : {}),
        };
        const page = await shop.staff.call('listEstimates', { query });
        read.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(read).toEqual(all.items);
      expect(read.length).toBeGreaterThan(4);
    });

    it.each([
      ['status', { status: 'lost' }],
      ['limit', { limit: '0' }],
      ['repairId', { repairId: 'x'.repeat(41) }],
      ['repairId', { repairId: Array.from({ length: 101 }, () => 'WH1') }],
      ['colour', { colour: 'red' }],
    ])('refuses a wrong %s by name', async (path, query) => {
      const problem = (await shop.staff.attempt('listEstimates', { query })).problem();
      expect(problem.status).toBe(422);
      expect(problem.errors?.[0]?.path).toMatch(new RegExp(`^${path}(\\.|$)`));
    });
  });

  describe('deleting one', () => {
    const remove = (id: string | null) =>
      shop.staff.attempt('deleteEstimate', { params: { id: id ?? '' } });

    it.each([
      ['estimate-sent', 'pending'],
      ['estimate-accepted', 'pending'],
      ['estimate-declined', 'pending'],
    ] as [RepairStatus, RepairStatus][])('returns a ticket that is %s', async (from, to) => {
      const { ticketNumber, estimateId } = await repairInStatus(shop, from);
      expect((await remove(estimateId)).status).toBe(204);
      expect(await currentRepair(shop, ticketNumber)).toMatchObject({
        status: to,
        estimateId: null,
        estimatePrice: null,
        estimateSentAt: null,
      });
    });

    it('returns a ticket that somebody has at the bench to that bench', async () => {
      const { ticketNumber } = await repairInStatus(shop, 'in-progress');
      const { estimate } = await shop.staff.call('sendEstimate', {
        body: { repairId: ticketNumber, amount: 60 },
      });
      await remove(estimate.id);
      expect(await currentRepair(shop, ticketNumber)).toMatchObject({
        status: 'assigned',
        assignedTo: 'technician-1',
      });
    });

    it('that was acted on leaves the ticket where it is', async () => {
      const { ticketNumber, estimateId } = await repairInStatus(shop, 'estimate-accepted');
      await assign(ticketNumber);
      expect((await remove(estimateId)).status).toBe(204);
      expect((await currentRepair(shop, ticketNumber)).status).toBe('assigned');
    });

    it('that was replaced leaves the ticket with the newer one', async () => {
      const { repair, estimateId } = await takeInWithEstimate(shop);
      await shop.staff.call('sendEstimate', {
        body: { repairId: repair.ticketNumber, amount: 75 },
      });
      expect((await remove(estimateId)).status).toBe(204);
      expect(await currentRepair(shop, repair.ticketNumber)).toMatchObject({
        status: 'estimate-sent',
        estimatePrice: 75,
      });
    });

    it('leaves an event and changes for the estimate and its ticket', async () => {
      const { ticketNumber, estimateId } = await repairInStatus(shop, 'estimate-sent');
      await remove(estimateId);
      const { events } = await shop.staff.call('getRepair', { params: { ticketNumber } });
      expect(events.at(-1)).toMatchObject({ kind: 'estimate-deleted', actor: 'staff' });
      const changes = await shop.rows.run(
        'select entity, what from changes where ticket_number = ? order by revision desc limit 2',
        ticketNumber,
      );
      expect(changes.map(({ entity }) => entity).sort()).toEqual(['estimate', 'repair']);
    });

    it('a second time, or one that never was, is not found', async () => {
      const { estimateId } = await repairInStatus(shop, 'estimate-sent');
      const [one, two] = await Promise.all([remove(estimateId), remove(estimateId)]);
      expect([one.status, two.status].sort()).toEqual([204, 404]);
      const problem = (await remove('nothing')).problem();
      expect(problem).toMatchObject({ status: 404, code: 'estimate-not-found' });
    });

    it('leaves a late answer of the customer nothing to change', async () => {
      const { repair, estimateId } = await takeInWithEstimate(shop);
      await remove(estimateId);
      await reply(shop, repair, 'ACCEPT');
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('pending');
      const { items } = await shop.staff.call('listMessages', { query: { limit: 1 } });
      expect(items[0]?.kind).toBe('not-open');
    });
  });
});
