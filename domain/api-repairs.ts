import { z } from 'zod';
import {
  clientChangesSchema,
  clientDifferencesSchema,
  clientSchema,
  completionSmsSchema,
  estimateSchema,
  eventSchema,
  finalCheckSchema,
  messageSchema,
  overviewSchema,
  repairCountsSchema,
  repairRowSchema,
  repairSchema,
  siblingSchema,
  smsResultSchema,
  technicianSchema,
  textOrNull,
  undoneCompletionSchema,
} from './api-answers.ts';
import {
  assignSchema,
  collectSchema,
  completeSchema,
  goOnSchema,
  moveSchema,
  newRepairSchema,
  newRepairWithoutEmail,
  repairEditSchema,
  undoCollectSchema,
} from './api-inputs.ts';
import {
  listOf,
  nothing,
  type Operation,
  page,
  photoTypes,
  queryText,
  renditionQuery,
  repeatable,
  similar,
  ticketNumberParam,
  ticketNumberText,
} from './api-operation.ts';
import { ticketTableAnswers } from './api-ticket-tables.ts';
import { lookupText, oneOf } from './field-schemas.ts';
import { photoKinds } from './photos.ts';
import { pickupFilters } from './pickup.ts';
import { dueFilters, openOrders, ordersOfDue, priceFilters, repairOrders } from './repair-lists.ts';
import { statusFilters } from './repair-status.ts';
import { ticketTableNames } from './ticket-tables.ts';
import { waitingDays } from './waiting-days.ts';
import { finishSchema } from './while-waiting-schema.ts';

/** The calls about repairs, their photos, and who repairs them. */

const repairTakenIn = z.object({
  repair: repairSchema,
  sms: smsResultSchema.nullable().describe('null if it was finished at once: no one is texted'),
  clientChanges: clientChangesSchema.nullable(),
  unconfirmedChanges: clientDifferencesSchema
    .nullable()
    .describe(
      'What was typed differently from the stored client, which stays as it is unless the change is confirmed',
    ),
});

const finish = finishSchema
  .optional()
  .describe('Finishes it at once, as finishWhileWaiting does: both are done, or neither');

const statusesText = repeatable(
  z
    .enum(statusFilters, 'status is not one that a repair can have')
    .describe('`other` finds those whose status another program stored'),
);

const sameDay = z
  .enum(['true', 'false'], 'sameDay must be true or false')
  .transform((flag) => flag === 'true')
  .optional();

export const repairOperations = {
  getOverview: {
    method: 'GET',
    path: '/api/overview',
    summary: 'The six counts, and how many cases need attention',
    responses: { 200: overviewSchema },
    hasRevision: true,
  },
  listRepairs: {
    method: 'GET',
    path: '/api/repairs',
    summary: 'Repairs, newest first unless another order is asked for',
    query: z
      .strictObject({
        ...page,
        status: statusesText,
        sameDay,
        pickup: oneOf('pickup', pickupFilters)
          .optional()
          .describe(
            'Of those that are completed or ready. `waiting`: not picked up yet, longest waiting first unless `q` or `sort` is given; `collected`: the others',
          ),
        waitingDays: oneOf('waitingDays', waitingDays)
          .optional()
          .describe('With `pickup=waiting`: completed more than this many days ago'),
        technicianId: lookupText('technicianId', 40).optional(),
        clientId: lookupText('clientId', 40).optional(),
        q: queryText.optional(),
        similar,
        sort: oneOf('sort', repairOrders)
          .optional()
          .describe(
            '`promised`: earliest date promised first; `bench`: same-day repairs first, then by the date promised; `longest`: what has been open longest. These list open repairs, unless `status` says otherwise',
          ),
        due: oneOf('due', dueFilters)
          .optional()
          .describe(
            'Open repairs by the date promised, unless an estimate waits for the customer: before today, today, or today and the six days after it. Sorted by `promised` or `bench`',
          ),
        price: z
          .enum(priceFilters, `price must be ${priceFilters.join(', ')}`)
          .optional()
          .describe(
            '`above-approved`: not done yet, and the price is above what the customer approved without an estimate',
          ),
        view: z
          .enum(['row'], 'view must be row')
          .optional()
          .describe('`row`: only what lists show of each repair'),
        takenIn: z
          .enum(['today'], 'takenIn must be today')
          .optional()
          .describe('Sorted by `newest` or `oldest`'),
      })
      .superRefine(({ sort, due, takenIn, pickup, waitingDays: days, q }, context) => {
        const refuse = (path: string, message: string) =>
          context.addIssue({ code: 'custom', path: [path], message });
        const isByDate = sort !== undefined && ordersOfDue.includes(sort);
        const isOfOpen = sort !== undefined && openOrders.includes(sort);
        if (q !== undefined && (due !== undefined || (sort ?? 'newest') !== 'newest')) {
          refuse('q', 'q cannot be combined with due or with any sort but newest');
        }
        if (due !== undefined && sort !== undefined && !isByDate) {
          refuse('sort', `With due, sort must be ${ordersOfDue.join(' or ')}`);
        }
        if (pickup !== undefined && (due !== undefined || isOfOpen)) {
          refuse(
            'pickup',
            'pickup cannot be combined with due or with any sort but newest and oldest',
          );
        }
        if (takenIn !== undefined && (due !== undefined || isOfOpen)) {
          refuse(
            'takenIn',
            'takenIn cannot be combined with due or with any sort but newest and oldest',
          );
        }
        if (days !== undefined && pickup !== 'waiting') {
          refuse('waitingDays', 'waitingDays needs pickup=waiting');
        }
      }),
    responses: { 200: listOf(repairSchema) },
    views: { row: listOf(repairRowSchema) },
    hasRevision: true,
  },
  countRepairs: {
    method: 'GET',
    path: '/api/repairs/counts',
    summary: 'How many repairs each filter of a list would show',
    query: z.strictObject({
      status: statusesText,
      sameDay,
      technicianId: lookupText('technicianId', 40).optional(),
    }),
    responses: { 200: repairCountsSchema },
    hasRevision: true,
  },
  createRepair: {
    method: 'POST',
    path: '/api/repairs',
    summary: 'Create a repair; repeating the repairId returns the existing ticket',
    body: newRepairSchema.safeExtend({ finish }),
    bodyWithoutEmail: newRepairWithoutEmail.safeExtend({ finish }),
    responses: {
      201: repairTakenIn,
      200: repairTakenIn,
    },
    problems: [
      'client-not-found',
      'client-changes-unconfirmed',
      'duplicate-submission',
      'submission-rate',
      'visit-of-another-client',
      'repair-id-taken',
      'technician-not-found',
      'technician-away',
      'payment-id-taken',
      'warranty-id-taken',
      'changed-meanwhile',
      'repair-status',
      'price-not-approved',
    ],
  },
  undoClientChanges: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/undo-client-changes',
    summary: 'Restore the details of the client that taking in the repair changed',
    params: ticketNumberParam,
    responses: { 200: z.object({ client: clientSchema }) },
    problems: ['repair-not-found', 'client-not-found', 'client-changed-since'],
  },
  getRepair: {
    method: 'GET',
    path: '/api/repairs/{ticketNumber}',
    summary: `One repair with its estimates, texts, ${ticketTableNames.join(', ')} and events; takes the ticket number or the repair id`,
    params: ticketNumberParam,
    responses: {
      200: z.object({
        repair: repairSchema,
        siblings: z
          .array(siblingSchema)
          .describe('The other repairs of the same visit, in the order in which they came in'),
        estimates: z.array(estimateSchema),
        messages: z.array(messageSchema),
        events: z.array(eventSchema),
        ...ticketTableAnswers,
        undoneCompletion: undoneCompletionSchema.nullable(),
        finalCheck: finalCheckSchema
          .nullable()
          .describe('Of the completion; null if it had none, or while there is no completion'),
      }),
    },
    problems: ['repair-not-found'],
    hasRevision: true,
  },
  editRepair: {
    method: 'PATCH',
    path: '/api/repairs/{ticketNumber}',
    summary:
      'Change the same-day flag, the watch, the request or the price; once completed, the completion note and photo',
    params: ticketNumberParam,
    body: repairEditSchema,
    responses: { 200: z.object({ repair: repairSchema }) },
    takesVersion: true,
    problems: ['repair-not-found', 'changed-meanwhile', 'repair-status'],
  },
  assignRepair: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/assign',
    summary: 'Assign a technician, or reassign the repair to another technician',
    params: ticketNumberParam,
    body: assignSchema,
    responses: { 200: z.object({ repair: repairSchema }) },
    problems: ['technician-not-found', 'technician-away', 'repair-not-found', 'repair-status'],
  },
  undoAssign: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/undo-assign',
    summary:
      'Undo an assignment before anything else has been done: the repair goes back to its earlier technician, if any, and an accepted estimate waits to be assigned again. It needs the version that the assignment left; repeating it changes nothing',
    params: ticketNumberParam,
    responses: { 200: z.object({ repair: repairSchema }) },
    takesVersion: true,
    problems: ['repair-not-found', 'changed-meanwhile', 'repair-status'],
  },
  startRepair: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/start',
    summary: 'Begin work',
    params: ticketNumberParam,
    responses: { 200: z.object({ repair: repairSchema }) },
    problems: ['repair-not-found', 'repair-status'],
  },
  moveRepair: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/move',
    summary: 'Say where the watch is now; repeating it changes nothing',
    params: ticketNumberParam,
    body: moveSchema,
    responses: { 200: z.object({ repair: repairSchema }) },
    problems: ['repair-not-found', 'repair-status', 'moved-meanwhile'],
  },
  completeRepair: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/complete',
    summary:
      'Complete the work, or close a repair whose estimate was declined; tells the customer. Refused while the price is above what the customer approved',
    params: ticketNumberParam,
    body: completeSchema,
    responses: { 200: z.object({ repair: repairSchema, sms: completionSmsSchema }) },
    problems: ['repair-not-found', 'repair-status', 'price-not-approved'],
  },
  finishWhileWaiting: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/finish',
    summary:
      'Finish a pending repair while the customer waits: completed, paid and picked up at once, without a text',
    params: ticketNumberParam,
    body: finishSchema,
    responses: { 200: z.object({ repair: repairSchema }) },
    problems: [
      'technician-not-found',
      'technician-away',
      'repair-not-found',
      'repair-status',
      'price-not-approved',
      'payment-id-taken',
      'warranty-id-taken',
      'changed-meanwhile',
    ],
  },
  undoComplete: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/undo-complete',
    summary:
      'Undo a completion while it is held: ticket, estimate and photo are restored, and no text is sent. What was done while the customer waited goes back to its technician, and its payment is voided',
    params: ticketNumberParam,
    responses: { 200: z.object({ repair: repairSchema }) },
    problems: ['repair-not-found', 'repair-status', 'undo-too-late'],
  },
  sendHeldText: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/send-held-text',
    summary: 'Send the held text of a completion now; once it has been sent, returns how that went',
    params: ticketNumberParam,
    responses: { 200: z.object({ repair: repairSchema, sms: smsResultSchema }) },
    problems: ['repair-not-found', 'repair-status'],
  },
  collectRepair: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/collect',
    summary: 'Record that the watch was picked up; repeating it changes nothing',
    params: ticketNumberParam,
    body: collectSchema,
    responses: { 200: z.object({ repair: repairSchema }) },
    problems: ['repair-not-found', 'repair-status', 'collected-already'],
  },
  undoCollectRepair: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/undo-collect',
    summary: 'Undo a pickup; repeating it changes nothing',
    params: ticketNumberParam,
    body: undoCollectSchema,
    responses: {
      200: z.object({
        repair: repairSchema,
        unsentTextId: textOrNull(
          'The text that the pickup stopped: it needs attention, and can be sent now',
        ),
      }),
    },
    problems: ['repair-not-found', 'repair-status', 'collected-already'],
  },
  reopenRepair: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/reopen',
    summary: 'Reopen a completed repair; a text that is still held is not sent',
    params: ticketNumberParam,
    responses: { 200: z.object({ repair: repairSchema }) },
    problems: ['repair-not-found', 'repair-status', 'reopen-collected'],
  },
  goOn: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/go-on',
    summary:
      'After a decline, proceed at the price of an earlier accepted estimate; if no one has the watch, a technician can be assigned',
    params: ticketNumberParam,
    body: goOnSchema,
    responses: { 200: z.object({ repair: repairSchema }) },
    problems: ['repair-not-found', 'repair-status', 'no-earlier-acceptance'],
  },
  deleteRepair: {
    method: 'DELETE',
    path: '/api/repairs/{ticketNumber}',
    summary:
      'Delete a repair with its estimates and photos; for 30 days it can be restored (see /api/deleted)',
    params: ticketNumberParam,
    responses: { 204: nothing },
    problems: ['repair-not-found'],
  },
  putPhoto: {
    method: 'PUT',
    path: '/api/repairs/{ticketNumber}/photos/{kind}',
    summary: 'Store a photo: the file’s bytes as the body',
    params: z.strictObject({
      ticketNumber: ticketNumberText.min(1, 'ticketNumber is required'),
      kind: z.enum(photoKinds, 'kind must be initial or completed'),
    }),
    responses: { 201: z.object({ url: z.string() }) },
    takesFile: photoTypes,
    problems: [
      'repair-not-found',
      'photo-unreadable',
      'photo-too-large',
      'photo-too-many-pixels',
      'photo-store-failed',
    ],
  },
  getPhoto: {
    method: 'GET',
    path: '/photos/repair-photos/{name}',
    summary: 'A photo, public by its unguessable name; w asks for a smaller rendition',
    params: z.strictObject({ name: lookupText('name', 100) }),
    query: renditionQuery,
    responses: { 200: z.unknown().describe('JPEG') },
    givesFile: ['image/jpeg'],
    problems: ['photo-not-found', 'photo-damaged'],
    isPublic: true,
  },
  listTechnicians: {
    method: 'GET',
    path: '/api/technicians',
    summary: 'The six technicians with their counts of active, total and completed repairs',
    responses: { 200: z.object({ items: z.array(technicianSchema) }) },
    hasRevision: true,
  },
} as const satisfies Record<string, Operation>;
