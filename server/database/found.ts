export async function isFound(query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined;
}

export async function isChanged(statement: {
  executeTakeFirstOrThrow(): Promise<{ numUpdatedRows: bigint }>;
}): Promise<boolean> {
  return (await statement.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}
