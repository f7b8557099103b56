/** What undoing a completion needed of a ticket's history, as of migration 0023. */

export interface Told {
  kind: string;
  at: string;
  data: { photo?: string; estimateId?: string | null; before?: Record<string, string | null> };
}

interface Ticket {
  completedAt: string | null;
  completionNotes: string | null;
  completedPhotoUrl: string | null;
  updatedAt: string;
}

const marks = ['repair-completed', 'repair-completion-undone', 'repair-reopened'];
const payments = ['payment-taken', 'payment-voided'];
const inTheWay = [
  'repair-collected',
  'repair-completion-edited',
  'repair-reopened',
  'photo-added',
  'estimate-deleted',
];
const declinedNote = 'Completed from estimates tab - declined';

/** The photo that was there before the first of the completion photos among these events. */
function photoBefore({ completedPhotoUrl }: Ticket, events: readonly Told[]): string | null {
  const first = events.find(
    ({ kind, data }) => kind === 'photo-added' && data.photo === 'completed',
  );
  return first === undefined ? completedPhotoUrl : (first.data.before?.completedPhotoUrl ?? null);
}

/**
 * @param events of the ticket, oldest first
 * @returns null where something has changed since the completion, so that it cannot be undone
 */
export function toBringBack(ticket: Ticket, events: readonly Told[]) {
  const index = events.findLastIndex(({ kind }) => marks.includes(kind));
  const completed = events[index];
  const since = events.slice(index + 1);
  const changedAt = since.findLast(({ kind }) => payments.includes(kind))?.at ?? ticket.completedAt;
  const { status, completionNotes = ticket.completionNotes } = completed?.data.before ?? {};
  if (
    completed?.kind !== 'repair-completed' ||
    status == null ||
    ticket.updatedAt !== changedAt ||
    since.some(({ kind }) => inTheWay.includes(kind))
  ) {
    return null;
  }
  const earlier = events.slice(0, index);
  const open = earlier.slice(earlier.findLastIndex(({ kind }) => marks.includes(kind)) + 1);
  const completedPhotoUrl = photoBefore(ticket, open);
  const { estimateId = null } = completed.data;
  return { status, completionNotes, completedPhotoUrl, estimateId };
}

/** @param events of the ticket, oldest first. @returns what the end of its last completion left of it */
export function leftBehind(ticket: Ticket, events: readonly Told[]) {
  const index = events.findLastIndex(({ kind }) => marks.includes(kind));
  const completedPhotoUrl = photoBefore(ticket, events.slice(index + 1));
  const end = events[index];
  if (end?.kind !== 'repair-completion-undone') return { completedPhotoUrl, undone: null };
  const { completionNotes: notes, completedPhotoUrl: photoUrl = null } = end.data.before ?? {};
  const isTyped = notes !== undefined && notes !== declinedNote;
  return { completedPhotoUrl, undone: { notes: isTyped ? (notes ?? '') : null, photoUrl } };
}
