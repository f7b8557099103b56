import { z } from 'zod';
import { isoTime, repairSchema, textOrNull } from './api-answers.ts';
import { warrantyInputs } from './api-inputs.ts';
import { idParam, type Operation, ticketNumberParam } from './api-operation.ts';
import { comeBackReasons } from './come-backs.ts';
import { answerSchemas } from './field-checks.ts';
import { calendarDate, uuidField } from './field-schemas.ts';
import { warrantyFields } from './warranties.ts';

/** The calls about warranties and come-backs. */

export const warrantySchema = z
  .object({
    id: z.string(),
    ticketNumber: z.string(),
    ...answerSchemas(warrantyFields),
    days: z.number().int().describe('As they were given'),
    daysUsed: z
      .number()
      .int()
      .describe('How many of them were used up before the current pickup: they never start over'),
    from: calendarDate.nullable().describe('The date of the pickup; null before it'),
    until: calendarDate.nullable().describe('The last date under warranty; null before the pickup'),
    continues: textOrNull(
      'The id of the warranty that this one continues, with the days left when the watch came back',
    ),
    continuedOn: textOrNull(
      'The come-back’s ticket, on which the days left count; on this ticket they no longer do',
    ),
    createdAt: isoTime,
    updatedAt: isoTime,
  })
  .meta({ id: 'Warranty' });
export type Warranty = z.infer<typeof warrantySchema>;

export const runningWarrantySchema = warrantySchema
  .pick({ id: true, ticketNumber: true, what: true, days: true })
  .extend({ until: calendarDate })
  .meta({ id: 'RunningWarranty', description: 'A warranty that has not ended' });
export type RunningWarranty = z.infer<typeof runningWarrantySchema>;

export const comeBackSchema = z
  .object({
    id: z.string(),
    ticketNumber: z.string(),
    ofTicketNumber: z.string().describe('The ticket that the watch came back from'),
    reason: z.enum(comeBackReasons),
    createdAt: isoTime,
  })
  .meta({ id: 'ComeBack' });
export type ComeBackAnswer = z.infer<typeof comeBackSchema>;

const warrantyAnswer = z.object({ warranty: warrantySchema, repair: repairSchema });

export const warrantyOperations = {
  addWarranty: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/warranties',
    summary:
      'Record a warranty: its days begin at the pickup, or have begun if the watch was picked up; repeating the warrantyId returns the existing one',
    params: ticketNumberParam,
    body: z.strictObject({
      /** Made by the browser when the form opens: the same id is the same warranty. */
      warrantyId: uuidField('warrantyId'),
      ...warrantyInputs,
    }),
    responses: { 201: warrantyAnswer, 200: warrantyAnswer },
    problems: ['repair-not-found', 'repair-status', 'warranty-id-taken', 'too-many-warranties'],
  },
  changeWarranty: {
    method: 'PATCH',
    path: '/api/warranties/{id}',
    summary: 'Change what a warranty covers, or for how long; repeating it changes nothing',
    params: idParam,
    body: z.strictObject(warrantyInputs).partial(),
    responses: { 200: warrantyAnswer },
    takesVersion: true,
    problems: [
      'warranty-not-found',
      'repair-not-found',
      'repair-status',
      'warranty-continued',
      'changed-meanwhile',
    ],
  },
  removeWarranty: {
    method: 'DELETE',
    path: '/api/warranties/{id}',
    summary: 'Remove a warranty that was recorded by mistake',
    params: idParam,
    responses: { 200: z.object({ repair: repairSchema }) },
    takesVersion: true,
    problems: [
      'warranty-not-found',
      'repair-not-found',
      'repair-status',
      'warranty-continued',
      'changed-meanwhile',
    ],
  },
} as const satisfies Record<string, Operation>;
