import type { Repair, UndoneCompletion } from './api-answers.ts';
import { declinedCompletionNote } from './estimate-answers.ts';
import type { MessageState } from './text-kinds.ts';

/**
 * Undoing a completion: what is left of it, and why it may be refused, in the words of staff. Shop
 * decision (docs/decisions/states.md, "Undo").
 */

type CompletionFields = Pick<Repair, 'completionNotes' | 'completedPhotoUrl'>;

/**
 * What was typed for a completion that is undone, for the form of the next one.
 *
 * @param done the ticket as it was completed
 * @param before the ticket as the undo leaves it
 */
export function undoneCompletion(
  done: CompletionFields,
  before: CompletionFields,
): UndoneCompletion {
  const { completionNotes: notes, completedPhotoUrl: photoUrl } = done;
  const isTyped = notes !== before.completionNotes && notes !== declinedCompletionNote;
  return {
    notes: isTyped ? (notes ?? '') : null,
    photoUrl: photoUrl === before.completedPhotoUrl ? null : photoUrl,
  };
}

/** What an undo would take away or cannot restore, in words, by the kind of event. */
const changes: Readonly<Record<string, string>> = {
  'repair-collected': 'The watch has left the shop',
  'repair-completion-edited': 'The completion has been edited',
  'repair-reopened': 'The repair has been reopened',
  'photo-added': 'A photo has been added',
  'estimate-deleted': 'The estimate has been deleted',
};

/**
 * What was done while the customer waited was paid for at once: there, payments, parts and an undone
 * pickup are in the way, too.
 */
const changesOfPaid: typeof changes = {
  ...changes,
  'repair-not-collected': 'The pickup has been undone',
  'payment-taken': 'Another payment has been recorded',
  'payment-voided': 'A payment has been voided',
  'part-added': 'A part has been added',
  'part-changed': 'A part has been changed',
  'part-removed': 'A part has been removed',
};

/**
 * @param kinds of the events since the completion, oldest first
 * @param isWhileWaiting it was done while the customer waited
 * @returns the last change that prevents an undo; null if none does
 */
export function changeInTheWay(kinds: readonly string[], isWhileWaiting = false): string | null {
  const named = isWhileWaiting ? changesOfPaid : changes;
  const kind = kinds.findLast((each) => each in named);
  return kind === undefined ? null : (named[kind] ?? null);
}

/** Whether the text that the watch is ready has been sent. @param state null if there is no text */
function textWords(state: MessageState | null): string {
  switch (state) {
    case null:
      return 'No text will be sent.';
    case 'held':
      return 'The text has not been sent yet.';
    case 'failed':
      return 'The text was not sent.';
    case 'undelivered':
      return 'The text was not delivered.';
    case 'sending':
    case 'unknown':
      return 'We can’t tell yet whether the text was sent.';
    default:
      return 'The text was sent.';
  }
}

interface Refused {
  /** As {@link changeInTheWay} names it; null if only the time is up. */
  readonly change: string | null;
  readonly text: MessageState | null;
  readonly isCollected: boolean;
  /** Whether the ticket is still completed. */
  readonly isDone: boolean;
}

/** @returns what staff read: why, whether the text has been sent, and what they can do */
export function undoRefusalText({ change, text, isCollected, isDone }: Refused): string {
  const why =
    change === null ? 'The time to undo has run out.' : `${change} since, so this can’t be undone.`;
  if (!isDone) return `${why} ${textWords(text)}`;
  const advice = isCollected
    ? 'Undo the pickup or shipment first, then reopen the repair.'
    : text === 'held'
      ? 'Reopen the repair to stop it.'
      : 'Reopen the repair instead.';
  return `${why} ${textWords(text)} ${advice}`;
}
