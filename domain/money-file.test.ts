import { expect, it } from 'vitest';
import type { DayPayment } from './api-money.ts';
import { csvRecords } from './csv.ts';
import { moneyCsvHead, moneyCsvRow } from './money-file.ts';

const payment: DayPayment = {
  id: '1',
  ticketNumber: 'WH123456ABC',
  customerName: 'Paula, née Castañeda',
  kind: 'payment',
  method: 'check',
  amount: 12_450.5,
  tax: 1_014.9,
  taxThousandths: 8_875,
  note: null,
  at: '2026-11-24T03:30:00.000Z',
  session: null,
  initials: 'MB',
  voidedAt: null,
  voidReason: null,
  isAfterClosing: false,
  isTicketDeleted: false,
};

const cellsOf = (given: Partial<DayPayment>) => {
  const [head, row] = [
    ...csvRecords(moneyCsvHead() + moneyCsvRow({ ...payment, ...given }, 'America/New_York')),
  ];
  return Object.fromEntries((head?.cells ?? []).map((name, at) => [name, row?.cells[at]]));
};

it('has the shop’s time, the customer, and money without commas', () => {
  expect(cellsOf({})).toEqual({
    Date: '2026-11-23',
    Time: '22:30',
    Ticket: 'WH123456ABC',
    Customer: 'Paula, née Castañeda',
    Kind: 'Payment',
    Method: 'Check',
    Amount: '12450.50',
    Tax: '1014.90',
    'Tax percent': '8.875',
    Voided: '',
    'Void reason': '',
    Note: '',
    Staff: 'MB',
    'After closing': 'no',
  });
});

it('adds up: a refund is below 0, a voided payment has its own column', () => {
  expect(cellsOf({ kind: 'refund', amount: 20, tax: -1.63 })).toMatchObject({
    Amount: '-20.00',
    Tax: '-1.63',
  });
  const voided = { voidedAt: payment.at, voidReason: 'Twice', isAfterClosing: true };
  expect(cellsOf({ ...voided, kind: 'refund', amount: 20, tax: -1.63 })).toMatchObject({
    Amount: '',
    Tax: '',
    Voided: '-20.00',
    'Void reason': 'Twice',
    'After closing': 'yes',
  });
});

it('names no rate without tax, and no customer whose ticket is deleted for good', () => {
  expect(cellsOf({ tax: 0, taxThousandths: null })).toMatchObject({ 'Tax percent': '' });
  expect(cellsOf({ customerName: null })).toMatchObject({ Customer: '', Ticket: 'WH123456ABC' });
});

it('writes no amount as text: a spreadsheet adds it up', () => {
  const row = moneyCsvRow({ ...payment, kind: 'refund', amount: 20, tax: -1.63 }, 'UTC');
  expect(row).toContain(',-20.00,-1.63,');
});
