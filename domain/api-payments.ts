import { z } from 'zod';
import { paymentSchema, repairSchema } from './api-answers.ts';
import { newPaymentSchema, voidPaymentSchema } from './api-inputs.ts';
import { idParam, type Operation, ticketNumberParam } from './api-operation.ts';

/** The calls about what customers pay. */

const paymentAnswer = z.object({ payment: paymentSchema, repair: repairSchema });

export const paymentOperations = {
  takePayment: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/payments',
    summary:
      'Write down a deposit, a payment or a refund; the same paymentId again answers with the payment that exists',
    params: ticketNumberParam,
    body: newPaymentSchema,
    responses: { 201: paymentAnswer, 200: paymentAnswer },
    problems: ['repair-not-found', 'repair-status', 'payment-id-taken', 'payment-refused'],
  },
  voidPayment: {
    method: 'POST',
    path: '/api/payments/{id}/void',
    summary: 'Void a payment, which then no longer counts; the same reason again changes nothing',
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
