/**
 * Words that are spelled nearly as typed, for a search that would otherwise find nothing. Shop decision
 * (docs/decisions/search.md).
 */

/** A number that differs in a digit is another number. */
const onlyLetters = /^\p{L}+$/u;

/** How many letters of a word may be wrong: in a short word, one makes it another word. */
function maxChanges(word: string): number {
  if (!onlyLetters.test(word) || word.length < 4) return 0;
  return word.length < 8 ? 1 : 2;
}

/**
 * @returns how many letters have to be changed, left out, inserted or swapped with their neighbor to turn one
 *   word into the other
 */
export function letterChanges(one: string, other: string): number {
  // The distance from what has been read of one word to each prefix of the other: now, one letter ago, and two.
  let row: number[] = [];
  let last: number[] = [];
  let beforeLast: number[] = [];
  for (let to = 0; to <= other.length; to += 1) row.push(to);
  for (let at = 1; at <= one.length; at += 1) {
    [beforeLast, last, row] = [last, row, beforeLast];
    row[0] = at;
    for (let to = 1; to <= other.length; to += 1) {
      const isSame = one[at - 1] === other[to - 1];
      const changed = (last[to - 1] ?? 0) + (isSame ? 0 : 1);
      let least = Math.min((last[to] ?? 0) + 1, (row[to - 1] ?? 0) + 1, changed);
      if (at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]) {
        least = Math.min(least, (beforeLast[to - 2] ?? 0) + 1);
      }
      row[to] = least;
    }
  }
  return row[other.length] ?? 0;
}

/**
 * @param terms of `searchTerms`
 * @returns whether a line of `searchLine` has each of them, spelled exactly or nearly like that; asked about
 *   many lines, it remembers the words that it has seen
 */
export function similarTo(terms: readonly string[]): (line: string) => boolean {
  const tests = terms.map((term) => {
    const most = maxChanges(term);
    const seen = new Map<string, boolean>();
    const isNear = (word: string): boolean => {
      const known = seen.get(word);
      if (known !== undefined) return known;
      const isIt = Math.abs(word.length - term.length) <= most && letterChanges(term, word) <= most;
      seen.set(word, isIt);
      return isIt;
    };
    return (line: string, words: readonly string[]) =>
      line.includes(term) || (most > 0 && words.some(isNear));
  });
  return (line) => {
    const words = line.split(/[^\p{L}]+/u);
    return tests.every((test) => test(line, words));
  };
}
