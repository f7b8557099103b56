import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSegments, cutToSeptets, plainWhereAlike, toGsm7 } from './gsm7.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 300 });

describe('toGsm7', () => {
  it.each([
    ['“Grandpa’s” Rolex – 36…', '"Grandpa\'s" Rolex - 36...'],
    ['Café Zürich Ñandú', 'Café Zürich Ñandu'],
    ['cafe\u0301', 'café'],
    ['Łódź, Kraków, Çelik, façade', 'Lodz, Krakow, Çelik, facade'],
    ['œuvre Þór', 'oeuvre Thor'],
    ['Rolex™ Oyster 🕰️ Date', 'Rolex Oyster Date'],
    ['two\r\nlines\tand\u2028three\u0000four', 'two lines and three four'],
    ['  much   space \u00A0 here ', 'much space here'],
    ['ＦＵＬＬ width', 'FULL width'],
    ['¼ inch', '1/4 inch'],
    ['zero\u200Bwidth\u202E', 'zerowidth'],
    ['lost \uD83D half', 'lost half'],
    ['price €5 {a} [b] ~ ^ | \\', 'price €5 {a} [b] ~ ^ | \\'],
    ['Часы', ''],
    ['Ω Omega', 'Ω Omega'],
  ])('%j becomes %j', (text, plain) => {
    expect(toGsm7(text)).toBe(plain);
  });

  it('yields the plain alphabet on one tidy line, and does not change its own output', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const plain = toGsm7(text);
        expect(countSegments(plain).encoding).toBe('GSM-7');
        expect(plain).not.toMatch(/[\n\r\f]|^ | $| {2}/);
        expect(toGsm7(plain)).toBe(plain);
      }),
    );
  });
});

describe('countSegments', () => {
  it.each([
    ['', 'GSM-7', 0, 0],
    ['a'.repeat(160), 'GSM-7', 160, 1],
    ['a'.repeat(161), 'GSM-7', 161, 2],
    ['a'.repeat(306), 'GSM-7', 306, 2],
    ['a'.repeat(307), 'GSM-7', 307, 3],
    ['€'.repeat(80), 'GSM-7', 160, 1],
    ['€'.repeat(81), 'GSM-7', 162, 2],
    [`${'a'.repeat(152)}€${'a'.repeat(151)}`, 'GSM-7', 305, 2],
    [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 'GSM-7', 306, 3],
    ['é\n'.repeat(80), 'GSM-7', 160, 1],
    ['’', 'UCS-2', 1, 1],
    ['’'.repeat(70), 'UCS-2', 70, 1],
    ['’'.repeat(71), 'UCS-2', 71, 2],
    ['’'.repeat(135), 'UCS-2', 135, 3],
    ['🕰'.repeat(35), 'UCS-2', 70, 1],
    ['🕰'.repeat(66), 'UCS-2', 132, 2],
    ['🕰'.repeat(67), 'UCS-2', 134, 3],
    ['a'.repeat(66), 'GSM-7', 66, 1],
    ['`', 'UCS-2', 1, 1],
    ['ç', 'UCS-2', 1, 1],
  ])('%# is counted', (text, encoding, units, segments) => {
    expect(countSegments(text)).toEqual({ encoding, units, segments });
  });

  it('holds exactly the 127 characters of the default alphabet and 10 of its extension', () => {
    const costs = Array.from({ length: 0x2000 }, (_, code) => String.fromCharCode(code))
      .concat('€')
      .map((character) => countSegments(character))
      .filter(({ encoding }) => encoding === 'GSM-7')
      .map(({ units }) => units);
    expect(costs.filter((units) => units === 1)).toHaveLength(127);
    expect(costs.filter((units) => units === 2)).toHaveLength(10);
  });
});

describe('cutToSeptets', () => {
  it.each([
    ['Omega Speedmaster', 40, 'Omega Speedmaster'],
    ['Omega Speedmaster', 17, 'Omega Speedmaster'],
    ['TAG Heuer Carrera Calibre 16', 20, 'TAG Heuer Carrera'],
    ['TAG Heuer Carrera Calibre 16', 17, 'TAG Heuer Carrera'],
    ['Vacheronconstantinoverseas', 10, 'Vacheronco'],
    ['A Vacheronconstantin', 10, 'A Vacheron'],
    ['Rolex, Oyster', 6, 'Rolex'],
    ['[[[[[[', 5, '[['],
    ['anything', 0, ''],
  ])('%j in %i septets is %j', (text, room, cut) => {
    expect(cutToSeptets(text, room)).toBe(cut);
  });
});

describe('plainWhereAlike', () => {
  it.each([
    ['“Ready” – it’s done…', '"Ready" - it\'s done...'],
    ['Ça va, señor Müller?', 'Ça va, señor Müller?'],
    ['Dvořák’s  watch', "Dvorak's  watch"],
    ['two\nlines', 'two\nlines'],
    ['½ price', '1/2 price'],
    ['Ready 🙂 – it’s done', 'Ready 🙂 – it’s done'],
    ['Часы готовы', 'Часы готовы'],
  ])('%j is sent as %j', (typed, sent) => {
    expect(plainWhereAlike(typed)).toBe(sent);
  });
});
