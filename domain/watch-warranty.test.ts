import { describe, expect, it } from 'vitest';
import type { Warranty } from './api-warranties.ts';
import { comeBacksText, repairWarrantyText, watchWarrantyText } from './watch-warranty.ts';

const today = '2026-11-28';

describe('the warranty of a watch', () => {
  it.each<[string, (string | null)[]]>([
    ['None active', []],
    ['None active', [null, '2026-11-27']],
    ['Until Sat, Nov 28, 2026', ['2026-11-28']],
    ['Until Tue, Dec 22, 2026', ['2026-12-01', '2026-12-22', null]],
  ])('%s', (words, dates) => {
    const repairs = dates.map((warrantyUntil) => ({ warrantyUntil }));
    expect(watchWarrantyText(repairs, today)).toBe(words);
  });
});

const given = (one: Partial<Warranty>): Warranty => ({
  ...{ id: 'w', ticketNumber: 'WH1', what: 'Full service', days: 90, daysUsed: 0 },
  ...{ from: '2025-03-07', until: '2025-06-05', continues: null, continuedOn: null },
  ...{ createdAt: '', updatedAt: '' },
  ...one,
});

describe('the warranty of a repair', () => {
  const waiting = { from: null, until: null };
  it.each<[string, Partial<Warranty>[]]>([
    ['', []],
    ['', [{ ticketNumber: 'WH2' }]],
    ['Warranty 90 days, ended Thu, Jun 5, 2025', [{}]],
    ['Warranty 1 day, until Sat, Nov 28, 2026', [{ days: 1, until: today }]],
    ['Warranty 90 days from pickup', [waiting]],
    ['Warranty 10 of 90 days from pickup', [{ ...waiting, daysUsed: 80 }]],
    ['Warranty 90 days, used up', [{ ...waiting, daysUsed: 90 }]],
    ['Warranty 90 days, continued on WH2', [{ continuedOn: 'WH2' }]],
    // The same length for two lines of the price is mentioned once.
    [
      'Warranty 365 days, until Sun, Mar 7, 2027; 90 days, ended Thu, Jun 5, 2025',
      [{ days: 365, until: '2027-03-07' }, {}, { what: 'Crystal' }],
    ],
  ])('%s', (words, warranties) => {
    const of = warranties.map(given);
    expect(repairWarrantyText({ ticketNumber: 'WH1' }, of, [], today)).toBe(words);
  });

  it('says how many times that repair came back', () => {
    const [own, other] = [{ ofTicketNumber: 'WH1' }, { ofTicketNumber: 'WH2' }];
    const words = (count: number) =>
      repairWarrantyText(
        { ticketNumber: 'WH1' },
        [given({})],
        [...Array(count).fill(own), other],
        today,
      );
    expect(words(0)).toBe('Warranty 90 days, ended Thu, Jun 5, 2025');
    expect(words(1)).toBe('Warranty 90 days, ended Thu, Jun 5, 2025 · 1 come-back');
    expect(words(2)).toMatch(/ · 2 come-backs$/);
    expect(repairWarrantyText({ ticketNumber: 'WH2' }, [], [other], today)).toBe('1 come-back');
    expect(comeBacksText(1200)).toBe('1,200 come-backs');
  });
});
