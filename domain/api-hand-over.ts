import { z } from 'zod';
import { repairSchema } from './api-answers.ts';
import { collectSchema, seenBalanceSchema, warrantiesInput } from './api-inputs.ts';
import type { Operation } from './api-operation.ts';
import { paymentSchema } from './api-payments.ts';
import { limits } from './field-list.ts';
import {
  objectOr,
  optionalFlag,
  optionalPrice,
  optionalText,
  optionalUuid,
  requiredText,
  uuidField,
} from './field-schemas.ts';
import { maxHandedOver } from './hand-over.ts';
import { paymentMethods } from './payments.ts';

/** The call by which watches leave the shop: paid for, and picked up or shipped. */

export const shipmentSchema = z.strictObject(
  {
    carrier: requiredText({ label: 'Carrier', max: limits.carrier }),
    trackingNumber: optionalText({ label: 'Tracking number', max: limits.trackingNumber }),
    insuredValue: optionalPrice('Insured value'),
  },
  objectOr('shipment must be an object'),
);

const handedOverTicket = z.strictObject(
  {
    ticketNumber: requiredText({ label: 'ticketNumber', max: 40 }),
    seenVersion: z.iso
      .datetime('seenVersion must be a time in UTC')
      .describe('The ticket’s `updatedAt` that the caller has seen'),
    seenBalance: seenBalanceSchema.describe('The ticket’s balance that the caller has seen'),
    paymentId: optionalUuid('paymentId').describe(
      'Takes the whole balance as a payment with this id; null takes nothing',
    ),
    warranties: warrantiesInput,
  },
  objectOr('A ticket must be an object'),
);

const counted = `tickets must be a list of 1 to ${maxHandedOver} tickets`;

export const handOverSchema = z
  .strictObject({
    handOverId: uuidField('handOverId').describe(
      'Made by the browser when the dialog opens: the same id is the same hand-over',
    ),
    tickets: z.array(handedOverTicket, counted).min(1, counted).max(maxHandedOver, counted),
    method: z
      .enum(paymentMethods, 'method must be cash, card, check or other')
      .nullish()
      .describe('How the payments are made: required with a paymentId'),
    by: collectSchema.shape.by.describe('Who comes for them; null for each ticket’s customer'),
    note: collectSchema.shape.note,
    claimCheckSeen: optionalFlag('claimCheckSeen'),
    idSeen: optionalFlag('idSeen'),
    shipment: shipmentSchema
      .nullish()
      .describe('They are shipped and no one picks them up; cannot be combined with `by`'),
  })
  .superRefine(({ tickets, method, by, shipment }, context) => {
    if (context.issues.length > 0) return;
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    const ids = tickets.map(({ paymentId }) => paymentId);
    tickets.forEach(({ paymentId, seenBalance }, at) => {
      if (paymentId === null) return;
      const path = ['tickets', at, 'paymentId'];
      if ((seenBalance ?? 0) <= 0) refuse(path, 'There is no balance to pay');
      if (ids.indexOf(paymentId) !== at) refuse(path, 'Each payment needs an id of its own');
    });
    if (!method && ids.some((id) => id !== null)) {
      refuse(['method'], 'method is required with a paymentId');
    }
    if (shipment && by !== null) refuse(['by'], 'by cannot be combined with shipment');
  });

export const handOverOperations = {
  handOver: {
    method: 'POST',
    path: '/api/hand-overs',
    summary:
      'Take what is due for several watches and record that they were picked up or shipped: all of it, or nothing; repeating the handOverId changes nothing',
    body: handOverSchema,
    responses: {
      200: z.object({
        repairs: z.array(repairSchema).describe('In the order in which they were given'),
        payments: z.array(paymentSchema),
      }),
    },
    problems: [
      'repair-not-found',
      'repair-status',
      'collected-already',
      'changed-meanwhile',
      'payment-id-taken',
      'warranty-id-taken',
    ],
  },
} as const satisfies Record<string, Operation>;
