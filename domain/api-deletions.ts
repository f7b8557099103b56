import { z } from 'zod';
import { clientSchema, isoTime, repairSchema } from './api-answers.ts';
import { idParam, listOf, type Operation, page, ticketNumberParam } from './api-operation.ts';

/** The part of the HTTP interface that is about what was deleted and may come back. */

export const deletedItemSchema = z
  .object({
    id: z.string().meta({ description: 'Of the repair or the client' }),
    kind: z.enum(['repair', 'client']),
    ticketNumber: z.string().nullable().meta({ description: 'Null for a client' }),
    name: z.string().meta({ description: 'The customer’s or client’s' }),
    phone: z.string(),
    email: z.string(),
    watch: z.string().nullable().meta({ description: 'Brand and model; null for a client' }),
    deletedAt: isoTime,
    keptUntil: isoTime.meta({ description: 'Until when it can be brought back' }),
    session: z
      .string()
      .nullable()
      .meta({ description: 'The public id of the session in which it was deleted' }),
  })
  .meta({ id: 'DeletedItem' });
export type DeletedItem = z.infer<typeof deletedItemSchema>;

const notes = z
  .array(z.string())
  .meta({ description: 'What has changed meanwhile and staff should know, in plain words' });

const nothing = z.void();

export const deletionOperations = {
  listDeleted: {
    method: 'GET',
    path: '/api/deleted',
    summary: 'Repairs and clients of the last 30 days that were deleted, last deleted first',
    query: z.strictObject(page),
    responses: { 200: listOf(deletedItemSchema) },
    problems: ['validation-failed'],
  },
  restoreRepair: {
    method: 'POST',
    path: '/api/deleted/repairs/{ticketNumber}/restore',
    summary: 'Bring a deleted repair back, with its number, estimates, photos, texts and history',
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
    summary: 'Bring a deleted client back into the directory',
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
