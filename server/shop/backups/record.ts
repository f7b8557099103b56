import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Backups } from '../../../domain/api-shop.ts';
import type { Database } from '../../database/database.ts';
import type { Handle } from '../../database/tables.ts';
import type { Deps } from '../../deps.ts';
import type { ListedBackup } from './folder.ts';
import { type BackupKind, backupKinds, backupRecordKey } from './manifest.ts';
import type { Progress } from './reports.ts';

/** What the shop's data remembers of its backups, so that all processes and machines know it. */

const facts = { at: z.string(), bytes: z.number(), kind: z.enum(backupKinds) };

const recordSchema = z.object({
  /** The last one that was made, wherever it went; which machine's path it is, where that was noted. */
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
  /** The one that a process is making; it says so again and again, or has ended. */
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
  /** What lies in the folders of all machines, as each last noted it. */
  made: z
    .array(z.object({ ...facts, machine: z.string(), folder: z.string(), name: z.string() }))
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

/** Changes the record, one process after the other. */
export async function changeBackupRecord(
  { dialect, transact }: Pick<Database, 'dialect' | 'transact'>,
  change: (record: BackupRecord) => Partial<BackupRecord>,
): Promise<void> {
  await transact(async (tx) => {
    await dialect.lock(tx, backupRecordKey);
    const record = await readBackupRecord(tx);
    const value = JSON.stringify({ ...record, ...change(record) });
    await tx
      .insertInto('settings')
      .values({ key: backupRecordKey, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  });
}

/** Notes a backup that was made by this machine. */
export function noteMade(
  database: Database,
  kind: BackupKind,
  made: { at: string; path: string; bytes: number; ticketsToCheck: readonly string[] },
): Promise<void> {
  const { at, path, bytes } = made;
  const ticketsToCheck = [...made.ticketsToCheck];
  const last = { at, path, bytes, kind, machine: ownMachine, ticketsToCheck };
  return changeBackupRecord(database, () => ({
    last,
    failure: null,
    ...(kind === 'scheduled' ? { scheduledAt: at } : {}),
  }));
}

const ownMachine = hostname();

/** More than this nobody reads. */
const mostNoted = 60;

const isOwn = (folder: string) => (one: { machine: string; folder: string }) =>
  one.machine === ownMachine && one.folder === folder;

const newestFirst = <Item extends { at: string }>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => other.at.localeCompare(one.at));

/**
 * Each machine sees only its own folder, unless it is a shared one. So each notes what lies in its
 * own, and whichever answers shows all.
 *
 * @param listed what lies in this machine's folder
 * @param removed the names of what was just removed there: in a shared folder, others' too
 */
export function noteFolder(
  database: Database,
  folder: string,
  listed: readonly ListedBackup[],
  removed: readonly string[],
): Promise<void> {
  const own = listed.map((one) => ({ ...one, machine: ownMachine, folder }));
  return changeBackupRecord(database, ({ made }) => {
    const others = made.filter((one) => !isOwn(folder)(one) && !removed.includes(one.name));
    return { made: newestFirst([...own, ...others]).slice(0, mostNoted) };
  });
}

/** What all machines have, the newest first; which machine, where there is more than one. */
export function allBackups(
  { made }: BackupRecord,
  folder: string,
  listed: readonly ListedBackup[],
): Backups['items'] {
  const names = new Set(listed.map(({ name }) => name));
  const elsewhere = made.filter((one) => !isOwn(folder)(one) && !names.has(one.name));
  if (elsewhere.length === 0) return [...listed];
  return newestFirst([
    ...listed.map((one) => ({ ...one, machine: ownMachine })),
    ...elsewhere.map(({ folder: _, ...one }) => one),
  ]);
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

/** How often the process that makes a backup sends a heartbeat, in milliseconds. */
const beatEveryMs = 5000;
/** After so long without a heartbeat the backup has ended with its process. */
const silentMs = 20_000;

type Running = NonNullable<BackupRecord['running']>;
type ShownProgress = Pick<Running, 'kind' | 'phase' | 'share'>;

/** @returns what is shown of a backup that is being made; null in its last moment */
export function shownProgress(
  kind: BackupKind,
  { phase, done, total }: Progress,
): ShownProgress | null {
  if (phase === 'switching') return null;
  return { kind, phase, share: total === 0 ? 0 : Math.min(1, done / total) };
}

/** Of all processes on the same data one makes a backup at a time, and all know how far it is. */
export class BackupClaim {
  readonly #deps: Pick<Deps, 'database' | 'clock'>;
  readonly #self = randomUUID();
  #beating: NodeJS.Timeout | undefined;

  constructor(deps: Pick<Deps, 'database' | 'clock'>) {
    this.#deps = deps;
  }

  #isAlive(running: Running | null): running is Running {
    if (running === null) return false;
    // Nobody else uses an embedded database: it is this process's, or of one that has ended.
    if (!this.#deps.database.dialect.isShared) return running.by === this.#self;
    return Math.abs(this.#deps.clock() - running.beatAt) < silentMs;
  }

  #changeOwn(change: () => Running | null): Promise<void> {
    return changeBackupRecord(this.#deps.database, ({ running }) =>
      running?.by === this.#self ? { running: change() } : {},
    );
  }

  /** @returns what another process is making */
  runningElsewhere({ running }: BackupRecord): ShownProgress | null {
    if (!this.#isAlive(running) || running.by === this.#self) return null;
    const { kind, phase, share } = running;
    return { kind, phase, share };
  }

  /**
   * Claims the making of a backup.
   *
   * @param isWanted whether it is still to be made, by what all processes know
   * @param progress how far it is, from then on
   */
  async take(
    kind: BackupKind,
    isWanted: (record: BackupRecord) => boolean,
    progress: () => Progress,
  ): Promise<'mine' | 'running' | 'not wanted'> {
    const now = (): Running => ({
      ...(shownProgress(kind, progress()) ?? { kind, phase: 'checking', share: 1 }),
      by: this.#self,
      beatAt: this.#deps.clock(),
    });
    let outcome: 'mine' | 'running' | 'not wanted' = 'mine';
    await changeBackupRecord(this.#deps.database, (record) => {
      outcome = this.#isAlive(record.running)
        ? 'running'
        : isWanted(record)
          ? 'mine'
          : 'not wanted';
      return outcome === 'mine' ? { running: now() } : {};
    });
    if (outcome === 'mine') {
      // One that fails is made up for by the next.
      const beat = () => this.#changeOwn(now).catch(() => undefined);
      this.#beating = setInterval(beat, beatEveryMs).unref();
    }
    return outcome;
  }

  /** Call it when nothing is being made any more. Never throws. */
  async release(): Promise<void> {
    clearInterval(this.#beating);
    // It counts as ended soon anyway.
    await this.#changeOwn(() => null).catch(() => undefined);
  }
}
