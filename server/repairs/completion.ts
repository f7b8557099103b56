import type { Checked } from '../../domain/api.ts';
import type { CompletionSms, Repair } from '../../domain/api-answers.ts';
import { changeInTheWay, undoRefusalText } from '../../domain/completion-undo.ts';
import { changedFields, changesOf } from '../../domain/edits.ts';
import { declinedCompletionNote } from '../../domain/estimate-answers.ts';
import type { MessageState } from '../../domain/messages.ts';
import { Problem } from '../../domain/problems.ts';
import { isAllowed, reopening } from '../../domain/repair-status.ts';
import { refusedHoldSeconds } from '../../domain/schedule.ts';
import { isoTime } from '../clock.ts';
import type { Handle } from '../database/tables.ts';
import type { Deps } from '../deps.ts';
import { currentEstimateOf, updateCurrent } from '../estimates/store.ts';
import { isPhotoGone } from '../photos/actions.ts';
import { completionEvents, eventsSinceCompletion, lastEventKind } from '../shop/history.ts';
import { completionText, linkedPhoto, withdrawHeldText } from '../texts/held.ts';
import { newestOfKind } from '../texts/store.ts';
import { deliverCustomerText, noteRepair, prepareCustomerText, workFields } from './actions.ts';
import { getRepair, lockTicket, takeAction, updateTicket } from './store.ts';

/** Completing a repair, and the ways back: at once while its text is held, later by reopening. */

/** What a completion does to an estimate that speaks for the ticket. */
const estimateBefore = { approved: 'assigned', declined: 'declined' } as const;
type Outcome = keyof typeof estimateBefore;

/**
 * Completes a repair, or closes one whose estimate was declined, and notifies the customer.
 *
 * @param holdSeconds how long it can be undone, 0 to 300; the text leaves after that
 * @throws Problem repair-not-found, repair-status
 */
export async function completeRepair(
  deps: Deps,
  reference: string,
  { notes, outcome, holdSeconds = 0 }: Checked<'completeRepair', 'body'>,
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
    const done = await takeAction(tx, reference, isDeclined ? 'complete-declined' : 'complete', {
      completed_at: at,
      completion_notes: notes ?? (isDeclined ? declinedCompletionNote : null),
      is_unrepaired: isDeclined ? 1 : 0,
      is_handed_out: 0,
      pickup_reminders: 0,
      held_until: isHeld ? isoTime(now + holdSeconds * 1000) : null,
      updated_at: at,
    });
    const estimateId = await updateCurrent(tx, done.ticketNumber, { status: 'completed' }, [
      estimateBefore[outcome],
    ]);
    const body = await completionText(tx, done, photo);
    const text = await prepareCustomerText(tx, done, 'done', body, at, isHeld);
    const data = { outcome, estimateId, ...changesOf(before, done, workFields) };
    await noteRepair(tx, done, at, { kind: 'repair-completed', data });
    return { repair: done, prepared: text };
  });
  if (isHeld && !('state' in prepared)) return { repair, sms: { state: 'held', detail: null } };
  const sms = await deliverCustomerText(deps, prepared);
  return { repair: { ...repair, smsSent: repair.smsSent || sms.state === 'sent' }, sms };
}

/**
 * What was there before the completion of a ticket that is locked, by its history.
 *
 * @returns null where a photo was stored since
 */
async function beforeCompletion(tx: Handle, { ticketNumber, ...done }: Repair) {
  const [completed, ...photos] = await completionEvents(tx, ticketNumber);
  if (completed === undefined) return null;
  const {
    outcome,
    estimateId = null,
    before,
  } = completed as {
    outcome: Outcome;
    estimateId?: string | null;
    before: Partial<Repair> & Pick<Repair, 'status'>;
  };
  const { completionNotes, status } = { ...done, ...before };
  // Its photo was stored before it, the first of several took the place of the one to bring back.
  const first = photos.at(-1)?.before as Pick<Repair, 'completedPhotoUrl'> | undefined;
  const { completedPhotoUrl } = first ?? done;
  return { outcome, estimateId, status, completionNotes, completedPhotoUrl };
}

/** The photo that an undo would bring back, where it was swept since another took its place. */
async function sweptPhoto(deps: Deps, reference: string): Promise<string | null> {
  const { read } = deps.database;
  const done = await getRepair(read, reference);
  const url = (await beforeCompletion(read, done))?.completedPhotoUrl ?? null;
  if (url === null || url === done.completedPhotoUrl) return null;
  return (await isPhotoGone(deps, url)) ? url : null;
}

/** What changes a ticket without standing in the way of an undo. */
const paymentKinds: readonly string[] = ['payment-taken', 'payment-voided'];

/** Why a completion stays, and whether its text has left. */
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
 * Takes a completion back while it is held: the ticket, its estimate and its photo are as they were,
 * and the text never leaves. Payments stay. The undone note and photo are offered when the repair is
 * completed again: history has them, and the photo's file is left to the sweep. Pressed again it changes
 * nothing. Where anything else has changed since it is refused, and the text waits for staff to read that.
 *
 * @throws Problem repair-not-found, undo-too-late; repair-status where anything has changed since
 */
export async function undoCompletion(deps: Deps, reference: string): Promise<Repair> {
  const { database, clock } = deps;
  const now = clock();
  const at = isoTime(now);
  const swept = await sweptPhoto(deps, reference);
  const result = await database.transact(async (tx) => {
    const done = await lockTicket(tx, reference);
    const { ticketNumber, completedAt, heldUntil } = done;
    const since = await eventsSinceCompletion(tx, ticketNumber);
    const kinds = since.map(({ kind }) => kind);
    const change = changeInTheWay(kinds);
    if (heldUntil === null) {
      if (change === null && kinds.includes('repair-completion-undone')) {
        return done;
      }
      const isOver = done.status === 'completed' && done.collectedAt === null;
      return refusalToUndo(tx, done, isOver ? 'undo-too-late' : 'repair-status', change);
    }
    const known = await beforeCompletion(tx, done);
    const payment = since.findLast(({ kind }) => paymentKinds.includes(kind));
    if (change !== null || known === null || done.updatedAt !== (payment?.at ?? completedAt)) {
      const until = isoTime(now + refusedHoldSeconds * 1000);
      const held = { ...done, heldUntil: until > heldUntil ? until : heldUntil };
      await updateTicket(tx, ticketNumber, { held_until: held.heldUntil });
      return refusalToUndo(tx, held, 'repair-status', change);
    }
    const { outcome, estimateId, ...before } = known;
    if (before.completedPhotoUrl === swept) before.completedPhotoUrl = null;
    const status = estimateBefore[outcome];
    if ((await updateCurrent(tx, ticketNumber, { status }, ['completed'])) !== estimateId) {
      throw new Problem('repair-status', { extra: { repair: done } });
    }
    const messageId = await withdrawHeldText(tx, ticketNumber);
    await updateTicket(tx, ticketNumber, {
      status: before.status,
      completed_at: null,
      completion_notes: before.completionNotes,
      completed_photo_url: before.completedPhotoUrl,
      is_unrepaired: 0,
      held_until: null,
      updated_at: at,
    });
    const data = { messageId, ...changedFields({ ...done }, before) };
    await noteRepair(tx, done, at, { kind: 'repair-completion-undone', data });
    return getRepair(tx, ticketNumber);
  });
  if (result instanceof Problem) throw result;
  return result;
}

/**
 * Takes a completed repair up again; when it was completed stays in its history. Its note and photo
 * stay, too, until it is completed anew. A text that is still held does not leave. Pressed again it
 * changes nothing.
 *
 * @throws Problem repair-not-found, repair-status, reopen-collected
 */
export function reopenRepair({ database, clock }: Deps, reference: string): Promise<Repair> {
  const at = isoTime(clock());
  return database.transact(async (tx) => {
    const before = await lockTicket(tx, reference);
    const { ticketNumber, completionNotes } = before;
    if ((await lastEventKind(tx, ticketNumber)) === 'repair-reopened') return before;
    if (before.collectedAt !== null)
      throw new Problem('reopen-collected', { extra: { repair: before } });
    const current = await currentEstimateOf(tx, ticketNumber);
    const wasDeclined =
      current?.estimate.status === 'completed' && current.estimate.responseStatus === 'declined';
    const action = reopening({ isAssigned: before.assignedTo !== null, wasDeclined });
    const repair = await takeAction(tx, reference, action, {
      completed_at: null,
      completion_notes: completionNotes === declinedCompletionNote ? null : completionNotes,
      is_unrepaired: 0,
      held_until: null,
      updated_at: at,
    });
    const status = estimateBefore[wasDeclined ? 'declined' : 'approved'];
    await updateCurrent(tx, ticketNumber, { status }, ['completed']);
    const messageId = await withdrawHeldText(tx, ticketNumber);
    const changes = changesOf(before, repair, ['status', 'completedAt', 'completionNotes']);
    const data = { messageId, ...changes };
    await noteRepair(tx, repair, at, { kind: 'repair-reopened', data });
    return repair;
  });
}
