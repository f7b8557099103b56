import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { OperationName } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { versionTag } from '../../../domain/edits.ts';
import { useShop } from '../../harness/app.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import type { Given } from '../../harness/http-client.ts';
import { putPhoto } from '../../harness/photo-upload.ts';
import { minute, second } from '../../harness/settable-clock.ts';
import {
  acceptedAtTheBench,
  currentRepair,
  declinedAfterAcceptance,
  newIntake,
  repairInStatus,
  takeIn,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

/** What must not depend on a ticket's history, without what differs between any two tickets. */
const shownOf = ({
  repair,
  estimates,
  payments,
  messages,
  undoneCompletion,
}: Awaited<ReturnType<typeof wholeRepair>>) => {
  const nameOf = (url: string | null | undefined) => url?.replace(/^.*_(?=[a-z]+_\d+)/, '') ?? null;
  return {
    status: repair.status,
    completedAt: repair.completedAt,
    completionNotes: repair.completionNotes,
    photo: nameOf(repair.completedPhotoUrl),
    heldUntil: repair.heldUntil,
    isUnrepaired: repair.isUnrepaired,
    assignedTo: repair.assignedTo,
    assignedWatchmaker: repair.assignedWatchmaker,
    isSameDay: repair.isSameDay,
    expectedOn: repair.expectedOn,
    firstExpectedOn: repair.firstExpectedOn,
    price: repair.estimatePrice,
    paid: repair.paid,
    updatedAt: repair.updatedAt,
    estimates: estimates.map(({ status, estimatePrice }) => [status, estimatePrice]),
    payments: payments.length,
    texts: messages.map(({ kind, state }) => [kind, state]),
    undone: undoneCompletion && {
      ...undoneCompletion,
      photoUrl: nameOf(undoneCompletion.photoUrl),
    },
  };
};

describeOnBothInLongRun('undos and repeats without any history', (engine) => {
  const shop = useShop(engine);

  type Step = (repair: Repair, headers?: Record<string, string>) => Promise<unknown>;

  const ask =
    <Name extends OperationName>(name: Name, body?: object): Step =>
    async ({ ticketNumber }, headers: Record<string, string> = {}) => {
      const given = { params: { ticketNumber }, body } as unknown as Given<Name>;
      const { status, text } = await shop.staff.attempt(name, given, headers);
      const { code = null } = JSON.parse(text);
      return [name, status, code];
    };
  const complete = ask('completeRepair', {
    outcome: 'approved',
    holdSeconds: 60,
    notes: 'New gasket',
  });
  const decline = ask('completeRepair', { outcome: 'declined', holdSeconds: 60 });
  const undo = ask('undoComplete');
  const reopen = ask('reopenRepair');
  const start = ask('startRepair');
  const edit = ask('editRepair', { watchBrand: 'Tudor' });
  const correct = ask('editRepair', { completionNotes: 'New glass' });
  const collect = ask('collectRepair', {});
  const assign = ask('assignRepair', { technicianId: 'technician-2' });
  const reassign = ask('assignRepair', {
    technicianId: 'technician-3',
    fromTechnicianId: 'technician-2',
  });
  const unassign: Step = async (repair) => {
    const { updatedAt } = await currentRepair(shop, repair.ticketNumber);
    return ask('undoAssign')(repair, { 'if-match': versionTag(updatedAt) });
  };
  const [hurry, slowDown, promise] = [
    { isSameDay: true },
    { isSameDay: false },
    { expectedOn: '2026-03-19' },
  ].map((body) => ask('editRepair', body)) as [Step, Step, Step];
  const sendNow = ask('sendHeldText');
  const photo: Step = async ({ ticketNumber }) => {
    await putPhoto(shop, ticketNumber, 'completed');
  };
  const pay: Step = (repair) =>
    ask('takePayment', { paymentId: randomUUID(), kind: 'payment', method: 'cash', amount: 5 })(
      repair,
    );
  const dropEstimate: Step = ({ estimateId }) =>
    shop.staff.call('deleteEstimate', { params: { id: estimateId ?? '' } });
  const goOn: Step = (repair) =>
    ask('goOn', { estimateId: (repair as Repair & { acceptedId?: string }).acceptedId })(repair);

  const waiting = () => takeIn(shop, { expectedOn: '2026-03-12' });
  const accepted = () => repairInStatus(shop, 'estimate-accepted');
  const atTheBench = () => repairInStatus(shop, 'assigned');
  const declined = () => repairInStatus(shop, 'estimate-declined');
  const estimated = () => acceptedAtTheBench(shop);
  const declinedLater = () => declinedAfterAcceptance(shop);

  it.each<[string, () => Promise<Repair>, Step[]]>([
    ['an undo, and again', atTheBench, [complete, undo, undo, start, undo, complete, undo]],
    ['an undo after a decline', declined, [decline, undo, undo, decline, reopen, reopen]],
    ['an undo with an estimate', estimated, [complete, undo, complete, dropEstimate, undo, undo]],
    ['payments', estimated, [complete, pay, pay, undo, pay, undo]],
    [
      'photos',
      atTheBench,
      [photo, photo, complete, undo, photo, complete, reopen, photo, complete, undo, complete],
    ],
    ['a photo since', atTheBench, [complete, photo, pay, undo, undo, reopen, reopen]],
    ['a correction since', atTheBench, [complete, correct, undo, reopen, complete, undo]],
    ['a pickup since', atTheBench, [complete, collect, undo, reopen]],
    ['a hold that is over', atTheBench, [complete, sendNow, undo, reopen, undo, complete, undo]],
    ['reopening twice', atTheBench, [complete, reopen, reopen, edit, reopen]],
    [
      'an undone assignment',
      waiting,
      [assign, unassign, unassign, assign, edit, unassign, unassign],
    ],
    [
      'an undo after a reassignment',
      waiting,
      [unassign, assign, reassign, unassign, start, unassign],
    ],
    ['an undone assignment after ACCEPT', accepted, [assign, unassign, unassign, assign, unassign]],
    [
      'the same-day switch',
      waiting,
      [hurry, slowDown, hurry, promise, slowDown, hurry, hurry, slowDown, slowDown],
    ],
    ['a price that applies again', declinedLater, [goOn, goOn, edit, goOn, complete, undo, goOn]],
  ])('work the same: %s', async (_what, make, steps) => {
    const tickets = [await make(), await make()];
    const [intact = [], pruned = []] = await Promise.all(tickets.map(async () => [] as unknown[]));
    for (const step of steps) {
      shop.clock.advance(second);
      for (const [index, repair] of tickets.entries()) {
        const isPruned = index === 1;
        if (isPruned) {
          await shop.rows.run('delete from events where ticket_number = ?', repair.ticketNumber);
        }
        const answer = await step(repair);
        const shown = shownOf(await wholeRepair(shop, repair.ticketNumber));
        (isPruned ? pruned : intact).push([answer, shown]);
      }
    }
    expect(pruned).toEqual(intact);
    expect(intact).toHaveLength(steps.length);
  });

  it('say in general terms what prevents an undo', async () => {
    const repair = await atTheBench();
    await complete(repair);
    shop.clock.advance(second);
    await photo(repair);
    await shop.rows.run('delete from events');
    const { ticketNumber } = repair;
    const refused = await shop.staff.refused('undoComplete', { params: { ticketNumber } });
    expect(refused.detail).toBe(
      'The ticket has been changed since, so this can’t be undone. The text has not been sent yet. Reopen the repair to stop it.',
    );
  });

  it('work the same at intake: its repeat, the undo of its client changes, an id that is gone', async () => {
    const { items } = await shop.staff.call('listClients', { query: { limit: 1 } });
    const [client] = items;
    if (client === undefined) throw new Error('There is no client yet');
    shop.clock.advance(10 * minute);
    const body = newIntake({
      clientId: client.id,
      customerName: client.name,
      customerEmail: client.email,
      customerPhone: client.phone,
      customerAddress: '4 Harbor Lane',
      confirmClientChanges: true,
    });
    const first = await shop.staff.call('createRepair', { body });
    expect(first.clientChanges).toMatchObject({ after: { address: '4 Harbor Lane' } });
    await shop.rows.run('delete from events');
    const { sms: _, ...again } = await shop.staff.call('createRepair', { body });
    expect(first).toMatchObject(again);
    const params = { ticketNumber: first.repair.ticketNumber };
    const undone = await shop.staff.call('undoClientChanges', { params });
    expect(undone.client.address).toBe(client.address);

    for (const name of ['deleteRepair', 'purgeRepair'] as const) {
      await shop.staff.call(name, { params });
      await shop.rows.run('delete from events');
      const refused = await shop.staff.refused('createRepair', { body });
      expect(refused.code).toBe('repair-id-taken');
    }
  });
});
