import { z } from 'zod';
import { isoTime, repairSchema } from './api-answers.ts';
import { idParam, type Operation, ticketNumberParam } from './api-operation.ts';
import { itsRepair, shopList } from './api-shop-lists.ts';
import { answerSchemas, inputSchemas } from './field-checks.ts';
import { uuidField } from './field-schemas.ts';
import { sendingFields } from './sendings.ts';

/** The calls about watches that are sent to a manufacturer or a specialist. */

export const sendingSchema = z
  .object({
    id: z.string(),
    ticketNumber: z.string(),
    ...answerSchemas(sendingFields),
    permittedAt: isoTime
      .nullable()
      .describe('When the customer’s permission was recorded; null without it'),
    createdAt: isoTime,
    updatedAt: isoTime,
  })
  .meta({ id: 'Sending' });
export type Sending = z.infer<typeof sendingSchema>;

export const sendingFilters = ['out', 'late', 'back'] as const;
export type SendingFilter = (typeof sendingFilters)[number];

const listedSendingSchema = z
  .object({
    ...sendingSchema.shape,
    ...itsRepair,
  })
  .meta({ id: 'ListedSending', description: 'A watch that is sent out, with its repair' });
export type ListedSending = z.infer<typeof listedSendingSchema>;

const inputs = inputSchemas(sendingFields);

const sendingAnswer = z.object({ sending: sendingSchema, repair: repairSchema });

export const sendingOperations = {
  listSendings: {
    method: 'GET',
    path: '/api/sendings',
    summary: 'Watches that are sent out',
    ...shopList(
      listedSendingSchema,
      sendingFilters,
      'out: those not back, the longest out first, then those not sent yet. late: of those, the ones expected on an earlier day or after the date promised. back: those that are back, the latest first',
    ),
  },
  addSending: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/sendings',
    summary:
      'Record where a watch is sent; a ticket can have only one sending that isn’t back. Repeating the sendingId returns the existing one',
    params: ticketNumberParam,
    body: z.strictObject({
      /** Made by the browser when the form opens: the same id is the same sending. */
      sendingId: uuidField('sendingId'),
      ...inputs,
      permittedAt: z.iso
        .datetime('permittedAt must be a time in UTC')
        .nullish()
        .describe(
          'When the permission was recorded, if a removed sending is added again; if left out, now',
        ),
    }),
    responses: { 201: sendingAnswer, 200: sendingAnswer },
    problems: ['repair-not-found', 'repair-status', 'sending-id-taken', 'already-sent-out'],
  },
  changeSending: {
    method: 'PATCH',
    path: '/api/sendings/{id}',
    summary:
      'Change a sending, e.g. when the watch was sent or received, or that the customer agreed; repeating it changes nothing',
    params: idParam,
    body: z.strictObject(inputs).partial(),
    responses: { 200: sendingAnswer },
    takesVersion: true,
    problems: [
      'sending-not-found',
      'repair-not-found',
      'repair-status',
      'changed-meanwhile',
      'already-sent-out',
    ],
  },
  removeSending: {
    method: 'DELETE',
    path: '/api/sendings/{id}',
    summary: 'Remove a sending that was recorded by mistake; adding it again undoes that',
    params: idParam,
    responses: { 200: z.object({ repair: repairSchema }) },
    takesVersion: true,
    problems: ['sending-not-found', 'repair-not-found', 'repair-status', 'changed-meanwhile'],
  },
} as const satisfies Record<string, Operation>;
