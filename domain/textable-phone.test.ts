import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNormalisedUsPhone, normalisePhone } from './phone.ts';
import { textablePhone, textFault } from './textable-phone.ts';

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
    ['(787) 555-0101', '+17875550101', 'Puerto Rico'],
    ['939-555-0101', '+19395550101', 'Puerto Rico'],
    ['340-555-0101', '+13405550101', 'US Virgin Islands'],
    ['671-555-0101', '+16715550101', 'Guam'],
    ['670-555-0101', '+16705550101', 'Northern Marianas'],
    ['684-555-0101', '+16845550101', 'American Samoa'],
    ['+1 416 555 0101', '+14165550101', 'Canada'],
    ['+1 876 555 0101', '+18765550101', 'Jamaica'],
    ['800-555-0199', '+18005550199', 'toll-free'],
    ['1-888-555-0199', '+18885550199', 'toll-free'],
    ['900-555-0199', '+19005550199', 'premium rate'],
    ['555-555-5555', '+15555555555', 'an area code that nobody has yet'],
    ['212-911-0101', '+12129110101', 'an exchange that nobody has yet'],
    ['+1 500 555 0009', '+15005550009', 'the provider’s test number'],
  ])('%s gets its text at %s (%s)', (phone, to) => {
    expect(textablePhone(phone)).toBe(to);
    expect(textFault(phone)).toBeNull();
  });

  const noSuchCode = 'no area code or exchange begins with 0 or 1';
  const tooFewOrMany = 'it needs ten digits';
  const foreign = 'its country code is not +1';
  const extended = 'it has an extension';

  it.each([
    ['0000000000', noSuchCode],
    ['1234567890', noSuchCode],
    ['012-555-0101', noSuchCode],
    ['112-555-0101', noSuchCode],
    ['212-055-0101', noSuchCode],
    ['212-155-0101', noSuchCode],
    ['+1 012 555 0101', noSuchCode],
    ['', tooFewOrMany],
    ['555-0101', tooFewOrMany],
    ['212-555-01011', tooFewOrMany],
    ['22125550101', tooFewOrMany],
    ['0047 92 34 56 78', tooFewOrMany],
    ['+1 212 555 010', tooFewOrMany],
    ['+1 212 555 01011', tooFewOrMany],
    // Stripped of its plus it would be a stranger's American number.
    ['+47 92 34 56 78', foreign],
    ['(+47) 92 34 56 78', foreign],
    ['＋47 92 34 56 78', foreign],
    ['+44 7700 900123', foreign],
    ['+2125550101', foreign],
    ['+', foreign],
    // Its digits would run into the number.
    ['212-555-0101 x5', extended],
    ['212-555-0101 ext. 12', extended],
    ['121-255-5010 x1 ', extended],
    ['121-255-5010 #1', extended],
  ])('%s does not: %s', (phone, fault) => {
    expect(textablePhone(phone)).toBeNull();
    expect(textFault(phone)).toBe(fault);
  });

  it('refuses of all area codes and exchanges those that begin with 0 or 1, and no others', () => {
    for (let code = 0; code < 1000; code += 1) {
      const digits = String(code).padStart(3, '0');
      const isPossible = code >= 200;
      expect(textablePhone(`${digits}5550101`) !== null, digits).toBe(isPossible);
      expect(textablePhone(`+1 212 ${digits} 0101`) !== null, digits).toBe(isPossible);
    }
  });

  it('knows that without its plus the Norwegian number would be an American one', () => {
    expect(isNormalisedUsPhone(normalisePhone('+47 92 34 56 78'))).toBe(true);
    expect(textablePhone('479-234-5678')).toBe('+14792345678');
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
        expect(to).toMatch(/^\+1[2-9]\d{2}[2-9]\d{6}$/);
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
