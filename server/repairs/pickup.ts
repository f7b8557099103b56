import type { Checked } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import { changesOf } from '../../domain/edits.ts';
import { collectedBeforeRecords, pickupFields } from '../../domain/pickup.ts';
import { Problem } from '../../domain/problems.ts';
import { isAllowed } from '../../domain/repair-status.ts';
import { isoTime } from '../base/clock.ts';
import type { Handle, RepairTicketsTable } from '../database/tables.ts';
import { recordRepairEvent } from '../history/record.ts';
import type { Deps } from '../ports/deps.ts';
import { offerStoppedText, photoOfStoppedText, stopHeldText } from '../texts/held-texts.ts';
import { beginWarranties, stopWarranties, warrantyData } from '../warranties/running.ts';
import { getRepair, lockTicket, notCollected, refreshSearchText, takeAction } from './store.ts';

type PickupColumns = Pick<RepairTicketsTable, keyof typeof notCollected>;

/**
 * Records that a watch has left, on a ticket that is locked. A text that is still held is not sent:
 * the watch has left the shop. The warranties recorded for it begin.
 *
 * @throws Problem repair-status
 */
export async function recordPickup(
  tx: Handle,
  before: Repair,
  columns: Partial<PickupColumns>,
  at: string,
): Promise<Repair> {
  const repair = await takeAction(tx, before.ticketNumber, 'collect', {
    ...notCollected,
    ...columns,
    collected_at: at,
    is_handed_out: 1,
    held_until: null,
    // It counted as collected already.
    ...(!before.isWaitingForPickup && { pickup_reminders: collectedBeforeRecords }),
    updated_at: at,
  });
  await refreshSearchText(tx, { ticket_number: repair.ticketNumber });
  const begun = await beginWarranties(tx, repair, at);
  const messageId = await stopHeldText(tx, repair.ticketNumber, 'collected', at);
  const changes = changesOf(before, repair, pickupFields);
  const data = { messageId, ...warrantyData(begun), ...changes };
  await recordRepairEvent(tx, repair, at, { kind: 'repair-collected', data });
  return begun.length === 0 ? repair : getRepair(tx, repair.ticketNumber);
}

/**
 * Records who collected a watch. The same again changes nothing.
 *
 * @throws Problem repair-not-found, repair-status; collected-already with the ticket as it is now
 */
export function collectRepair(
  { database, clock }: Deps,
  reference: string,
  { by, note }: Checked<'collectRepair', 'body'>,
): Promise<Repair> {
  const at = isoTime(clock());
  return database.transact(async (tx) => {
    const before = await lockTicket(tx, reference);
    const collectedBy = by ?? before.customerName;
    if (before.collectedAt !== null && isAllowed('collect', before.status)) {
      if (before.collectedBy === collectedBy && before.collectedNote === note) return before;
      throw new Problem('collected-already', { extra: { repair: before } });
    }
    return recordPickup(tx, before, { collected_by: collectedBy, collected_note: note }, at);
  });
}

/**
 * Undoes a pickup or a shipment: the watch waits again, and a text that it stopped needs attention.
 * The same again changes nothing.
 *
 * @param collectedAt of the pickup that was seen
 * @throws Problem repair-not-found, repair-status; collected-already when it is a different one by now
 */
export async function undoCollectRepair(
  deps: Deps,
  reference: string,
  collectedAt: string,
): Promise<{ repair: Repair; unsentTextId: string | null }> {
  const { database, clock } = deps;
  const at = isoTime(clock());
  const photo = await photoOfStoppedText(deps, await getRepair(database.read, reference));
  return database.transact(async (tx) => {
    const before = await lockTicket(tx, reference);
    if (isAllowed('undo-collect', before.status)) {
      if (before.collectedAt === null) return { repair: before, unsentTextId: null };
      if (before.collectedAt !== isoTime(Date.parse(collectedAt))) {
        throw new Problem('collected-already', { extra: { repair: before } });
      }
    }
    const repair = await takeAction(tx, reference, 'undo-collect', {
      ...notCollected,
      is_handed_out: 0,
      // What was done while its customer waited can no longer be undone.
      held_until: null,
      updated_at: at,
    });
    await refreshSearchText(tx, { ticket_number: repair.ticketNumber });
    const stopped = await stopWarranties(tx, repair, at);
    const messageId = await offerStoppedText(tx, repair, photo, at);
    const changes = changesOf(before, repair, pickupFields);
    const data = { messageId, ...warrantyData(stopped), ...changes };
    await recordRepairEvent(tx, repair, at, { kind: 'repair-not-collected', data });
    const now = stopped.length === 0 ? repair : await getRepair(tx, repair.ticketNumber);
    return { repair: now, unsentTextId: messageId };
  });
}
