import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Backups } from '../../../domain/api-backups.ts';
import type { Database } from '../../database/database.ts';
import { readSetting, writeSetting } from '../../database/settings.ts';
import type { Handle } from '../../database/tables.ts';
import type { ListedBackup } from './folder.ts';
import { type BackupKind, backupKinds, backupRecordKey } from './manifest.ts';

/** What the shop's data remembers of its backups, so that all processes and machines know it. */

const facts = { at: z.string(), bytes: z.number(), kind: z.enum(backupKinds) };

const recordSchema = z.object({
  /** The last one that was made, wherever it went; which machine's path it is, if that was noted. */
  last: z
    .object({
      ...facts,
      path: z.string(),
      machine: z.string().optional(),
      /** The tickets whose photos were damaged or lost before. */
      ticketsToCheck: z.array(z.string()).optional(),
    })
    .nullable(),
  /** When the schedule last had its backup made. */
  scheduledAt: z.string().nullable(),
  /** The last one that failed, until one is made again. */
  failure: z.object({ at: z.string(), kind: facts.kind, reason: z.string() }).nullable(),
  /** The restore that a process has begun; null again once it has ended. */
  restore: z
    .object({ by: z.string(), name: z.string(), backupAt: z.string() })
    .nullable()
    .default(null),
  /** Why the last restore failed, until one is started again. */
  restoreFailure: z.object({ at: z.string(), reason: z.string() }).nullable().default(null),
  /** The one that a process is making; without repeated heartbeats, it counts as ended. */
  running: z
    .object({
      by: z.string(),
      kind: facts.kind,
      phase: z.enum(['photos', 'rows', 'checking']),
      share: z.number(),
      beatAt: z.number(),
    })
    .nullable()
    .default(null),
  /** What is in the folders of all machines, as each last noted it. */
  made: z
    .array(z.object({ ...facts, machine: z.string(), folder: z.string(), name: z.string() }))
    .default([]),
});
export type BackupRecord = z.infer<typeof recordSchema>;

const nothing = recordSchema.parse({ last: null, scheduledAt: null, failure: null });

export async function readBackupRecord(db: Handle): Promise<BackupRecord> {
  const parsed = recordSchema.safeParse(
    JSON.parse((await readSetting(db, backupRecordKey)) ?? 'null'),
  );
  return parsed.success ? parsed.data : nothing;
}

/** Changes the record, one process at a time. */
export async function changeBackupRecord(
  { dialect, transact }: Pick<Database, 'dialect' | 'transact'>,
  change: (record: BackupRecord) => Partial<BackupRecord>,
): Promise<void> {
  await transact(async (tx) => {
    await dialect.lock(tx, backupRecordKey);
    const record = await readBackupRecord(tx);
    const value = JSON.stringify({ ...record, ...change(record) });
    await writeSetting(tx, backupRecordKey, value);
  });
}

const ownMachine = hostname();

/** Notes a backup that was made by this machine. */
export function noteMade(
  database: Database,
  kind: BackupKind,
  made: { at: string; path: string; bytes: number; ticketsToCheck: readonly string[] },
): Promise<void> {
  const { at, path, bytes } = made;
  const ticketsToCheck = [...made.ticketsToCheck];
  return changeBackupRecord(database, () => ({
    last: { at, path, bytes, kind, machine: ownMachine, ticketsToCheck },
    failure: null,
    ...(kind === 'scheduled' ? { scheduledAt: at } : {}),
  }));
}

/** No one reads more than this. */
const maxNoted = 60;

/**
 * Each machine sees only its own folder, unless it is a shared one. So each notes what is in its
 * own, and any of them can show all.
 *
 * @param listed what is in this machine's folder
 * @param removed the names of what was just removed there: in a shared folder, others' too
 * @returns the newest first
 */
export function ofAllMachines(
  { made }: BackupRecord,
  folder: string,
  listed: readonly ListedBackup[],
  removed: readonly string[] = [],
): BackupRecord['made'] {
  const known = new Set([...removed, ...listed.map(({ name }) => name)]);
  const isOwn = (one: BackupRecord['made'][number]) =>
    one.machine === ownMachine && one.folder === folder;
  return [
    ...listed.map((one) => ({ ...one, machine: ownMachine, folder })),
    ...made.filter((one) => !isOwn(one) && !known.has(one.name)),
  ]
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .slice(0, maxNoted);
}

/** What is shown of them: which machine, if there is more than one. */
export function shownBackups(record: BackupRecord, folder: string, listed: ListedBackup[]) {
  const all = ofAllMachines(record, folder, listed);
  const elsewhere = all.some((one) => one.machine !== ownMachine || one.folder !== folder);
  return elsewhere ? all.map(({ folder: _, ...one }) => one) : listed;
}

/** The last one that was made, if it is where it could be restored from, as far as is known. */
export function lastBackup(
  { last }: BackupRecord,
  folder: string,
  items: Backups['items'],
): Backups['last'] {
  const [newest = null] = items;
  // Noted before machines were: then it was this one.
  const machine = last?.machine ?? ownMachine;
  // In this machine's folder it would be listed: it has gone from there.
  const isElsewhere = last !== null && (machine !== ownMachine || dirname(last.path) !== folder);
  if (isElsewhere) return newest !== null && newest.at > last.at ? newest : last;
  const tickets = newest?.at === last?.at ? last?.ticketsToCheck : undefined;
  return newest && (tickets ? { ...newest, ticketsToCheck: tickets } : newest);
}
