import type { DayPayment } from './api-money.ts';
import { localTime } from './clock.ts';
import { byteOrderMark, csvRow } from './csv.ts';
import { dateOfPayment } from './day-money.ts';
import { paymentKindLabels, paymentMethodLabels } from './payments.ts';

/** Payments as a file for a spreadsheet: in the shop's time, and each column of money adds up. */

/** The first line, with the mark that tells spreadsheet programs that the file is UTF-8. */
export const moneyCsvHead = (): string => byteOrderMark + csvRow(headings);

const headings = [
  ...['Date', 'Time', 'Ticket', 'Customer', 'Kind', 'Method', 'Amount', 'Tax', 'Tax percent'],
  ...['Voided', 'Void reason', 'Note', 'Staff', 'After closing'],
];

/** @param timeZone IANA name, of the shop */
export function moneyCsvRow(payment: DayPayment, timeZone: string): string {
  const { at, tax, taxThousandths } = payment;
  const amount = payment.kind === 'refund' ? -payment.amount : payment.amount;
  const isVoided = payment.voidedAt !== null;
  return csvRow([
    dateOfPayment(at, timeZone),
    localTime(Date.parse(at), timeZone),
    payment.ticketNumber,
    payment.customerName ?? '',
    paymentKindLabels[payment.kind],
    paymentMethodLabels[payment.method],
    // Voided payments don't count.
    isVoided ? '' : amount,
    isVoided ? '' : tax,
    taxThousandths === null ? '' : { exact: taxThousandths / 1000 },
    isVoided ? amount : '',
    payment.voidReason ?? '',
    payment.note ?? '',
    payment.initials ?? '',
    payment.isAfterClosing ? 'yes' : 'no',
  ]);
}
