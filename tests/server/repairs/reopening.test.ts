import { expect, it, it as itOnBoth } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import { useShop } from '../../harness/app.ts';
import {
  describeOnBothEngines,
  describeOnBothInLongRun,
  itOnOneEngine,
} from '../../harness/engine.ts';
import { putPhoto } from '../../harness/photo-upload.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  acceptedAtTheBench,
  collect,
  complete,
  currentRepair,
  declinedAfterAcceptance,
  repairInStatus,
  statusesOf,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

describeOnBothEngines('reopening', (engine) => {
  const it = itOnOneEngine(engine);
  const shop = useShop(engine);
  const reopen = async ({ ticketNumber }: Repair) =>
    (await shop.staff.call('reopenRepair', { params: { ticketNumber } })).repair;
  const estimateOf = async ({ ticketNumber }: Repair) =>
    (await wholeRepair(shop, ticketNumber)).estimates[0];

  it('gives a repair back to its technician; when it was done stays in the history', async () => {
    const done = await repairInStatus(shop, 'completed');
    shop.clock.advance(minute);
    expect(await reopen(done)).toMatchObject({
      status: 'in-progress',
      assignedTo: done.assignedTo,
      completedAt: null,
    });
    const { events } = await wholeRepair(shop, done.ticketNumber);
    expect(events.at(-1)?.data).toMatchObject({ before: { completedAt: done.completedAt } });
  });

  it('puts an unassigned repair back in the queue', async () => {
    const done = await repairInStatus(shop, 'completed');
    await shop.rows.run(
      'update repair_tickets set assigned_to = null, assigned_watchmaker = null where ticket_number = ?',
      done.ticketNumber,
    );
    expect((await reopen(done)).status).toBe('pending');
  });

  it('puts a repair that was closed after a decline back to “declined”, with its estimate', async () => {
    const { ticketNumber, ...declined } = await repairInStatus(shop, 'estimate-declined');
    await complete(shop, ticketNumber, { outcome: 'declined' });
    expect(await reopen({ ticketNumber, ...declined })).toMatchObject({
      status: 'estimate-declined',
      completionNotes: null,
    });
    expect(await estimateOf({ ticketNumber, ...declined })).toMatchObject({ status: 'declined' });
  });

  it('continues with an accepted estimate', async () => {
    const repair = await acceptedAtTheBench(shop);
    await complete(shop, repair.ticketNumber);
    expect((await reopen(repair)).status).toBe('in-progress');
    expect(await estimateOf(repair)).toMatchObject({
      status: 'assigned',
      responseStatus: 'accepted',
    });
  });

  it('asks staff to undo the pickup first', async () => {
    const { ticketNumber } = await repairInStatus(shop, 'completed');
    const params = { ticketNumber };
    const repair = await collect(shop, ticketNumber);
    const refused = await shop.staff.refused('reopenRepair', { params });
    expect(refused).toMatchObject({ status: 409, code: 'reopen-collected', repair });
    const body = { collectedAt: repair.collectedAt ?? '' };
    await shop.staff.call('undoCollectRepair', { params, body });
    expect((await reopen(repair)).status).toBe('in-progress');
  });

  itOnBoth(
    'pressed twice happens once, and is refused once anything else has happened',
    async () => {
      const { ticketNumber } = await repairInStatus(shop, 'completed');
      const press = () => shop.staff.attempt('reopenRepair', { params: { ticketNumber } });
      expect(statusesOf(await Promise.all([press(), press()]))).toEqual([200, 200]);
      const { events } = await wholeRepair(shop, ticketNumber);
      expect(events.filter(({ kind }) => kind === 'repair-reopened')).toHaveLength(1);
      shop.clock.advance(1);
      const body = { watchBrand: 'Tudor' };
      await shop.staff.call('editRepair', { params: { ticketNumber }, body });
      expect((await press()).problem().code).toBe('repair-status');
    },
  );
});

describeOnBothInLongRun('the note and the photo of a completed repair', (engine) => {
  const shop = useShop(engine);
  const edit = (ticketNumber: string, body: object) =>
    shop.staff.attempt('editRepair', { params: { ticketNumber }, body });

  it('can be corrected, and the history has both versions', async () => {
    const { ticketNumber } = await repairInStatus(shop, 'completed');
    const url = await putPhoto(shop, ticketNumber, 'completed');
    await edit(ticketNumber, { completionNotes: 'New\ngasket' });
    await edit(ticketNumber, { completionNotes: '', completedPhotoUrl: null });
    const { repair, events } = await wholeRepair(shop, ticketNumber);
    expect(repair).toMatchObject({ completionNotes: null, completedPhotoUrl: null });
    expect(events.slice(-2).map(({ data }) => data)).toEqual([
      { before: { completionNotes: null }, after: { completionNotes: 'New\ngasket' } },
      {
        before: { completionNotes: 'New\ngasket', completedPhotoUrl: url },
        after: { completionNotes: null, completedPhotoUrl: null },
      },
    ]);
    expect((await shop.stranger().send('GET', url)).status).toBe(404);
  });

  it('stay as they are if any part of the same edit is refused', async () => {
    const { ticketNumber } = await repairInStatus(shop, 'completed');
    const both = await edit(ticketNumber, { completionNotes: 'New gasket', watchBrand: 'Tudor' });
    expect(both.problem().code).toBe('repair-status');
    expect((await currentRepair(shop, ticketNumber)).completionNotes).toBeNull();
    const address = await edit(ticketNumber, { completedPhotoUrl: '/photos/of-another.jpg' });
    expect(address.problem()).toMatchObject({
      status: 422,
      errors: [{ path: 'completedPhotoUrl', message: 'completedPhotoUrl can only be null' }],
    });
  });
});

describeOnBothEngines('continuing after a decline', (engine) => {
  const it = itOnOneEngine(engine);
  const shop = useShop(engine);
  const goOn = ({ ticketNumber }: Repair, estimateId: string) =>
    shop.staff.attempt('goOn', { params: { ticketNumber }, body: { estimateId } });

  it('makes the price that was accepted before apply again, with the technician', async () => {
    const { acceptedId, ...declined } = await declinedAfterAcceptance(shop);
    expect(declined).toMatchObject({ status: 'estimate-declined', estimatePrice: 220 });
    const { items: listed } = await shop.staff.call('listEstimates', {
      query: { repairId: declined.ticketNumber },
    });
    expect(listed).toMatchObject([{ acceptedBefore: { id: acceptedId, estimatePrice: 150 } }]);
    expect((await goOn(declined, acceptedId)).status).toBe(200);
    const { repair, estimates } = await wholeRepair(shop, declined.ticketNumber);
    expect(repair).toMatchObject({
      status: 'assigned',
      assignedTo: 'technician-1',
      estimateId: acceptedId,
      estimatePrice: 150,
    });
    expect(estimates).toMatchObject([
      { estimatePrice: 220, isReplaced: true, responseStatus: 'declined', acceptedBefore: null },
      { estimatePrice: 150, isReplaced: false, status: 'assigned' },
    ]);
    const { items } = await shop.staff.call('listEstimates', {
      query: { repairId: repair.ticketNumber },
    });
    expect(items).toEqual([]);
  });

  it('needs an estimate that was accepted before', async () => {
    const never = await repairInStatus(shop, 'estimate-declined');
    const refused = (await goOn(never, never.estimateId ?? '')).problem();
    expect(refused).toMatchObject({ status: 409, code: 'no-earlier-acceptance', repair: never });
    const { acceptedId, ...declined } = await declinedAfterAcceptance(shop);
    const other = await goOn(declined, declined.estimateId ?? '');
    expect(other.problem().code).toBe('no-earlier-acceptance');
    await complete(shop, (await repairInStatus(shop, 'assigned')).ticketNumber);
    const elsewhere = await goOn(await repairInStatus(shop, 'assigned'), acceptedId);
    expect(elsewhere.problem().code).toBe('repair-status');
  });

  itOnBoth(
    'pressed twice happens once, and is refused once anything else has happened',
    async () => {
      const { acceptedId, ...declined } = await declinedAfterAcceptance(shop);
      const { ticketNumber } = declined;
      const replies = await Promise.all([1, 2].map(() => goOn(declined, acceptedId)));
      expect(statusesOf(replies)).toEqual([200, 200]);
      const { events } = await wholeRepair(shop, ticketNumber);
      expect(events.filter(({ kind }) => kind === 'estimate-holds-again')).toHaveLength(1);
      expect((await goOn(declined, declined.estimateId ?? '')).problem().code).toBe(
        'repair-status',
      );
      shop.clock.advance(1);
      const body = { watchBrand: 'Tudor' };
      await shop.staff.call('editRepair', { params: { ticketNumber }, body });
      expect((await goOn(declined, acceptedId)).problem().code).toBe('repair-status');
    },
  );
});
