import type { Checked } from '../../domain/api.ts';
import type { CompletionSms, Repair, TicketEvent } from '../../domain/api-answers.ts';
import { changeInTheWay, undoneCompletion, undoRefusalText } from '../../domain/completion-undo.ts';
import { changesOf } from '../../domain/edits.ts';
import { declinedCompletionNote } from '../../domain/estimate-answers.ts';
import { centsFromDollars } from '../../domain/money.ts';
import { ticketPriceRefusal } from '../../domain/price-ceiling.ts';
import { Problem } from '../../domain/problems.ts';
import { isAllowed, reopening } from '../../domain/repair-status.ts';
import { refusedHoldSeconds } from '../../domain/text-hold.ts';
import type { MessageState } from '../../domain/text-kinds.ts';
import { undoneReason } from '../../domain/while-waiting.ts';
import { isoTime } from '../base/clock.ts';
import type { Handle } from '../database/tables.ts';
import { currentEstimateOf, updateCurrent } from '../estimates/store.ts';
import { actingNow } from '../history/acting.ts';
import { recordRepairEvent } from '../history/record.ts';
import { eventsSinceCompletion } from '../history/store.ts';
import { recordVoid } from '../payments/actions.ts';
import { findPayment } from '../payments/store.ts';
import { isPhotoGone } from '../photos/actions.ts';
import type { Deps } from '../ports/deps.ts';
import { readTaxRate, taxColumns } from '../settings/tax.ts';
import { completionText, linkedPhoto, withdrawHeldText } from '../texts/held-texts.ts';
import { newestOfKind } from '../texts/store.ts';
import { stopWarranties, warrantyData } from '../warranties/running.ts';
import { deliverCustomerText, prepareCustomerText, workFields } from './actions.ts';
import {
  addCompletion,
  type Completion,
  endCompletion,
  lastCompletion,
  photoBefore,
} from './completion-store.ts';
import { finalCheckNow } from './final-check.ts';
import { getRepair, lockTicket, refreshPlace, takeAction, updateTicket } from './store.ts';
import {
  isHolderUnused,
  lockHolder,
  noTechnician,
  withoutUnusedTechnician,
} from './unused-technician.ts';
import { finishedFields, notFinished } from './while-waiting.ts';

/** Completing a repair, and the ways back: at once while its text is held, later by reopening. */

/** The status of the ticket's current estimate before a completion, by its outcome. */
const estimateBefore = { approved: 'assigned', declined: 'declined' } as const;

/**
 * Completes a repair, or closes one whose estimate was declined, and notifies the customer.
 *
 * @param holdSeconds how long it can be undone, 0 to 300; the text is sent after that
 * @throws Problem repair-not-found, repair-status, price-not-approved
 */
export async function completeRepair(
  deps: Deps,
  reference: string,
  { notes, outcome, holdSeconds = 0, finalCheck: given }: Checked<'completeRepair', 'body'>,
): Promise<{ repair: Repair; sms: CompletionSms }> {
  const { database } = deps;
  const isDeclined = outcome === 'declined';
  const seen = await getRepair(database.read, reference);
  const mayHavePhoto = !isDeclined && isAllowed('complete', seen.status);
  const photo = mayHavePhoto ? await linkedPhoto(deps, seen) : null;
  const now = deps.clock();
  const at = isoTime(now);
  const isHeld = holdSeconds > 0;
  const { repair, prepared } = await database.transact(async (tx) => {
    const before = await lockTicket(tx, reference);
    if (!isDeclined && isAllowed('complete', before.status)) requireApprovedPrice(before);
    const done = await takeAction(tx, reference, isDeclined ? 'complete-declined' : 'complete', {
      completed_at: at,
      completion_notes: notes ?? (isDeclined ? declinedCompletionNote : null),
      is_unrepaired: isDeclined ? 1 : 0,
      is_handed_out: 0,
      pickup_reminders: 0,
      held_until: isHeld ? isoTime(now + holdSeconds * 1000) : null,
      ...taxColumns(inCents(before.repairPrice), await readTaxRate(tx)),
      updated_at: at,
    });
    const estimateId = await updateCurrent(tx, done.ticketNumber, { status: 'completed' }, [
      estimateBefore[outcome],
    ]);
    const last = await lastCompletion(tx, done.ticketNumber);
    const bringsBack = {
      status: before.status,
      completionNotes: before.completionNotes,
      completedPhotoUrl: photoBefore(before, last),
      estimateId,
    };
    const finalCheck = isDeclined ? null : await finalCheckNow(tx, given);
    await addCompletion(tx, done, last, {
      ...actingNow(),
      finalCheck,
      bringsBack: isHeld ? bringsBack : null,
    });
    const body = await completionText(tx, done, photo, now);
    const text = await prepareCustomerText(tx, done, 'done', body, at, isHeld);
    const checked = finalCheck && { finalCheck };
    const data = { outcome, estimateId, ...checked, ...changesOf(before, done, workFields) };
    await recordRepairEvent(tx, done, at, { kind: 'repair-completed', data });
    return { repair: done, prepared: text };
  });
  if (isHeld && !('state' in prepared)) return { repair, sms: { state: 'held', detail: null } };
  const sms = await deliverCustomerText(deps, prepared);
  return { repair: { ...repair, smsSent: repair.smsSent || sms.state === 'sent' }, sms };
}

const inCents = (dollars: number | null) => centsFromDollars(dollars ?? 0) ?? 0;

/** Until it is completed again, then at that day's rate. */
const unsettledTax = { tax_thousandths: null, tax_cents: null };

/** @throws Problem price-not-approved if the customer must be asked about the ticket's price first */
function requireApprovedPrice(repair: Repair): void {
  const detail = ticketPriceRefusal(repair);
  if (detail !== null) throw new Problem('price-not-approved', { detail, extra: { repair } });
}

/** The photo that an undo would bring back, if it has been swept since another took its place. */
async function sweptPhoto(deps: Deps, reference: string): Promise<string | null> {
  const { read } = deps.database;
  const done = await getRepair(read, reference);
  const last = await lastCompletion(read, done.ticketNumber);
  const url = last?.bringsBack?.completedPhotoUrl ?? null;
  if (url === null || url === done.completedPhotoUrl) return null;
  return (await isPhotoGone(deps, url)) ? url : null;
}

/** @returns what an undo of the completion brings back; null if anything else has changed since */
function undoable(done: Repair, last: Completion | undefined) {
  if (!last?.bringsBack || last.ticketAsOf !== done.updatedAt) return null;
  const { bringsBack, outcome } = last;
  const isEstimateThere = [null, done.estimateId].includes(bringsBack.estimateId);
  return isEstimateThere ? { outcome, ...bringsBack } : null;
}

/** In the words of the history, if it still has them; otherwise what the ticket itself shows. */
async function changeSince(tx: Handle, done: Repair, last: Completion | undefined) {
  const waiting = last?.bringsBack?.whileWaiting;
  // The payment that came with it, and the photo from intake.
  const isOfIt = ({ data }: TicketEvent) =>
    waiting !== undefined && (data.paymentId === waiting.paymentId || data.photo === 'initial');
  const events = await eventsSinceCompletion(tx, done.ticketNumber);
  const others = events.filter((event) => event.kind === 'payment-voided' || !isOfIt(event));
  const change = changeInTheWay(
    others.map(({ kind }) => kind),
    waiting !== undefined,
  );
  if (change !== null) return change;
  if (done.collectedAt !== null && !waiting) return changeInTheWay(['repair-collected']);
  return last?.reopenedAt == null ? null : changeInTheWay(['repair-reopened']);
}

/** Why a completion stays, and whether its text has been sent. @param change null if none is known */
async function refusalToUndo(
  tx: Handle,
  repair: Repair,
  code: 'undo-too-late' | 'repair-status',
  change: string | null,
): Promise<Problem> {
  const { ticketNumber, completedAt, collectedAt, status } = repair;
  const isDone = isAllowed('reopen', status);
  const extra = { repair };
  if (code === 'repair-status' && change === null) return new Problem(code, { extra });
  const text = await newestOfKind(tx, ticketNumber, 'done');
  const isOfThis = text !== undefined && text.created_at >= (completedAt ?? '');
  const detail = undoRefusalText({
    change,
    text: isOfThis ? (text.state as MessageState) : null,
    isCollected: collectedAt !== null,
    isDone,
  });
  return new Problem(code, { detail, extra });
}

/**
 * Undoes a completion while it is held: the ticket, its estimate and its photo are as they were, and the text
 * is never sent. Payments stay, except the one made while the customer waited: it is voided, and the
 * technician keeps the ticket. The undone note and photo are offered when the repair is completed again: the
 * photo's file is left to the sweep. Pressed again, it changes nothing. If anything else has changed since, it
 * is refused, and the text waits until staff have had time to read why.
 *
 * @throws Problem repair-not-found, undo-too-late; repair-status if anything has changed since
 */
export async function undoComplete(deps: Deps, reference: string): Promise<Repair> {
  const { database, clock } = deps;
  const now = clock();
  const at = isoTime(now);
  const swept = await sweptPhoto(deps, reference);
  const result = await database.transact(async (tx) => {
    await lockHolder(tx, await getRepair(tx, reference));
    const done = await lockTicket(tx, reference);
    const { ticketNumber, completedAt, heldUntil } = done;
    const last = await lastCompletion(tx, ticketNumber);
    const isWaiting = last?.bringsBack?.whileWaiting !== undefined;
    if (heldUntil === null) {
      if (completedAt === null && last?.undoneAt != null) return done;
      const isOver = done.status === 'completed' && (done.collectedAt === null || isWaiting);
      const code = isOver ? 'undo-too-late' : 'repair-status';
      return refusalToUndo(tx, done, code, await changeSince(tx, done, last));
    }
    const known = undoable(done, last);
    if (known === null) {
      const until = isoTime(now + refusedHoldSeconds * 1000);
      // There is a text to stop, unless the customer waited.
      const held = { ...done, heldUntil: until > heldUntil && !isWaiting ? until : heldUntil };
      await updateTicket(tx, ticketNumber, { held_until: held.heldUntil });
      const change = (await changeSince(tx, done, last)) ?? 'The ticket has been changed';
      return refusalToUndo(tx, held, 'repair-status', change);
    }
    const { outcome, estimateId, status, whileWaiting, ...before } = known;
    if (before.completedPhotoUrl === swept) before.completedPhotoUrl = null;
    const estimateStatus = estimateBefore[outcome];
    const putBack = await updateCurrent(tx, ticketNumber, { status: estimateStatus }, [
      'completed',
    ]);
    if (putBack !== estimateId) throw new Problem('repair-status', { extra: { repair: done } });
    const messageId = await withdrawHeldText(tx, ticketNumber);
    const { assignedTo } = done;
    await updateTicket(tx, ticketNumber, {
      status,
      ...(await withoutUnusedTechnician(tx, { assignedTo, status })),
      completed_at: null,
      completion_notes: before.completionNotes,
      completed_photo_url: before.completedPhotoUrl,
      is_unrepaired: 0,
      held_until: null,
      ...unsettledTax,
      updated_at: at,
      ...(whileWaiting && notFinished(whileWaiting.repairPrice)),
    });
    const { completedPhotoUrl } = before;
    const left = { completedPhotoUrl, undone: undoneCompletion(done, before) };
    await endCompletion(tx, done, last, { undone_at: at, left });
    const undone = await getRepair(tx, ticketNumber);
    if (whileWaiting) await refreshPlace(tx, undone);
    const stopped = whileWaiting ? await stopWarranties(tx, undone, at) : [];
    const fields = [...workFields, 'completedPhotoUrl'] as const;
    const changes = changesOf(done, undone, [...fields, ...(whileWaiting ? finishedFields : [])]);
    const data = { messageId, ...warrantyData(stopped), ...changes };
    await recordRepairEvent(tx, done, at, { kind: 'repair-completion-undone', data });
    const payment = whileWaiting && (await findPayment(tx, whileWaiting.paymentId));
    const isPaid = payment?.ticketNumber === ticketNumber && payment.voidedAt === null;
    return isPaid ? recordVoid(tx, undone, payment, undoneReason, at) : undone;
  });
  if (result instanceof Problem) throw result;
  return result;
}

/**
 * Reopens a completed repair; that it was completed stays on record. Its note and photo stay, too, until
 * it is completed again. A text that is still held is not sent. If its technician is marked “Not used” by
 * now, no one has it. Pressing again changes nothing.
 *
 * @throws Problem repair-not-found, repair-status, reopen-collected
 */
export function reopenRepair({ database, clock }: Deps, reference: string): Promise<Repair> {
  const at = isoTime(clock());
  return database.transact(async (tx) => {
    await lockHolder(tx, await getRepair(tx, reference));
    const before = await lockTicket(tx, reference);
    const { ticketNumber, completionNotes, completedPhotoUrl } = before;
    const last = await lastCompletion(tx, ticketNumber);
    if (last?.reopenedAt === before.updatedAt) return before;
    if (before.collectedAt !== null)
      throw new Problem('reopen-collected', { extra: { repair: before } });
    const current = await currentEstimateOf(tx, ticketNumber);
    const wasDeclined =
      current?.estimate.status === 'completed' && current.estimate.responseStatus === 'declined';
    const isUnused = await isHolderUnused(tx, before);
    const isAssigned = before.assignedTo !== null && !isUnused;
    const action = reopening({ isAssigned, wasDeclined });
    const repair = await takeAction(tx, reference, action, {
      completed_at: null,
      completion_notes: completionNotes === declinedCompletionNote ? null : completionNotes,
      is_unrepaired: 0,
      held_until: null,
      ...unsettledTax,
      ...(isUnused && noTechnician),
      updated_at: at,
    });
    const status = estimateBefore[wasDeclined ? 'declined' : 'approved'];
    await updateCurrent(tx, ticketNumber, { status }, ['completed']);
    const left = { completedPhotoUrl, undone: null };
    await endCompletion(tx, before, last, { reopened_at: at, left });
    const messageId = await withdrawHeldText(tx, ticketNumber);
    const changes = changesOf(before, repair, [...workFields, 'completedAt']);
    const data = { messageId, ...changes };
    await recordRepairEvent(tx, repair, at, { kind: 'repair-reopened', data });
    return repair;
  });
}
