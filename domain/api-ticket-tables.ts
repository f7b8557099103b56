import { z } from 'zod';
import { measurementOperations, measurementSchema } from './api-measurements.ts';
import { noteOperations, noteSchema } from './api-notes.ts';
import type { Operation } from './api-operation.ts';
import { partOperations, partSchema } from './api-parts.ts';
import { paymentOperations, paymentSchema } from './api-payments.ts';
import { sendingOperations, sendingSchema } from './api-sendings.ts';
import { signatureOperations, signatureSchema } from './api-signatures.ts';
import { ticketPhotoOperations, ticketPhotoSchema } from './api-ticket-photos.ts';

import { comeBackSchema, warrantyOperations, warrantySchema } from './api-warranties.ts';
import type { TicketTableName } from './ticket-tables.ts';

/** The calls about the tables of a ticket (ticket-tables.ts), each named once. */
export const ticketTableOperations = {
  ...paymentOperations,
  ...partOperations,
  ...noteOperations,
  ...measurementOperations,
  ...sendingOperations,
  ...ticketPhotoOperations,
  ...signatureOperations,
  ...warrantyOperations,
} as const satisfies Record<string, Operation>;

/** What a ticket's answer holds of each. */
export const ticketTableAnswers = {
  payments: z.array(paymentSchema),
  parts: z.array(partSchema),
  notes: z.array(noteSchema),
  measurements: z.array(measurementSchema),
  sendings: z.array(sendingSchema),
  photos: z.array(ticketPhotoSchema),
  signatures: z.array(signatureSchema).describe('At most one'),
  warranties: z.array(warrantySchema),
  comebacks: z
    .array(comeBackSchema)
    .describe('The ticket it came back from, if it is a come-back, and its own come-backs'),
} as const satisfies Record<TicketTableName, z.ZodType>;
