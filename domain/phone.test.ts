import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatPhone,
  hasUsPhoneDigits,
  isSamePhone,
  normalizePhone,
  phoneKey,
  phoneLink,
  textablePhone,
  textFault,
} from './phone.ts';

const anyPhone = fc.string({ unit: fc.constantFrom(...'0123456789+-(). /x#'), maxLength: 40 });

describe('normalizePhone', () => {
  it.each([
    // 10 digits: +1 followed by the digits
    ['2125550101', '+12125550101'],
    ['(212) 555-0101', '+12125550101'],
    ['1234567890', '+11234567890'],
    // 11 digits starting with 1: + followed by the digits
    ['12125550101', '+12125550101'],
    ['+1 (212) 555-0101', '+12125550101'],
    // otherwise: +1 followed by the digits
    ['555-0101', '+15550101'],
    ['22125550101', '+122125550101'],
    ['+44 20 7946 0000', '+1442079460000'],
    ['', '+1'],
  ])('%s becomes %s', (phone, normalized) => {
    expect(normalizePhone(phone)).toBe(normalized);
  });
});

it('a US phone has 10 or 11 digits, with anything in between', () => {
  expect(hasUsPhoneDigits('no digits')).toBe(false);
  for (let count = 0; count < 16; count += 1) {
    const isEnough = count === 10 || count === 11;
    expect(hasUsPhoneDigits('2'.repeat(count).split('').join(' ')), `${count}`).toBe(isEnough);
  }
});

describe('phoneKey', () => {
  it.each([
    ['(212) 555-0101', '+12125550101'],
    ['212.555.0101', '+12125550101'],
    [' +1 (212) 555–0101 ', '+12125550101'],
    ['２１２ ５５５ ０１０１', '+12125550101'],
    // An extension is not part of the number.
    ['212-555-0101 x22', '+12125550101'],
    ['212-555-0101 ext. 4', '+12125550101'],
    ['２１２ ５５５ ０１０１ ｘ５', '+12125550101'],
    // Under the plain rule this would be a number in Arkansas.
    ['+47 92 34 56 78', '+4792345678'],
    ['(+47) 92 34 56 78', '+4792345678'],
    ['479-234-5678', '+14792345678'],
    ['72345', '+172345'],
    ['', ''],
    ['none', ''],
  ])('of %j is %j', (phone, key) => {
    expect(phoneKey(phone)).toBe(key);
  });

  it('is its own key, and the number that is texted if texts may be sent', () => {
    fc.assert(
      fc.property(anyPhone, (phone) => {
        const to = textablePhone(phone);
        if (to !== null) {
          expect(phoneKey(phone)).toBe(to);
          expect(to).toBe(normalizePhone(phone));
          expect(to).toMatch(/^\+1[2-9]\d{2}[2-9]\d{6}$/);
        }
        expect(phoneKey(phoneKey(phone))).toBe(phoneKey(phone));
      }),
      { numRuns: 500 },
    );
  });
});

it.each([
  ['212-555-0101', '+1 (212) 555-0101', true],
  ['212-555-0101 x5', '2125550101 ext. 5', true],
  ['212-555-0101', '212-555-0101 x5', false],
  ['212-555-0101 x5', '212-555-0101 x6', false],
  ['212-555-0101', '212-555-0102', false],
  ['', '', true],
  ['', '212-555-0101', false],
])('%j and %j are the same phone: %s', (one, other, isSame) => {
  expect(isSamePhone(one, other)).toBe(isSame);
  expect(isSamePhone(other, one)).toBe(isSame);
});

describe('textablePhone', () => {
  it.each([
    ['2125550101', '+12125550101'],
    ['(212) 555-0199', '+12125550199'],
    ['1-212-555-0101', '+12125550101'],
    ['(+1) 212-555-0101', '+12125550101'],
    ['＋１ ２１２ ５５５ ０１０１', '+12125550101'],
    // Puerto Rico, Canada, toll-free
    ['(787) 555-0101', '+17875550101'],
    ['+1 416 555 0101', '+14165550101'],
    ['1-888-555-0199', '+18885550199'],
    // An area code and an exchange that nobody has yet, and the provider’s test number
    ['555-555-5555', '+15555555555'],
    ['212-911-0101', '+12129110101'],
    ['+1 500 555 0009', '+15005550009'],
  ])('%s gets its text at %s', (phone, to) => {
    expect(textablePhone(phone)).toBe(to);
    expect(textFault(phone)).toBeNull();
  });

  const noSuchCode = 'no area code or exchange begins with 0 or 1';
  const tooFewOrMany = 'it needs ten digits';
  const foreign = 'its country code is not +1';
  const extended = 'it has an extension';

  it.each([
    ['', tooFewOrMany],
    ['555-0101', tooFewOrMany],
    ['22125550101', tooFewOrMany],
    ['0047 92 34 56 78', tooFewOrMany],
    ['+1 212 555 010', tooFewOrMany],
    ['+1 212 555 01011', tooFewOrMany],
    // Without its plus it would be a stranger's American number.
    ['+47 92 34 56 78', foreign],
    ['(+47) 92 34 56 78', foreign],
    ['+2125550101', foreign],
    ['+', foreign],
    // Its digits would run into the number.
    ['212-555-0101 x5', extended],
    ['121-255-5010 x1 ', extended],
    ['121-255-5010 #1', extended],
  ])('%s gets none: %s', (phone, fault) => {
    expect(textablePhone(phone)).toBeNull();
    expect(textFault(phone)).toBe(fault);
  });

  it('refuses area codes and exchanges that begin with 0 or 1, and no others', () => {
    for (let code = 0; code < 1000; code += 1) {
      const three = String(code).padStart(3, '0');
      const fault = code < 200 ? noSuchCode : null;
      expect(textFault(`${three}5550101`), three).toBe(fault);
      expect(textFault(`+1 212 ${three} 0101`), three).toBe(fault);
    }
  });
});

it.each([
  ['(212) 555-0101', 'tel:+12125550101'],
  ['1-212-555-0101', 'tel:+12125550101'],
  ['212-555-0101 x5', 'tel:+12125550101'],
  ['+47 92 34 56 78', 'tel:+4792345678'],
  ['555-0101', 'tel:5550101'],
])('%s is dialed as %s', (phone, link) => {
  expect(phoneLink(phone)).toBe(link);
});

describe('formatPhone', () => {
  it.each([
    ['2125550101', '(212) 555-0101'],
    [' 212.555.0101 ', '(212) 555-0101'],
    ['+1 (212) 555-0101', '(212) 555-0101'],
    // as typed
    ['', ''],
    ['212 555', '212 555'],
    ['+1212555010', '+1212555010'],
    ['+1 234 567 890', '+1 234 567 890'],
    ['(+47) 92 34 56 78', '(+47) 92 34 56 78'],
    ['22125550101', '22125550101'],
    ['212-555-0101 x5', '212-555-0101 x5'],
    ['0000000000', '0000000000'],
  ])('%j reads %j', (phone, shown) => {
    expect(formatPhone(phone)).toBe(shown);
  });

  it.each(['2125550101', '12125550101', '+12125550101', '212-555-0101', '1 212 555 0101'])(
    'formats %s correctly when it is typed key by key',
    (typed) => {
      const shown = [...typed].reduce((text, key) => formatPhone(text + key), '');
      expect(shown).toBe('(212) 555-0101');
    },
  );

  it('never changes which phone it is, and is idempotent', () => {
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
