import { isolated } from './isolated.ts';

/**
 * What the functions that put events into words share. The words are in web/parts/history/event-words.ts, those
 * of a table in its own file.
 */

/**
 * What is stored of an event: nothing once its ticket or client has been deleted for good, and an older
 * version may have said it in another way.
 */
export type StoredData<Data> = { readonly [Name in keyof Data]?: unknown };

export interface EventWords {
  title: string;
  details: string[];
  isAlert?: boolean;
}

/** The words of some kinds of events, each for what it stores. */
export type WordsOf<Events> = {
  readonly [Kind in keyof Events]: (data: StoredData<Events[Kind]>) => EventWords;
};

export const plain = (title: string, ...details: (string | null)[]): EventWords => ({
  title,
  details: details.filter((detail) => detail !== null),
});

export const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

export function withText(words: string, value: unknown): string {
  const shown = text(value);
  return shown === null ? words : `${words} ${isolated(shown)}`;
}
