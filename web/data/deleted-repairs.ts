import { createStore } from './store.ts';
import { toasts } from './toasts.ts';

/**
 * Tickets that were deleted while this page was open: asking the server for them would only get a
 * "not found" for an answer.
 */
const deleted = new Set<string>();
const maxDeleted = 500;

/** A user who deleted a ticket here closes it themselves; others are notified after this. */
const shownAfterMs = 500;

const shown = createStore<ReadonlySet<string>>(new Set());
export const useDeletedRepairs = shown.useValue;

export function noteDeletedRepair(ticketNumber: string): void {
  deleted.add(ticketNumber);
  const [oldest] = deleted;
  // A screen that still asks for that one gets the server's answer.
  if (deleted.size > maxDeleted && oldest !== undefined) deleted.delete(oldest);
  setTimeout(() => shown.set(new Set(deleted)), shownAfterMs);
}

/** It has been brought back: it is asked for again. */
export function noteRestoredRepair(ticketNumber: string): void {
  if (deleted.delete(ticketNumber)) shown.set(new Set(deleted));
}

/** Only the server knows what has been deleted or brought back meanwhile. */
export function forgetDeletedRepairs(): void {
  deleted.clear();
  shown.set(new Set());
}

export const isDeletedRepair = (ticketNumber: string) => deleted.has(ticketNumber);

/** Tickets whose deletion failed: no list shows them while the screen says so. */
const hidden = new Set<string>();

/** @param onShown called when the message is gone and the ticket may be shown again */
export function hideRepairDuring(toastId: number, ticketNumber: string, onShown: () => void): void {
  hidden.add(ticketNumber);
  const stop = toasts.subscribe(() => {
    if (toasts.current()?.id === toastId) return;
    stop();
    hidden.delete(ticketNumber);
    onShown();
  });
}

export const isHiddenRepair = (ticketNumber: string) => hidden.has(ticketNumber);
