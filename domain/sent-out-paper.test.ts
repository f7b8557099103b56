import { expect, it } from 'vitest';
import { someSending } from '../tests/harness/sample-rows.ts';
import type { ListedSending } from './api-sendings.ts';
import { insuredTogether, sentOutPaper } from './sent-out-paper.ts';

const listed = (given: Partial<ListedSending> = {}): ListedSending => ({
  ...someSending(),
  customerName: 'Grace Okafor',
  watchBrand: 'Omega',
  watchModel: 'Seamaster 300',
  initialPhotoUrl: null,
  promisedOn: null,
  ...given,
});

it('has a total insured value to the cent', () => {
  expect(insuredTogether([])).toBe(0);
  const values = [0.1, 0.2, null, 42_000];
  expect(insuredTogether(values.map((insuredValue) => ({ insuredValue })))).toBe(42_000.3);
});

it('is printed with where each watch is, for how long, and how late', () => {
  const paper = sentOutPaper(
    [
      listed({
        reference: 'KD-1',
        carrier: 'UPS',
        trackingNumber: '1Z',
        insuredValue: 250,
        expectedOn: '2026-03-04',
        promisedOn: '2026-03-03',
      }),
      listed({ sentOn: null }),
    ],
    '2026-03-05',
  );
  expect(paper.facts).toEqual([
    { label: 'Date', value: 'Thu, Mar 5, 2026' },
    { label: 'Watches', value: '2' },
    { label: 'Insured', value: '$250.00' },
  ]);
  const watch = ['Grace Okafor', 'WH123456ABC', 'Omega Seamaster 300'];
  expect(paper.groups[0]?.rows).toEqual([
    [
      watch,
      ['Kirk Dial', 'ref. KD-1'],
      ['UPS', '1Z'],
      ['$250.00'],
      ['Mon, Mar 2', 'for 3 days'],
      ['Wed, Mar 4', '1 day later than promised'],
    ],
    [watch, ['Kirk Dial'], [], [], ['Not sent yet'], []],
  ]);
});
