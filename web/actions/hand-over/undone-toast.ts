import { listText } from '../../../domain/list-text.ts';
import type { ToastMessage } from '../../data/toasts.ts';

export interface Undone {
  ticketNumber: string;
  /** Of a text that the pickup stopped. */
  unsentTextId: string | null;
}

const listed = (watches: readonly { ticketNumber: string }[]) =>
  listText(watches.map(({ ticketNumber }) => ticketNumber));

const isReady = (watches: readonly Undone[]) =>
  `${listed(watches)} ${watches.length === 1 ? 'is' : 'are'} ready`;

/** What became of one or more watches that were to wait for pickup again. */
export function undoneToast(
  what: 'Pickup' | 'Shipment',
  done: readonly Undone[],
  failed: readonly { ticketNumber: string; why: string }[],
): ToastMessage {
  const unsent = done.filter(({ unsentTextId }) => unsentTextId !== null);
  const isOfOne = done.length + failed.length === 1;
  const detail = [
    // The first line is the one that a phone shows.
    failed.map(({ ticketNumber, why }) => `${ticketNumber}: ${why}`).join(' '),
    unsent.length > 0 &&
      `The customer has not been texted that ${isOfOne ? 'it is ready' : isReady(unsent)}.`,
    done.length > 0 && `${isReady(done)} for pickup again`,
  ];
  const outcome =
    failed.length === 0 ? 'undone' : done.length === 0 ? 'not undone' : 'partly undone';
  return {
    kind: failed.length > 0 ? 'error' : unsent.length > 0 ? 'info' : 'success',
    title: `${what} ${outcome}`,
    detail: detail.filter(Boolean).join('\n'),
  };
}
