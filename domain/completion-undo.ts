import type { TicketEvent } from './api-answers.ts';
import { declinedCompletionNote } from './estimate-answers.ts';
import type { MessageState } from './messages.ts';

/**
 * Undoing a completion: what is left of it, and why it may be refused, in the words of staff. Shop
 * decision (docs/decisions/states.md, "Undo").
 */

/** What makes or ends a completion. */
const completionKinds = ['repair-completed', 'repair-completion-undone', 'repair-reopened'];

/** What an undone completion had besides what its ticket has now. */
interface UndoneCompletion {
  /** Null where its note was the same. */
  readonly notes: string | null;
  readonly photoUrl: string | null;
}

/**
 * What was typed for a completion that was undone, until the repair is completed again.
 *
 * @param events of the ticket, oldest first
 */
export function undoneCompletion(
  events: readonly Pick<TicketEvent, 'kind' | 'data'>[],
): UndoneCompletion | null {
  const last = events.findLast(({ kind }) => completionKinds.includes(kind));
  if (last?.kind !== 'repair-completion-undone') return null;
  const before = (last.data.before ?? {}) as Record<string, string | null | undefined>;
  const { completionNotes, completedPhotoUrl = null } = before;
  const isTyped = completionNotes !== undefined && completionNotes !== declinedCompletionNote;
  return { notes: isTyped ? (completionNotes ?? '') : null, photoUrl: completedPhotoUrl };
}

/** What an undo would take away or cannot put back, by the kinds of events. Payments stay as they are. */
const changes: Readonly<Record<string, string>> = {
  'repair-collected': 'The watch was collected',
  'repair-completion-edited': 'The completion was corrected',
  'repair-reopened': 'The repair was reopened',
  'photo-added': 'A photo was added',
  'estimate-deleted': 'The estimate was deleted',
};

/**
 * @param kinds of the events since the completion, oldest first
 * @returns the last change that stands in the way of an undo; null where none does
 */
export function changeInTheWay(kinds: readonly string[]): string | null {
  const kind = kinds.findLast((each) => each in changes);
  return kind === undefined ? null : (changes[kind] ?? null);
}

/** Whether the text that the watch is ready has left. @param state null where there is no text */
function textWords(state: MessageState | null): string {
  switch (state) {
    case null:
      return 'No text goes out.';
    case 'held':
      return 'The text has not left yet.';
    case 'failed':
      return 'The text was not sent.';
    case 'undelivered':
      return 'The text did not arrive.';
    case 'sending':
    case 'unknown':
      return "We can't tell yet whether the text has left.";
    default:
      return 'The text has left.';
  }
}

interface Refused {
  /** As {@link changeInTheWay} names it; null where only the time is over. */
  readonly change: string | null;
  readonly text: MessageState | null;
  readonly isCollected: boolean;
  /** Whether the ticket is still completed. */
  readonly isDone: boolean;
}

/** @returns what staff read: why, whether the text has left, and what they can do */
export function undoRefusalText({ change, text, isCollected, isDone }: Refused): string {
  const why =
    change === null ? 'The time to undo is over.' : `${change} since, so this can't be undone.`;
  if (!isDone) return `${why} ${textWords(text)}`;
  const advice = isCollected
    ? 'Press “Not collected” first, then reopen the repair.'
    : text === 'held'
      ? 'Reopen the repair to keep it back.'
      : 'Reopen the repair instead.';
  return `${why} ${textWords(text)} ${advice}`;
}
