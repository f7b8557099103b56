import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from './field-list.ts';
import { countSegments } from './gsm7.ts';
import { isProviderSid } from './text-delivery.ts';
import {
  answeredDetail,
  composeManualText,
  composeText,
  previewOf,
  type ShopText,
  type ShopTextKind,
  wordsOfManualText,
} from './texts.ts';

const shop = { name: 'Watch Repair Shop', phone: '(212) 555-0100' };
const ticketNumber = 'WH123456ABC';
const estimate = { ticketNumber, watch: 'Omega Seamaster', priceCents: 15000 };
const photoUrl =
  'https://shop.example.com/photos/repair-photos/3f0e7c1e-9d0a-4d0e-8f57-0b6b6a2b9c11_completed_1763700000000.jpg';

const questions = ' Questions? (212) 555-0100. STOP to opt out.';
const mistake = ' Mistake? (212) 555-0100';
const call = ' Please call (212) 555-0100';

/** Every kind with usual values, and what follows the shop's name; a missing kind does not compile. */
const usual: Record<ShopTextKind, [contents: object, wording: string]> = {
  created: [
    { ...estimate },
    ': we have your Omega Seamaster, ticket WH123456ABC. We will text you about this repair. Reply HELP for help, STOP to opt out.',
  ],
  estimate: [
    { ...estimate },
    `: Omega Seamaster repair estimate $150.00, ticket WH123456ABC. Reply ACCEPT or DECLINE.${questions}`,
  ],
  'estimate-one-of-several': [
    { ...estimate },
    `: Omega Seamaster repair estimate $150.00. Reply ACCEPT WH123456ABC or DECLINE WH123456ABC.${questions}`,
  ],
  reminder: [
    { ...estimate },
    ` reminder: Omega Seamaster estimate $150.00, ticket WH123456ABC. Reply ACCEPT or DECLINE.${questions}`,
  ],
  'reminder-one-of-several': [
    { ...estimate },
    ` reminder: Omega Seamaster estimate $150.00. Reply ACCEPT WH123456ABC or DECLINE WH123456ABC.${questions}`,
  ],
  'confirm-accept': [
    { ...estimate },
    `: thank you, you accepted $150.00 for ticket WH123456ABC, Omega Seamaster. We will text you when it is ready.${mistake}`,
  ],
  'confirm-decline': [
    { ...estimate },
    `: you declined $150.00 for ticket WH123456ABC, Omega Seamaster. We will not do this work.${mistake}`,
  ],
  clarify: [
    { ticketNumber, priceCents: 15000 },
    ': sorry, only ACCEPT or DECLINE works here. Ticket WH123456ABC, $150.00: reply ACCEPT or DECLINE. To talk: (212) 555-0100',
  ],
  which: [
    { estimates: [estimate, { ticketNumber: 'WH234567DEF', priceCents: 8000 }] },
    ': open estimates: WH123456ABC $150.00, WH234567DEF $80.00. Reply ACCEPT or DECLINE and one ticket number, e.g. ACCEPT WH123456ABC',
  ],
  'not-open': [{}, `: no estimate is waiting for your answer, so nothing was changed.${call}`],
  'call-us': [
    { ticketNumber },
    `: ticket WH123456ABC has moved on, so a text cannot change it.${call}`,
  ],
  'unknown-number': [{}, `: we cannot match this number to a repair.${call}`],
  'new-date': [
    { ...estimate, date: 'Sat, Nov 28' },
    ': your Omega Seamaster, ticket WH123456ABC, should now be ready on Sat, Nov 28. Questions? (212) 555-0100',
  ],
  done: [
    { ...estimate },
    `: your Omega Seamaster, ticket WH123456ABC, is ready for pickup.${questions}`,
  ],
  'done-photo': [
    { ...estimate, photoUrl },
    `: your Omega Seamaster is ready, ticket WH123456ABC. Photo: ${photoUrl}${questions}`,
  ],
  'done-declined': [
    { ...estimate },
    `: your Omega Seamaster, ticket WH123456ABC, is ready for pickup, unrepaired as you asked.${questions}`,
  ],
  'pickup-reminder': [
    { ...estimate, readySince: 'Sat, Nov 28', balanceCents: 12050 },
    ': your Omega Seamaster, ticket WH123456ABC, has been ready since Sat, Nov 28. Balance $120.50. Questions? (212) 555-0100',
  ],
  shipped: [
    { ...estimate, others: 0, carrier: 'UPS', trackingNumber: '1Z999AA10123456784' },
    ': your Omega Seamaster, ticket WH123456ABC, was shipped by UPS, tracking 1Z999AA10123456784. Questions? (212) 555-0100',
  ],
};

const usualTexts = Object.entries(usual).map(([kind, [contents, wording]]) => {
  const text = { kind, ...contents } as ShopText;
  return { kind: text.kind, text, body: `Watch Repair Shop${wording}` };
});

describe('composeText', () => {
  it.each(usualTexts)('$kind reads as agreed', ({ text, body }) => {
    expect(composeText(shop, text)).toBe(body);
  });

  it.each(usualTexts)('$kind usually costs one segment; a photo address a second', ({ text }) => {
    const { encoding, segments } = countSegments(composeText(shop, text));
    expect({ encoding, segments }).toEqual({
      encoding: 'GSM-7',
      segments: text.kind === 'done-photo' ? 2 : 1,
    });
  });

  it.each([0, -500])('says nothing about a balance of %d cents', (balanceCents) => {
    const about = { ...estimate, readySince: 'Mon, Dec 28, 2026', balanceCents };
    expect(composeText(shop, { kind: 'pickup-reminder', ...about })).toBe(
      'Watch Repair Shop: your Omega Seamaster, ticket WH123456ABC, has been ready since Mon, Dec 28, 2026. Questions? (212) 555-0100',
    );
  });

  it('writes prices in dollars with two decimals, without grouping', () => {
    expect(composeText(shop, { kind: 'estimate', ...estimate, priceCents: 125_000 })).toContain(
      'estimate $1250.00, ticket',
    );
    expect(composeText(shop, { kind: 'clarify', ticketNumber, priceCents: 5 })).toContain('$0.05:');
  });

  it.each([
    ['estimate', `(new crown and gasket) repair estimate $150.00, ticket WH123456ABC. Reply`],
    [
      'estimate-one-of-several',
      `(new crown and gasket) repair estimate $150.00. Reply ACCEPT WH123456ABC or`,
    ],
  ] as const)('%s says the work after the watch where it is given', (kind, words) => {
    const body = (work: string | null) => composeText(shop, { kind, ...estimate, work });
    expect(body('new crown and gasket')).toContain(`: Omega Seamaster ${words}`);
    // If the plain alphabet can spell none of it, there is nothing to say.
    for (const nothing of [null, '', '   ', '🕰️']) {
      expect(body(nothing)).toBe(composeText(shop, { kind, ...estimate }));
    }
  });

  it('never cuts a line of work that can be typed, and takes three segments at most', () => {
    const work = 'Work '.repeat(24).trim().padEnd(limits.estimateWork, '!');
    const longest = { name: 'S'.repeat(60), phone: '5'.repeat(40) };
    const watch = 'Watch '.repeat(20);
    const ticketNumber = 'W'.repeat(20);
    const about = { watch, ticketNumber, priceCents: 99_999_999, work };
    for (const kind of ['estimate', 'estimate-one-of-several'] as const) {
      for (const insteadOfCents of [null, 99_999_998]) {
        const body = composeText(longest, { kind, ...about, insteadOfCents });
        expect(body).toContain(`(${work})`);
        expect(countSegments(body)).toMatchObject({ encoding: 'GSM-7', segments: 3 });
      }
    }
  });

  it.each([
    ['estimate', ', ticket WH123456ABC. Reply ACCEPT or DECLINE.'],
    ['estimate-one-of-several', '. Reply ACCEPT WH123456ABC or DECLINE WH123456ABC.'],
  ] as const)('%s of more work has both totals', (kind, end) => {
    const more = { kind, ...estimate, insteadOfCents: 10_050 };
    const totals = 'new total $150.00 instead of $100.50';
    const closing = 'Questions? (212) 555-0100. STOP to opt out.';
    expect(composeText(shop, more)).toBe(
      `Watch Repair Shop: Omega Seamaster needs more work: ${totals}${end} ${closing}`,
    );
    expect(composeText(shop, { ...more, work: 'new crown' })).toContain(
      `needs more work (new crown): ${totals}`,
    );
    expect(composeText(shop, { ...more, insteadOfCents: null })).toBe(
      composeText(shop, { kind, ...estimate }),
    );
  });

  it('says at what price the repair continues if more work was declined', () => {
    const declined = { kind: 'confirm-decline', ...estimate, goesOnCents: 10_050 } as const;
    expect(composeText(shop, declined)).toBe(
      'Watch Repair Shop: you declined $150.00 for ticket WH123456ABC, Omega Seamaster. We will continue the repair at $100.50. Mistake? (212) 555-0100',
    );
  });

  it('lists three open estimates at most and says how many more there are', () => {
    const estimates = ['A', 'B', 'C', 'D', 'E'].map((letter, index) => ({
      ticketNumber: `WH12345${index}AA${letter}`,
      priceCents: (index + 1) * 1000,
    }));
    const listing = (count: number) =>
      composeText(shop, { kind: 'which', estimates: estimates.slice(0, count) });
    expect(listing(3)).toContain(
      'open estimates: WH123450AAA $10.00, WH123451AAB $20.00, WH123452AAC $30.00. Reply',
    );
    expect(listing(5)).toContain('WH123452AAC $30.00 and 2 more. Reply');
    expect(listing(5)).toContain('e.g. ACCEPT WH123450AAA');
  });

  it('shortens a long watch between words if that saves a segment', () => {
    const watch = 'TAG Heuer Carrera Calibre 16 Day-Date Chronograph';
    const body = composeText(shop, { kind: 'estimate', ...estimate, watch });
    expect(body).toContain('Shop: TAG Heuer Carrera Calibre repair estimate');
    expect(countSegments(body).segments).toBe(1);
  });

  it('bounds a watch even if there is room for more', () => {
    const watch = `${'Very Long Watch Name '.repeat(4)}Indeed`;
    expect(composeText(shop, { kind: 'done', watch, ticketNumber })).toContain(
      'Shop: your Very Long Watch Name Very Long Watch, ticket',
    );
  });

  it('does not shorten a watch if no segment is saved', () => {
    const long = { name: 'The Grand Central Clock and Watch Hospital', phone: shop.phone };
    const watch = 'Patek Philippe Grande Complication';
    const body = composeText(long, { kind: 'estimate-one-of-several', ...estimate, watch });
    expect(body).toContain(watch);
    expect(countSegments(body).segments).toBe(2);
  });

  it('has a word for a watch or shop that the plain alphabet cannot spell', () => {
    const body = composeText(
      { name: '🕰️', phone: shop.phone },
      { kind: 'done', watch: 'Часы', ticketNumber },
    );
    expect(body).toMatch(/^Watch repair: your watch, ticket WH123456ABC,/);
  });

  it('leaves an address whole and working', () => {
    const address = (url: string) =>
      composeText(shop, { kind: 'done-photo', ...estimate, photoUrl: url });
    const long = `https://shop.example.com/${'a'.repeat(500)}.jpg`;
    expect(address(long)).toContain(`Photo: ${long} Questions?`);
    expect(address('https://x.example/ü `\n\uD800.jpg')).toContain(
      'Photo: https://x.example/%C3%BC%20%60%0A.jpg Questions?',
    );
  });

  it('is in the plain alphabet, on one line and in at most two segments (three with a photo’s address), for any values', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.string({ unit: fc.constantFrom('[', '€', 'W', ' ', '\n', '…'), maxLength: 120 }),
    );
    const about = fc.record({
      ticketNumber: fc.oneof(fc.constant('WH1763700000000ABC'), value),
      watch: value,
      priceCents: fc.integer({ min: 1, max: 99_999_999 }),
    });
    const text: fc.Arbitrary<ShopText> = fc
      .tuple(
        fc.constantFrom(...usualTexts.map(({ kind }) => kind)),
        about,
        fc.array(about, { minLength: 2, maxLength: 9 }),
      )
      .map(([kind, one, estimates]) => {
        const shipped = { others: 2, carrier: one.watch, trackingNumber: one.ticketNumber };
        const ready = { balanceCents: one.priceCents, hours: one.watch };
        return { kind, ...one, ...shipped, ...ready, estimates, photoUrl } as ShopText;
      });
    fc.assert(
      fc.property(fc.record({ name: value, phone: value }), text, (anyShop, anyContent) => {
        const body = composeText(anyShop, anyContent);
        const { encoding, segments } = countSegments(body);
        expect(encoding).toBe('GSM-7');
        expect(body).not.toMatch(/[\n\r\f]/);
        expect(segments).toBeLessThanOrEqual(anyContent.kind === 'done-photo' ? 3 : 2);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the text about a shipped watch', () => {
  const about = { ...estimate, others: 0, carrier: 'FedEx', trackingNumber: null };

  it('says nothing about a tracking number if there is none', () => {
    for (const trackingNumber of [null, '', '🕰️']) {
      expect(composeText(shop, { kind: 'shipped', ...about, trackingNumber })).toBe(
        'Watch Repair Shop: your Omega Seamaster, ticket WH123456ABC, was shipped by FedEx. Questions? (212) 555-0100',
      );
    }
  });

  it('says how many more are in the parcel', () => {
    expect(composeText(shop, { kind: 'shipped', ...about, others: 2 })).toContain(
      'your Omega Seamaster and 2 more, ticket WH123456ABC, were shipped by FedEx.',
    );
  });

  it('never cuts a tracking number that can be typed', () => {
    const trackingNumber = '9'.repeat(limits.trackingNumber);
    const long = { watch: 'W'.repeat(100), carrier: 'C'.repeat(limits.carrier), trackingNumber };
    const body = composeText(
      { name: 'S'.repeat(60), phone: '5'.repeat(40) },
      { kind: 'shipped', ...about, ...long },
    );
    expect(body).toContain(`tracking ${trackingNumber}.`);
    expect(countSegments(body).segments).toBeLessThanOrEqual(2);
  });
});

describe('the text about a watch that is ready', () => {
  const hours = 'Mon-Fri 9 AM-5:30 PM';
  const ready = (watch: string, more: object) =>
    composeText(shop, { kind: 'done', ticketNumber, watch, ...more });
  const watchOf = (letters: number) => 'x'.repeat(letters);
  const usualLength = ready('x', {}).length - 1;

  it('names the balance and the hours if both fit', () => {
    const small = { name: 'Ace', phone: '212-555-0100' };
    const text = {
      kind: 'done',
      ticketNumber,
      watch: 'Omega',
      balanceCents: 12_050,
      hours,
    } as const;
    expect(composeText(small, text)).toBe(
      'Ace: your Omega, ticket WH123456ABC, is ready for pickup. Balance $120.50. Open Mon-Fri 9 AM-5:30 PM. Questions? 212-555-0100. STOP to opt out.',
    );
    expect(composeText(small, { ...text, kind: 'done-declined', balanceCents: 0 })).toBe(
      'Ace: your Omega, ticket WH123456ABC, is ready for pickup, unrepaired as you asked. Open Mon-Fri 9 AM-5:30 PM. Questions? 212-555-0100. STOP to opt out.',
    );
  });

  it.each([
    // Each as long as a segment, and one letter longer.
    [{ balanceCents: 12_050 }, ' Balance $120.50.'],
    [{ hours }, ' Open Mon-Fri 9 AM-5:30 PM.'],
  ])('%j is said up to the last letter of a segment, and not beyond', (more, words) => {
    const fits = 160 - usualLength - words.length;
    expect(ready(watchOf(fits), more)).toHaveLength(160);
    expect(ready(watchOf(fits), more)).toContain(words);
    expect(ready(watchOf(fits + 1), more)).toBe(ready(watchOf(fits + 1), {}));
  });

  it('says the balance rather than the hours if only one of them fits', () => {
    const both = { balanceCents: 12_050, hours };
    // Either of them fits, but not both.
    const room = 160 - usualLength - ` Open ${hours}.`.length;
    const body = ready(watchOf(room), both);
    expect(body).toContain(' Balance $120.50. Questions?');
    // The balance is longer than the hours: then these are better than nothing.
    const short = { balanceCents: 99_999_999, hours: 'Mon 9-1' };
    const left = 160 - usualLength - ' Open Mon 9-1.'.length;
    expect(ready(watchOf(left), short)).toContain('pickup. Open Mon 9-1. Questions?');
  });

  it('counts a letter of the extension table as two', () => {
    const words = ' Balance $120.50.';
    const fits = 160 - usualLength - words.length - 2;
    expect(ready(`€${watchOf(fits)}`, { balanceCents: 12_050 })).toContain(words);
    expect(ready(`€${watchOf(fits + 1)}`, { balanceCents: 12_050 })).not.toContain(words);
  });

  it('fills a second segment only if there is one anyway', () => {
    const photo = { kind: 'done-photo', ticketNumber, watch: 'Omega', photoUrl } as const;
    const whole = composeText(shop, { ...photo, balanceCents: 12_050, hours });
    expect(whole).toContain('.jpg Balance $120.50. Open Mon-Fri 9 AM-5:30 PM. Questions?');
    expect(countSegments(whole)).toEqual(
      expect.objectContaining({ segments: countSegments(composeText(shop, photo)).segments }),
    );
  });

  it.each([0, -500])('says nothing about a balance of %d cents', (balanceCents) => {
    expect(ready('Omega', { balanceCents })).toBe(ready('Omega', {}));
  });

  it('never shortens the watch for it, nor costs more than without it', () => {
    const letters = fc.string({ unit: fc.constantFrom('x', ' ', '€', 'W'), maxLength: 80 });
    fc.assert(
      fc.property(letters, fc.integer({ min: 1, max: 99_999_999 }), (watch, balanceCents) => {
        const [plain, more] = [ready(watch, {}), ready(watch, { balanceCents, hours })];
        expect(countSegments(more).segments).toBe(countSegments(plain).segments);
        const [head = ''] = plain.split(' Questions?');
        expect(more.startsWith(head)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('composeManualText', () => {
  it('says who is writing, and how to opt out if no earlier text has said how', () => {
    expect(composeManualText(shop, ' Your strap is here. ', false)).toBe(
      'Watch Repair Shop: Your strap is here.',
    );
    expect(composeManualText(shop, 'Your strap is here.', true)).toBe(
      'Watch Repair Shop: Your strap is here. STOP to opt out.',
    );
  });

  it('keeps lines, makes quotes plain, and never drops a word', () => {
    expect(composeManualText(shop, 'It’s here:\n– strap', false)).toBe(
      "Watch Repair Shop: It's here:\n- strap",
    );
    expect(composeManualText(shop, 'Часы готовы 🙂', false)).toBe(
      'Watch Repair Shop: Часы готовы 🙂',
    );
  });

  it('never costs more than four segments in the plain alphabet, nor more than the provider’s ten', () => {
    const longest = { ...shop, name: 'W'.repeat(60) };
    const cost = (letter: string) =>
      previewOf(composeManualText(longest, letter.repeat(limits.manualText), true));
    expect(cost('x')).toMatchObject({ encoding: 'GSM-7', segments: 4 });
    expect(cost('Ж').segments).toBeLessThanOrEqual(10);
  });
});

describe('the refusal of a second answer', () => {
  const at = Date.parse('2026-03-04T20:05:00Z');
  const answer = { by: 'Anna', at, words: 'On Friday' };

  it('says who answered and when, on the shop’s clock', () => {
    const later = at + 60_000;
    expect(answeredDetail(answer, later, 'America/New_York')).toBe(
      'Anna answered at 3:05 PM: “On Friday”',
    );
    expect(answeredDetail({ ...answer, by: null }, later, 'UTC')).toBe(
      'Someone else answered at 8:05 PM: “On Friday”',
    );
    expect(answeredDetail(answer, at + 12 * 60 * 60_000, 'America/New_York')).toBe(
      'Anna answered on Mar 4 at 3:05 PM: “On Friday”',
    );
  });

  it('has the words of staff alone', () => {
    for (const withNotice of [true, false]) {
      const body = composeManualText(shop, 'On Friday: 3 pm', withNotice);
      expect(wordsOfManualText(shop, body)).toBe('On Friday: 3 pm');
    }
    // The shop has been renamed since.
    expect(wordsOfManualText(shop, 'Old Shop: On Friday')).toBe('Old Shop: On Friday');
  });
});

describe('previewOf', () => {
  it('counts as the encoding does', () => {
    expect(previewOf('5 €')).toEqual({
      body: '5 €',
      encoding: 'GSM-7',
      characters: 4,
      segments: 1,
    });
    expect(previewOf('x'.repeat(161))).toMatchObject({ characters: 161, segments: 2 });
    expect(previewOf('🙂')).toMatchObject({ encoding: 'UCS-2', characters: 2, segments: 1 });
  });
});

it('knows the provider’s ids by their beginning', () => {
  const ids = ['SM1', 'MM1', 'sm1', 'AC1', ' SM1', ''];
  expect(ids.filter(isProviderSid)).toEqual(['SM1', 'MM1']);
});
