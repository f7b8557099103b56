/**
 * What a search index holds of a text: its grams, the runs of one to four signs within a word. A
 * term is in a text only where all grams of the term are, so an index of grams leaves few texts to
 * look at; whether the term really is in one of those is for whoever looks. Decision on the search index.
 */

/** Three signs leave too much: of a million tickets every thirtieth has any three digits one knows. */
export const longestGram = 4;

/** No term needs more: what still has all of these has the term, nearly always. */
const mostOfTerm = 16;

/** Where no term of `searchTerms` reaches across. */
const betweenWords = /[\s|]+/;

const wordsOf = (text: string) => text.split(betweenWords).filter((word) => word !== '');

const isAscii = /^[ -~]*$/;

/** The signs of a word; those outside Unicode's first plane are one, too. */
const signsOf = (word: string): string | string[] => (isAscii.test(word) ? word : Array.from(word));

const gramAt = (signs: string | string[], start: number, length: number): string =>
  typeof signs === 'string'
    ? signs.slice(start, start + length)
    : signs.slice(start, start + length).join('');

/** For each sign of a text the longest gram that begins there: the shorter ones are its beginnings. */
export function longestGrams(text: string): Set<string> {
  const grams = new Set<string>();
  for (const word of wordsOf(text)) {
    const signs = signsOf(word);
    for (let start = 0; start < signs.length; start += 1) {
      grams.add(gramAt(signs, start, longestGram));
    }
  }
  return grams;
}

/** A gram and the shorter ones that it begins with. */
export function beginnings(gram: string): string[] {
  const signs = signsOf(gram);
  const found: string[] = [];
  for (let length = 1; length < signs.length; length += 1) found.push(gramAt(signs, 0, length));
  found.push(gram);
  return found;
}

/**
 * The grams that every text with this term has.
 *
 * @param term of `searchTerms`: within one word
 * @returns the term itself where it is no longer than a gram
 */
export function termGrams(term: string): string[] {
  const signs = signsOf(term);
  const last = Math.max(0, signs.length - longestGram);
  const step = Math.max(1, last / (mostOfTerm - 1));
  const grams = new Set<string>();
  for (let start = 0; start < last; start += step) {
    grams.add(gramAt(signs, Math.floor(start), longestGram));
  }
  grams.add(gramAt(signs, last, longestGram));
  return [...grams];
}
