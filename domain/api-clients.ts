import { z } from 'zod';
import { clientSchema, eventSchema, isoTime, repairSchema, textOrNull } from './api-answers.ts';
import {
  clientEditSchema,
  clientEditWithoutEmail,
  newClientSchema,
  newClientWithoutEmail,
} from './api-inputs.ts';
import {
  idParam,
  listOf,
  nothing,
  type Operation,
  page,
  queryText,
  similar,
  ticketNumberParam,
} from './api-operation.ts';

/** The calls about the directory, and about what was deleted and can be restored. */

export const directoryOperations = {
  listClients: {
    method: 'GET',
    path: '/api/clients',
    summary: 'The directory, newest first',
    query: z.strictObject({ ...page, q: queryText.optional(), similar }),
    responses: { 200: listOf(clientSchema) },
    hasRevision: true,
  },
  createClient: {
    method: 'POST',
    path: '/api/clients',
    summary: 'Add a client to the directory',
    body: newClientSchema,
    bodyWithoutEmail: newClientWithoutEmail,
    responses: { 201: z.object({ client: clientSchema }) },
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
    summary: 'What happened to a client, oldest first, including the repairs they brought in',
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
    bodyWithoutEmail: clientEditWithoutEmail,
    responses: { 200: z.object({ client: clientSchema }) },
    takesVersion: true,
    problems: ['client-not-found', 'changed-meanwhile'],
  },
  deleteClient: {
    method: 'DELETE',
    path: '/api/clients/{id}',
    summary:
      'Remove a client from the directory; tickets keep showing the details. For 30 days it can be restored (see /api/deleted)',
    params: idParam,
    responses: { 204: nothing },
    problems: ['client-not-found'],
  },
} as const satisfies Record<string, Operation>;

/** The part of the HTTP interface that is about what was deleted and can be restored. */

const deletedItemSchema = z
  .object({
    id: z.string().describe('Of the repair or the client'),
    kind: z.enum(['repair', 'client']),
    ticketNumber: textOrNull('Null for a client'),
    name: z.string().describe('The customer’s or client’s'),
    phone: z.string(),
    email: z.string(),
    watch: textOrNull('Brand and model; null for a client'),
    deletedAt: isoTime,
    keptUntil: isoTime.describe('Until when it can be restored'),
    session: textOrNull('The public id of the session in which it was deleted'),
    initials: textOrNull('Which staff member was chosen there'),
  })
  .meta({ id: 'DeletedItem' });
export type DeletedItem = z.infer<typeof deletedItemSchema>;

const notes = z
  .array(z.string())
  .describe('What staff should know has changed since, in plain words');

export const deletionOperations = {
  listDeleted: {
    method: 'GET',
    path: '/api/deleted',
    summary: 'Repairs and clients deleted in the last 30 days, newest deletion first',
    query: z.strictObject(page),
    responses: { 200: listOf(deletedItemSchema) },
  },
  restoreRepair: {
    method: 'POST',
    path: '/api/deleted/repairs/{ticketNumber}/restore',
    summary: 'Restore a deleted repair, with its number, estimates, photos, texts and history',
    params: ticketNumberParam,
    responses: { 200: z.object({ repair: repairSchema, notes }) },
    problems: ['deleted-not-found', 'already-restored'],
  },
  purgeRepair: {
    method: 'DELETE',
    path: '/api/deleted/repairs/{ticketNumber}',
    summary: 'Delete a deleted repair for good',
    params: ticketNumberParam,
    responses: { 204: nothing },
    problems: ['deleted-not-found', 'already-restored'],
  },
  restoreClient: {
    method: 'POST',
    path: '/api/deleted/clients/{id}/restore',
    summary: 'Restore a deleted client to the directory',
    params: idParam,
    responses: { 200: z.object({ client: clientSchema, notes }) },
    problems: ['deleted-not-found', 'already-restored'],
  },
  purgeClient: {
    method: 'DELETE',
    path: '/api/deleted/clients/{id}',
    summary: 'Delete a deleted client for good; tickets keep showing the details',
    params: idParam,
    responses: { 204: nothing },
    problems: ['deleted-not-found', 'already-restored'],
  },
} as const satisfies Record<string, Operation>;
