import { z } from 'zod';
import { limits } from './field-list.ts';
import { lookupText, oneOf } from './field-schemas.ts';
import { renditionWidths } from './photos.ts';
import type { ProblemCode } from './problems.ts';

/** What a call of the HTTP interface is made of, and the parts that many calls share. */

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** With parameters as {name}. */
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The same, for a shop that does not ask for an email (domain/shop-settings.ts). */
  readonly bodyWithoutEmail?: z.ZodType;
  readonly responses: Readonly<Record<number, z.ZodType>>;
  /** Other answers of the same call, by the query's `view`: each is reduced to what its schema has. */
  readonly views?: Readonly<Record<string, z.ZodType>>;
  /** Its refusals, besides those of invalid input. */
  readonly problems?: readonly ProblemCode[];
  /** The content types of a file that comes as the body, instead of JSON. */
  readonly takesFile?: readonly string[];
  /** The content types of a file that is the answer, instead of JSON. */
  readonly givesFile?: readonly string[];
  /** Whether a caller may name the version that was seen, in If-Match (domain/edits.ts). */
  readonly takesVersion?: true;
  /** Whether it answers without a session. */
  readonly isPublic?: true;
  /** Whether its answer carries the revision as ETag, and a request with it gets a 304 if nothing has changed. */
  readonly hasRevision?: true;
}

export const page = {
  limit: z.coerce
    .number('limit must be a number')
    .int('limit must be a whole number')
    .min(1, 'limit must be 1 to 100')
    .max(100, 'limit must be 1 to 100')
    .default(50),
  cursor: z
    .string('cursor was not issued by this server')
    .max(300, 'cursor was not issued by this server')
    .optional(),
};

export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

export const queryText = lookupText('q', limits.query);

export const similar = z
  .enum(['true'], 'similar must be true')
  .optional()
  .describe(
    'With `q`: also finds similarly spelled words, among the newest 3,000, on one page. For a search that finds nothing',
  );
export const ticketNumberText = lookupText('ticketNumber', 40);
export const ticketNumberParam = z.strictObject({
  ticketNumber: ticketNumberText.min(1, 'ticketNumber is required'),
});
export const idParam = z.strictObject({ id: lookupText('id', 40).min(1, 'id is required') });

/** The content types of a photo that comes as the body. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

export const renditionQuery = z.strictObject({
  w: oneOf('w', renditionWidths.map(String)).transform(Number).optional(),
});

/** `?status=a&status=b` arrives as text or as a list. */
export function repeatable<Item extends z.ZodType>(item: Item) {
  return z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).max(100, 'at most 100 values').optional(),
  );
}

export const nothing = z.void();

/** Why no text may go to a customer. */
export const notTextable = [
  'client-phone-missing',
  'phone-not-textable',
  'phone-opted-out',
  'texts-not-wanted',
  'texts-not-agreed',
] as const satisfies readonly ProblemCode[];
