import { describe, expect, it } from 'vitest';
import { mapFields } from './field-list.ts';
import { printWindow } from './print-window.ts';
import { printedTicket, type TicketSource } from './printed-ticket.ts';
import { repairFields } from './repair-fields.ts';
import { defaultShopSettings } from './shop-settings.ts';

const { shop } = defaultShopSettings;
const repair = {
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  ticketNumber: 'WH123456ABC',
  customerName: 'Ada Lovelace',
  customerPhone: '2125550101',
  customerEmail: 'ada@example.com',
  customerAddress: '1 Analytical Way\nNew York',
  ...mapFields(repairFields, () => null),
  watchBrand: 'Omega',
  watchModel: 'Speedmaster',
  repairPrice: 150.5,
  serialNumber: 'SN 77',
  priceNotes: 'Parts included',
  issue: 'Runs <b>slow</b>',
  assignedWatchmaker: 'Technician 1',
  createdAt: '2026-11-21T05:15:23.456Z',
};
const localTime = (iso: string) => ({ date: `date of ${iso}`, time: `time of ${iso}` });

it('the print window is the specification’s', () => {
  expect(printWindow).toEqual({
    width: 500,
    height: 700,
    printAfterMs: 500,
    fallbackAfterMs: 1000,
  });
});

it('has the same fields if its number is provisional, and says that it is', () => {
  const { isProvisional, rows } = printedTicket(
    { ...repair, isProvisional: true },
    shop,
    localTime,
  );
  expect(isProvisional).toBe(true);
  expect(rows).toEqual(printedTicket(repair, shop, localTime).rows);
});

describe('printedTicket', () => {
  it('shows every field, in order, under the shop’s own labels', () => {
    expect(printedTicket(repair, shop, localTime)).toEqual({
      shop,
      ticketNumber: 'WH123456ABC',
      isProvisional: false,
      rows: [
        { label: 'Customer', value: 'Ada Lovelace' },
        { label: 'Phone', value: '(212) 555-0101' },
        { label: 'Email', value: 'ada@example.com' },
        { label: 'Address', value: '1 Analytical Way\nNew York' },
        { label: 'Watch', value: 'Omega Speedmaster' },
        { label: 'Price', value: '$150.50' },
        { label: 'Price notes', value: 'Parts included' },
        { label: 'Request', value: 'Runs <b>slow</b>' },
        { label: 'Technician', value: 'Technician 1' },
        { label: 'Date', value: 'date of 2026-11-21T05:15:23.456Z' },
        { label: 'Time', value: 'time of 2026-11-21T05:15:23.456Z' },
      ],
    });
  });

  it('leaves out what is missing', () => {
    const bare = {
      ...repair,
      customerAddress: null,
      repairPrice: null,
      priceNotes: null,
      assignedWatchmaker: null,
    };
    expect(printedTicket(bare, shop, localTime).rows.map(({ label }) => label)).toEqual([
      'Customer',
      'Phone',
      'Email',
      'Watch',
      'Request',
      'Date',
      'Time',
    ]);
    const unreachable = { ...repair, customerPhone: '', customerEmail: '' };
    const labels = printedTicket(unreachable, shop, localTime).rows.map(({ label }) => label);
    expect(labels).not.toContain('Phone');
    expect(labels).not.toContain('Email');
  });

  it.each([
    [0, '$0.00'],
    [0.5, '$0.50'],
    [12450.5, '$12,450.50'],
  ])('prints the price %d as %s', (repairPrice, value) => {
    const { rows } = printedTicket({ ...repair, repairPrice }, shop, localTime);
    expect(rows).toContainEqual({ label: 'Price', value });
  });

  describe('prints the price that counts', () => {
    const [sentAt, answeredAt] = ['2026-11-21T06:00:00.000Z', '2026-11-21T07:00:00.000Z'];
    const estimate = {
      estimatePrice: 220,
      estimateSentAt: sentAt,
      estimateAcceptedAt: null,
      estimateDeclinedAt: null,
      isUnrepaired: false,
    };
    const accepted = { ...estimate, estimateAcceptedAt: answeredAt };
    const money = (given: Partial<TicketSource>) =>
      printedTicket({ ...repair, ...given }, shop, localTime)
        .rows.filter(({ label }) => label.startsWith('Price'))
        .map(({ value }) => value);

    it('which is the repair price until an estimate is accepted', () => {
      expect(money(estimate)).toEqual(['$150.50', 'Parts included']);
    });

    it('which is then the estimate’s, without notes on another price', () => {
      expect(money(accepted)).toEqual(['$220.00']);
      expect(money({ ...accepted, repairPrice: null })).toEqual(['$220.00']);
      expect(money({ ...accepted, estimatePrice: 1250, priceNotes: null })).toEqual(['$1,250.00']);
      expect(money({ ...accepted, estimatePrice: 150.5 })).toEqual(['$150.50', 'Parts included']);
    });

    it('which is none after an estimate was declined, or if nothing was repaired', () => {
      expect(money({ ...estimate, estimateDeclinedAt: answeredAt })).toEqual([]);
      expect(money({ ...accepted, isUnrepaired: true })).toEqual([]);
    });

    it('with what was approved beforehand, until an estimate is accepted', () => {
      const approved = (given: Partial<TicketSource>) =>
        printedTicket({ ...repair, approvedUpTo: 80, ...given }, shop, localTime).rows.filter(
          ({ label }) => label === 'Approved up to',
        );
      expect(approved({})).toEqual([{ label: 'Approved up to', value: '$80.00' }]);
      expect(approved(estimate)).toHaveLength(1);
      expect(approved(accepted)).toEqual([]);
      expect(approved({ approvedUpTo: null })).toEqual([]);
    });

    it('and only notes if there was never a price', () => {
      expect(money({ repairPrice: null })).toEqual(['Parts included']);
    });
  });

  it('says that tax is in the price only if there is some', () => {
    const price = (given: Partial<TicketSource>, taxThousandths?: number) =>
      printedTicket({ ...repair, ...given }, shop, localTime, {
        ...(taxThousandths !== undefined && { taxThousandths }),
      }).rows.find(({ label }) => label === 'Price')?.value;
    expect(price({}, 8_875)).toBe('$150.50 incl. tax');
    expect(price({ repairPrice: 0 }, 8_875)).toBe('$0.00');
    expect(price({}, 0)).toBe('$150.50');
    expect(price({})).toBe('$150.50');
    // The settled tax counts, no matter what the rate is today.
    const settled = { settledTax: { taxThousandths: 0, tax: 0 } };
    expect(price(settled, 8_875)).toBe('$150.50');
    expect(price({ settledTax: { taxThousandths: 5_000, tax: 7.17 } }, 0)).toBe(
      '$150.50 incl. tax',
    );
  });

  it('prints another country’s phone as it was typed', () => {
    const { rows } = printedTicket(
      { ...repair, customerPhone: '+47 92 34 56 78' },
      shop,
      localTime,
    );
    expect(rows).toContainEqual({ label: 'Phone', value: '+47 92 34 56 78' });
  });

  it('falls back to the id if there is no ticket number', () => {
    expect(printedTicket({ ...repair, ticketNumber: '' }, shop, localTime).ticketNumber).toBe(
      '3f2504e0',
    );
  });
});
