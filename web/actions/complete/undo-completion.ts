import type { CompletionSms, Repair } from '../../../domain/api-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { isAllowed } from '../../../domain/repair-status.ts';
import { isJustDoneWhileWaiting } from '../../../domain/while-waiting.ts';
import { CallProblem, call } from '../../data/call.ts';
import { openAction } from '../../data/open-action.ts';
import { photoUploads } from '../../data/photo-uploads.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { showRepairProblem } from '../../data/repair-problem.ts';
import { type ToastMessage, toasts } from '../../data/toasts.ts';
import { startCounting, stopCounting, type UndoCountdown } from '../../data/undo-countdown.ts';
import { completedToast } from './completed-toast.ts';
import { keepUnsavedPhoto } from './undone-completion.ts';

/**
 * Completions that can be undone while the text to the customer waits. The server sends it when the
 * time is over, even if this page is gone by then; the page asks at the same moment, to say how it
 * went.
 */

/**
 * Counts down, and offers to undo the completion or to send its text at once.
 *
 * @param completed as the server answered; without `sms` if no one is texted
 * @param seconds how long; nothing is offered for 0
 * @param message what is said about it meanwhile
 * @param words what is said about a text that was held, once it has been sent
 */
export function offerUndo(
  { repair, sms }: { repair: Repair; sms: CompletionSms | null },
  seconds: number,
  message: ToastMessage,
  words: UndoCountdown['words'],
): void {
  const { ticketNumber } = repair;
  const isHeld = sms?.state === 'held';
  stopCounting(ticketNumber);
  if (seconds === 0) {
    toasts.show(message);
    return;
  }
  const toastId = toasts.show({
    ...message,
    until: Date.now() + seconds * 1000,
    action: { label: 'Undo', run: () => void undoCompletion(repair) },
    ...(isHeld && { otherAction: { label: 'Send now', run: () => void sendHeldText(repair) } }),
  });
  const timer = setTimeout(() => {
    if (isHeld) void sendHeldText(repair, 'its time has come');
    else stopCounting(ticketNumber);
  }, seconds * 1000);
  startCounting(ticketNumber, { toastId, timer, words });
}

/** As {@link offerUndo}, when the watch goes back as it is because the customer declined. */
export function offerUndoOfDeclined(
  completed: { repair: Repair; sms: CompletionSms },
  seconds: number,
): void {
  offerUndo(completed, seconds, declinedToast(completed.sms), declinedToast);
}

/** A customer who was not notified is reported as for any other completion. */
const declinedToast = (sms: CompletionSms): ToastMessage =>
  sms.state === 'sent'
    ? { kind: 'success', title: 'Repair marked as complete!' }
    : completedToast(sms);

/** If the customer waited, the ticket is not as it was before. */
function undoneWords(done: Repair, { ticketNumber, assignedWatchmaker, paid }: Repair): string {
  if (!isJustDoneWhileWaiting(done)) return `${ticketNumber} was restored. No text was sent.`;
  const isVoided = paid < done.paid;
  return `${ticketNumber} is assigned to ${isolated(assignedWatchmaker ?? '')} now${isVoided ? ', and its payment was voided' : ''}.`;
}

/** Undoes the completion of a repair. @param done as it was completed */
export async function undoCompletion(done: Repair) {
  const { ticketNumber } = done;
  stopCounting(ticketNumber);
  try {
    const { repair } = await call('undoComplete', {
      params: { ticketNumber },
    });
    putRepair(repair);
    const unsaved = photoUploads.takeUnsaved({ ticketNumber, kind: 'completed' });
    if (unsaved !== null) keepUnsavedPhoto(ticketNumber, unsaved);
    toasts.show({
      kind: 'success',
      title: 'Completion undone',
      detail: undoneWords(done, repair),
    });
  } catch (error) {
    showRepairProblem(error, undefined, 'toast', reopening);
  }
  await refreshRepairs();
}

/** The alternative if a completion can't be undone. */
const reopening = (repair: Repair) =>
  isAllowed('reopen', repair.status)
    ? { label: 'Reopen', opens: true, run: () => void openAction('reopen', repair) }
    : undefined;

/**
 * Nothing is said after these: the completion was undone, or the ticket reopened or deleted, elsewhere; or no
 * one is logged in anymore.
 */
const silentCodes: readonly string[] = ['repair-status', 'repair-not-found', 'not-logged-in'];

/**
 * Sends the text of a completion, and says how that went.
 *
 * @param reason 'its time has come' means that nobody pressed: then nothing is said about what another
 *   computer has undone meanwhile
 */
export async function sendHeldText(
  { ticketNumber }: Pick<Repair, 'ticketNumber'>,
  reason: 'pressed' | 'its time has come' = 'pressed',
) {
  const isPressed = reason === 'pressed';
  const { words = completedToast } = stopCounting(ticketNumber) ?? {};
  try {
    const { repair, sms } = await call('sendHeldText', {
      params: { ticketNumber },
    });
    putRepair(repair);
    toasts.show({ ...words(sms), isNews: !isPressed });
  } catch (error) {
    if (isPressed) showRepairProblem(error);
    // The server sends it anyway.
    else if (!(error instanceof CallProblem && silentCodes.includes(error.code))) {
      toasts.show({ ...words({ state: 'unknown', detail: null }), isNews: true });
    }
  }
  await refreshRepairs();
}
