import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { likeliestFirst, searchable, searchLine, searchTerms } from './search-text.ts';

/** Whether the query finds a ticket or client with these texts and this phone. */
function finds(query: string, texts: (string | null)[], phone: string | null = null): boolean {
  const line = searchLine(texts, phone);
  return searchTerms(query).every((term) => line.includes(term));
}

describe('likeliestFirst', () => {
  const found = (query: string, names: readonly string[]) =>
    likeliestFirst(names, searchTerms(query), (name) => [name]);

  it.each([
    ['a name that begins with it', 'mar', ['Omar', 'Mary'], ['Mary', 'Omar']],
    ['any word of a name', 'lima', ['Kalima', 'Ana Lima'], ['Ana Lima', 'Kalima']],
    ['a word after an apostrophe', 'bri', ['Cabria', 'O’Brien'], ['O’Brien', 'Cabria']],
    ['a name with accents', 'ast', ['Past', 'Björn Åström'], ['Björn Åström', 'Past']],
    ['a ticket number', 'wh12', ['7WH12', 'WH123456ABC'], ['WH123456ABC', '7WH12']],
    ['a later word of the same text', 'an', ['Joan Lee', 'Joan Ann'], ['Joan Ann', 'Joan Lee']],
    ['the first term only', 'ana om', ['Juana', 'Om', 'Ana'], ['Ana', 'Juana', 'Om']],
  ])('puts %s first', (_what, query, names, expected) => {
    expect(found(query, names)).toEqual(expected);
  });

  it('keeps the order of all that are alike', () => {
    expect(found('a', ['Ba', 'Ab', 'Ca', 'Ac'])).toEqual(['Ab', 'Ac', 'Ba', 'Ca']);
  });
});

describe('searchable', () => {
  it.each([
    ['  Ada   Lovelace ', 'ada lovelace'],
    ['José Núñez', 'jose nunez'],
    ['Jose\u0301', 'jose'],
    ['MÜLLER', 'muller'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Işık', 'isik'],
    ['İstanbul', 'istanbul'],
    ['ISTANBUL', 'istanbul'],
    ['Bjørn Åse', 'bjorn ase'],
    ['Łukasz', 'lukasz'],
    ['Ærø Œuvre', 'aero oeuvre'],
    ['Đorđe Þór Guðrún Ħal', 'dorde thor gudrun hal'],
    ['Ὀδυσσεύς', 'οδυσσευσ'],
    ['أحمد', 'احمد'],
    ['مُحَمَّد', 'محمد'],
    ['Ｏｍｅｇａ', 'omega'],
    ['ﬁne', 'fine'],
    ['O’Brien', "o'brien"],
    ['O´Brien', "o'brien"],
    ['“Speedy”', '"speedy"'],
    ['Smith–Jones', 'smith-jones'],
    ['a\u200Bb\u200Fc\uFEFF', 'abc'],
    ['tab\tand\nline\u00A0end', 'tab and line end'],
    ['⌚ Watch', '⌚ watch'],
  ])('%j compares as %j', (text, plain) => {
    expect(searchable(text)).toBe(plain);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(searchable(searchable(text))).toBe(searchable(text));
      }),
      { numRuns: 500 },
    );
  });
});

describe('searchLine', () => {
  it('holds every text, and numbers as bare digits, too', () => {
    expect(searchLine(['WH123456ABC', 'Ada', null, ''], '(212) 555-0101')).toBe(
      'wh123456abc | ada | (212) 555-0101 | 2125550101',
    );
    expect(searchLine(['311.30.42.30.01.005'], '2125550101')).toBe(
      '311.30.42.30.01.005 | 2125550101 | 31130423001005',
    );
    expect(searchLine([null], null)).toBe('');
  });
});

describe('a phone', () => {
  const stored = ['(212) 555-0101', '2125550101', '+1 212 555 0101', '1.212.555.0101'];
  const typed = [...stored, '212-555-0101', '+12125550101', '(212)', '555-0101', '555 01', '0101'];

  it.each(typed)('is found by %s, however it is stored', (query) => {
    for (const phone of stored) expect(finds(query, ['Ada Lovelace'], phone), phone).toBe(true);
  });

  it.each<readonly [string, boolean]>([
    ...['+1', '+1 2', '+1 212', '+1 (212) 555', '(+1) 212 5'].map(
      (query) => [query, true] as const,
    ),
    ...['212 555 0102', '+1 213', '0101 212'].map((query) => [query, false] as const),
    ['lovelace 212-555', true],
    ['ada (212) 555-0101', true],
    ['ada 212-556', false],
  ])('is found by %s: %s', (query, isFound) => {
    expect(finds(query, ['Ada Lovelace'], '(212) 555-0101')).toBe(isFound);
  });

  it('from another country is found in any format', () => {
    expect(finds('92 34 56 78', [], '+47 92345678')).toBe(true);
    expect(finds('+4792', [], '+47 92 34 56 78')).toBe(true);
  });
});

describe('searchTerms', () => {
  it.each([
    ['Ada  Lovelace', ['ada', 'lovelace']],
    ['(212) 555-0101', ['2125550101']],
    ['12125550101', ['2125550101']],
    ['+1 212', ['212']],
    ['(+1) 212', ['212']],
    ['1016', ['1016']],
    ['116610', ['116610']],
    ['22125550101', ['22125550101']],
    ['+47 92', ['4792']],
    ['311.30.42', ['3113042']],
    ['omega 311.30', ['omega', '31130']],
    ['ada -', ['ada']],
    ['SN-88/4412-Q', ['sn884412q']],
    ['smith-jones', ['smith-jones']],
  ])('of %j are %j', (query, terms) => {
    expect(searchTerms(query)).toEqual(terms);
  });
});

describe('words and codes', () => {
  it.each([
    ['311.30.42', '311.30.42.30.01.005'],
    ['3113042', '311.30.42.30.01.005'],
    ['speedmaster 311.30', 'Speedmaster 311.30.42.30.01.005'],
    ['123-456', 'SN123-456'],
    ['5711/1A', 'Nautilus 5711/1A-010'],
    ['1016 5513', '1016 5513'],
    ['16', 'Model 16'],
    ['WH123456', 'WH123456ABC'],
    ['123456', 'WH123456ABC'],
    ['SN-88/4412-Q', 'SN-88 / 4412-Q'],
    ['SN-88 / 4412-Q', 'sn884412q'],
    ['sn88', 'SN-88 / 4412-Q'],
    ['4412q', 'SN-88 / 4412-Q'],
    ['sn 88', 'SN-88'],
    ['omega sn-884', 'Omega SN_88.44'],
    ['J12 33mm', 'J-12 (33 mm)'],
    ['regular-1@mail.example', 'regular-1@mail.example'],
    ['nunez', 'José Núñez'],
    ['NÚÑEZ josé', 'José Núñez'],
    ['strasse', 'Hauptstraße'],
    ['STRAßE', 'Hauptstrasse'],
    ['isik', 'IŞIK'],
    ['ışık', 'Isik'],
    ['احمد', 'أحمد'],
    ["o'brien", 'O’Brien'],
    ['O’Brien', "O'Brien"],
    ['οδοσ', 'ΟΔΟΣ'],
    ['100%', 'gives 100% always'],
  ])('%s finds %s', (query, stored) => {
    expect(finds(query, [stored])).toBe(true);
  });

  it('must all be there, in any field and order', () => {
    expect(finds('omega ada', ['Ada Lovelace', 'Omega'])).toBe(true);
    expect(finds('omega grace', ['Ada Lovelace', 'Omega'])).toBe(false);
  });

  it('never reach from one field into the next', () => {
    expect(finds('lovelace|omega', ['Ada Lovelace', 'Omega'])).toBe(true);
    expect(searchTerms('a | b')).toEqual(['a', 'b']);
    expect(finds('lovelaceomega', ['Ada Lovelace', 'Omega'])).toBe(false);
  });

  it.each(['', '   ', '|', '-', '()', '\u200B'])('%j asks for nothing', (query) => {
    expect(searchTerms(query)).toEqual([]);
  });

  it('find every text they were taken from', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('|')),
        (text) => finds(text, [text]),
      ),
      { numRuns: 500 },
    );
  });
});
