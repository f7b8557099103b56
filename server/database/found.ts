import { sql } from 'kysely';

/** What many queries share. */

export async function isFound(query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined;
}

export async function isChanged(statement: {
  executeTakeFirstOrThrow(): Promise<{ numUpdatedRows: bigint }>;
}): Promise<boolean> {
  return (await statement.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}

/** A list for `in (…)`, in literals, so that the engine sees that a partial index applies. */
export const literals = (values: readonly string[]) =>
  sql.join(values.map((value) => sql.lit(value)));
