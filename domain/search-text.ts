/**
 * One way to compare what was typed with what is stored: accents, case, width and a phone's or a
 * reference number's separators do not matter. Shop decision on search.
 */

/** Letters that Unicode does not decompose, as people without them on the keyboard type them. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ł: 'l',
  þ: 'th',
  ς: 'σ',
};

/** Numbers as people write them: digits with separators between, e.g. "(212) 555-0101", "311.30.42". */
const numberRuns = /\d[\d\s()+./-]*\d/g;
const onlyNumber = /^[\d\s()+./-]+$/;

/**
 * A letter and a digit: part of a serial or reference number, which everybody writes differently.
 */
export const isCode = (text: string) => /\d/.test(text) && /\p{L}/u.test(text);

/** What people put between the parts of a serial or reference number, or leave out. */
export const codeSeparators = /[-\s()+./\\_:,#]+/g;

const digitsOf = (text: string) => text.replace(/\D/g, '');

/**
 * Nearly all that is typed at a counter: nothing in it needs Unicode's tables, and lower case is as
 * long as it was.
 */
export const isPlain = /^[ -_a-~]*$/;

/** @returns lower case, plain quotes and hyphens, single spaces; no accents or invisible characters */
export function searchable(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase().replace(/ {2,}/g, ' ').trim();
  return (
    text
      .replaceAll('´', "'")
      .normalize('NFKD')
      .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
      .replace(/[‘’‛′ʹʻʼ`]/g, "'")
      .replace(/[“”„‟]/g, '"')
      .replace(/\p{Pd}/gu, '-')
      // There and back: ß and ẞ meet at ss, the dotless ı meets i.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replace(/[æœøðđħłþς]/g, (letter) => plainLetters[letter] ?? letter)
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/**
 * Everything a ticket or client can be found by, as one line. Numbers with separators in them, such as
 * phones, appear a second time as bare digits; text with letters and digits in it, such as a serial number,
 * a second time without spaces and separators.
 */
export function searchLine(texts: readonly (string | null)[], phone: string | null): string {
  const parts = [...texts, phone].filter((text) => text !== null).map(searchable);
  const digits = parts.flatMap((text) => text.match(numberRuns) ?? []).map(digitsOf);
  const line = parts.filter((part) => part !== '').join(' | ');
  const codes = parts.filter(isCode).map((text) => text.replace(codeSeparators, ''));
  const unseen = [...new Set([...digits, ...codes])].filter((number) => !line.includes(number));
  return [line, ...unseen].filter((part) => part !== '').join(' | ');
}

/**
 * What the user typed → the terms that must all be found. A typed number in any format becomes its
 * digits, as {@link searchLine} holds them; otherwise each word is a term, and a word of letters
 * and digits loses its punctuation.
 */
export function searchTerms(query: string): string[] {
  const plain = searchable(query);
  if (onlyNumber.test(plain)) {
    const digits = digitsOf(plain);
    const hasCountryCode =
      /^\(?\+ ?1/.test(plain) || (digits.length === 11 && digits.startsWith('1'));
    return [hasCountryCode ? digits.slice(1) : digits].filter((term) => term !== '');
  }
  return plain
    .split(/[\s|]+/)
    .map((word) => {
      if (onlyNumber.test(word)) return digitsOf(word);
      return isCode(word) ? word.replace(codeSeparators, '') : word;
    })
    .filter((term) => term !== '');
}

const letterOrDigit = /[\p{L}\p{N}]/u;

function hasWordFrom(text: string, term: string): boolean {
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
    if (at === 0 || !letterOrDigit.test(text[at - 1] ?? '')) return true;
  }
  return false;
}

/**
 * Those that were most likely meant come first; the rest keep their order.
 *
 * @param terms of {@link searchTerms}; the first one counts
 * @param namesOf a customer's name, a ticket number: what has a word that begins with it comes first
 */
export function likeliestFirst<Item>(
  items: readonly Item[],
  [term = '']: readonly string[],
  namesOf: (item: Item) => readonly string[],
): Item[] {
  const isLikely = (item: Item) =>
    namesOf(item).some((name) => hasWordFrom(searchable(name), term));
  const likely = new Set(items.filter(isLikely));
  return [...likely, ...items.filter((item) => !likely.has(item))];
}
