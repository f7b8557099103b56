import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import { type RepairStatus, repairStatuses } from '../../../domain/repair-status.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import type { Reply } from '../../harness/http-client.ts';
import { repairInStatus } from '../../harness/repair-in-status.ts';
import { minute } from '../../harness/settable-clock.ts';
import { currentRepair, reply } from '../../harness/shop-fixtures.ts';

type Results = Partial<Record<RepairStatus, RepairStatus>>;

interface PressedAction {
  take(shop: RunningApp, repair: Repair): Promise<Reply>;
  /** The kind of event that it leaves behind. */
  event: string;
  /** Where it is allowed, and the status that follows. In every other status it is refused. */
  results: Results;
}

const paramsOf = ({ ticketNumber }: Repair) => ({ ticketNumber });

/** The specification's section 4 with the shop's decisions on states, written out once more. */
const pressed: Record<string, PressedAction> = {
  'send an estimate': {
    take: (shop, repair) =>
      shop.staff.attempt('sendEstimate', {
        body: { repairId: repair.ticketNumber, amount: 99.5 },
      }),
    event: 'estimate-sent',
    results: {
      pending: 'estimate-sent',
      assigned: 'estimate-sent',
      'in-progress': 'estimate-sent',
      'estimate-sent': 'estimate-sent',
      'estimate-declined': 'estimate-sent',
    },
  },
  assign: {
    take: (shop, repair) =>
      shop.staff.attempt('assignRepair', {
        params: paramsOf(repair),
        body: { technicianId: 'technician-2' },
      }),
    event: 'repair-assigned',
    results: { pending: 'assigned', 'estimate-accepted': 'assigned' },
  },
  'hand on to another technician': {
    take: (shop, repair) =>
      shop.staff.attempt('assignRepair', {
        params: paramsOf(repair),
        body: { technicianId: 'technician-2', fromTechnicianId: 'technician-1' },
      }),
    event: 'repair-reassigned',
    results: { assigned: 'assigned', 'in-progress': 'in-progress' },
  },
  start: {
    take: (shop, repair) => shop.staff.attempt('startRepair', { params: paramsOf(repair) }),
    event: 'repair-started',
    results: { assigned: 'in-progress' },
  },
  complete: {
    take: (shop, repair) =>
      shop.staff.attempt('completeRepair', {
        params: paramsOf(repair),
        body: { outcome: 'approved', notes: 'New mainspring' },
      }),
    event: 'repair-completed',
    results: { assigned: 'completed', 'in-progress': 'completed' },
  },
  'complete as declined': {
    take: (shop, repair) =>
      shop.staff.attempt('completeRepair', {
        params: paramsOf(repair),
        body: { outcome: 'declined' },
      }),
    event: 'repair-completed',
    results: { 'estimate-declined': 'completed' },
  },
  'toggle the same-day flag': {
    take: (shop, repair) =>
      shop.staff.attempt('editRepair', { params: paramsOf(repair), body: { isSameDay: true } }),
    event: 'repair-same-day',
    results: { pending: 'pending' },
  },
  'correct the watch': {
    take: (shop, repair) =>
      shop.staff.attempt('editRepair', { params: paramsOf(repair), body: { watchBrand: 'Tudor' } }),
    event: 'repair-edited',
    results: {
      pending: 'pending',
      assigned: 'assigned',
      'in-progress': 'in-progress',
      'estimate-sent': 'estimate-sent',
      'estimate-accepted': 'estimate-accepted',
      'estimate-declined': 'estimate-declined',
    },
  },
};

const answers: Record<string, Results> = {
  ACCEPT: {
    'estimate-sent': 'estimate-accepted',
    'estimate-declined': 'estimate-accepted',
    'estimate-accepted': 'estimate-accepted',
  },
  DECLINE: {
    'estimate-sent': 'estimate-declined',
    'estimate-accepted': 'estimate-declined',
    'estimate-declined': 'estimate-declined',
  },
};

describeOnBothEngines('what can be done with a repair', (engine) => {
  let shop: RunningApp;
  beforeAll(async () => {
    shop = await startApp(engine);
  });
  afterAll(async () => {
    await shop.close();
  });

  const stored = async ({ ticketNumber }: Repair) => ({
    repair: await shop.staff.call('getRepair', { params: { ticketNumber } }),
    counts: await shop.rows.counts(),
  });

  describe.each(Object.entries(pressed))('%s', (_name, action) => {
    it.each(repairStatuses)('while %s', async (status) => {
      const repair = await repairInStatus(shop, status);
      shop.clock.advance(minute);
      const before = await stored(repair);
      const answer = await action.take(shop, repair);
      const expected = action.results[status];
      if (expected === undefined) {
        expect(answer.problem()).toEqual({
          type: '/api/docs#problem-repair-status',
          title: 'The ticket has moved on',
          status: 409,
          detail:
            'A colleague was faster, or the ticket no longer allows this. This is how it stands now.',
          code: 'repair-status',
          repair: before.repair.repair,
        });
        expect(await stored(repair)).toEqual(before);
        return;
      }
      expect(answer.status).toBeLessThan(300);
      const after = await stored(repair);
      expect(after.repair.repair.status).toBe(expected);
      expect((answer.json() as { repair: Repair }).repair).toEqual(after.repair.repair);
      expect(after.repair.repair.updatedAt).toBe(new Date(shop.clock.now).toISOString());
      expect(after.repair.events.map(({ kind }) => kind)).toContain(action.event);
      expect(after.repair.events.length).toBeGreaterThan(before.repair.events.length);
      const changes = await shop.rows.run(
        "select revision from changes where entity = 'repair' and entity_id = ? and at = ?",
        repair.id,
        after.repair.repair.updatedAt,
      );
      expect(changes.length).toBeGreaterThan(0);
    });
  });

  describe('delete', () => {
    it.each(repairStatuses)('while %s', async (status) => {
      const repair = await repairInStatus(shop, status);
      const { status: answered } = await shop.staff.attempt('deleteRepair', {
        params: paramsOf(repair),
      });
      expect(answered).toBe(204);
      const problem = await shop.staff.refused('getRepair', { params: paramsOf(repair) });
      expect(problem.code).toBe('repair-not-found');
      const changes = await shop.rows.run(
        "select what from changes where entity = 'repair' and entity_id = ? order by revision desc limit 1",
        repair.id,
      );
      expect(changes).toEqual([{ what: 'deleted' }]);
    });
  });

  describe.each(Object.entries(answers))('the customer answers %s', (answer, results) => {
    it.each(repairStatuses)('while %s', async (status) => {
      const repair = await repairInStatus(shop, status);
      await reply(shop, repair, answer);
      const after = await currentRepair(shop, repair.ticketNumber);
      expect(after.status).toBe(results[status] ?? status);
      if (after.status === status) expect(after).toEqual(repair);
    });
  });

  it('is nothing at all for a repair that is not there', async () => {
    const gone = await repairInStatus(shop, 'pending');
    await shop.staff.call('deleteRepair', { params: paramsOf(gone) });
    for (const { take } of Object.values(pressed)) {
      expect((await take(shop, gone)).problem().code).toBe('repair-not-found');
    }
    expect((await shop.staff.refused('deleteRepair', { params: paramsOf(gone) })).code).toBe(
      'repair-not-found',
    );
  });

  it('is the same by the repair id as by the ticket number', async () => {
    const repair = await repairInStatus(shop, 'pending');
    const params = { ticketNumber: repair.repairId };
    await shop.staff.call('assignRepair', { params, body: { technicianId: 'technician-1' } });
    await shop.staff.call('startRepair', { params });
    await shop.staff.call('completeRepair', { params, body: { outcome: 'approved' } });
    expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('completed');
    await shop.staff.call('deleteRepair', { params });
    expect((await shop.staff.refused('getRepair', { params })).code).toBe('repair-not-found');
  });
});
