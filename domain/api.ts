import { z } from 'zod';
import {
  clientChangesSchema,
  clientDifferencesSchema,
  clientSchema,
  estimateSchema,
  eventSchema,
  isoTime,
  messageSchema,
  overviewSchema,
  repairSchema,
  shopSchema,
  smsResultSchema,
  technicianSchema,
} from './api-answers.ts';
import { backupOperations } from './api-backups.ts';
import { deletionOperations } from './api-deletions.ts';
import {
  assignSchema,
  clientEditSchema,
  completeSchema,
  estimateAnswerSchema,
  newClientSchema,
  newEstimateSchema,
  newRepairSchema,
  repairEditSchema,
} from './api-inputs.ts';
import {
  idParam,
  listOf,
  type Operation,
  page,
  queryText,
  ticketNumberParam,
  ticketNumberText,
} from './api-operation.ts';
import { sessionOperations } from './api-sessions.ts';
import { textOperations } from './api-texts.ts';
import { transferOperations } from './api-transfer.ts';
import { estimateStatuses } from './estimate-response.ts';
import { atMost, limits, lookupText } from './fields.ts';
import { photoKinds, renditionWidths } from './photo-name.ts';
import { statusFilters } from './repair-status.ts';

/**
 * The HTTP interface: every call's method, path, input and output. The server's checks, the
 * browser's typed client and the OpenAPI document all come from here.
 */

/** `?status=a&status=b` arrives as text or as a list. */
function repeatable<Item extends z.ZodType>(item: Item) {
  return z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).max(100, 'at most 100 values').optional(),
  );
}

const nothing = z.void();

const repairTakenIn = z.object({
  repair: repairSchema,
  sms: smsResultSchema,
  clientChanges: clientChangesSchema.nullable(),
  unconfirmedChanges: clientDifferencesSchema.nullable().meta({
    description:
      'What was typed otherwise than the client has it, and stays as stored without a yes',
  }),
});

const estimateAnswer = z.object({ estimate: estimateSchema, repair: repairSchema });

export const operations = {
  logIn: {
    method: 'POST',
    path: '/api/session',
    summary: 'Log in with the shop password',
    body: z.strictObject({
      password: z
        .string('Password is required')
        .refine((password) => password !== '', 'Password is required')
        .max(limits.password, atMost('Password', limits.password)),
    }),
    responses: { 204: nothing },
    problems: ['validation-failed', 'invalid-password', 'too-many-logins'],
    isPublic: true,
  },
  getSession: {
    method: 'GET',
    path: '/api/session',
    summary: 'Whether the session is alive, and until when',
    responses: {
      200: z.object({
        id: z.string().meta({ description: 'The public id of the session, as events name it' }),
        expiresAt: isoTime,
      }),
    },
    problems: [],
  },
  logOut: {
    method: 'DELETE',
    path: '/api/session',
    summary: 'Log out: ends the session',
    responses: { 204: nothing },
    problems: [],
    isPublic: true,
  },
  getShop: {
    method: 'GET',
    path: '/api/shop',
    summary: 'The business text of the printed ticket and how the product is set up',
    responses: { 200: shopSchema },
    problems: [],
  },
  setClosedForMoving: {
    method: 'PUT',
    path: '/api/shop/closed-for-moving',
    summary:
      'Close the shop for moving, or open it again: while it is closed every other change is refused',
    body: z.strictObject({ isClosed: z.boolean('isClosed must be true or false') }),
    responses: {
      200: z.object({
        closedSince: isoTime.nullable().meta({ description: 'null while it is open' }),
      }),
    },
    problems: ['validation-failed'],
  },
  getOverview: {
    method: 'GET',
    path: '/api/overview',
    summary: 'The six counts, and how many cases need attention',
    responses: { 200: overviewSchema },
    problems: [],
    hasRevision: true,
  },
  listRepairs: {
    method: 'GET',
    path: '/api/repairs',
    summary: 'Repairs, newest first',
    query: z.strictObject({
      ...page,
      status: repeatable(
        z.enum(statusFilters, 'status is not one that a repair can have').meta({
          description: '`other` finds those whose status another program stored',
        }),
      ),
      sameDay: z
        .enum(['true', 'false'], 'sameDay must be true or false')
        .transform((flag) => flag === 'true')
        .optional(),
      technicianId: lookupText('technicianId', 40).optional(),
      clientId: lookupText('clientId', 40).optional(),
      q: queryText.optional(),
    }),
    responses: { 200: listOf(repairSchema) },
    problems: ['validation-failed'],
    hasRevision: true,
  },
  createRepair: {
    method: 'POST',
    path: '/api/repairs',
    summary: 'Take in a repair; the same repairId again answers with the ticket that exists',
    body: newRepairSchema,
    responses: {
      201: repairTakenIn,
      200: repairTakenIn,
    },
    problems: [
      'validation-failed',
      'client-not-found',
      'client-changes-unconfirmed',
      'duplicate-submission',
      'submission-rate',
      'repair-id-taken',
    ],
  },
  undoClientChanges: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/undo-client-changes',
    summary: 'Give a client back the details that taking in the repair has changed',
    params: ticketNumberParam,
    responses: { 200: z.object({ client: clientSchema }) },
    problems: ['repair-not-found', 'client-not-found', 'client-changed-since'],
  },
  getRepair: {
    method: 'GET',
    path: '/api/repairs/{ticketNumber}',
    summary:
      'One repair with its estimates, texts and events; takes the ticket number or the repair id',
    params: ticketNumberParam,
    responses: {
      200: z.object({
        repair: repairSchema,
        estimates: z.array(estimateSchema),
        messages: z.array(messageSchema),
        events: z.array(eventSchema),
      }),
    },
    problems: ['repair-not-found'],
    hasRevision: true,
  },
  editRepair: {
    method: 'PATCH',
    path: '/api/repairs/{ticketNumber}',
    summary: 'Change the same-day flag, the watch, the request or the price',
    params: ticketNumberParam,
    body: repairEditSchema,
    responses: { 200: z.object({ repair: repairSchema }) },
    takesVersion: true,
    problems: ['validation-failed', 'repair-not-found', 'changed-meanwhile', 'repair-status'],
  },
  assignRepair: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/assign',
    summary: 'Assign a technician, or hand the repair on from one technician to another',
    params: ticketNumberParam,
    body: assignSchema,
    responses: { 200: z.object({ repair: repairSchema }) },
    problems: ['validation-failed', 'technician-not-found', 'repair-not-found', 'repair-status'],
  },
  startRepair: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/start',
    summary: 'Begin work',
    params: ticketNumberParam,
    responses: { 200: z.object({ repair: repairSchema }) },
    problems: ['repair-not-found', 'repair-status'],
  },
  completeRepair: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/complete',
    summary: 'Complete the work, or close a repair whose estimate was declined; tells the customer',
    params: ticketNumberParam,
    body: completeSchema,
    responses: { 200: z.object({ repair: repairSchema, sms: smsResultSchema }) },
    problems: ['validation-failed', 'repair-not-found', 'repair-status'],
  },
  deleteRepair: {
    method: 'DELETE',
    path: '/api/repairs/{ticketNumber}',
    summary:
      'Delete a repair with its estimates and photos; for 30 days it can be brought back (see /api/deleted)',
    params: ticketNumberParam,
    responses: { 204: nothing },
    problems: ['repair-not-found'],
  },
  putPhoto: {
    method: 'PUT',
    path: '/api/repairs/{ticketNumber}/photos/{kind}',
    summary: "Store a photo: the file's bytes as body",
    params: z.strictObject({
      ticketNumber: ticketNumberText.min(1, 'ticketNumber is required'),
      kind: z.enum(photoKinds, 'kind must be initial or completed'),
    }),
    responses: { 201: z.object({ url: z.string() }) },
    takesFile: ['image/jpeg', 'image/png', 'image/webp'],
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
    query: z.strictObject({
      w: z
        .enum(renditionWidths.map(String), `w must be one of ${renditionWidths.join(', ')}`)
        .transform(Number)
        .optional(),
    }),
    responses: { 200: z.unknown().meta({ description: 'JPEG' }) },
    givesFile: ['image/jpeg'],
    problems: ['photo-not-found', 'photo-damaged', 'validation-failed'],
    isPublic: true,
  },
  listClients: {
    method: 'GET',
    path: '/api/clients',
    summary: 'The directory, newest first',
    query: z.strictObject({ ...page, q: queryText.optional() }),
    responses: { 200: listOf(clientSchema) },
    problems: ['validation-failed'],
    hasRevision: true,
  },
  createClient: {
    method: 'POST',
    path: '/api/clients',
    summary: 'Add a client to the directory',
    body: newClientSchema,
    responses: { 201: z.object({ client: clientSchema }) },
    problems: ['validation-failed'],
  },
  getClient: {
    method: 'GET',
    path: '/api/clients/{id}',
    summary: 'One client',
    params: idParam,
    responses: { 200: z.object({ client: clientSchema }) },
    problems: ['client-not-found'],
    hasRevision: true,
  },
  listClientEvents: {
    method: 'GET',
    path: '/api/clients/{id}/events',
    summary: 'What happened to a client, oldest first, the repairs that were brought in among it',
    params: idParam,
    responses: { 200: z.object({ items: z.array(eventSchema) }) },
    problems: ['client-not-found'],
    hasRevision: true,
  },
  editClient: {
    method: 'PATCH',
    path: '/api/clients/{id}',
    summary: 'Change a client',
    params: idParam,
    body: clientEditSchema,
    responses: { 200: z.object({ client: clientSchema }) },
    takesVersion: true,
    problems: ['validation-failed', 'client-not-found', 'changed-meanwhile'],
  },
  deleteClient: {
    method: 'DELETE',
    path: '/api/clients/{id}',
    summary:
      'Take a client out of the directory; tickets keep showing the details. For 30 days it can be brought back (see /api/deleted)',
    params: idParam,
    responses: { 204: nothing },
    problems: ['client-not-found'],
  },
  listTechnicians: {
    method: 'GET',
    path: '/api/technicians',
    summary: 'The six technicians with how many repairs they have: active ones, in total and done',
    responses: { 200: z.object({ items: z.array(technicianSchema) }) },
    problems: [],
    hasRevision: true,
  },
  listEstimates: {
    method: 'GET',
    path: '/api/estimates',
    summary:
      'Estimates, last sent first; without a filter those that wait for an answer or for staff',
    query: z.strictObject({
      ...page,
      status: repeatable(z.enum(estimateStatuses, 'status is not one that an estimate can have')),
      repairId: repeatable(lookupText('repairId', 40)),
    }),
    responses: { 200: listOf(estimateSchema) },
    problems: ['validation-failed'],
    hasRevision: true,
  },
  sendEstimate: {
    method: 'POST',
    path: '/api/estimates',
    summary:
      'Text an estimate to the customer and store it; the same estimateId again answers with the estimate that exists',
    body: newEstimateSchema,
    responses: { 201: estimateAnswer, 200: estimateAnswer },
    problems: [
      'validation-failed',
      'repair-not-found',
      'repair-status',
      'client-phone-missing',
      'phone-not-textable',
      'phone-opted-out',
      'estimate-in-flight',
      'estimate-just-sent',
      'message-id-taken',
      'sms-failed',
      'sms-unknown',
    ],
  },
  answerEstimate: {
    method: 'POST',
    path: '/api/estimates/{id}/answer',
    summary:
      'Book the answer that a customer gave by phone or at the counter, by the table of states; nothing is texted',
    params: idParam,
    body: estimateAnswerSchema,
    responses: { 200: z.object({ repair: repairSchema, estimate: estimateSchema }) },
    problems: ['validation-failed', 'estimate-not-found', 'repair-status'],
  },
  deleteEstimate: {
    method: 'DELETE',
    path: '/api/estimates/{id}',
    summary: 'Delete an estimate; its ticket goes back to where it was worked on',
    params: idParam,
    responses: { 204: nothing },
    problems: ['estimate-not-found'],
  },
  ...sessionOperations,
  ...deletionOperations,
  ...textOperations,
  ...backupOperations,
  ...transferOperations,
} as const satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type OperationName = keyof Operations;

type Field<Op, Key extends string> =
  Op extends Record<Key, infer Schema extends z.ZodType> ? Schema : never;

/** What the caller gives, before defaults and tidying. */
export type Input<Name extends OperationName, Part extends 'params' | 'query' | 'body'> = z.input<
  Field<Operations[Name], Part>
>;

/** What the server's handler gets, checked and tidied. */
export type Checked<
  Name extends OperationName,
  Part extends 'params' | 'query' | 'body',
> = z.output<Field<Operations[Name], Part>>;

/** What the caller gets back when it went well. */
export type Answer<Name extends OperationName> = z.output<
  Operations[Name]['responses'][keyof Operations[Name]['responses']] & z.ZodType
>;
