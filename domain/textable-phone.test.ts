import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNormalisedUsPhone, normalisePhone } from './phone.ts';
import { textablePhone } from './textable-phone.ts';

describe('textablePhone', () => {
  it.each([
    '2125550101',
    '(212) 555-0101',
    '212.555.0101',
    '12125550101',
    '+1 (212) 555-0101',
    '(+1) 212-555-0101',
    '1-212-555-0101',
    ' 212 555 0101 ',
    '＋１ ２１２ ５５５ ０１０１',
  ])('%s gets its text', (phone) => {
    expect(textablePhone(phone)).toBe('+12125550101');
  });

  it('takes all of 212-555-0100 to 212-555-0199', () => {
    for (let line = 100; line < 200; line += 1) {
      expect(textablePhone(`212-555-0${line}`)).toBe(`+12125550${line}`);
    }
  });

  it.each([
    // no text would arrive anywhere
    ['0000000000', 'all zeros'],
    ['1234567890', 'no area code begins with 1'],
    ['555-555-5555', 'no such area code'],
    ['212-155-0101', 'no exchange begins with 1'],
    // not a number of the right length
    ['', 'empty'],
    ['555-0101', 'no area code'],
    ['212-555-01011', 'a digit too many'],
    ['22125550101', '11 digits that do not start with 1'],
    // another country: stripped of its plus it would be a stranger's American number
    ['+47 92 34 56 78', 'Norway'],
    ['(+47) 92 34 56 78', 'Norway in brackets'],
    ['＋47 92 34 56 78', 'Norway in full width'],
    ['+44 7700 900123', 'Britain'],
    ['0047 92 34 56 78', 'Norway with 00'],
    ['+1 416 555 0101', 'Canada'],
    ['+1 876 555 0101', 'Jamaica'],
    ['+1 212 555 010', 'ten digits, one of them the country'],
    // nobody's mobile
    ['800-555-0199', 'toll-free'],
    ['888-555-0199', 'toll-free'],
    ['900-555-0199', 'premium rate'],
    // an extension would run into the number
    ['212-555-0101 x5', 'extension'],
    ['212-555-0101 ext. 12', 'extension'],
    ['121-255-5010 x1 ', 'extension that would complete a stranger’s number'],
    ['121-255-5010 #1', 'extension that would complete a stranger’s number'],
  ])('%s does not (%s)', (phone) => {
    expect(textablePhone(phone)).toBeNull();
  });

  it('knows that without its plus the Norwegian number would be an American one', () => {
    expect(isNormalisedUsPhone(normalisePhone('+47 92 34 56 78'))).toBe(true);
    expect(textablePhone('479-234-5678')).toBe('+14792345678');
  });

  it('keeps the provider’s test numbers', () => {
    expect(textablePhone('+1 500 555 0009')).toBe('+15005550009');
  });

  it('gives null or what the specification’s rule gives, and takes its own result again', () => {
    const phone = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'0123456789+-() x'), maxLength: 20 }),
      fc.integer({ min: 2_000_000_000, max: 9_999_999_999 }).map(String),
    );
    fc.assert(
      fc.property(phone, (typed) => {
        const to = textablePhone(typed);
        if (to === null) return;
        expect(to).toBe(normalisePhone(typed));
        expect(to).toMatch(/^\+1[2-9]\d{9}$/);
        expect(textablePhone(to)).toBe(to);
      }),
      { numRuns: 500 },
    );
  });

  it('never texts a number with another country’s plus', () => {
    const code = fc.constantFrom('2', '3', '44', '47', '5', '6', '7', '86', '9');
    fc.assert(
      fc.property(code, fc.integer({ min: 0, max: 999_999_999 }), (country, number) => {
        expect(textablePhone(`+${country}${number}`)).toBeNull();
        expect(textablePhone(`(+${country}) ${number}`)).toBeNull();
      }),
      { numRuns: 300 },
    );
  });
});
