import { z } from 'zod';
import { count, isoTime, repairSchema, textOrNull } from './api-answers.ts';
import { sameWatchAs } from './api-inputs.ts';
import { measurementSchema } from './api-measurements.ts';
import {
  idParam,
  type Operation,
  queryText,
  ticketNumberParam,
  ticketNumberText,
} from './api-operation.ts';
import { ticketPhotoSchema } from './api-ticket-photos.ts';
import { comeBackSchema, runningWarrantySchema, warrantySchema } from './api-warranties.ts';
import { limits } from './field-list.ts';
import { lookupText } from './field-schemas.ts';

/** The calls about watches: which were here before, and their repairs. */

const facts = repairSchema.pick({
  watchBrand: true,
  watchModel: true,
  reference: true,
  serialNumber: true,
  movementSerial: true,
  caliber: true,
}).shape;

const photoUrl = textOrNull('A photo from its newest repair that has one');

export const watchSchema = z
  .object({
    id: z.string(),
    ...facts,
    photoUrl,
    repairCount: count('How many repairs it has had here'),
    firstHereAt: isoTime,
    lastHereAt: isoTime,
  })
  .meta({ id: 'Watch', description: 'A watch, as its tickets last described it' });
export type Watch = z.infer<typeof watchSchema>;

const seenRepairSchema = repairSchema
  .pick({
    ticketNumber: true,
    status: true,
    isWaitingForPickup: true,
    place: true,
    sentOut: true,
    createdAt: true,
  })
  .extend({
    work: z.string().describe('What was done, or is asked for, in one line'),
    isInShop: z.boolean().describe('Whether the shop has the watch now'),
  });

export const seenWatchSchema = z
  .object({
    watchId: textOrNull('null while no one has answered whether its tickets are about one watch'),
    watchBrand: facts.watchBrand,
    watchModel: facts.watchModel,
    reference: facts.reference,
    photoUrl,
    customerName: z.string().describe('Who last brought it in'),
    repairs: z.array(seenRepairSchema).describe('The newest first, at most 20'),
    warranties: z
      .array(runningWarrantySchema)
      .describe(
        'The warranties of these repairs, without those that have ended, the last to end first',
      ),
  })
  .meta({ id: 'SeenWatch', description: 'A watch with the same brand and one of the serials' });
export type SeenWatch = z.infer<typeof seenWatchSchema>;

const answered = z.object({ repair: repairSchema });

export const watchOperations = {
  listWatches: {
    method: 'GET',
    path: '/api/watches',
    summary: 'The watches that a search finds, at most 10, the most recent first',
    query: z.strictObject({ q: queryText }),
    responses: { 200: z.object({ items: z.array(watchSchema) }) },
  },
  findSeenWatches: {
    method: 'GET',
    path: '/api/watches/seen',
    summary:
      'Which watches of a brand with one of these serials were here before: case and punctuation are ignored. Counterfeits can share a serial: nothing is joined without an answer',
    query: z.strictObject({
      watchBrand: lookupText('watchBrand', limits.watch),
      serialNumber: lookupText('serialNumber', limits.serialNumber).optional(),
      movementSerial: lookupText('movementSerial', limits.serialNumber).optional(),
      ticketNumber: ticketNumberText.optional().describe('A ticket to leave out of the results'),
    }),
    responses: { 200: z.object({ items: z.array(seenWatchSchema) }) },
  },
  getWatch: {
    method: 'GET',
    path: '/api/watches/{id}',
    summary:
      'A watch with all its repairs, the newest first, and what the bench measured, the photos, warranties and come-backs of each',
    params: idParam,
    responses: {
      200: z.object({
        watch: watchSchema,
        repairs: z.array(repairSchema),
        measurements: z.array(measurementSchema),
        photos: z.array(ticketPhotoSchema),
        warranties: z.array(warrantySchema),
        comebacks: z.array(comeBackSchema),
      }),
    },
    problems: ['watch-not-found'],
  },
  answerWatch: {
    method: 'PUT',
    path: '/api/repairs/{ticketNumber}/watch',
    summary: 'Answer whether the watch was here before; repeating the answer changes nothing',
    params: ticketNumberParam,
    body: z.strictObject({ sameWatchAs }),
    responses: { 200: answered },
    takesVersion: true,
    problems: ['repair-not-found', 'repair-status', 'changed-meanwhile'],
  },
  undoWatchAnswer: {
    method: 'DELETE',
    path: '/api/repairs/{ticketNumber}/watch',
    summary:
      'Undo that answer: the question returns on its ticket and on those that it joined; repeating it changes nothing',
    params: ticketNumberParam,
    responses: { 200: answered },
    takesVersion: true,
    problems: ['repair-not-found', 'repair-status', 'changed-meanwhile'],
  },
} as const satisfies Record<string, Operation>;
