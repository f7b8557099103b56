import { describe, expect, it, it as itOnBoth } from 'vitest';
import type { OperationName } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { versionTag } from '../../../domain/edits.ts';
import { type RepairAction, repairStatuses, statusAfter } from '../../../domain/repair-status.ts';
import { type RunningApp, useShop } from '../../harness/app.ts';
import { describeOnBothEngines, itOnOneEngine } from '../../harness/engine.ts';
import type { Reply } from '../../harness/http-client.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  assign,
  complete,
  currentRepair,
  repairInStatus,
  reply,
  statusesOf,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

describeOnBothEngines('work at the bench', (engine) => {
  const it = itOnOneEngine(engine);
  const sender = scriptedSender();
  const shop = useShop(engine, { overrides: { sender } });

  const assign = (ticketNumber: string, technicianId: string, fromTechnicianId?: string) =>
    shop.staff.attempt('assignRepair', {
      params: { ticketNumber },
      body: { technicianId, ...(fromTechnicianId ? { fromTechnicianId } : {}) },
    });
  const estimateRow = async (id: string | null) =>
    (await shop.rows.run('select status, response_status from estimates where id = ?', id))[0];

  describe('assigning', () => {
    it('stores the technician by id and by name', async () => {
      const { ticketNumber } = await repairInStatus(shop, 'pending');
      expect((await assign(ticketNumber, 'technician-4')).status).toBe(200);
      expect(await currentRepair(shop, ticketNumber)).toMatchObject({
        status: 'assigned',
        assignedTo: 'technician-4',
        assignedWatchmaker: 'Technician 4',
      });
    });

    it.each([
      ['none', {}],
      ['one who does not work here', { technicianId: 'technician-7' }],
      ['a name that belongs to every object', { technicianId: 'constructor' }],
    ])('asks for a technician when there is %s', async (_what, body) => {
      const { ticketNumber } = await repairInStatus(shop, 'pending');
      const before = await shop.rows.counts();
      const answer = await shop.staff.attempt('assignRepair', { params: { ticketNumber }, body });
      expect(answer.problem()).toMatchObject({
        status: 422,
        detail: 'Please select a technician',
        errors: [{ path: 'technicianId', message: 'Please select a technician' }],
      });
      expect(await shop.rows.counts()).toEqual(before);
    });

    it('can be undone until anything else is done, and repeating that changes nothing', async () => {
      const { ticketNumber } = await repairInStatus(shop, 'estimate-accepted');
      const params = { ticketNumber };
      const undo = (seenVersion: string) =>
        shop.staff.attempt('undoAssign', { params }, { 'if-match': versionTag(seenVersion) });
      const accepted = await currentRepair(shop, ticketNumber);
      await assign(ticketNumber, 'technician-2');
      const { updatedAt } = await currentRepair(shop, ticketNumber);
      for (const _ of ['once', 'again']) expect((await undo(updatedAt)).status).toBe(200);
      const undone = await currentRepair(shop, ticketNumber);
      expect(undone).toEqual({ ...accepted, updatedAt: undone.updatedAt });
      expect(await estimateRow(accepted.estimateId)).toEqual({
        status: 'accepted',
        response_status: 'accepted',
      });

      await assign(ticketNumber, 'technician-3');
      const seen = await currentRepair(shop, ticketNumber);
      shop.clock.advance(1000);
      await shop.staff.call('editRepair', { params, body: { issue: 'Crown is loose' } });
      expect((await undo(seen.updatedAt)).problem()).toMatchObject({
        status: 412,
        code: 'changed-meanwhile',
        repair: { ticketNumber, issue: 'Crown is loose', assignedTo: 'technician-3' },
      });
    });

    it('gives the repair back to the technician who had it before, when undone', async () => {
      const { ticketNumber } = await repairInStatus(shop, 'assigned');
      const params = { ticketNumber };
      const had = await currentRepair(shop, ticketNumber);
      shop.clock.advance(minute);
      await shop.staff.call('sendEstimate', { body: { repairId: ticketNumber, amount: 90 } });
      await reply(shop, had, 'ACCEPT');
      const accepted = await currentRepair(shop, ticketNumber);
      expect(accepted.assignedTo).toBe(had.assignedTo);
      shop.clock.advance(minute);
      await assign(ticketNumber, 'technician-5');
      const { updatedAt } = await currentRepair(shop, ticketNumber);
      shop.clock.advance(minute);
      // Without the version, it could be a colleague's assignment.
      expect((await shop.staff.refused('undoAssign', { params })).code).toBe('changed-meanwhile');
      const undo = () =>
        shop.staff.attempt('undoAssign', { params }, { 'if-match': versionTag(updatedAt) });
      expect((await undo()).status).toBe(200);
      const undone = await currentRepair(shop, ticketNumber);
      expect(undone).toEqual({ ...accepted, updatedAt: undone.updatedAt });

      // A colleague assigns it again: repeating the same undo does not reverse that.
      shop.clock.advance(minute);
      await assign(ticketNumber, 'technician-6');
      expect((await undo()).problem()).toMatchObject({
        code: 'changed-meanwhile',
        repair: { assignedTo: 'technician-6' },
      });
    });

    itOnBoth(
      'by two people at once lets exactly one win, and the other sees what happened',
      async () => {
        for (let round = 0; round < 5; round += 1) {
          const { ticketNumber } = await repairInStatus(shop, 'pending');
          const replies = await Promise.all([
            assign(ticketNumber, 'technician-1'),
            assign(ticketNumber, 'technician-2'),
          ]);
          expect(statusesOf(replies)).toEqual([200, 409]);
          const won = await currentRepair(shop, ticketNumber);
          const lost = replies.find(({ status }) => status === 409)?.problem();
          expect(lost).toMatchObject({ code: 'repair-status', repair: won });
          const winner = replies.findIndex(({ status }) => status === 200);
          expect(won.assignedTo).toBe(`technician-${winner + 1}`);
          const events = await shop.rows.run(
            "select id from events where kind = 'repair-assigned' and ticket_number = ?",
            ticketNumber,
          );
          expect(events).toHaveLength(1);
        }
      },
    );

    itOnBoth(
      'an accepted estimate by several at once: one wins, and the estimate is assigned once',
      async () => {
        const { ticketNumber, estimateId } = await repairInStatus(shop, 'estimate-accepted');
        const technicians = ['technician-1', 'technician-2', 'technician-3'];
        const replies = await Promise.all(technicians.map((id) => assign(ticketNumber, id)));
        expect(statusesOf(replies)).toEqual([200, 409, 409]);
        expect(await estimateRow(estimateId)).toEqual({
          status: 'assigned',
          response_status: 'accepted',
        });
      },
    );
  });

  describe('reassigning', () => {
    itOnBoth('needs to name the technician who has it now', async () => {
      const { ticketNumber } = await repairInStatus(shop, 'in-progress');
      const stale = await assign(ticketNumber, 'technician-3', 'technician-2');
      expect(stale.problem()).toMatchObject({
        code: 'repair-status',
        repair: { assignedTo: 'technician-1' },
      });
      expect((await assign(ticketNumber, 'technician-3', 'technician-1')).status).toBe(200);
      expect(await currentRepair(shop, ticketNumber)).toMatchObject({
        status: 'in-progress',
        assignedTo: 'technician-3',
        assignedWatchmaker: 'Technician 3',
      });
    });
  });

  describe('completing', () => {
    it('stores the note and the time, and notifies the customer', async () => {
      const { ticketNumber } = await repairInStatus(shop, 'in-progress');
      const { repair, sms } = await shop.staff.call('completeRepair', {
        params: { ticketNumber },
        body: { outcome: 'approved', notes: 'New mainspring\nand a service' },
      });
      expect(repair).toMatchObject({
        status: 'completed',
        completionNotes: 'New mainspring\nand a service',
        completedAt: new Date(shop.clock.now).toISOString(),
      });
      expect(sms).toEqual({ state: 'sent', detail: null });
      expect(sender.sent.at(-1)?.body).toBe(
        `Watch Repair Shop: your Omega Speedmaster, ticket ${ticketNumber}, is ready for pickup. Questions? (212) 555-0100. STOP to opt out.`,
      );
    });

    it('a declined one stores the note of the specification and updates the estimate', async () => {
      const { ticketNumber, estimateId } = await repairInStatus(shop, 'estimate-declined');
      const { repair } = await shop.staff.call('completeRepair', {
        params: { ticketNumber },
        body: { outcome: 'declined' },
      });
      expect(repair.completionNotes).toBe('Completed from estimates tab - declined');
      expect(await estimateRow(estimateId)).toEqual({
        status: 'completed',
        response_status: 'declined',
      });
      const { items } = await shop.staff.call('listEstimates', {
        query: { repairId: ticketNumber },
      });
      expect(items).toEqual([]);
      expect(sender.sent.at(-1)?.body).toContain('is ready for pickup, unrepaired as you asked.');
    });

    itOnBoth('by two people at once happens once and texts once', async () => {
      const { ticketNumber } = await repairInStatus(shop, 'assigned');
      const sentBefore = sender.sent.length;
      const given = { params: { ticketNumber }, body: { outcome: 'approved' } };
      const replies = await Promise.all(
        [1, 2].map(() => shop.staff.attempt('completeRepair', given)),
      );
      expect(statusesOf(replies)).toEqual([200, 409]);
      expect(sender.sent).toHaveLength(sentBefore + 1);
    });

    it('stays done when its text fails', async () => {
      const { ticketNumber } = await repairInStatus(shop, 'assigned');
      sender.results.push({ kind: 'rejected', code: '30007' });
      const { repair, sms } = await complete(shop, ticketNumber);
      expect(repair.status).toBe('completed');
      expect(sms).toEqual({
        state: 'failed',
        detail: 'The carrier blocked it as spam. Don’t resend; call the customer.',
      });
    });
  });
});

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
  'reassign to another technician': {
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
  reopen: { press: by('reopenRepair'), actions: ['reopen'] },
  'correct the note of what is done': {
    press: by('editRepair', { completionNotes: 'New mainspring, and a gasket' }),
    actions: ['edit-completion'],
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
describe('the actions allowed on a repair', () => {
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
            'Someone else changed it first, or its status no longer allows this. Here’s the ticket now.',
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

  it('are none if the repair does not exist', async () => {
    const gone = await repairInStatus(shop, 'pending');
    await by('deleteRepair')(shop, gone);
    const presses = [...Object.values(pressed).map(({ press }) => press), by('deleteRepair')];
    for (const press of presses) {
      expect((await press(shop, gone)).problem().code).toBe('repair-not-found');
    }
  });

  it('are the same by the repair id as by the ticket number', async () => {
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
