import { z } from 'zod';
import { isoTime, repairSchema, textOrNull } from './api-answers.ts';
import { newPaymentSchema, voidPaymentSchema } from './api-inputs.ts';
import { idParam, type Operation, ticketNumberParam } from './api-operation.ts';
import { dollars } from './field-schemas.ts';
import { paymentKinds, paymentMethods } from './payments.ts';

/** The calls about what customers pay. */

export const paymentSchema = z
  .object({
    id: z.string(),
    ticketNumber: z.string(),
    kind: z.enum(paymentKinds),
    method: z.enum(paymentMethods),
    amount: dollars,
    tax: dollars.describe(
      'The tax in it; negative for a refund, or if earlier payments had too much',
    ),
    taxThousandths: z
      .number()
      .int()
      .nullable()
      .describe('The rate of that tax in thousandths of a percent; null if there is none'),
    note: z.string().nullable(),
    at: isoTime,
    session: textOrNull('The public id of the session in which staff took it (see /api/session)'),
    initials: textOrNull('Which staff member was chosen at that computer: a note, not proof'),
    voidedAt: isoTime.nullable().describe('When it was voided; else null'),
    voidReason: z.string().nullable(),
  })
  .meta({ id: 'Payment' });
export type Payment = z.infer<typeof paymentSchema>;

const paymentAnswer = z.object({ payment: paymentSchema, repair: repairSchema });

export const paymentOperations = {
  takePayment: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/payments',
    summary:
      'Record a deposit, a payment or a refund; repeating the paymentId returns the existing payment',
    params: ticketNumberParam,
    body: newPaymentSchema,
    responses: { 201: paymentAnswer, 200: paymentAnswer },
    problems: [
      'repair-not-found',
      'repair-status',
      'payment-id-taken',
      'changed-meanwhile',
      'payment-refused',
    ],
  },
  voidPayment: {
    method: 'POST',
    path: '/api/payments/{id}/void',
    summary:
      'Void a payment, which then no longer counts; repeating it with the same reason changes nothing',
    params: idParam,
    body: voidPaymentSchema,
    responses: { 200: paymentAnswer },
    problems: [
      'payment-not-found',
      'repair-not-found',
      'repair-status',
      'payment-voided',
      'payment-refused',
    ],
  },
} as const satisfies Record<string, Operation>;
