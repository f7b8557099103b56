import { z } from 'zod';
import type { Handle } from '../database/tables.ts';
import { backupKinds, backupRecordKey } from './manifest.ts';

/** What a store remembers of its backups: kept in the data, so that all processes know it. */
const recordSchema = z.object({
  /** The last one that was made, wherever it went. */
  last: z
    .object({ at: z.string(), path: z.string(), bytes: z.number(), kind: z.enum(backupKinds) })
    .nullable(),
  /** When the schedule last had its backup made. */
  scheduledAt: z.string().nullable(),
  /** The last one that failed, until one is made again. */
  failure: z.object({ at: z.string(), kind: z.enum(backupKinds), reason: z.string() }).nullable(),
});
export type BackupRecord = z.infer<typeof recordSchema>;

const nothing: BackupRecord = { last: null, scheduledAt: null, failure: null };

export async function readBackupRecord(db: Handle): Promise<BackupRecord> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', backupRecordKey)
    .executeTakeFirst();
  const parsed = recordSchema.safeParse(row === undefined ? null : JSON.parse(row.value));
  return parsed.success ? parsed.data : nothing;
}

/** Changes the record within a transaction. */
export async function changeBackupRecord(
  tx: Handle,
  changes: Partial<BackupRecord>,
): Promise<void> {
  const value = JSON.stringify({ ...(await readBackupRecord(tx)), ...changes });
  await tx
    .insertInto('settings')
    .values({ key: backupRecordKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
