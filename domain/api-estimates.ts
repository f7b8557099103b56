import { z } from 'zod';
import { count, estimateSchema, repairSchema } from './api-answers.ts';
import { estimateAnswerSchema, newEstimateSchema, recordedEstimateSchema } from './api-inputs.ts';
import {
  idParam,
  listOf,
  nothing,
  notTextable,
  type Operation,
  page,
  repeatable,
} from './api-operation.ts';
import { estimateStatuses } from './estimate-answers.ts';
import { calendarDate, dollars, lookupText } from './field-schemas.ts';

/** The calls about estimates. */

const textPreviewSchema = z
  .object({
    body: z.string(),
    encoding: z.enum(['GSM-7', 'UCS-2']),
    characters: count('Length as the encoding counts it'),
    segments: count('What the text costs'),
  })
  .meta({ id: 'TextPreview' });

const estimateCountsSchema = z
  .object({
    acceptedThisMonth: z.object({
      since: calendarDate.describe('The first of the month on the shop’s calendar'),
      count: count('How many estimates `accepted=this-month` lists'),
      total: dollars,
    }),
  })
  .meta({ id: 'EstimateCounts' });

const estimateAnswer = z.object({ estimate: estimateSchema, repair: repairSchema });

export const estimateOperations = {
  listEstimates: {
    method: 'GET',
    path: '/api/estimates',
    summary:
      'Estimates, most recently sent first; without a filter, those that wait for an answer or for staff',
    query: z
      .strictObject({
        ...page,
        status: repeatable(z.enum(estimateStatuses, 'status is not one that an estimate can have')),
        repairId: repeatable(lookupText('repairId', 40)),
        accepted: z
          .enum(['this-month'], 'accepted must be this-month')
          .optional()
          .describe(
            'Most recently accepted first, in any status: those that the customer accepted since the first of the month and that no newer estimate has replaced. Cannot be combined with `status` or `repairId`',
          ),
      })
      .superRefine(({ accepted, status, repairId }, context) => {
        if (accepted === undefined || (status === undefined && repairId === undefined)) return;
        const message = 'accepted cannot be combined with status or repairId';
        context.addIssue({ code: 'custom', path: ['accepted'], message });
      }),
    responses: { 200: listOf(estimateSchema) },
    hasRevision: true,
  },
  countEstimates: {
    method: 'GET',
    path: '/api/estimates/counts',
    summary: 'How many estimates were accepted this month, and what they come to',
    responses: { 200: estimateCountsSchema },
    hasRevision: true,
  },
  previewEstimate: {
    method: 'POST',
    path: '/api/estimates/preview',
    summary:
      'The text that an estimate would be sent as, and what it costs; sends and stores nothing, and is refused if sending would be',
    body: newEstimateSchema,
    responses: { 200: textPreviewSchema },
    problems: ['repair-not-found', 'repair-status', ...notTextable, 'estimate-in-flight'],
  },
  sendEstimate: {
    method: 'POST',
    path: '/api/estimates',
    summary:
      'Text an estimate to the customer and store it; repeating the estimateId with the same price, work and notes returns the existing estimate',
    body: newEstimateSchema,
    responses: { 201: estimateAnswer, 200: estimateAnswer },
    problems: [
      'repair-not-found',
      'repair-status',
      ...notTextable,
      'estimate-in-flight',
      'estimate-just-sent',
      'message-id-taken',
      'estimate-id-taken',
      'sms-failed',
      'sms-unknown',
    ],
  },
  recordEstimate: {
    method: 'POST',
    path: '/api/estimates/recorded',
    summary:
      'Record an estimate that the customer was given in person, by phone or on paper, open or with the answer; nothing is texted. Repeating the estimateId with the same content returns the existing estimate',
    body: recordedEstimateSchema,
    responses: { 201: estimateAnswer, 200: estimateAnswer },
    problems: ['repair-not-found', 'repair-status', 'estimate-in-flight', 'estimate-id-taken'],
  },
  answerEstimate: {
    method: 'POST',
    path: '/api/estimates/{id}/answer',
    summary:
      'Record the answer that a customer gave by phone or at the counter, if the ticket’s status allows it; nothing is texted',
    params: idParam,
    body: estimateAnswerSchema,
    responses: { 200: z.object({ repair: repairSchema, estimate: estimateSchema }) },
    problems: ['estimate-not-found', 'repair-status'],
  },
  deleteEstimate: {
    method: 'DELETE',
    path: '/api/estimates/{id}',
    summary:
      'Delete an estimate; its ticket goes back to its technician, or to pending if no one has it',
    params: idParam,
    responses: { 204: nothing },
    problems: ['estimate-not-found'],
  },
} as const satisfies Record<string, Operation>;
