import type { Repair } from '../../domain/api-answers.ts';
import { CallProblem } from './call.ts';
import { createSignal } from './store.ts';
import { type ToastMessage, toasts } from './toasts.ts';

const outdated = createSignal<Repair>();

/** Registers what is called with a ticket as it is now, when the server refused to act on it. */
export const onRepairMovedOn = outdated.listen;

/** These titles say what happened better than "Error …ing repair" does. */
const speaksForItself: readonly string[] = [
  'repair-status',
  'price-not-approved',
  'collected-already',
  'moved-meanwhile',
  'repair-not-found',
  'client-not-found',
];

/**
 * @param title used if the problem has no better one, e.g. "Error assigning repair"
 * @returns null if there is nothing to say
 */
export function repairProblem(error: unknown, title?: string): ToastMessage | null {
  if (error === null) return null;
  if (!(error instanceof CallProblem)) {
    return { kind: 'error', title: title ?? 'Something went wrong', detail: String(error) };
  }
  // The login that takes the screen's place says it.
  if (error.code === 'not-logged-in') return null;
  return {
    kind: 'error',
    title: title === undefined || speaksForItself.includes(error.code) ? error.title : title,
    detail: error.errors[0]?.message ?? error.detail,
  };
}

/** They bring the ticket as it is now. */
const movedOn: readonly string[] = [
  'repair-status',
  'price-not-approved',
  'collected-already',
  'moved-meanwhile',
  'undo-too-late',
];

/**
 * Tells staff; if the ticket has moved on, the screen shows it as it is now.
 *
 * @param where `in-place` if the form that was sent itself says that a colleague was faster
 * @param offer what can be done about a ticket that has moved on
 */
export function showRepairProblem(
  error: unknown,
  title?: string,
  where: 'toast' | 'in-place' = 'toast',
  offer: (repair: Repair) => ToastMessage['action'] = () => undefined,
): void {
  let action: ToastMessage['action'];
  if (error instanceof CallProblem && movedOn.includes(error.code) && 'repair' in error.document) {
    const repair = error.document.repair as Repair;
    outdated.emit(repair);
    if (where === 'in-place') return;
    action = offer(repair);
  }
  const problem = repairProblem(error, title);
  if (problem !== null) toasts.show({ ...problem, ...(action && { action }) });
}
