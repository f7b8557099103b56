import { describe, expect, it } from 'vitest';
import { someRepair } from '../tests/harness/sample-rows.ts';
import { watchSummary } from './watch-life.ts';
import { benchLines, namesSomeone, watchPaper } from './watch-paper.ts';

const newest = someRepair({
  ...{ ticketNumber: 'WH3', createdAt: '2026-11-28T10:00:00.000Z', status: 'in-progress' },
  ...{ customerName: 'Jean-Baptiste Étienne de Saint-Aubin', reference: '214270', repairPrice: 80 },
});
const sold = someRepair({
  ...{ ticketNumber: 'WH2', createdAt: '2025-03-04T10:00:00.000Z', status: 'completed' },
  ...{ completedAt: '2025-03-07T10:00:00.000Z', estimateAcceptedAt: '2025-03-05T10:00:00.000Z' },
  ...{ estimateWork: 'crystal and gaskets', estimatePrice: 236.5, collectedBy: 'Bo Lindqvist' },
  ...{ customerName: 'Margaret Okonkwo', completionNotes: 'Crystal replaced' },
  ...{ completedPhotoUrl: '/photos/done' },
  ...{ customerPhone: '+16195550129', secondPhone: null, customerEmail: 'mo@example.com' },
});
const first = someRepair({
  ...{ ticketNumber: 'WH1', createdAt: '2019-05-18T10:00:00.000Z', status: 'completed' },
  ...{ customerName: 'Margaret Okonkwo', issue: 'Two links out\nfor her son' },
  completionNotes: 'Links returned in a bag to Mrs. OKONKWO',
});
const repairs = [newest, sold, first];
const watch = { id: 'watch', ...watchSummary(repairs, []) };

describe('a watch on paper', () => {
  const warranty = {
    ...{ id: 'w', ticketNumber: 'WH2', what: 'Crystal', days: 90, daysUsed: 0 },
    ...{ from: '2025-03-07', until: '2025-06-05', continues: null, continuedOn: null },
    ...{ createdAt: '', updatedAt: '' },
  };
  const whole = {
    ...{ watch, repairs, measurements: [], warranties: [warranty], comebacks: [] },
    photos: ['WH1', 'WH2'].map((ticketNumber) => ({
      ticketNumber,
      url: `/photos/${ticketNumber}`,
    })),
  };
  const paper = watchPaper(whole, 'UTC', '2026-11-28');

  it('has what was done, by year', () => {
    expect(paper.title).toBe('Omega Seamaster 300 214270');
    expect(paper.facts).toContainEqual({ label: 'Reference', value: '214270' });
    expect(paper.groups.map(({ title }) => title)).toEqual(['2026', '2025', '2019']);
    expect(paper.groups[1]?.rows).toEqual([
      [
        ['Fri, Mar 7, 2025', 'WH2'],
        ['Crystal and gaskets', 'Crystal replaced', 'Warranty 90 days, ended Thu, Jun 5, 2025'],
        ['$236.50'],
      ],
    ]);
    expect(paper.groups[0]?.rows[0]?.[1]).toEqual([
      'Runs slow by two minutes a day',
      'Not finished',
    ]);
  });

  it('shows the photos of each repair below it', () => {
    expect(paper.groups[1]?.photos).toEqual([['/photos/done', '/photos/WH2']]);
    expect(paper.groups[0]?.photos).toEqual([[]]);
  });

  it('names no one, not even in the words of staff', () => {
    expect(paper.groups[2]?.rows[0]?.[1]).toEqual(['Two links out']);
    expect(JSON.stringify(paper)).not.toMatch(/margaret|okonkwo|lindqvist|aubin|étienne/i);
  });
});

describe('the words of staff', () => {
  const rowsWith = (completionNotes: string) =>
    watchPaper(
      {
        ...{ watch, repairs: [newest, { ...sold, completionNotes }] },
        ...{ measurements: [], warranties: [], comebacks: [], photos: [] },
      },
      'UTC',
      '2026-11-28',
    ).groups[1]?.rows[0]?.[1];

  it.each(['Call (619) 555-0129 first', 'Ring 619.555.0129', 'Sent a picture to MO@example.com'])(
    'are left out if they say how to reach someone: %j',
    (notes) => {
      expect(rowsWith(notes)).toEqual(['Crystal and gaskets']);
    },
  );

  it('are kept even if they contain the placeholder of a missing email', () => {
    const withoutEmail = { ...sold, customerEmail: 'none', completionNotes: 'Scratches: none' };
    const { groups } = watchPaper(
      {
        ...{ watch, repairs: [newest, withoutEmail] },
        ...{ measurements: [], warranties: [], comebacks: [], photos: [] },
      },
      'UTC',
      '2026-11-28',
    );
    expect(groups[1]?.rows[0]?.[1]).toEqual(['Crystal and gaskets', 'Scratches: none']);
  });

  it('stay if they have other numbers', () => {
    expect(rowsWith('Gasket 555-0129')).toEqual(['Crystal and gaskets', 'Gasket 555-0129']);
  });
});

it('has no amplitude drop if none was computed', () => {
  const timing = (stage: 'before' | 'after' | 'after-24h') => ({
    ...{ id: stage, ticketNumber: 'WH2', kind: 'timing' as const, stage, measuredOn: null },
    ...{ instrument: null, caliber: null, quartz: null, pressure: null, createdAt: '' },
    timing: {
      ...{ liftAngle: null, beatsPerHour: null },
      positions: {
        CH: { rate: 1, amplitude: 280, beatError: null },
        FH: { rate: 2, amplitude: 270, beatError: null },
      },
    },
    updatedAt: '',
  });
  expect(benchLines([timing('before'), timing('after'), timing('after-24h')])).toContain(
    'Amplitude drop, 24 h, °: after, 24 h 0.0',
  );
});

it.each([
  ['Zifferblatt für Herrn étienne', true],
  ['SAINT-AUBIN called', true],
  ['A de luxe dial', false],
  ['Aubins strap', false],
  ['', false],
])('finds names in %j', (text, isNamed) => {
  expect(namesSomeone(text, ['Jean-Baptiste Étienne de Saint-Aubin', null])).toBe(isNamed);
});

it.each([
  ['Called Mr. Li', true],
  ['Returned to WU', true],
  ['For Ng’s son', true],
  ['Gave it to Bö', true],
  ['给 李 打电话', true],
  ['Strap of ngor leather, li-ion cell', false],
  ['A of K, bo', false],
  ['Gasket 66', false],
])('finds short names where they are capitalized: %j', (text, isNamed) => {
  const names = ['Wei Li', 'wu', 'A. K. Ng', 'Bo of Malmö', '李', 'Route 66'];
  expect(namesSomeone(text, names)).toBe(isNamed);
});
