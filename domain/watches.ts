import type { FieldChanges } from './edits.ts';
import { plain, type WordsOf } from './history-words.ts';

/**
 * A watch, which several tickets may point to. It exists only once staff have answered for a ticket whether
 * the watch was here before. Shop decision (docs/decisions/data.md).
 */
export interface WatchEvents {
  /** `sameAs`: the watch's other tickets at that moment; empty if it matched none of those shown. */
  'watch-answered': FieldChanges & { sameAs: string[] };
  'watch-answer-undone': FieldChanges;
}

const numbersIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

export const watchWords: WordsOf<WatchEvents> = {
  'watch-answered': ({ sameAs }) => {
    const numbers = numbersIn(sameAs);
    return numbers.length === 0
      ? plain('Not seen here before')
      : plain('Same watch as before', numbers.join(', '));
  },
  'watch-answer-undone': () => plain('Answer to “Seen before?” undone'),
};
