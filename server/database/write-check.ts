import type { Handle } from './tables.ts';

/** Writes down that writing works, in the caller's transaction: a full disk still lets everybody read. */
export async function checkWriting(tx: Handle): Promise<void> {
  const value = new Date().toISOString();
  await tx
    .insertInto('settings')
    .values({ key: 'checked', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
