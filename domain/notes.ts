import type { FieldColumns } from './field-list.ts';
import { type EventWords, plain, type StoredData, text, type WordsOf } from './history-words.ts';
import { isolated } from './isolated.ts';

/**
 * What staff note on a ticket, including calls to the customer: lines that are never changed, deleted
 * only with the ticket, never texted. Only amendments are printed: what was found after the claim check
 * was signed. Shop decision (docs/decisions/states.md).
 */
export const noteKinds = [
  'note',
  'called-no-answer',
  'voicemail',
  'spoke-with',
  'amendment',
] as const;
export type NoteKind = (typeof noteKinds)[number];

export const noteKindLabels: Readonly<Record<NoteKind, string>> = {
  note: 'Note',
  'called-no-answer': 'Called, no answer',
  voicemail: 'Left a voicemail',
  'spoke-with': 'Spoke with customer',
  amendment: 'Amendment',
};

export const noteFields = {
  text: { column: 'text', label: 'Note', kind: 'text', limit: 'notes', isRequired: false },
} as const;

export type NoteColumns = FieldColumns<typeof noteFields>;

/** The message for a note without text. */
export const emptyNote = 'Please write the note first';

/** A call needs none. */
export const needsWords = (kind: NoteKind): boolean => kind === 'note' || kind === 'amendment';

/** @returns what is wrong with a note; null for nothing */
export const noteFault = (kind: NoteKind, words: string | null): string | null =>
  needsWords(kind) && (words ?? '').trim() === '' ? emptyNote : null;

/**
 * When a note was written: for a note that was kept while offline, the browser says when, and its clock may be wrong.
 *
 * @param writtenAt what the browser says; null for a note written just now
 * @param takenInAt of the ticket, which no note is older than. All times are ISO 8601 in UTC
 */
export function noteTime(writtenAt: string | null, takenInAt: string, now: string): string {
  if (writtenAt === null || writtenAt > now) return now;
  return writtenAt < takenInAt ? takenInAt : writtenAt;
}

/** What notes are in an export. */
export const noteTable = {
  about: 'Notes and calls of staff',
  exported: ['noteId', 'ticketNumber', 'at', 'kind', 'text', 'session', 'initials'],
  fields: noteFields,
} as const;

export interface NoteEvents {
  'note-added': { noteId: string; before: null; after: { kind: NoteKind; text: string | null } };
}

function addedWords({ after }: StoredData<NoteEvents['note-added']>): EventWords {
  const said: Record<string, unknown> =
    typeof after === 'object' && after !== null ? { ...after } : {};
  const kind = noteKinds.find((each) => each === said.kind) ?? 'note';
  const words = text(said.text);
  return plain(noteKindLabels[kind], words && isolated(words));
}

export const noteWords: WordsOf<NoteEvents> = { 'note-added': addedWords };
