import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginnings, longestGram, longestGrams, termGrams } from './search-grams.ts';
import { searchable, searchTerms } from './search-text.ts';

const allGrams = (text: string) =>
  new Set([...longestGrams(text)].flatMap((gram) => beginnings(gram)));

describe('the grams of a text', () => {
  it('are every run of one to four signs within a word', () => {
    expect([...longestGrams('omega | x')]).toEqual(['omeg', 'mega', 'ega', 'ga', 'a', 'x']);
    expect(beginnings('omeg')).toEqual(['o', 'om', 'ome', 'omeg']);
    expect(allGrams('🕰小龍ab').has('🕰小龍a')).toBe(true);
    expect(allGrams('ab cd').has('bc')).toBe(false);
  });

  it('have those of every term that the text contains', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), fc.nat(), fc.nat(), (words, from, length) => {
        const text = searchable(words.join(' | '));
        const grams = allGrams(text);
        for (const whole of searchTerms(text)) {
          const signs = Array.from(whole);
          const start = from % signs.length;
          const term = signs.slice(start, start + 1 + (length % 12)).join('');
          if (!text.includes(term)) continue;
          for (const gram of termGrams(term)) expect(grams).toContain(gram);
        }
      }),
    );
  });
});

describe('the grams of a term', () => {
  it.each([
    ['o', ['o']],
    ['ome', ['ome']],
    ['omeg', ['omeg']],
    ['omega', ['omeg', 'mega']],
    ['🕰小龍ab', ['🕰小龍a', '小龍ab']],
  ])('%j has %j', (term, grams) => {
    expect(termGrams(term)).toEqual(grams);
  });

  it('are not too many of a long one, and reach from end to end', () => {
    const term = Array.from({ length: 200 }, (_, place) => String.fromCodePoint(0x4e00 + place));
    const grams = termGrams(term.join(''));
    expect(grams.length).toBeLessThanOrEqual(17);
    expect(grams[0]).toBe(term.slice(0, longestGram).join(''));
    expect(grams.at(-1)).toBe(term.slice(-longestGram).join(''));
  });
});
