import { describe, expect, it } from 'vitest';
import { someEstimate, someRepair } from '../tests/harness/sample-rows.ts';
import { estimatePaperOf, validUntil } from './estimate-paper.ts';
import { defaultShopSettings } from './shop-settings.ts';

const { texts } = defaultShopSettings;

describe('validUntil', () => {
  it.each([
    [30, null, '2026-03-31'],
    [1, null, '2026-03-02'],
    [365, null, '2027-03-01'],
    [30, 60, '2026-03-31'],
    // It would promise a price that has expired by then.
    [30, 14, '2026-03-15'],
  ])('%s days, expiring after %s', (estimateValidDays, estimateExpiresAfterDays, until) => {
    const rules = { ...texts, estimateValidDays, estimateExpiresAfterDays };
    expect(validUntil('2026-03-01', rules)).toBe(until);
  });
});

describe('an estimate on paper', () => {
  const sentAt = '2026-03-04T23:30:00.000Z';
  const of = (repair: Parameters<typeof someRepair>[0], estimate = {}, others: object[] = []) => {
    const printed = someEstimate({ sentAt, ...estimate });
    const all = [printed, ...others.map((other) => someEstimate(other))];
    return estimatePaperOf(someRepair(repair), printed, all, defaultShopSettings, (iso) =>
      iso.slice(0, 10),
    );
  };

  it('says whose watch it is, what is done, for how much and until when', () => {
    const whole = {
      customerCompany: 'Okafor Jewelers',
      customerAddress: '12 Harbor St\nPortland, ME',
      customerPhone: '2125550101',
      ...{ reference: '210.30', caliber: '8800', theirReference: 'PO 77' },
      ...{ serialNumber: '75803396', movementSerial: '85321096' },
    };
    const notes = 'Knock 10 off if asked';
    expect(of(whole, { estimatePrice: 1250.5, work: 'Full service', notes })).toEqual({
      shop: defaultShopSettings.shop,
      ticketNumber: 'WH123456ABC',
      facts: [
        { label: 'Date', value: 'Wed, Mar 4, 2026' },
        { label: 'Valid until', value: 'Fri, Apr 3, 2026' },
        { label: 'Customer', value: 'Grace Okafor' },
        { label: 'Company', value: 'Okafor Jewelers' },
        { label: 'Address', value: '12 Harbor St\nPortland, ME' },
        { label: 'Phone', value: '(212) 555-0101' },
        { label: 'Watch', value: 'Omega Seamaster 300' },
        { label: 'Reference', value: '210.30' },
        { label: 'Caliber', value: '8800' },
        { label: 'Serial number', value: '75803396' },
        { label: 'Movement serial', value: '85321096' },
        { label: 'Request', value: 'Runs slow by two minutes a day' },
        { label: 'Your reference', value: 'PO 77' },
      ],
      price: {
        lines: [
          {
            label: 'Full service',
            quantity: null,
            unitPrice: null,
            taxMark: '',
            amount: '$1,250.50',
          },
        ],
        sums: [],
        total: { label: 'Total', amount: '$1,250.50' },
      },
      sums: [],
      warranties: [],
    });
  });

  it.each([
    [100, ['Paid', '$100.00'], ['Balance', '$735.13']],
    [900, ['Paid', '$900.00'], ['Refund due', '$64.87']],
  ])('says what is due at its price after $%d was paid', (paid, ...sums) => {
    const { sums: shown } = of({ paid }, { estimatePrice: 835.13 });
    expect(shown.map(({ label, amount }) => [label, amount])).toEqual(sums);
  });

  it('states the warranties of its lines', () => {
    const line = (description: string, warrantyDays: number | null) => ({
      ...({ kind: 'labor', quantity: 1, unitPrice: 50, isTaxable: true } as const),
      ...{ description, warrantyDays },
    });
    const lines = [line('Crystal', 90), line('Full service', 365), line('Strap', null)];
    expect(of({}, { estimatePrice: 150, lines }).warranties).toEqual([
      '365 days from pickup: Full service',
      '90 days from pickup: Crystal',
    ]);
  });

  it('names the last estimate sent before it', () => {
    const replaced = (...others: object[]) =>
      of({}, {}, others).facts.find(({ label }) => label === 'Replaces')?.value;
    const first = { estimatePrice: 80, sentAt: '2026-02-28T10:00:00.000Z' };
    const second = { estimatePrice: 612.34, sentAt: '2026-03-02T10:00:00.000Z' };
    expect(replaced(second, first)).toBe('Estimate of Mon, Mar 2, 2026 for $612.34');
    // More work, which was declined, came later.
    expect(replaced({ ...second, sentAt: '2026-03-05T10:00:00.000Z' })).toBeUndefined();
  });

  it('splits the price up if there is tax in it', () => {
    const { price } = of({}, { estimatePrice: 385, taxThousandths: 8_875, tax: 31.38 });
    expect(price.lines[0]).toMatchObject({ label: 'Repair', amount: '$353.62' });
    expect(price.sums).toEqual([{ label: 'Tax (8.875%)', amount: '$31.38' }]);
    expect(price.total).toEqual({ label: 'Total', amount: '$385.00' });
  });

  it('leaves out what is not known', () => {
    const { facts, price } = of({ customerPhone: '' });
    const labels = ['Date', 'Valid until', 'Customer', 'Watch', 'Request'];
    expect(facts.map(({ label }) => label)).toEqual(labels);
    expect(price.lines[0]).toMatchObject({ label: 'Repair', amount: '$95.00' });
  });
});
