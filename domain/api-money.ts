import { z } from 'zod';
import { count, isoTime, textOrNull } from './api-answers.ts';
import { listOf, type Operation, page } from './api-operation.ts';
import { paymentSchema } from './api-payments.ts';
import { isCalendarDate } from './calendar-date.ts';
import { spanEndsEarly } from './day-money.ts';
import { limits } from './field-list.ts';
import { calendarDate, dollars, optionalText, requiredPrice, uuidField } from './field-schemas.ts';
import { centsFromDollars } from './money.ts';

/** The calls about a day's money, and about closing days. */

const dateRule = (label: string) => `${label} must be a date such as 2026-03-05`;

const date = (label: string) =>
  z
    .string(dateRule(label))
    // The last day of the calendar has no next day.
    .refine((text) => isCalendarDate(text) && text < '9999-12-31', dateRule(label))
    .meta({ format: 'date', description: 'A date on the shop’s calendar, such as 2026-03-05' });

const span = {
  from: date('from').optional().describe('The first day; today if left out'),
  to: date('to').optional().describe('The last day; the same as the first if left out'),
};

const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || from <= to;
const notInOrder = { path: ['to'], message: spanEndsEarly };

const moneySums = {
  count: count('How many payments are in the total'),
  byMethod: z
    .object({ cash: dollars, card: dollars, check: dollars, other: dollars })
    .describe('Deposits and payments less refunds'),
  deposits: dollars.describe('Included in the total'),
  refunds: dollars.describe('Subtracted from the total'),
  total: dollars.describe('Deposits and payments less refunds, by all methods'),
  tax: dollars.describe('The tax in the total'),
  voided: dollars.describe('Not in the total; deposits and payments less refunds'),
  cashIn: dollars,
  cashOut: dollars,
};

const closedDaySchema = z
  .object({
    id: z.string(),
    date: calendarDate,
    closedAt: isoTime,
    ...moneySums,
    float: dollars.describe('What was in the drawer when the day began'),
    counted: dollars.describe('The cash that was counted'),
    difference: dollars.describe('counted − (float + cashIn − cashOut)'),
    note: z.string().nullable(),
    session: textOrNull('The public id of the session in which it was closed (see /api/session)'),
    initials: textOrNull('Which staff member was chosen at that computer: a note, not proof'),
  })
  .meta({ id: 'ClosedDay', description: 'A day as it was closed; nothing changes it later' });
export type ClosedDay = z.infer<typeof closedDaySchema>;

const moneySchema = z
  .object({
    from: calendarDate,
    to: calendarDate,
    ...moneySums,
    taxByRate: z
      .array(
        z.object({ taxThousandths: count('The rate in thousandths of a percent'), tax: dollars }),
      )
      .describe('The tax in the total by its rate, the highest first'),
    closedDays: z.array(closedDaySchema).describe('The closed days among these, oldest first'),
  })
  .meta({
    id: 'Money',
    description: 'The sums of the payments in a range of days, in the shop’s time',
  });
export type Money = z.infer<typeof moneySchema>;

const dayPaymentSchema = paymentSchema
  .extend({
    customerName: z.string().nullable().describe('null once the ticket is deleted for good'),
    isAfterClosing: z
      .boolean()
      .describe(
        'Whether it was recorded or voided after its day was closed, and so differs from the closed sums',
      ),
    isTicketDeleted: z.boolean(),
  })
  .meta({ id: 'DayPayment', description: 'A payment, as listed for its day' });
export type DayPayment = z.infer<typeof dayPaymentSchema>;

const seenCashRule = 'seenCash must be an amount in dollars with at most 2 decimals';

const closeDaySchema = z.strictObject({
  /** Made by the browser: the same id is the same closing. */
  closingId: uuidField('closingId'),
  date: date('date'),
  float: requiredPrice('Cash float', 'Please enter the cash float'),
  counted: requiredPrice('Counted cash', 'Please enter the cash you counted'),
  note: optionalText({ label: 'Note', max: limits.closingNote }),
  seenCash: z
    .number(seenCashRule)
    .refine((amount) => centsFromDollars(Math.abs(amount)) !== null, seenCashRule)
    .describe(
      'What should be in the drawer, as the caller saw it: float + cashIn − cashOut. If it has changed, the answer is 412 with the day’s money',
    ),
});

const closingAnswer = z.object({ closedDay: closedDaySchema });

export const moneyOperations = {
  getMoney: {
    method: 'GET',
    path: '/api/money',
    summary: 'The sums of the payments in a range of days',
    query: z.strictObject(span).refine(inOrder, notInOrder),
    responses: { 200: moneySchema },
    hasRevision: true,
  },
  listPayments: {
    method: 'GET',
    path: '/api/payments',
    summary: 'The payments in a range of days, newest first, including voided ones',
    query: z.strictObject({ ...span, ...page }).refine(inOrder, notInOrder),
    responses: { 200: listOf(dayPaymentSchema) },
    hasRevision: true,
  },
  exportPayments: {
    method: 'GET',
    path: '/api/payments/csv',
    summary: 'The payments in a range of days as a CSV file, oldest first, in the shop’s time',
    query: z.strictObject(span).refine(inOrder, notInOrder),
    responses: { 200: z.unknown() },
    givesFile: ['text/csv'],
  },
  listClosedDays: {
    method: 'GET',
    path: '/api/closed-days',
    summary: 'Closed days, latest first',
    query: z.strictObject(page),
    responses: { 200: listOf(closedDaySchema) },
    hasRevision: true,
  },
  closeDay: {
    method: 'POST',
    path: '/api/closed-days',
    summary:
      'Close a day with the cash that was counted; repeating the closingId with the same content returns the closed day',
    body: closeDaySchema,
    responses: { 201: closingAnswer, 200: closingAnswer },
    problems: ['day-closed', 'changed-meanwhile'],
  },
} as const satisfies Record<string, Operation>;
