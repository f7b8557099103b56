import { z } from 'zod';
import { isoTime, repairSchema } from './api-answers.ts';
import { idParam, type Operation, ticketNumberParam } from './api-operation.ts';
import { itsRepair, shopList } from './api-shop-lists.ts';
import { answerSchemas, inputSchemas } from './field-checks.ts';
import { uuidField } from './field-schemas.ts';
import { partFields } from './parts.ts';

/** The calls about the parts that repairs need. */

export const partSchema = z
  .object({
    id: z.string(),
    ticketNumber: z.string(),
    ...answerSchemas(partFields),
    createdAt: isoTime,
    updatedAt: isoTime,
  })
  .meta({ id: 'Part' });
export type Part = z.infer<typeof partSchema>;

export const partFilters = ['open', 'late', 'received', 'returned'] as const;
export type PartFilter = (typeof partFilters)[number];

const orderedPartSchema = z
  .object({
    ...partSchema.shape,
    ...itsRepair,
  })
  .meta({ id: 'OrderedPart', description: 'A part that was ordered, with the repair it is for' });
export type OrderedPart = z.infer<typeof orderedPartSchema>;

/** Dates are taken as typed: their order, and whether all are filled in, is up to the shop. */
const inputs = inputSchemas(partFields);

const partAnswer = z.object({ part: partSchema, repair: repairSchema });

export const partOperations = {
  listOrderedParts: {
    method: 'GET',
    path: '/api/parts',
    summary: 'Parts on order, received or returned',
    ...shopList(
      orderedPartSchema,
      partFilters,
      'open: ordered and neither received nor returned, by supplier, the oldest order first. late: of those, the ones expected on an earlier day or after the date promised. received and returned: the latest first',
    ),
  },
  addPart: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/parts',
    summary: 'Record a part that a repair needs; repeating the partId returns the existing part',
    params: ticketNumberParam,
    body: z.strictObject({
      /** Made by the browser when the form opens: the same id is the same part. */
      partId: uuidField('partId'),
      ...inputs,
    }),
    responses: { 201: partAnswer, 200: partAnswer },
    problems: ['repair-not-found', 'repair-status', 'part-id-taken'],
  },
  changePart: {
    method: 'PATCH',
    path: '/api/parts/{id}',
    summary:
      'Change a part, e.g. when it was ordered, received or returned; repeating it changes nothing',
    params: idParam,
    body: z.strictObject(inputs).partial(),
    responses: { 200: partAnswer },
    takesVersion: true,
    problems: ['part-not-found', 'repair-not-found', 'repair-status', 'changed-meanwhile'],
  },
  removePart: {
    method: 'DELETE',
    path: '/api/parts/{id}',
    summary: 'Remove a part that was recorded by mistake; adding it again undoes that',
    params: idParam,
    responses: { 200: z.object({ repair: repairSchema }) },
    takesVersion: true,
    problems: ['part-not-found', 'repair-not-found', 'repair-status', 'changed-meanwhile'],
  },
} as const satisfies Record<string, Operation>;
