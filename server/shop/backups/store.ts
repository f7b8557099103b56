import { z } from 'zod';
import type { Dialect } from '../../database/dialect.ts';
import type { Handle } from '../../database/tables.ts';
import { backupKinds, backupRecordKey } from './manifest.ts';

const kind = z.enum(backupKinds);

/** What a store remembers of its backups: kept in the data, so that all processes know it. */
const recordSchema = z.object({
  /** The last one that was made, wherever it went; which machine's path it is, where that was noted. */
  last: z
    .object({
      at: z.string(),
      path: z.string(),
      bytes: z.number(),
      kind,
      machine: z.string().optional(),
      /** The tickets whose photos were damaged or lost before. */
      ticketsToCheck: z.array(z.string()).optional(),
    })
    .nullable(),
  /** When the schedule last had its backup made. */
  scheduledAt: z.string().nullable(),
  /** The last one that failed, until one is made again. */
  failure: z.object({ at: z.string(), kind, reason: z.string() }).nullable(),
  /** The one that a process is making; it says so again and again, or has ended (./claim.ts). */
  running: z
    .object({
      by: z.string(),
      kind,
      phase: z.enum(['photos', 'rows', 'checking']),
      share: z.number(),
      beatAt: z.number(),
    })
    .nullable()
    .default(null),
  /** What lies in the folders of all machines, as each last said it (./places.ts). */
  made: z
    .array(
      z.object({
        machine: z.string(),
        folder: z.string(),
        name: z.string(),
        at: z.string(),
        bytes: z.number(),
        kind,
      }),
    )
    .default([]),
});
export type BackupRecord = z.infer<typeof recordSchema>;

const nothing: BackupRecord = {
  last: null,
  scheduledAt: null,
  failure: null,
  running: null,
  made: [],
};

export async function readBackupRecord(db: Handle): Promise<BackupRecord> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', backupRecordKey)
    .executeTakeFirst();
  const parsed = recordSchema.safeParse(row === undefined ? null : JSON.parse(row.value));
  return parsed.success ? parsed.data : nothing;
}

/** Changes the record within a transaction; processes that do so take turns. */
export async function changeBackupRecord(
  tx: Handle,
  dialect: Dialect,
  change: (record: BackupRecord) => Partial<BackupRecord>,
): Promise<void> {
  await dialect.lock(tx, backupRecordKey);
  const record = await readBackupRecord(tx);
  const value = JSON.stringify({ ...record, ...change(record) });
  await tx
    .insertInto('settings')
    .values({ key: backupRecordKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
