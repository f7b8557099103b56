import { dayMs } from './clock.ts';
import type { FieldChanges } from './edits.ts';
import type { FieldColumns } from './field-list.ts';
import { plain, type StoredData, text, type WordsOf, withText } from './history-words.ts';
import { isolated } from './isolated.ts';

/**
 * A ticket's photos other than the two in the specification: of the watch at intake, on the bench and when
 * done, each with a caption. Shop decision (docs/decisions/photos.md).
 */
export const ticketPhotoKinds = ['intake', 'bench', 'completion'] as const;
export type TicketPhotoKind = (typeof ticketPhotoKinds)[number];

export const ticketPhotoLabels: Readonly<Record<TicketPhotoKind, string>> = {
  intake: 'Intake',
  bench: 'Bench',
  completion: 'Completion',
};

/** @param status of the ticket @returns the usual kind of a photo added at that point */
export function usualPhotoKind(status: string): TicketPhotoKind {
  if (status === 'pending') return 'intake';
  return status === 'completed' || status === 'ready' ? 'completion' : 'bench';
}

/** At most this many per ticket. */
export const maxTicketPhotos = 12;

export const ticketPhotoFields = {
  caption: {
    column: 'caption',
    label: 'Caption',
    kind: 'line',
    limit: 'photoCaption',
    isRequired: false,
  },
} as const;

export type TicketPhotoColumns = FieldColumns<typeof ticketPhotoFields>;

export interface TicketPhotoValues {
  kind: TicketPhotoKind;
  caption: string | null;
}

/**
 * When a photo was taken. The browser that kept it says when, and its clock may be wrong. Photos from intake
 * are older than their ticket, but by less than a day.
 *
 * @param takenAt what the browser says; null for a photo taken just now
 * @param takenInAt of the ticket. All times are ISO 8601 in UTC
 */
export function photoTime(takenAt: string | null, takenInAt: string, now: string): string {
  if (takenAt === null || takenAt > now) return now;
  return Date.parse(takenAt) < Date.parse(takenInAt) - dayMs ? takenInAt : takenAt;
}

/** These photos in an export; their files are in the backup. */
export const ticketPhotoTable = {
  about: 'Photos of watches',
  exported: ['photoId', 'ticketNumber', 'kind', 'caption', 'name', 'createdAt', 'updatedAt'],
  fields: ticketPhotoFields,
} as const;

interface OfPhoto {
  photoId: string;
  /** After the event. */
  caption: string | null;
}

export interface TicketPhotoEvents {
  'ticket-photo-added': OfPhoto & { before: null; after: TicketPhotoValues };
  'ticket-photo-changed': OfPhoto & FieldChanges;
  'ticket-photo-removed': OfPhoto & { before: TicketPhotoValues; after: null };
}

type Values = Readonly<Record<string, unknown>>;

const valuesOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null ? (value as Values) : {};

const kindText = ({ kind }: Values): string | null => {
  const known = ticketPhotoKinds.find((each) => each === kind);
  return known === undefined ? null : ticketPhotoLabels[known];
};

function changedLines({ before, after }: StoredData<FieldChanges>): (string | null)[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const caption = ({ caption: words }: Values) => isolated(text(words) ?? 'nothing');
  return [
    'kind' in now ? `Kind: ${kindText(old)} → ${kindText(now)}` : null,
    'caption' in now ? `Caption: ${caption(old)} → ${caption(now)}` : null,
  ];
}

/** @returns e.g. "Bench photo added: Crystal chipped" */
const title = (values: unknown, what: string, caption: unknown): string => {
  const kind = kindText(valuesOf(values));
  const photo = kind === null ? 'Photo' : `${kind} photo`;
  return withText(`${photo} ${what}${text(caption) === null ? '' : ':'}`, caption);
};

export const ticketPhotoWords: WordsOf<TicketPhotoEvents> = {
  'ticket-photo-added': ({ after, caption }) => plain(title(after, 'added', caption)),
  'ticket-photo-changed': ({ caption, ...data }) =>
    plain(title(null, 'changed', caption), ...changedLines(data)),
  'ticket-photo-removed': ({ before, caption }) => plain(title(before, 'removed', caption)),
};
