import { useQuery } from '@tanstack/react-query';
import type { ClientChanges, Message, TicketEvent } from '../../../domain/api-answers.ts';
import { dateText } from '../../../domain/calendar-date.ts';
import { clientExtraNames, clientFields } from '../../../domain/client-fields.ts';
import { comeBackText } from '../../../domain/come-backs.ts';
import { differenceText } from '../../../domain/day-money.ts';
import type { FieldChanges } from '../../../domain/edits.ts';
import { answerWayWords, isAnswerWay } from '../../../domain/estimate-answers.ts';
import { estimateFields } from '../../../domain/estimate-fields.ts';
import type { FieldPart } from '../../../domain/field-kinds.ts';
import { type Field, fieldParts } from '../../../domain/field-list.ts';
import { finalCheckDetails } from '../../../domain/final-check.ts';
import type { EventData } from '../../../domain/history.ts';
import {
  type EventWords,
  plain,
  type StoredData,
  text,
  type WordsOf,
  withText,
} from '../../../domain/history-words.ts';
import { isolated } from '../../../domain/isolated.ts';
import { dollarsFromCents, formatPrice } from '../../../domain/money.ts';
import { formatPhone } from '../../../domain/phone.ts';
import { moveWords } from '../../../domain/places.ts';
import { type EstimateLine, lineText } from '../../../domain/price-lines.ts';
import { repairFields } from '../../../domain/repair-fields.ts';
import { isKnownStatus } from '../../../domain/repair-status.ts';
import { photosText } from '../../../domain/text-pictures.ts';
import { ticketTableWords } from '../../../domain/ticket-tables.ts';
import { warrantyChangeLines } from '../../../domain/warranties.ts';
import { watchWords } from '../../../domain/watches.ts';
import { sessionQuery } from '../../data/queries.ts';
import { dateTimeOf } from '../../data/shop-time.ts';
import { changeLines, unchangedLines } from '../client/client-changes.ts';
import { repairStatusLabel } from '../repair/status-badge.tsx';
import { attentionWordsOf, textKindWords, textMeaningWords } from '../text/text-words.ts';
import { sharersWords } from '../text/whose-text.ts';

type HistoryField = Pick<Field, 'kind' | 'label'>;

const line = (label: string): HistoryField => ({ kind: 'line', label });

/** The fields that an event may mention, in the order in which they are shown. */
const historyFields: Readonly<Record<string, HistoryField>> = {
  ...clientFields,
  ...repairFields,
  ...Object.fromEntries(
    Object.values(estimateFields).map(({ kind, onTicket: { name, label } }) => [
      name,
      { kind, label },
    ]),
  ),
  assignedWatchmaker: line('Technician'),
  completionNotes: line('Completion notes'),
  collectedBy: line('Picked up by'),
  collectedNote: line('Pickup note'),
  shippedBy: line('Shipped by'),
  trackingNumber: line('Tracking number'),
  status: line('Status'),
};

/** A form's text may be as long as a page; its beginning tells it from another. */
const maxCharacters = 160;

function shortened(text: string): string {
  const oneLine = text.replace(/\s+/g, ' ').trim();
  const characters = [...oneLine];
  if (characters.length <= maxCharacters) return oneLine;
  return `${characters.slice(0, maxCharacters).join('').trimEnd()}…`;
}

function shown(name: string, { text, isTyped }: FieldPart): string {
  if (!isTyped) return text;
  if (name === 'status' && isKnownStatus(text)) return repairStatusLabel(text);
  return isolated(name === 'phone' ? formatPhone(text) : shortened(text));
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** One line for each part of a field that has changed. */
function changedParts(name: string, field: HistoryField, old: unknown, now: unknown): string[] {
  const before = fieldParts(field, old);
  return fieldParts(field, now).flatMap((part, at) => {
    const was = before[at] ?? part;
    if (was.text === part.text) return [];
    return [`${part.label}: ${shown(name, was)} → ${shown(name, part)}`];
  });
}

/** @param fields which ones to list, if the event's title covers the others */
function fieldLines(
  { before, after }: StoredData<FieldChanges>,
  fields: readonly string[] = Object.keys(historyFields),
): string[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return Object.entries(historyFields)
    .filter(([name]) => fields.includes(name) && (name in old || name in now))
    .flatMap(([name, field]) => changedParts(name, field, old[name], now[name]));
}

function priceOf({ priceCents }: { priceCents?: unknown }): string | null {
  return typeof priceCents === 'number' ? formatPrice(dollarsFromCents(priceCents)) : null;
}

/** Who said so: the customer in a clear text, staff who interpreted one, or staff who were told. */
function answerWords(
  answer: 'accepted' | 'declined',
  { by, answeredBy, goesOnCents }: StoredData<EventData['estimate-accepted']>,
): EventWords {
  const goesOn = goesOnIn({ goesOnCents });
  const said = answer === 'accepted' ? 'Accepted' : 'Declined';
  const way = wayWords(by);
  if (way !== null) {
    const who = text(answeredBy) && withText('Answered by', answeredBy);
    return plain(`${said} ${way}, recorded by staff`, who, goesOn);
  }
  const read = by === 'staff' ? 'Read from a text and recorded by staff' : null;
  return plain(`Customer ${answer} the estimate`, read, goesOn);
}

/** "by phone"; null for anything that is not a way of answering without a text. */
const wayWords = (way: unknown): string | null => (isAnswerWay(way) ? answerWayWords[way] : null);

function completionNotesIn(after: unknown): string | null {
  const notes =
    typeof after === 'object' && after !== null && 'completionNotes' in after
      ? text(after.completionNotes)
      : null;
  return notes === null ? null : withText('Completion notes:', notes);
}

function workIn(after: unknown): string | null {
  const work = text(fieldsOf(after).estimateWork);
  return work === null ? null : withText('Work:', work);
}

/** The lines of a price; none for just an amount. */
const linesIn = ({ lines }: { lines?: unknown }): string[] =>
  Array.isArray(lines) ? lines.map((line) => isolated(lineText(line as EstimateLine))) : [];

/** After more work that was not accepted. */
const goesOnIn = ({ goesOnCents }: { goesOnCents?: unknown }) => {
  const price = priceOf({ priceCents: goesOnCents });
  return price === null ? null : `The repair continues at ${price}.`;
};

const newEstimateWords = (title: string, data: StoredData<EventData['estimate-sent']>) =>
  plain(
    withText(title, priceOf(data)),
    text(data.replaced) && 'It replaces the previous one.',
    ...(text(data.replaced)
      ? fieldLines(data, ['estimatePrice', 'estimateWork', 'estimateNotes'])
      : [workIn(data.after)]),
    ...linesIn(data),
  );

/** A text that was held was never sent. */
const withdrawn = ({ messageId }: { messageId?: unknown }) =>
  text(messageId) && 'The text to the customer was not sent.';

type Fields = Readonly<Record<string, unknown>>;

const pickupTitle = ({ collectedBy, shippedBy }: Fields): string =>
  text(shippedBy) ? withText('Shipped by', shippedBy) : withText('Picked up by', collectedBy);

/** What is entered only when a watch leaves the shop. */
const pickupDetails = ({ claimCheckSeen, idSeen, trackingNumber, insuredValue }: Fields) => [
  claimCheckSeen === true ? 'Claim check seen' : null,
  idSeen === true ? 'ID seen' : null,
  text(trackingNumber) && withText('Tracking number:', trackingNumber),
  typeof insuredValue === 'number' ? `Insured for ${formatPrice(insuredValue)}` : null,
];

/** What no longer holds. */
const goneDetails = ({ collectedBy, shippedBy, collectedNote, trackingNumber }: Fields) => [
  text(shippedBy) && withText('Was shipped by', shippedBy),
  text(collectedBy) && withText('Was picked up by', collectedBy),
  text(collectedNote) && withText('Pickup note:', collectedNote),
  text(trackingNumber) && withText('Tracking number:', trackingNumber),
];

/** {@link moveWords} as a title: "Moved from Safe to Tray 4". */
function movedTitle(from: string | null, to: string | null): string {
  if (to === null && from !== null) return withText('Taken out of', from);
  const words = moveWords(from, to).replace(' it', '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const isReplaced = (before: unknown) =>
  typeof before === 'object' && before !== null && Object.values(before).some(text);

/** What earlier versions recorded, and current ones no longer do. */
interface OlderEvents {
  'text-rejected': { text: string };
  'text-unknown': { text: string };
}

const words: WordsOf<EventData & OlderEvents> = {
  'repair-created': ({ clientChanges, unconfirmedChanges, isNewClient, comeBack }) =>
    plain(
      'Taken in',
      comeBackText(comeBack),
      isNewClient === true ? 'The customer was added to the directory.' : null,
      ...(typeof clientChanges === 'object' && clientChanges !== null
        ? changeLines(clientChanges as ClientChanges)
        : []),
      ...(Array.isArray(unconfirmedChanges) ? unchangedLines(unconfirmedChanges) : []),
    ),
  'repair-imported': ({ externalId, lostEstimate }) =>
    plain(
      'Imported from a file',
      text(externalId) && withText('Number in the file:', externalId),
      lostEstimate === true
        ? 'It was waiting for an answer to an estimate, which was not in the file.'
        : null,
    ),
  'repair-edited': (data) => plain('Details changed', ...fieldLines(data)),
  'repair-same-day': (data) =>
    plain(
      data.isSameDay === true ? 'Marked as same day' : 'No longer same day',
      ...fieldLines(data, ['expectedOn']),
    ),
  'repair-assignment-undone': (data) =>
    plain('Assignment undone', ...fieldLines(data, ['assignedWatchmaker'])),
  'repair-assigned': ({ technician }) => plain(withText('Assigned to', technician)),
  'repair-reassigned': (data) =>
    plain(withText('Reassigned to', data.technician), ...fieldLines(data, ['assignedWatchmaker'])),
  'repair-moved': ({ before, after }) =>
    plain(movedTitle(text(fieldsOf(before).place), text(fieldsOf(after).place))),
  'repair-started': () => plain('Work started'),
  'repair-completed': (data) =>
    data.whileWaiting === true
      ? plain(
          withText('Done while waiting, by', fieldsOf(data.after).assignedWatchmaker),
          completionNotesIn(data.after),
          ...finalCheckDetails(data.finalCheck),
          ...warrantyChangeLines(data.warranties),
          ...fieldLines(data, ['repairPrice']),
        )
      : plain(
          data.outcome === 'declined' ? 'Completed without repair: estimate declined' : 'Completed',
          completionNotesIn(data.after),
          ...finalCheckDetails(data.finalCheck),
        ),
  'repair-completion-undone': (data) =>
    plain(
      'Completion undone',
      withdrawn(data),
      ...warrantyChangeLines(data.warranties),
      ...fieldLines(data, ['assignedWatchmaker']),
    ),
  'repair-reopened': (data) =>
    plain('Reopened', withdrawn(data), ...fieldLines(data, ['assignedWatchmaker', 'status'])),
  'repair-completion-edited': (data) =>
    plain(
      'Completion edited',
      ...fieldLines(data, ['completionNotes']),
      text(fieldsOf(data.before).completedPhotoUrl) && 'The completion photo was removed.',
    ),
  'estimate-holds-again': (data) =>
    plain(withText('Proceeded at', priceOf(data)), ...fieldLines(data, ['status'])),
  'repair-collected': (data) =>
    plain(
      pickupTitle(fieldsOf(data.after)),
      ...pickupDetails(fieldsOf(data.after)),
      ...fieldLines(data, ['collectedNote']),
      ...warrantyChangeLines(data.warranties),
      withdrawn(data),
    ),
  'repair-pickup-reminded': () => plain('Customer reminded about pickup'),
  'repair-not-collected': (data) =>
    plain(
      text(fieldsOf(data.before).shippedBy) ? 'Shipment undone' : 'Pickup undone',
      ...goneDetails(fieldsOf(data.before)),
      ...warrantyChangeLines(data.warranties),
      text(data.messageId) && 'The customer has not been texted that the watch is ready.',
    ),
  'repair-deleted': (data) => plain('Deleted', withdrawn(data)),
  'repair-restored': (data) => plain('Restored', ...fieldLines(data, ['assignedWatchmaker'])),
  'repair-purged': () => plain('Deleted for good'),
  'photo-added': ({ photo, before }) =>
    plain(
      `${photo === 'completed' ? 'Completion' : 'Initial'} photo ${isReplaced(before) ? 'replaced' : 'added'}`,
    ),
  'estimate-sent': (data) => newEstimateWords('Estimate sent:', data),
  'estimate-recorded': (data) =>
    newEstimateWords(`Estimate given ${wayWords(data.told) ?? 'without a text'}:`, data),
  'estimate-accepted': (data) => answerWords('accepted', data),
  'estimate-declined': (data) => answerWords('declined', data),
  'estimate-reminded': () => plain('Customer reminded about the estimate'),
  'estimate-expired': (data) => plain('Estimate expired without an answer', goesOnIn(data)),
  'estimate-deleted': (data) =>
    plain(
      withText('Estimate deleted:', priceOf(data)),
      goesOnIn(data),
      ...fieldLines(data, ['status']),
    ),
  ...ticketTableWords,
  ...watchWords,
  'client-created': (data) =>
    plain('Added to the directory', ...fieldLines(data, clientExtraNames)),
  'client-imported': (data) => plain('Imported from a file', ...fieldLines(data, clientExtraNames)),
  'client-updated': (data) => plain('Details changed', ...fieldLines(data)),
  'client-deleted': () => plain('Removed from the directory'),
  'client-restored': () => plain('Restored to the directory'),
  'client-purged': () => plain('Deleted for good'),
  'text-sent': ({ text: kind }) => plain(`Text sent: ${textKindWords(String(kind))}`),
  'text-resent': ({ text: kind }) => plain(`Text resent: ${textKindWords(String(kind))}`),
  'attention-handled': () => plain('Marked as handled'),
  'attention-reopened': () => plain('Reopened: needs attention'),
  'text-received': ({ meaning, attention, pictures }) => {
    const alert = attentionWordsOf(attention);
    const sent = typeof pictures === 'number' ? `Customer sent ${photosText(pictures)}` : null;
    // Nothing was written that could be read.
    const read = sent !== null && meaning === 'EMPTY' ? null : textMeaningWords(text(meaning));
    return { ...plain(sent ?? 'Customer replied', read, alert), isAlert: alert !== null };
  },
  'picture-asked-for': () => plain('Photo requested again'),
  'settings-changed': () => plain('Settings changed'),
  'shop-restored': ({ backupAt, formerShop }) =>
    plain(
      `Backup restored: the shop as of ${dateTimeOf(new Date(String(backupAt)), new Date())}`,
      text(formerShop) && `What it replaced is saved in ${formerShop}`,
    ),
  'day-closed': ({ after }) => {
    const { date, counted, difference, note } = fieldsOf(after);
    return plain(
      `Closed ${dateText(String(date))}`,
      `${formatPrice(Number(counted))} in cash counted, ${differenceText(Number(difference))}`,
      text(note) && isolated(String(note)),
    );
  },
  'text-rejected': ({ text: kind }) => ({
    ...plain(`Text not sent: ${textKindWords(String(kind))}`),
    isAlert: true,
  }),
  'text-unknown': ({ text: kind }) => ({
    ...plain(`Unknown whether this text was sent: ${textKindWords(String(kind))}`),
    isAlert: true,
  }),
};

const wordsOf: Readonly<Record<string, (data: TicketEvent['data']) => EventWords>> = words;

/** @param event an unknown kind is shown as it is called */
export function eventWords({ kind, data }: Pick<TicketEvent, 'kind' | 'data'>): EventWords {
  return wordsOf[kind]?.(data) ?? plain(kind.replaceAll('-', ' '));
}

/**
 * What a ticket's events say, with the names of those who share the phone that a text came from.
 *
 * @param messages of the ticket
 */
export const eventWordsAmong =
  (messages: readonly Message[]): typeof eventWords =>
  (event) => {
    const words = eventWords(event);
    if (event.kind !== 'text-received') return words;
    const message = messages.find(({ id }) => id === event.data.messageId);
    const sharers = message ? sharersWords(message) : null;
    return sharers === null ? words : { ...words, details: [`From ${sharers}`, ...words.details] };
  };

/** @returns the public id of this browser's session; null while it is not known */
export function useOwnSession(): string | null {
  return useQuery(sessionQuery).data?.id ?? null;
}

/** As much of a session's id as is needed to tell those of a shop apart. */
const sessionIdLength = 4;

/** What history and the list of those logged in call a session. */
export const sessionWords = (id: string) => `session ${id.slice(0, sessionIdLength)}`;

/**
 * Who it was, as far as is known: the initials, else which computer.
 *
 * @param ownSession the public id of this browser's session; null while it is not known
 */
export function actorWords(
  { actor, session, initials }: Pick<TicketEvent, 'actor' | 'session' | 'initials'>,
  ownSession: string | null,
): string {
  if (actor === 'customer') return 'Customer';
  if (actor === 'system') return 'System';
  if (initials !== null) return initials;
  if (session === null) return 'Staff';
  return session === ownSession ? 'This computer' : `Staff, ${sessionWords(session)}`;
}

/** @param events oldest first */
const lastByStaff = (events: readonly TicketEvent[]) =>
  events.findLastIndex(({ actor }) => actor === 'staff');

/**
 * What staff have not dealt with yet: the last thing that needed them, unless they have done something
 * to the ticket since.
 *
 * @param events oldest first
 */
export function openAlert(events: readonly TicketEvent[]): EventWords | null {
  const sinceStaff = events.slice(lastByStaff(events) + 1);
  return sinceStaff.map(eventWords).findLast(({ isAlert }) => isAlert) ?? null;
}

/**
 * The customer's texts that need staff: open cases, and those since which staff did nothing. An
 * answer to the estimate closes the case of a question, but does not answer it.
 *
 * @param events oldest first
 */
export function waitingTexts(
  messages: readonly Message[],
  events: readonly TicketEvent[],
): Message[] {
  const since = events[lastByStaff(events)]?.at ?? '';
  return messages.filter(
    ({ direction, attention, attentionHandledAt, createdAt }) =>
      direction === 'inbound' &&
      attention !== null &&
      (attentionHandledAt === null || createdAt > since),
  );
}
