import { describe, expect, it } from 'vitest';
import { sampleValues } from '../tests/harness/field-samples.ts';
import { someEstimate, someRepair } from '../tests/harness/sample-rows.ts';
import { claimCheckOf, paperTime, staffName } from './claim-check.ts';
import type { Condition } from './condition.ts';
import { printedText } from './field-list.ts';
import { repairFieldNames, repairFields } from './repair-fields.ts';
import { defaultShopSettings } from './shop-settings.ts';

const staff = [{ name: 'Maya Brooks', initials: 'MB' }];
const settings = { ...defaultShopSettings, staff };
const by = { timeZone: 'America/New_York', initials: null };

const condition = (given: Partial<Condition>): Condition => ({
  areas: {},
  running: null,
  hasWater: false,
  accessories: null,
  statedValue: null,
  doNotPolish: false,
  returnOldParts: false,
  ...given,
});

const paperOf = (
  repair: Parameters<typeof someRepair>[0] = {},
  estimates: ReturnType<typeof someEstimate>[] = [],
  shop: Partial<typeof settings> = {},
) =>
  claimCheckOf(
    { repair: someRepair({ createdAt: '2026-11-23T21:12:00.000Z', ...repair }), estimates },
    { ...settings, ...shop },
    by,
  );

describe('a claim check', () => {
  it('for a watch with few details holds only those', () => {
    expect(paperOf()).toEqual({
      shop: settings.shop,
      ticketNumber: 'WH123456ABC',
      takenIn: 'Mon, Nov 23, 2026, 4:12 PM',
      customer: [
        { label: 'Customer', value: 'Grace Okafor' },
        { label: 'Phone', value: '(212) 555-0101' },
      ],
      watch: [
        { label: 'Watch', value: 'Omega Seamaster 300' },
        { label: 'Request', value: 'Runs slow by two minutes a day' },
      ],
      condition: [],
      flags: [],
      estimate: [],
      terms: null,
      receivedBy: null,
    });
  });

  it('has what stays agreed while more work is asked about', () => {
    const acceptedSoFar = { price: 612, work: 'Service', lines: null };
    const ticket = { repairPrice: 80, approvedUpTo: 90, estimatePrice: 835, acceptedSoFar };
    const { estimate, ...rest } = paperOf(ticket, [someEstimate({ estimatePrice: 835 })]);
    expect(estimate).toEqual([{ label: 'Service', amount: '$612.00' }]);
    expect(JSON.stringify(rest)).not.toContain('$90.00');
  });

  it('holds what was agreed, and nothing that only staff should see', () => {
    const paper = paperOf({
      otherCollector: 'Anne-Laure',
      expectedOn: '2026-11-30',
      approvedUpTo: 400,
      serialNumber: 'V6Z41937',
      theirReference: 'PO 77',
      secondContact: 'His wife',
      secondPhone: '+12125550102',
      priceNotes: 'Regular, 10 off',
    });
    expect(paper.customer.slice(2)).toEqual([
      { label: 'May also be picked up by', value: 'Anne-Laure' },
      { label: 'Estimated ready', value: 'Mon, Nov 30, 2026' },
      { label: 'Approved up to', value: '$400.00' },
    ]);
    expect(paper.watch.map(({ label }) => label)).toEqual([
      ...['Watch', 'Serial number', 'Request', 'Their reference'],
    ]);
    expect(JSON.stringify(paper)).not.toMatch(/wife|0102|10 off/);
  });

  it('holds every field of the ticket, but not what is for the shop only', () => {
    const values = sampleValues(repairFields, 1);
    const text = JSON.stringify(paperOf({ ...values, estimatePrice: null }));
    const missing = repairFieldNames.filter(
      (name) =>
        name !== 'condition' &&
        !text.includes(JSON.stringify(printedText(repairFields[name], values[name])).slice(1, -1)),
    );
    expect(missing).toEqual(['priceNotes', 'secondContact', 'secondPhone']);
  });

  it('lists the condition by state, worst first, and what was not checked', () => {
    const { condition: lines, flags } = paperOf({
      condition: condition({
        areas: {
          crystal: { state: 'damaged', note: 'chip at 4' },
          bezel: { state: 'worn', note: null },
          case: { state: 'worn', note: 'ding at 6' },
          crown: { state: 'missing', note: null },
          dial: { state: 'fine', note: null },
          hands: { state: null, note: 'relumed?' },
        },
        running: 'unknown',
        hasWater: true,
        accessories: 'Box, 2 links',
        statedValue: 6500,
        doNotPolish: true,
        returnOldParts: true,
      }),
    });
    expect(lines).toEqual([
      { label: 'Damaged', value: 'Crystal: chip at 4' },
      { label: 'Missing', value: 'Crown' },
      { label: 'Worn', value: 'Bezel · Case: ding at 6' },
      { label: 'Fine', value: 'Dial' },
      {
        label: 'Not checked',
        value: 'Back · Pushers · Hands: relumed? · Bracelet or strap · Clasp',
      },
      { label: 'Running', value: 'Unknown' },
      { label: 'Traces of water', value: 'Yes' },
      { label: 'Accessories left', value: 'Box, 2 links' },
      { label: 'Value stated', value: '$6,500.00, by the customer' },
    ]);
    expect(flags).toEqual(['Do not polish', 'Return old parts']);
  });

  it('lists no areas if none was checked', () => {
    const { condition: lines } = paperOf({ condition: condition({ accessories: 'Strap' }) });
    expect(lines).toEqual([{ label: 'Accessories left', value: 'Strap' }]);
  });

  const current = someEstimate({ estimatePrice: 150, work: 'Full service', isReplaced: false });
  it.each<[string, ReturnType<typeof paperOf>['estimate'], Parameters<typeof paperOf>]>([
    ['the price on the ticket', [{ label: 'Repair', amount: '$80.00' }], [{ repairPrice: 80 }]],
    [
      'the current estimate',
      [{ label: 'Full service', amount: '$150.00' }],
      [{ repairPrice: 80 }, [{ ...current, isReplaced: true, estimatePrice: 1 }, current]],
    ],
    [
      'an estimate with tax, and the total',
      [
        { label: 'Full service', amount: '$137.77' },
        { label: 'Tax (8.875%)', amount: '$12.23' },
        { label: 'Total', amount: '$150.00' },
      ],
      [{}, [{ ...current, taxThousandths: 8875, tax: 12.23 }]],
    ],
    [
      'the lines of the current estimate',
      [
        { label: 'Full service, T', amount: '$100.00' },
        { label: 'Gasket, 2 × $5.00', amount: '$10.00' },
        { label: 'Subtotal', amount: '$110.00' },
        { label: 'Tax (10% on $100.00)', amount: '$10.00' },
        { label: 'Total', amount: '$120.00' },
      ],
      [
        {},
        [
          {
            ...current,
            ...{ estimatePrice: 120, taxThousandths: 10_000, tax: 10 },
            lines: [
              {
                ...{ kind: 'labor', description: 'Full service', quantity: 1, unitPrice: 100 },
                ...{ isTaxable: true, warrantyDays: 365 },
              },
              {
                ...{ kind: 'part', description: 'Gasket', quantity: 2, unitPrice: 5 },
                ...{ isTaxable: false, warrantyDays: null },
              },
            ],
          },
        ],
      ],
    ],
    [
      'the price on the ticket with tax',
      [
        { label: 'Repair', amount: '$100.00' },
        { label: 'Tax (10%)', amount: '$10.00' },
        { label: 'Total', amount: '$110.00' },
      ],
      [{ repairPrice: 110 }, [], { taxThousandths: 10_000 }],
    ],
    [
      'nothing after a declined estimate',
      [],
      [{ repairPrice: 80 }, [{ ...current, declinedAt: '2026-11-24T10:00:00.000Z' }]],
    ],
    ['nothing for a watch that goes back', [], [{ repairPrice: 80, isUnrepaired: true }]],
  ])('has %s', (_what, estimate, given) => {
    expect(paperOf(...given).estimate).toEqual(estimate);
  });

  it('leaves out what was approved before an estimate was accepted', () => {
    const accepted = { approvedUpTo: 400, estimateAcceptedAt: '2026-11-24T10:00:00.000Z' };
    expect(paperOf(accepted).customer.map(({ label }) => label)).toEqual(['Customer', 'Phone']);
  });

  it('has the shop’s own terms', () => {
    const ticket = { printsReadyBy: false, terms: 'Bring this paper.' };
    expect(paperOf({}, [], { ticket }).terms).toBe('Bring this paper.');
  });
});

it.each([
  ['MB', 'Maya Brooks'],
  ['OT', 'OT'],
  [null, null],
])('a customer known as %s is %s on paper', (initials, name) => {
  expect(staffName(initials, staff)).toBe(name);
});

it.each([
  ['2026-07-01T16:05:00.000Z', 'Wed, Jul 1, 2026, 12:05 PM'],
  ['2026-11-24T04:59:00.000Z', 'Mon, Nov 23, 2026, 11:59 PM'],
])('%s is %s on paper in New York', (iso, text) => {
  expect(paperTime(iso, 'America/New_York')).toBe(text);
});
