import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  filedPhone,
  formatPhone,
  hasUsPhoneDigits,
  isNormalisedUsPhone,
  normalisePhone,
  phoneKey,
  phoneLink,
} from './phone.ts';
import { textablePhone } from './textable-phone.ts';

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });
const anyPhone = fc.string({ unit: fc.constantFrom(...'0123456789+-(). /x#'), maxLength: 40 });

describe('normalisePhone', () => {
  it.each([
    // 10 digits: +1 followed by the digits
    ['2125550101', '+12125550101'],
    ['(212) 555-0101', '+12125550101'],
    ['212.555.0101', '+12125550101'],
    ['0000000000', '+10000000000'],
    ['1234567890', '+11234567890'],
    // 11 digits starting with 1: + followed by the digits
    ['12125550101', '+12125550101'],
    ['+1 (212) 555-0101', '+12125550101'],
    ['1-212-555-0101', '+12125550101'],
    // otherwise: +1 followed by the digits
    ['555-0101', '+15550101'],
    ['22125550101', '+122125550101'],
    ['112125550101', '+1112125550101'],
    ['+44 20 7946 0000', '+1442079460000'],
    ['', '+1'],
    ['none', '+1'],
  ])('%s becomes %s', (phone, normalised) => {
    expect(normalisePhone(phone)).toBe(normalised);
  });

  it('always gives +1 and digits, and gives its own result again', () => {
    fc.assert(
      fc.property(anyPhone, (phone) => {
        const normalised = normalisePhone(phone);
        expect(normalised).toMatch(/^\+1\d*$/);
        if (isNormalisedUsPhone(normalised)) expect(normalisePhone(normalised)).toBe(normalised);
      }),
    );
  });

  it('does not care about the signs between the digits', () => {
    const signs = fc.string({ unit: fc.constantFrom(...' -().+/'), maxLength: 3 });
    fc.assert(
      fc.property(digits(0, 14), signs, (number, sign) => {
        expect(normalisePhone([...number].join(sign))).toBe(normalisePhone(number));
      }),
    );
  });
});

describe('isNormalisedUsPhone', () => {
  it.each([
    ['+12125550101', true],
    ['+10000000000', true],
    ['+1212555010', false],
    ['+121255501011', false],
    ['12125550101', false],
    ['+22125550101', false],
    ['+1212555010x', false],
    ['+12125550101\n', false],
    ['x+12125550101', false],
    ['+1', false],
  ])('%j: %s', (normalised, textable) => {
    expect(isNormalisedUsPhone(normalised)).toBe(textable);
  });
});

describe('hasUsPhoneDigits', () => {
  it.each([
    ['212-555-010', false],
    ['212-555-0101', true],
    ['1 212-555-0101', true],
    ['2 212-555-0101', true],
    ['11 212-555-0101', false],
    ['', false],
    ['no digits', false],
  ])('%s: %s', (phone, enough) => {
    expect(hasUsPhoneDigits(phone)).toBe(enough);
  });

  it('is 10 or 11 digits, whatever stands between', () => {
    fc.assert(
      fc.property(digits(0, 15), (number) => {
        const count = number.length;
        expect(hasUsPhoneDigits([...number].join(' '))).toBe(count === 10 || count === 11);
      }),
    );
  });
});

describe('formatPhone', () => {
  it.each([
    ['2125550101', '(212) 555-0101'],
    ['12125550101', '(212) 555-0101'],
    ['+12125550101', '(212) 555-0101'],
    [' 212.555.0101 ', '(212) 555-0101'],
    ['+1 (212) 555-0101', '(212) 555-0101'],
    ['(212) 555-0101', '(212) 555-0101'],
    // as typed
    ['', ''],
    ['212 555', '212 555'],
    ['212555010', '212555010'],
    ['1212555010', '1212555010'],
    ['+1212555010', '+1212555010'],
    ['+1 234 567 890', '+1 234 567 890'],
    ['+47 92 34 56 78', '+47 92 34 56 78'],
    ['(+47) 92 34 56 78', '(+47) 92 34 56 78'],
    ['22125550101', '22125550101'],
    ['212-555-0101 x5', '212-555-0101 x5'],
    ['0000000000', '0000000000'],
  ])('%j reads %j', (phone, shown) => {
    expect(formatPhone(phone)).toBe(shown);
  });

  it.each(['2125550101', '12125550101', '+12125550101', '212-555-0101', '1 212 555 0101'])(
    'ends well when %s is typed key by key',
    (typed) => {
      const shown = [...typed].reduce((text, key) => formatPhone(text + key), '');
      expect(shown).toBe('(212) 555-0101');
    },
  );

  it('keeps the phone what it is, and is done after one time', () => {
    fc.assert(
      fc.property(anyPhone, (phone) => {
        const shown = formatPhone(phone);
        expect(phoneKey(shown)).toBe(phoneKey(phone));
        expect(formatPhone(shown)).toBe(shown);
      }),
      { numRuns: 500 },
    );
  });
});

describe('filedPhone', () => {
  it.each([
    ['(212) 555-0101', '+12125550101'],
    ['1-212-555-0101', '+12125550101'],
    ['+1 212 555 0101', '+12125550101'],
    ['212-555-0101 x22', '+12125550101'],
    ['212-555-0101 ext. 4', '+12125550101'],
    ['２１２ ５５５ ０１０１', '+12125550101'],
    // Under the plain rule this would be a number in Arkansas.
    ['+47 92 34 56 78', '+4792345678'],
    ['72345', '+172345'],
    ['', ''],
    ['none', ''],
  ])('files %j under %j', (phone, filed) => {
    expect(filedPhone(phone)).toBe(filed);
  });

  it('files a phone that may be texted under the number that is texted, however it is typed', () => {
    fc.assert(
      fc.property(anyPhone, (phone) => {
        const to = textablePhone(phone);
        if (to !== null) expect(filedPhone(phone)).toBe(to);
        expect(filedPhone(filedPhone(phone))).toBe(filedPhone(phone));
      }),
      { numRuns: 500 },
    );
  });
});

describe('phoneLink', () => {
  it.each([
    ['(212) 555-0101', 'tel:+12125550101'],
    ['1-212-555-0101', 'tel:+12125550101'],
    ['+1 707 555 0131', 'tel:+17075550131'],
    ['+47 92 34 56 78', 'tel:+4792345678'],
    ['555-0101', 'tel:5550101'],
  ])('%s is dialled as %s', (phone, link) => {
    expect(phoneLink(phone)).toBe(link);
  });
});
