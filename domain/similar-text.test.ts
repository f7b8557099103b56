import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchLine, searchTerms } from './search-text.ts';
import { letterChanges, similarTo } from './similar-text.ts';

describe('letterChanges', () => {
  it.each([
    ['okafor', 'okafor', 0],
    ['okafr', 'okafor', 1],
    ['okaffor', 'okafor', 1],
    ['okavor', 'okafor', 1],
    ['okafro', 'okafor', 1],
    ['kaofor', 'okafor', 2],
    ['breitlng', 'breitling', 1],
    ['', 'rosa', 4],
    ['rosa', '', 4],
  ])('of %j and %j', (one, other, changes) => {
    expect(letterChanges(one, other)).toBe(changes);
    expect(letterChanges(other, one)).toBe(changes);
  });

  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  it('is 0 only for the same word, and at most the length of the longer one', () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        const changes = letterChanges(one, other);
        expect(changes === 0).toBe(one === other);
        expect(changes).toBeLessThanOrEqual(Math.max(one.length, other.length));
        expect(changes).toBeGreaterThanOrEqual(Math.abs(one.length - other.length));
      }),
      { seed: 7 },
    );
  });
});

describe('a line', () => {
  const line = searchLine(
    ['WH123456ABC', 'Benoît L’Écuyer', 'Vacheron Constantin', 'SN-88 / 4412'],
    '+12125550101',
  );
  it.each([
    ['benoit', true],
    ['benit', true],
    ['Bneoît', true],
    ['ecuyr', true],
    ['bent', false],
    // Two in words of eight letters or more.
    ['vaceron', true],
    ['vachreno', true],
    ['constanten', true],
    ['vachon', false],
    ['konstanten', true],
    ['konstentan', false],
    // Short words, and numbers, as they are.
    ['ben', true],
    ['bem', false],
    ['2125550101', true],
    ['2125550102', false],
    ['sn884413', false],
    // All of them.
    ['benit vacheron', true],
    ['benit omega', false],
    ['benit 0101', true],
    ['benit 0102', false],
  ])('is similar to %j: %s', (query, is) => {
    expect(similarTo(searchTerms(query))(line)).toBe(is);
  });
});
