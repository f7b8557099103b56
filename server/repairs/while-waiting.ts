import type { Checked } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import { balanceChange } from '../../domain/balance-change.ts';
import { changesOf } from '../../domain/edits.ts';
import type { EventOf } from '../../domain/history.ts';
import { centsFromDollars } from '../../domain/money.ts';
import { Problem } from '../../domain/problems.ts';
import { transitions } from '../../domain/repair-status.ts';
import { judgeFinish } from '../../domain/while-waiting.ts';
import { isoTime } from '../base/clock.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';
import { updateCurrent } from '../estimates/store.ts';
import { actingNow } from '../history/acting.ts';
import { recordRepairEvent } from '../history/record.ts';
import { recordPayment } from '../payments/actions.ts';
import { findPayment } from '../payments/store.ts';
import type { Deps } from '../ports/deps.ts';
import { readTaxRate, taxColumns } from '../settings/tax.ts';
import {
  beginWarranties,
  hasWarranties,
  settleWarranties,
  warrantyData,
} from '../warranties/running.ts';
import { technicianForWork, workFields } from './actions.ts';
import { addCompletion, lastCompletion, photoBefore } from './completion-store.ts';
import { finalCheckNow } from './final-check.ts';
import { getRepair, lockTicket, notCollected, refreshPlace, takeAction } from './store.ts';

/** A repair that is done while its customer waits: no one is texted. */

type Finish = Checked<'finishWhileWaiting', 'body'>;

/** What it changes on a ticket, besides the work. */
export const finishedFields = ['repairPrice', 'collectedAt', 'collectedBy'] as const;

/** The columns of a ticket whose watch has not left after all. @param repairPrice as it was, in dollars */
export const notFinished = (repairPrice: number | null) => ({
  price_cents: repairPrice === null ? null : centsFromDollars(repairPrice),
  is_handed_out: 0,
  ...notCollected,
});

/**
 * Completes a locked pending repair and hands the watch over; its events and its payment are still to be recorded.
 *
 * @param path of the technician in the request
 * @throws Problem technician-not-found, technician-away, repair-status, price-not-approved, payment-id-taken,
 *   warranty-id-taken; changed-meanwhile if another amount is to be paid
 */
export async function finishTicket(
  tx: Handle,
  before: Repair,
  asked: Finish,
  now: number,
  path?: string,
): Promise<{ repair: Repair; events: EventOf[] }> {
  const { technicianId, notes, finalCheck: given, price, amount, paymentId } = asked;
  const { warranties, holdSeconds = 0 } = asked;
  const { id, name } = await technicianForWork(tx, technicianId, path);
  const verdict = judgeFinish(before, price);
  if (verdict.kind === 'moved-on')
    throw new Problem('repair-status', { extra: { repair: before } });
  if (verdict.kind === 'not-approved') {
    throw new Problem('price-not-approved', {
      detail: verdict.detail,
      extra: { repair: before },
    });
  }
  if (![verdict.due, verdict.owed].includes(amount)) {
    const detail = balanceChange(amount, verdict.due);
    throw new Problem('changed-meanwhile', { detail, extra: { repair: before } });
  }
  // Also if nothing is to be paid: an undo voids the payment of this id.
  if (await findPayment(tx, paymentId)) throw new Problem('payment-id-taken');
  const at = isoTime(now);
  const { ticketNumber, completionNotes, repairPrice } = before;
  const priceCents = centsFromDollars(price) ?? 0;
  const repair = await takeAction(tx, ticketNumber, 'finish-while-waiting', {
    price_cents: priceCents,
    ...taxColumns(priceCents, await readTaxRate(tx)),
    assigned_to: id,
    assigned_watchmaker: name,
    completed_at: at,
    completion_notes: notes,
    is_unrepaired: 0,
    is_handed_out: 1,
    ...notCollected,
    collected_at: at,
    collected_by: before.customerName,
    pickup_reminders: 0,
    held_until: holdSeconds > 0 ? isoTime(now + holdSeconds * 1000) : null,
    updated_at: at,
  });
  await refreshPlace(tx, repair);
  const estimateId = await updateCurrent(tx, ticketNumber, { status: 'completed' }, ['assigned']);
  const last = await lastCompletion(tx, ticketNumber);
  const finalCheck = await finalCheckNow(tx, given);
  await addCompletion(tx, repair, last, {
    ...actingNow(),
    finalCheck,
    bringsBack: {
      status: transitions.assign.to,
      completionNotes,
      completedPhotoUrl: photoBefore(before, last),
      estimateId,
      whileWaiting: { paymentId, repairPrice },
    },
  });
  const settled = await settleWarranties(tx, repair, warranties, at);
  const begun = await beginWarranties(tx, repair, at);
  const changes = changesOf(before, repair, [...workFields, ...finishedFields]);
  const data = {
    outcome: 'approved',
    estimateId,
    whileWaiting: true,
    ...(finalCheck && { finalCheck }),
    ...warrantyData(begun),
    ...changes,
  } as const;
  return {
    repair: begun.length === 0 ? repair : await getRepair(tx, ticketNumber),
    events: [...settled, { kind: 'repair-completed', data }],
  };
}

/** Records what is paid for a repair that was just finished. @throws Problem payment-id-taken, payment-refused */
export async function payAtOnce(
  tx: Handle,
  repair: Repair,
  { paymentId, method, amount }: Finish,
  at: string,
): Promise<Repair> {
  if (amount === 0) return repair;
  const payment = { paymentId, kind: 'payment', method, amount, note: null } as const;
  return (await recordPayment(tx, repair, payment, at)).repair;
}

/** Whether the same request has finished it already. */
async function isFinishedBy(tx: Handle, repair: Repair, asked: Finish): Promise<boolean> {
  const last = await lastCompletion(tx, repair.ticketNumber);
  if (last?.bringsBack?.whileWaiting?.paymentId !== asked.paymentId) return false;
  const payment = await findPayment(tx, asked.paymentId);
  return (
    repair.assignedTo === asked.technicianId &&
    repair.completionNotes === asked.notes &&
    repair.repairPrice === asked.price &&
    (await hasWarranties(tx, repair.ticketNumber, asked.warranties)) &&
    (payment?.amount ?? 0) === asked.amount &&
    (payment?.method ?? asked.method) === asked.method
  );
}

/** {@link finishWhileWaiting} within a transaction that has locked the payment's id. */
export async function finishStored(
  tx: Handle,
  reference: string,
  asked: Finish,
  now: number,
  path?: string,
): Promise<Repair> {
  const before = await lockTicket(tx, reference);
  if (await isFinishedBy(tx, before, asked)) return before;
  const at = isoTime(now);
  const { repair, events } = await finishTicket(tx, before, asked, now, path);
  for (const event of events) await recordRepairEvent(tx, repair, at, event);
  return payAtOnce(tx, repair, asked, at);
}

/**
 * Finishes a pending repair while its customer waits: assigned, completed, paid and picked up, all of it
 * or nothing. The same again changes nothing.
 *
 * @throws Problem technician-not-found, technician-away, repair-not-found, payment-id-taken;
 *   repair-status with the ticket as it is now, price-not-approved; changed-meanwhile if another amount is to be paid
 */
export function finishWhileWaiting(
  { database, clock }: Deps,
  reference: string,
  asked: Finish,
): Promise<Repair> {
  const now = clock();
  return database.transact(async (tx) => {
    await dialectOf(tx).lock(tx, `payment ${asked.paymentId}`);
    return finishStored(tx, reference, asked, now);
  });
}
