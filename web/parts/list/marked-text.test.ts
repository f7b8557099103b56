import { describe, expect, it } from 'vitest';
import { textParts } from './marked-text.tsx';

/** The parts with brackets around the matches. */
function marked(text: string, query: string): string {
  return textParts(text, query)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');
}

describe('textParts', () => {
  it.each([
    ['Ana Lima', 'ana', '[Ana] Lima'],
    ['Ana Lima', 'lima an', '[An]a [Lima]'],
    ['Ana Lima', 'xyz', 'Ana Lima'],
    ['Ana Lima', '', 'Ana Lima'],
    ['Ana Lima', '   ', 'Ana Lima'],
    ['', 'ana', ''],
    ['banana', 'an', 'b[anan]a'],
    ['banana', 'ana nan', 'b[anan]a'],
  ])('of %j for %j are %j', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected);
  });

  it.each([
    ['José Núñez', 'jose nunez', '[José] [Núñez]'],
    ['Jose\u0301 Ruiz', 'jose', '[Jose\u0301] Ruiz'],
    ['Jose Ruiz', 'José', '[Jose] Ruiz'],
    ['Straße', 'strasse', '[Straße]'],
    ['Straße', 'stras', '[Straß]e'],
    ['O’Neill', "o'ne", '[O’Ne]ill'],
    ['ＲＯＬＥＸ', 'rol', '[ＲＯＬ]ＥＸ'],
    ['⌚ Omega', 'omega', '⌚ [Omega]'],
    ['𝐀na', 'an', '[𝐀n]a'],
  ])('follow the search in what it overlooks: %j for %j', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected);
  });

  it.each([
    ['(212) 555-0101', '2125550101', '([212) 555-0101]'],
    ['2125550101', '(212) 555-0101', '[2125550101]'],
    ['(212) 555-0101', '+1 212 555', '([212) 555]-0101'],
    ['(212) 555-0101', '5501', '(212) 5[55-01]01'],
    ['(212) 555-0101', '0101', '(212) 555-[0101]'],
    ['311.30.42', '3113', '[311.3]0.42'],
    ['WH123456ABC', '3456', 'WH12[3456]ABC'],
    ['WH12 and 34', '1234', 'WH12 and 34'],
    ['No. SN-88 / 4412-Q', 'sn88/44', 'No. [SN-88 / 44]12-Q'],
  ])('find a number in any format: %j for %j', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected);
  });

  it('joined are the text', () => {
    const text = 'Ana (212) 555-0101 ß ﬁne ⌚';
    for (const query of ['a', '5', 'ss', 'fi', '1 0', 'n']) {
      const parts = textParts(text, query);
      expect(parts.map((part) => part.text).join('')).toBe(text);
      expect(parts.some((part) => part.isMatch)).toBe(true);
    }
  });
});
