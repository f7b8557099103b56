import {
  codeSeparators,
  isCode,
  isPlain,
  searchable,
  searchTerms,
} from '../../../domain/search-text.ts';

/** Where a search found what it found, so that it can be marked in the text as it is written. */

interface TextPart {
  text: string;
  isMatch: boolean;
  /** Where the part begins in the text. */
  at: number;
}

/** One code unit of the text's searchable form, and the stretch of the text that it came from. */
interface Unit {
  unit: string;
  from: number;
  to: number;
}

function unitsOf(text: string): Unit[] {
  if (isPlain.test(text)) {
    return Array.from(text.toLowerCase(), (unit, from) => ({ unit, from, to: from + 1 }));
  }
  const units: Unit[] = [];
  let from = 0;
  for (const character of text) {
    const to = from + character.length;
    const plain = /\s/.test(character) ? ' ' : searchable(character);
    for (const unit of plain.split('')) units.push({ unit, from, to });
    // An accent that is a character of its own belongs to the letter before it.
    const before = units.at(-1);
    if (plain === '' && before) before.to = to;
    from = to;
  }
  return units;
}

/** The digits of each number in the text, without the separators that people write between them. */
function numbersIn(units: readonly Unit[]): Unit[][] {
  const numbers: Unit[][] = [[]];
  for (const each of units) {
    if (/\d/.test(each.unit)) numbers.at(-1)?.push(each);
    else if (!/[\s()+./-]/.test(each.unit)) numbers.push([]);
  }
  return numbers;
}

/** The text without the separators that people write, or not, between the parts of a serial number. */
const withoutSeparators = (units: readonly Unit[]): Unit[] =>
  units.filter(({ unit }) => unit.replace(codeSeparators, '') !== '');

type Range = [from: number, to: number];

function rangesOf(term: string, units: readonly Unit[]): Range[] {
  const line = units.map(({ unit }) => unit).join('');
  const ranges: Range[] = [];
  for (let at = line.indexOf(term); at !== -1; at = line.indexOf(term, at + term.length)) {
    const first = units[at];
    const last = units[at + term.length - 1];
    if (first && last) ranges.push([first.from, last.to]);
  }
  return ranges;
}

function merge(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const [from, to] of ranges.toSorted((one, other) => one[0] - other[0])) {
    const before = merged.at(-1);
    if (before && from <= before[1]) before[1] = Math.max(before[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** A term with a digit in it may be written in the text with separators in between. */
const mayBeIn = (text: string, term: string): boolean =>
  /\d/.test(term) ? /\d/.test(text) : text.toLowerCase().includes(term);

/**
 * Splits a text at what a search matches in it, by the search's own rules: accents and case do not
 * matter, and a number is found with or without the separators in it.
 *
 * @param query as typed
 * @returns the parts in order; joined, they are the text
 */
export function textParts(text: string, query: string): TextPart[] {
  const terms = searchTerms(query);
  // Most texts on a page of results: nothing in them matches.
  if (isPlain.test(text) && !terms.some((term) => mayBeIn(text, term))) {
    return text === '' ? [] : [{ text, isMatch: false, at: 0 }];
  }
  const units = unitsOf(text);
  const bare = terms.some(isCode) ? withoutSeparators(units) : [];
  const ranges = terms.flatMap((term) =>
    [
      units,
      ...(isCode(term) ? [bare] : []),
      ...(/^\d+$/.test(term) ? numbersIn(units) : []),
    ].flatMap((stretch) => rangesOf(term, stretch)),
  );
  const parts: TextPart[] = [];
  let at = 0;
  for (const [from, to] of merge(ranges)) {
    parts.push({ text: text.slice(at, from), isMatch: false, at });
    parts.push({ text: text.slice(from, to), isMatch: true, at: from });
    at = to;
  }
  parts.push({ text: text.slice(at), isMatch: false, at });
  return parts.filter((part) => part.text !== '');
}

/** @returns whether a search matches anything in the text */
export function isFoundIn(text: string, query: string): boolean {
  return textParts(text, query).some((part) => part.isMatch);
}

/** A text with what the search matched in it marked. */
export function MarkedText({ text, query }: { text: string; query: string }) {
  return textParts(text, query).map((part) =>
    part.isMatch ? <mark key={part.at}>{part.text}</mark> : part.text,
  );
}
