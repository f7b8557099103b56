import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { limits } from './field-list.ts';
import {
  estimateAmount,
  optionalDate,
  optionalFlag,
  optionalPhone,
  optionalPrice,
  optionalText,
  requiredEmail,
  requiredPhone,
  requiredText,
  uuidField,
} from './field-schemas.ts';

/** What comes out, or the messages. */
function check(schema: z.ZodType, input: unknown) {
  const result = schema.safeParse(input);
  return result.success ? result.data : result.error.issues.map((issue) => issue.message);
}

const line = requiredText({ label: 'Name', max: 20 });
const lines = requiredText({ label: 'Request', max: 20, lines: true });
const optional = optionalText({ label: 'Address', max: 20, lines: true });

const control = (code: number) => String.fromCharCode(code);
const notPrintable = [
  ['NUL', control(0)],
  ['bell', control(7)],
  ['escape', control(0x1b)],
  ['delete', control(0x7f)],
  ['next line', control(0x85)],
  ['line separator', '\u2028'],
  ['first half of a pair', '\uD83D'],
  ['second half of a pair', '\uDE00'],
  ['right-to-left override', '\u202E'],
  ['left-to-right embedding', '\u202A'],
  ['right-to-left isolate', '\u2067'],
  ['non-character', '\uFFFE'],
] as const;

const blanks = ['', ' ', '\t\n ', '\u00A0', '\u3000', '\uFEFF', '\u200B', '\u00AD\u2060'].concat(
  '\u3164',
  '\u2800',
);

describe('requiredText', () => {
  it.each([undefined, null, ...blanks])('%j is missing', (input) => {
    expect(check(line, input)).toEqual(['Name is required']);
    expect(check(lines, input)).toEqual(['Request is required']);
  });

  it.each([0, 5, true, [], ['Ada'], Array(30), {}])('%o is not text', (input) => {
    expect(check(line, input)).toEqual(['Name must be text']);
  });

  it('uses the rule’s own message for what is missing', () => {
    const own = requiredText({ label: 'Technician', max: 20, required: 'Please select one' });
    for (const none of [undefined, null, '  ']) {
      expect(check(own, none)).toEqual(['Please select one']);
    }
    expect(check(own, 5)).toEqual(['Technician must be text']);
  });

  it('takes as many characters as the limit and not one more', () => {
    expect(check(line, 'x'.repeat(20))).toBe('x'.repeat(20));
    expect(check(line, 'x'.repeat(21))).toEqual(['Name must be at most 20 characters']);
    expect(check(line, `  ${'x'.repeat(20)}  `)).toBe('x'.repeat(20));
  });

  it.each(notPrintable)('refuses a %s', (_name, char) => {
    expect(check(line, `Ada${char}B`)).toEqual(['Name contains characters that cannot be printed']);
    expect(check(lines, `Ada${char}B`)).toEqual([
      'Request contains characters that cannot be printed',
    ]);
  });

  it('allows line breaks and tabs only in text of several lines', () => {
    for (const text of ['a\nb', 'a\tb', 'a\r\nb']) {
      expect(check(line, text)).toEqual(['Name contains characters that cannot be printed']);
    }
    expect(check(lines, 'a\nb\tc')).toBe('a\nb\tc');
  });

  it('normalizes line breaks', () => {
    expect(check(lines, 'a\r\nb\rc\n\r\nd')).toBe('a\nb\nc\n\nd');
  });

  it('composes accents, and counts them composed', () => {
    expect(check(line, 'Jose\u0301')).toBe('Jos\u00E9');
    expect(check(line, 'e\u0301'.repeat(20))).toBe('\u00E9'.repeat(20));
  });

  it.each([
    'Ada ⌚👩🏽‍🔧',
    'שלום עליכם',
    'مُحَمَّد',
    '名前',
    '<b>Ada</b> & Co',
    '"; DROP TABLE --',
    'a\u200Eb',
    "O'Brien – Co.",
    '\\n %s {{x}}',
  ])('takes %s word for word', (text) => {
    expect(check(line, text)).toBe(text);
  });

  it('does not change its own result', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = lines.safeParse(text);
        if (once.success) expect(check(lines, once.data)).toBe(once.data);
      }),
    );
  });
});

describe('optionalText', () => {
  it.each([undefined, null, ...blanks])('%j is null', (input) => {
    expect(check(optional, input)).toBeNull();
  });

  it('has the same limits and is tidied in the same way', () => {
    expect(check(optional, ' 1 Main St\r\nNew York ')).toBe('1 Main St\nNew York');
    expect(check(optional, 'x'.repeat(20))).toBe('x'.repeat(20));
    expect(check(optional, 'x'.repeat(21))).toEqual(['Address must be at most 20 characters']);
    expect(check(optional, 5)).toEqual(['Address must be text']);
    expect(check(optional, 'a\u202Eb')).toEqual([
      'Address contains characters that cannot be printed',
    ]);
  });
});

describe('requiredEmail', () => {
  const email = requiredEmail({ label: 'Email' });

  it.each(['a@b.c', 'ada@example.com', 'a.b+c@mail.example.co.uk', "o'brien@example.com", 'ä@ö.ü'])(
    'takes %s',
    (address) => {
      expect(check(email, address)).toBe(address);
      expect(check(email, ` ${address} `)).toBe(address);
    },
  );

  const noEmails = `ada | ada@example | @example.com | ada@ | ada@.com | ada@example.
    | a@b@example.com | a b@example.com | Ada <ada@example.com> | <b>ada@example.com</b>
    | <b>ada@example.com | <ada@example.com> | ada@exa<i>mple.com
    | ada@example.com, bob@example.com`;
  it.each(noEmails.split(/\s+\| /))('refuses %s', (address) => {
    expect(check(email, address)).toEqual(['Please enter a valid email address']);
  });

  it('says one thing at a time', () => {
    for (const none of [undefined, null, ' ']) {
      expect(check(email, none)).toEqual(['Email is required']);
    }
    expect(check(email, 5)).toEqual(['Email must be text']);
    expect(check(email, 'x'.repeat(255))).toEqual(['Email must be at most 254 characters']);
    expect(check(email, 'ada\u202E@b.c')).toEqual([
      'Email contains characters that cannot be printed',
    ]);
    const longest = `${'x'.repeat(250)}@b.c`;
    expect(check(email, longest)).toBe(longest);
  });

  it('is not slowed down by a text designed to slow it down', () => {
    // A pattern that backtracks over it would not finish within the test's time.
    expect(check(email, `a@${'.'.repeat(500_000)}@`)).toEqual([
      'Email must be at most 254 characters',
    ]);
  });
});

const goodPhones = `911, 555-0101, 2125550101, (212) 555-0101, +1 (212) 555-0101, (+1) 212-555-0101,
  +47 92 34 56 78, 212.555.0101, 212/555-0101, 212-555-0101 x5,
  212-555-0101 ext. 1234, 212-555-0101 EXT 12, 212-555-0101#7, 0000000000`.split(/,\s+/);
const badPhones = `12, 1 2, +, ---, () -, none, 212-555-WATCH, x123, 212 555 0101 x,
  212 555 0101 x123456789, 12 x345, ++1 212 555 0101, 212+555+0101, 212_555_0101,
  <b>2125550101</b>, 2125550101<script>, 2125550101; 2125550102, tel:2125550101,
  ٢١٢٥٥٥٠١٠١`.split(/,\s+/);

describe('requiredPhone', () => {
  const phone = requiredPhone({ label: 'Phone' });

  it.each(goodPhones)('takes %s', (number) => {
    expect(check(phone, number)).toBe(number);
    expect(check(phone, ` ${number} `)).toBe(number);
  });

  it.each(badPhones)('refuses %s', (number) => {
    expect(check(phone, number)).toEqual(['Please enter a valid phone number']);
  });

  it('says one thing at a time', () => {
    for (const none of [undefined, null, '']) {
      expect(check(phone, none)).toEqual(['Phone is required']);
    }
    expect(check(phone, 2125550101)).toEqual(['Phone must be text']);
    expect(check(phone, '1'.repeat(40))).toBe('1'.repeat(40));
    expect(check(phone, '1'.repeat(41))).toEqual(['Phone must be at most 40 characters']);
    expect(check(phone, '212\n5550101')).toEqual([
      'Phone contains characters that cannot be printed',
    ]);
  });
});

describe('optionalPhone', () => {
  const phone = optionalPhone({ label: 'Phone' });

  it.each([undefined, null, ...blanks])('%j is an empty string', (input) => {
    expect(check(phone, input)).toBe('');
  });

  it.each(goodPhones.concat(badPhones, '1'.repeat(41)))(
    'takes or refuses %s as requiredPhone does',
    (number) => {
      expect(check(phone, number)).toEqual(check(requiredPhone({ label: 'Phone' }), number));
    },
  );
});

describe('optionalPrice', () => {
  const price = optionalPrice('Repair price');

  it.each([undefined, null])('%j is null', (input) => {
    expect(check(price, input)).toBeNull();
  });

  it.each([0, 0.01, 0.1, 150, 150.5, 1234.56, 999_999.99])('takes %d', (dollars) => {
    expect(check(price, dollars)).toBe(dollars);
  });

  it.each(['150', '', '<b>150</b>', true, [150], {}, Number.NaN, Number.POSITIVE_INFINITY])(
    '%j is not a number',
    (input) => {
      expect(check(price, input)).toEqual(['Repair price must be a number']);
    },
  );

  it.each([-0.01, -1, -1e21])('%d is below 0', (dollars) => {
    expect(check(price, dollars)).toEqual(['Repair price must be 0 or more']);
  });

  it.each([0.001, 0.1 + 0.2, 1e-7, 1_000_000, 1e21])('%d is not a price', (dollars) => {
    expect(check(price, dollars)).toEqual([
      'Repair price must be at most $999,999.99, with at most 2 decimals',
    ]);
  });
});

describe('estimateAmount', () => {
  it.each([undefined, null, '', '  '])('%j is missing', (input) => {
    expect(check(estimateAmount, input)).toEqual(['Please enter an estimate amount']);
  });

  it.each([
    ...[0, -0, -1, 0.001, 0.1 + 0.2, 1e-7, 1_000_000, 1e21, Number.NaN, Number.POSITIVE_INFINITY],
    ...['abc', '150', '<b>150</b>', true, [], {}],
  ])('%j is not valid', (input) => {
    expect(check(estimateAmount, input)).toEqual(['Please enter a valid estimate amount']);
  });

  it.each([0.01, 150, 150.5, 999_999.99])('takes %d', (dollars) => {
    expect(check(estimateAmount, dollars)).toBe(dollars);
  });
});

describe('optionalFlag', () => {
  const flag = optionalFlag('Same day');

  it.each([
    [undefined, false],
    [null, false],
    [false, false],
    [true, true],
  ])('%j is %j', (input, value) => {
    expect(check(flag, input)).toBe(value);
  });

  it.each(['true', 1, 0, '', []])('%j is neither true nor false', (input) => {
    expect(check(flag, input)).toEqual(['Same day must be true or false']);
  });
});

describe('uuidField', () => {
  it('takes a UUID', () => {
    fc.assert(fc.property(fc.uuid(), (id) => check(uuidField('repairId'), id) === id));
  });

  it.each([
    [undefined, 'repairId is required'],
    [null, 'repairId is required'],
    [5, 'repairId must be text'],
    ['', 'repairId must be a UUID in lowercase letters'],
    ['3F2504E0-4F89-41D3-9A0C-0305E82C3301', 'repairId must be a UUID in lowercase letters'],
    ['3f2504e04f8941d39a0c0305e82c3301', 'repairId must be a UUID in lowercase letters'],
    ['../../etc/passwd', 'repairId must be a UUID in lowercase letters'],
    ['3f2504e0-4f89-41d3-9a0c-0305e82c3301\n', 'repairId must be a UUID in lowercase letters'],
  ])('%j: %s', (input, message) => {
    expect(check(uuidField('repairId'), input)).toEqual([message]);
  });
});

it('the limits are those that the forms and the server share', () => {
  expect(limits).toEqual({
    ...{ name: 200, email: 254, phone: 40, address: 500, watch: 100, serialNumber: 100 },
    ...{
      issue: 2000,
      priceNotes: 1000,
      notes: 2000,
      estimateWork: 120,
      estimateNotes: 1000,
      password: 200,
    },
    ...{ theirReference: 40, reference: 40 },
    ...{ instrument: 60, caliber: 60, checkLine: 60, photoCaption: 120, terms: 2000 },
    ...{ place: 24, conditionNote: 200, accessories: 200 },
    ...{ carrier: 40, trackingNumber: 40 },
    ...{
      lineDescription: 120,
      warrantyWork: 120,
      partDescription: 120,
      supplier: 80,
      partNumber: 60,
      sentTo: 80,
    },
    ...{ paymentNote: 200, closingNote: 200, query: 300, textBody: 1600, manualText: 480 },
  });
});

describe('optionalDate', () => {
  const date = optionalDate('Date promised');

  it.each([
    ['2026-03-05', '2026-03-05'],
    ['2028-02-29', '2028-02-29'],
    ['', null],
    [null, null],
    [undefined, null],
  ])('%j is %j', (given, value) => {
    expect(check(date, given)).toBe(value);
  });

  it.each(['2026-02-29', '03/05/2026', ' ', '2026-03-05T10:00:00Z', 20260305, true, {}])(
    'refuses %j',
    (given) => {
      expect(check(date, given)).toEqual(['Date promised must be a date such as 2026-03-05']);
    },
  );
});
