import type { ClientChanges, TicketEvent } from '../../domain/api-answers.ts';
import { formatDollars } from '../../domain/money.ts';
import { changeLines, unchangedLines } from '../clients/change-words.ts';
import { attentionWordsOf, textKindWords, textMeaningWords } from '../texts/text-words.ts';
import { isolated } from '../ui/isolated.ts';
import { fieldLines } from './field-words.ts';

/** What happened to a ticket, in plain words. */
export interface EventWords {
  title: string;
  /** One line each. */
  details: string[];
  /** Staff should do something about it. */
  isAlert?: boolean;
}

type Data = TicketEvent['data'];

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

function withText(words: string, value: unknown): string {
  const shown = text(value);
  return shown === null ? words : `${words} ${isolated(shown)}`;
}

function priceOf(data: Data): string | null {
  const { priceCents } = data;
  return typeof priceCents === 'number' ? `$${formatDollars(priceCents)}` : null;
}

const plain = (title: string, ...details: (string | null)[]): EventWords => ({
  title,
  details: details.filter((detail) => detail !== null),
});

/** Who said so: the customer in a clear text, staff who read one, or staff who were told. */
function answerWords(answer: 'accepted' | 'declined', by: unknown): EventWords {
  const booked = answer === 'accepted' ? 'Accepted' : 'Declined';
  if (by === 'phone') return plain(`${booked} by phone, booked by staff`);
  if (by === 'counter') return plain(`${booked} at the counter, booked by staff`);
  const read = by === 'staff' ? 'Read from a text and booked by staff' : null;
  return plain(`Customer ${answer} the estimate`, read);
}

function completionNotesIn(after: unknown): string | null {
  const notes =
    typeof after === 'object' && after !== null && 'completionNotes' in after
      ? text(after.completionNotes)
      : null;
  return notes === null ? null : withText('Completion notes:', notes);
}

/** Whether there was a photo before. */
const isReplaced = (before: unknown) =>
  typeof before === 'object' && before !== null && Object.values(before).some(text);

const words: Record<string, (data: Data) => EventWords> = {
  'repair-created': ({ clientChanges, unconfirmedChanges, isNewClient }) =>
    plain(
      'Taken in',
      isNewClient === true ? 'The customer was added to the directory.' : null,
      ...(typeof clientChanges === 'object' && clientChanges !== null
        ? changeLines(clientChanges as ClientChanges)
        : []),
      ...(Array.isArray(unconfirmedChanges) ? unchangedLines(unconfirmedChanges) : []),
    ),
  'repair-imported': ({ externalId, lostEstimate }) =>
    plain(
      'Imported from a file',
      text(externalId) && withText('Its number there:', externalId),
      lostEstimate === true
        ? 'It waited for an answer to an estimate, which did not come with it.'
        : null,
    ),
  'repair-edited': (data) => plain('Details changed', ...fieldLines(data)),
  'repair-same-day': ({ isSameDay }) =>
    plain(isSameDay === true ? 'Marked as same day' : 'No longer same day'),
  'repair-assigned': ({ technician }) => plain(withText('Assigned to', technician)),
  'repair-reassigned': (data) =>
    plain(withText('Handed on to', data.technician), ...fieldLines(data, ['assignedWatchmaker'])),
  'repair-started': () => plain('Work started'),
  'repair-completed': (data) =>
    plain(
      data.outcome === 'declined' ? 'Completed without repair: estimate declined' : 'Completed',
      completionNotesIn(data.after),
    ),
  'repair-deleted': () => plain('Deleted'),
  'repair-restored': () => plain('Brought back'),
  'photo-added': ({ photo, before }) =>
    plain(
      `${photo === 'completed' ? 'Completion' : 'Initial'} photo ${isReplaced(before) ? 'replaced' : 'added'}`,
    ),
  'estimate-sent': (data) =>
    plain(
      withText('Estimate sent:', priceOf(data)),
      text(data.replaced) && 'It takes the place of the one before.',
      ...(text(data.replaced) ? fieldLines(data, ['estimatePrice', 'estimateNotes']) : []),
    ),
  'estimate-accepted': ({ by }) => answerWords('accepted', by),
  'estimate-declined': ({ by }) => answerWords('declined', by),
  'estimate-reminded': () => plain('Customer reminded of the estimate'),
  'estimate-expired': () => plain('Estimate ran out without an answer'),
  'estimate-deleted': (data) =>
    plain(withText('Estimate deleted:', priceOf(data)), ...fieldLines(data, ['status'])),
  'client-created': () => plain('Added to the directory'),
  'client-updated': (data) => plain('Details changed', ...fieldLines(data)),
  'client-deleted': () => plain('Taken out of the directory'),
  'client-restored': () => plain('Brought back into the directory'),
  'text-sent': ({ text: kind }) => plain(`Text sent: ${textKindWords(String(kind))}`),
  'text-resent': ({ text: kind }) => plain(`Text sent again: ${textKindWords(String(kind))}`),
  'attention-handled': () => plain('Marked as handled'),
  'text-rejected': ({ text: kind }) => ({
    ...plain(`Text not sent: ${textKindWords(String(kind))}`),
    isAlert: true,
  }),
  'text-unknown': ({ text: kind }) => ({
    ...plain(`Not known whether this text was sent: ${textKindWords(String(kind))}`),
    isAlert: true,
  }),
  'text-received': ({ meaning, attention }) => {
    const alert = attentionWordsOf(attention);
    return {
      ...plain('Customer replied', textMeaningWords(text(meaning)), alert),
      isAlert: alert !== null,
    };
  },
};

/** @param event an unknown kind is shown as it is called */
export function eventWords({ kind, data }: Pick<TicketEvent, 'kind' | 'data'>): EventWords {
  return words[kind]?.(data) ?? plain(kind.replaceAll('-', ' '));
}

/** As much of a session's id as tells those of a shop apart. */
export const sessionLetters = 4;

/**
 * Who did it, in plain words.
 *
 * @param ownSession the public id of this browser's session; null while it is not known
 */
export function actorWords(
  { actor, session }: Pick<TicketEvent, 'actor' | 'session'>,
  ownSession: string | null,
): string {
  if (actor === 'customer') return 'Customer';
  if (actor === 'system') return 'By itself';
  if (session === null) return 'Staff';
  return session === ownSession
    ? 'This computer'
    : `Staff, session ${session.slice(0, sessionLetters)}`;
}

/**
 * What staff have not dealt with yet: the last thing that asked for them, unless they did something
 * to the ticket since.
 *
 * @param events oldest first
 */
export function openAlert(events: readonly TicketEvent[]): EventWords | null {
  const sinceStaff = events.slice(events.findLastIndex(({ actor }) => actor === 'staff') + 1);
  return sinceStaff.map(eventWords).findLast(({ isAlert }) => isAlert) ?? null;
}
