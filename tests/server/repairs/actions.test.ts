import { describe, expect, it } from 'vitest';
import type { OperationName } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { type RepairAction, repairStatuses, statusAfter } from '../../../domain/repair-status.ts';
import { type RunningApp, useShop } from '../../harness/app.ts';
import type { Reply } from '../../harness/http-client.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  assign,
  complete,
  currentRepair,
  repairInStatus,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

interface PressedAction {
  press(shop: RunningApp, repair: Repair): Promise<Reply>;
  /** Its rows in the table of states, which is written out once more in domain/repair-status.test.ts. */
  actions: readonly RepairAction[];
}

const by =
  (name: OperationName, body?: object): PressedAction['press'] =>
  (shop, { ticketNumber }) =>
    shop.staff.attempt(name, { params: { ticketNumber }, body });

const pressed: Record<string, PressedAction> = {
  'send an estimate': {
    press: (shop, { ticketNumber }) =>
      shop.staff.attempt('sendEstimate', { body: { repairId: ticketNumber, amount: 99.5 } }),
    actions: ['send-estimate'],
  },
  assign: {
    press: by('assignRepair', { technicianId: 'technician-2' }),
    actions: ['assign', 'assign-accepted'],
  },
  'hand on to another technician': {
    press: by('assignRepair', { technicianId: 'technician-2', fromTechnicianId: 'technician-1' }),
    actions: ['reassign'],
  },
  start: { press: by('startRepair'), actions: ['start'] },
  complete: {
    press: by('completeRepair', { outcome: 'approved', notes: 'New mainspring' }),
    actions: ['complete'],
  },
  'complete as declined': {
    press: by('completeRepair', { outcome: 'declined' }),
    actions: ['complete-declined'],
  },
  'toggle the same-day flag': {
    press: by('editRepair', { isSameDay: true }),
    actions: ['toggle-same-day'],
  },
  'correct the watch': {
    press: by('editRepair', { watchBrand: 'Tudor' }),
    actions: ['edit'],
  },
};

// What customers answer is in tests/server/texts/situations.test.ts.
describe('what can be done with a repair', () => {
  const shop = useShop('sqlite');

  const stored = async ({ ticketNumber }: Repair) => ({
    repair: await wholeRepair(shop, ticketNumber),
    counts: await shop.rows.counts(),
  });

  describe.each(Object.entries(pressed))('%s', (_name, { press, actions }) => {
    it.each(repairStatuses)('while %s', async (status) => {
      const repair = await repairInStatus(shop, status);
      shop.clock.advance(minute);
      const before = await stored(repair);
      const answer = await press(shop, repair);
      const expected = actions.map((action) => statusAfter(action, status)).find(Boolean);
      if (!expected) {
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
      expect(after.repair.events.length).toBeGreaterThan(before.repair.events.length);
      const changes = await shop.rows.run(
        "select revision from changes where entity = 'repair' and entity_id = ? and at = ?",
        repair.id,
        after.repair.repair.updatedAt,
      );
      expect(changes.length).toBeGreaterThan(0);
    });
  });

  it('is nothing at all for a repair that is not there', async () => {
    const gone = await repairInStatus(shop, 'pending');
    await by('deleteRepair')(shop, gone);
    const presses = [...Object.values(pressed).map(({ press }) => press), by('deleteRepair')];
    for (const press of presses) {
      expect((await press(shop, gone)).problem().code).toBe('repair-not-found');
    }
  });

  it('is the same by the repair id as by the ticket number', async () => {
    const { repairId, ticketNumber } = await repairInStatus(shop, 'pending');
    const params = { ticketNumber: repairId };
    await assign(shop, repairId);
    await shop.staff.call('startRepair', { params });
    await complete(shop, repairId);
    expect((await currentRepair(shop, ticketNumber)).status).toBe('completed');
    await shop.staff.call('deleteRepair', { params });
    expect((await shop.staff.refused('getRepair', { params })).code).toBe('repair-not-found');
  });
});
