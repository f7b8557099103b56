import { z } from 'zod';
import { assignSchema, completeSchema, warrantiesInput } from './api-inputs.ts';
import { objectOr, requiredPrice, uuidField } from './field-schemas.ts';
import { paymentMethods } from './payments.ts';

/** What staff fill in for a repair that is done while its customer waits. */
export const finishSchema = z.strictObject(
  {
    technicianId: assignSchema.shape.technicianId,
    notes: completeSchema.shape.notes,
    finalCheck: completeSchema.shape.finalCheck,
    price: requiredPrice('Repair price', 'Please enter a price, or 0 for no charge'),
    amount: requiredPrice('Amount', 'Please enter an amount').describe(
      'What is paid now: the price less what was paid before, 0 if nothing is left to pay. Any other amount is refused with 412',
    ),
    method: z
      .enum(paymentMethods, 'method must be cash, card, check or other')
      .describe('How it is paid; not recorded if the amount is 0'),
    paymentId: uuidField('paymentId').describe(
      'Made by the caller, and also the id of the payment: the same id with the same content changes nothing',
    ),
    warranties: warrantiesInput,
    holdSeconds: completeSchema.shape.holdSeconds.describe(
      'How long it can be undone, 0 by default',
    ),
  },
  objectOr('finish must be an object'),
);
