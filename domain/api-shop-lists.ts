import { z } from 'zod';
import { listOf, page } from './api-operation.ts';
import { calendarDate, oneOf } from './field-schemas.ts';

/** Lists of the whole shop whose rows belong to tickets, shown one part at a time. */

/** What they say about the repair that a row belongs to. */
export const itsRepair = {
  customerName: z.string(),
  watchBrand: z.string(),
  watchModel: z.string(),
  initialPhotoUrl: z.string().nullable(),
  promisedOn: calendarDate.nullable().describe('The date promised on the ticket'),
};

/**
 * The query of such a list, and its answer.
 *
 * @param filters its parts, the usual one first
 * @param about what each of them shows
 */
export const shopList = <Item extends z.ZodType, const Filter extends string>(
  item: Item,
  filters: readonly [Filter, ...Filter[]],
  about: string,
) => ({
  query: z.strictObject({
    ...page,
    show: oneOf('show', filters).default(filters[0]).describe(about),
  }),
  responses: {
    200: listOf(item).extend({
      filters: z.array(z.enum(filters)).describe('The filters that would show anything'),
    }),
  },
  hasRevision: true as const,
});
