import { describe, expect, it } from 'vitest';
import { useShop } from '../../harness/app.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  assign,
  currentRepair,
  repairInStatus,
  reply,
  statusesOf,
  takeInWithEstimate,
} from '../../harness/shop-fixtures.ts';

describeOnBothInLongRun('estimates', (engine) => {
  const shop = useShop(engine);

  describe('in the list', () => {
    const list = async (query: object) => (await shop.staff.call('listEstimates', { query })).items;

    it('are those that wait for an answer or for staff, most recently sent first', async () => {
      const made = [];
      for (const status of ['estimate-sent', 'estimate-accepted', 'estimate-declined'] as const) {
        shop.clock.advance(minute);
        made.unshift((await repairInStatus(shop, status)).ticketNumber);
      }
      const acted = await repairInStatus(shop, 'estimate-accepted');
      await assign(shop, acted.ticketNumber);
      const items = await list({});
      expect(items.map(({ repairId }) => repairId)).toEqual(made);
      expect((await shop.staff.call('getOverview')).estimates).toBe(3);
      expect(items.map(({ status, responseStatus }) => [status, responseStatus])).toEqual([
        ['declined', 'declined'],
        ['accepted', 'accepted'],
        ['sent', 'pending'],
      ]);
    });

    it('show what the customer last answered, and when', async () => {
      const { repair } = await takeInWithEstimate(shop);
      for (const [words, other] of [
        ['No, decline', { acceptedAt: null }],
        ['I accept, thank you', { declinedAt: null }],
      ] as const) {
        await reply(shop, repair, words);
        const at = new Date(shop.clock.now).toISOString();
        expect(await list({ repairId: repair.ticketNumber })).toMatchObject([
          { customerReply: words, respondedAt: at, acceptedAt: at, declinedAt: at, ...other },
        ]);
      }
    });

    it('are filtered by status and by repair, by ticket number or repair id, several at once', async () => {
      const sent = await repairInStatus(shop, 'estimate-sent');
      const declined = await repairInStatus(shop, 'estimate-declined');
      const acted = await repairInStatus(shop, 'estimate-accepted');
      await assign(shop, acted.ticketNumber);
      const repairId = [sent.ticketNumber, declined.repairId, acted.ticketNumber.toLowerCase()];
      for (const [query, expected] of [
        [{ repairId }, [sent, declined]],
        [{ repairId, status: 'declined' }, [declined]],
        [{ repairId, status: ['assigned', 'sent'] }, [sent, acted]],
        [{ repairId: 'WH000000AAA' }, []],
      ] as const) {
        const found = (await list(query)).map((estimate) => estimate.repairId);
        expect(found.sort()).toEqual(expected.map(({ ticketNumber }) => ticketNumber).sort());
      }
    });
  });

  describe('deleting one', () => {
    const remove = (id: string | null) =>
      shop.staff.attempt('deleteEstimate', { params: { id: id ?? '' } });

    it('returns an unassigned ticket to the queue, and reports both changes', async () => {
      const { ticketNumber, estimateId } = await repairInStatus(shop, 'estimate-accepted');
      expect((await remove(estimateId)).status).toBe(204);
      expect(await currentRepair(shop, ticketNumber)).toMatchObject({
        status: 'pending',
        estimateId: null,
        estimatePrice: null,
        estimateSentAt: null,
      });
      const changes = await shop.rows.run(
        'select entity, what from changes where ticket_number = ? order by revision desc limit 2',
        ticketNumber,
      );
      expect(changes.map(({ entity }) => entity).sort()).toEqual(['estimate', 'repair']);
    });

    it('returns a ticket that a technician has to that technician', async () => {
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
      await assign(shop, ticketNumber);
      expect((await remove(estimateId)).status).toBe(204);
      expect((await currentRepair(shop, ticketNumber)).status).toBe('assigned');
    });

    it('that was replaced leaves the ticket with the newer one', async () => {
      const { repair, estimateId } = await takeInWithEstimate(shop);
      const { ticketNumber } = repair;
      await shop.staff.call('sendEstimate', { body: { repairId: ticketNumber, amount: 75 } });
      expect((await remove(estimateId)).status).toBe(204);
      expect(await currentRepair(shop, ticketNumber)).toMatchObject({
        status: 'estimate-sent',
        estimatePrice: 75,
      });
    });

    it('a second time, or one that never existed, is not found', async () => {
      const { estimateId } = await repairInStatus(shop, 'estimate-sent');
      const replies = await Promise.all([remove(estimateId), remove(estimateId)]);
      expect(statusesOf(replies)).toEqual([204, 404]);
      const problem = (await remove('nothing')).problem();
      expect(problem).toMatchObject({ status: 404, code: 'estimate-not-found' });
    });
  });
});
