import type { FieldChanges } from './edits.ts';
import { plain, type WordsOf } from './history-words.ts';

/**
 * A watch, which several tickets may point to. It is there only because staff answered for a ticket whether
 * it is the same watch as one that was here before. Shop decision (docs/decisions/data.md).
 */
export interface WatchEvents {
  /** `sameAs`: the other tickets of the watch at that moment; empty if it was none of those seen. */
  'watch-answered': FieldChanges & { sameAs: string[] };
  'watch-answer-undone': FieldChanges;
}

const numbersIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

export const watchWords: WordsOf<WatchEvents> = {
  'watch-answered': ({ sameAs }) => {
    const numbers = numbersIn(sameAs);
    return numbers.length === 0
      ? plain('Not a watch that was here before')
      : plain('Same watch as before', numbers.join(', '));
  },
  'watch-answer-undone': () => plain('Answer about the watch undone'),
};
