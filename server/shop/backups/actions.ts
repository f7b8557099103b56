import { join, resolve } from 'node:path';
import type { Backups } from '../../../domain/api-shop.ts';
import { Problem } from '../../../domain/problems.ts';
import { isBackupDue, isBackupStale, nextDueAt } from '../../../domain/schedule.ts';
import { type Clock, isoTime } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../database/database.ts';
import { takeLease } from '../../database/database.ts';
import type { Log } from '../../log.ts';
import type { PhotoStore } from '../../photos/photo-store.ts';
import { backupClaims, shownProgress } from './claim.ts';
import { BackupFailure, reasonOf } from './failure.ts';
import { ensureFolder, listBackups, removeOldBackups } from './folder.ts';
import { allBackups, lastBackup, notedLocations, ownMachine } from './locations.ts';
import type { BackupKind } from './manifest.ts';
import type { Sink } from './output.ts';
import type { Progress } from './progress.ts';
import { openSnapshot } from './snapshot.ts';
import { type BackupRecord, changeBackupRecord, readBackupRecord } from './store.ts';
import { type MadeBackup, makeBackup } from './writer.ts';

export type BackupActions = ReturnType<typeof backupActions>;

/** What failed is tried again after an hour; of several processes one does it. */
const leaseMs = 55 * 60_000;

/** So many are listed; the rest is in the folder. */
const mostListed = 30;

interface Parts {
  database: Database;
  photos: PhotoStore;
  config: Config;
  /** The product's version. */
  version: string;
  clock: Clock;
  log: Log;
  /** How files are written; a test lets the disk run full. */
  createSink?: (path: string) => Promise<Sink>;
}

/** Where backups go unless another folder is named. */
export const usualBackupFolder = ({ shop, dataDir }: Pick<Config, 'shop' | 'dataDir'>) =>
  resolve(shop.backups?.folder ?? join(dataDir, 'backups'));

/** The shop's time zone, else the machine's. */
const timeZoneOf = ({ shop }: Config) =>
  shop.texting.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Running {
  kind: BackupKind;
  progress: Progress;
  isStopped: boolean;
  done: Promise<void>;
}

/** Backups that the running product makes: on schedule, or at the press of a button. */
export function backupActions(parts: Parts) {
  const { database, photos, config, version, clock, log } = parts;
  const folder = usualBackupFolder(config);
  const { backups: rule } = config.shop;
  const times = rule && { dailyAt: rule.dailyAt, timeZone: timeZoneOf(config) };
  const { dialect } = database;
  const claims = backupClaims(database, clock);
  let running: Running | null = null;
  let isClosing = false;

  async function make(kind: BackupKind, current: Running): Promise<void> {
    const made = await makeBackup({
      folder,
      kind,
      product: version,
      shopName: config.shop.shop.name,
      shopFile: config.shopConfigFile === null ? null : config.shop,
      photos,
      openSnapshot: () => openSnapshot(config),
      clock,
      onProgress: (progress) => {
        current.progress = progress;
      },
      checkpoint: () => {
        if (current.isStopped) throw new BackupFailure('The product was stopped meanwhile');
      },
      ...(parts.createSink ? { createSink: parts.createSink } : {}),
    });
    await noteMade(kind, made);
    // What fails here is tried again in a moment by itself.
    await database.keepState().catch(() => undefined);
    const isScheduled = kind === 'scheduled' && rule !== null;
    const removed = isScheduled ? await removeOldBackups(folder, rule.keep, made.name) : [];
    if (removed.length > 0) log.info({ removed }, 'Old backups were removed');
    await notePlaces(removed);
  }

  /** Tells the other machines what lies here. */
  async function notePlaces(removed: readonly string[] = []): Promise<void> {
    if (!dialect.isShared) return;
    const listed = await listBackups(folder).catch(() => []);
    await database.transact((tx) =>
      changeBackupRecord(tx, dialect, ({ made }) => ({
        made: notedLocations(made, folder, listed, removed),
      })),
    );
  }

  async function noteMade(kind: BackupKind, made: MadeBackup): Promise<void> {
    const { at, path, bytes, rows, photos: photoCount, missingPhotos, damagedPhotos } = made;
    await database.transact((tx) =>
      changeBackupRecord(tx, dialect, () => ({
        last: {
          at,
          path,
          bytes,
          kind,
          machine: ownMachine,
          ticketsToCheck: [...made.ticketsToCheck],
        },
        failure: null,
        ...(kind === 'scheduled' ? { scheduledAt: at } : {}),
      })),
    );
    log.info({ path, bytes, rows, photos: photoCount }, 'A backup was made');
    if (missingPhotos.length > 0) {
      log.warn({ missingPhotos }, 'Photos that tickets name were lost before the backup');
    }
    if (damagedPhotos.length > 0) {
      log.warn({ damagedPhotos }, 'Photos that tickets name were damaged before the backup');
    }
  }

  async function noteFailure(kind: BackupKind, error: unknown): Promise<void> {
    const reason = reasonOf(error);
    log.error({ kind, folder, reason, err: error }, 'The backup failed');
    await database
      .transact((tx) =>
        changeBackupRecord(tx, dialect, () => ({
          failure: { at: isoTime(clock()), kind, reason },
        })),
      )
      .catch((second: unknown) => {
        log.error({ err: second }, 'The failure of the backup could not be noted');
      });
  }

  /** Reports a folder that cannot be used at the start, not only at night. */
  async function checkFolder(): Promise<void> {
    if (rule === null) return;
    await ensureFolder(folder).catch((error: unknown) => noteFailure('scheduled', error));
  }

  /**
   * @param isWanted whether it is still to be made, by what all processes know
   * @returns whether it is this process that makes it, and when nothing of it is left
   * @throws Problem backup-running
   */
  function begin(kind: BackupKind, isWanted: (record: BackupRecord) => boolean = () => true) {
    if (running !== null) throw new Problem('backup-running');
    const current: Running = {
      kind,
      progress: { phase: 'photos', done: 0, total: 0 },
      isStopped: false,
      done: Promise.resolve(),
    };
    running = current;
    const claim = claims.take(kind, isWanted, () => current.progress);
    const makeClaimed = async () => {
      if ((await claim) !== 'mine') return;
      await make(kind, current).catch((error: unknown) => {
        // Stopped with the product: what is due is made after the next start.
        if (!current.isStopped) return noteFailure(kind, error);
      });
      await claims.release();
    };
    current.done = makeClaimed()
      // A claim that fails is reported to the caller through `claim`.
      .catch(() => undefined)
      .finally(() => {
        running = null;
      });
    return { claim, done: current.done };
  }

  const isDue = ({ scheduledAt }: BackupRecord): boolean =>
    times !== null &&
    isBackupDue(clock(), scheduledAt === null ? null : Date.parse(scheduledAt), times);

  return {
    async state(): Promise<Backups> {
      const now = clock();
      const listed = await listBackups(folder).catch(() => []);
      const record = await readBackupRecord(database.read);
      const items = allBackups(record.made, folder, listed);
      const last = lastBackup(record, folder, items);
      return {
        folder,
        schedule:
          rule && times
            ? {
                dailyAt: rule.dailyAt,
                keep: rule.keep,
                nextAt: isoTime(nextDueAt(now, times)),
              }
            : null,
        running: running
          ? shownProgress(running.kind, running.progress)
          : claims.runningElsewhere(record),
        last,
        failure: record.failure,
        isStale: rule !== null && isBackupStale(now, last === null ? null : Date.parse(last.at)),
        items: items.slice(0, mostListed),
      };
    },

    checkFolder,

    /** Begins a backup. @throws Problem backup-running */
    async start(): Promise<void> {
      if ((await begin('by-hand').claim) === 'running') throw new Problem('backup-running');
    },

    /** Makes the scheduled backup if it is due and this process's turn. */
    async makeIfDue(): Promise<void> {
      if (times === null || running !== null || isClosing) return;
      if (!isDue(await readBackupRecord(database.read))) return;
      if (!(await takeLease(database, 'backup', clock(), leaseMs))) return;
      if (running !== null || isClosing) return;
      const { claim, done } = begin('scheduled', isDue);
      await claim;
      await done;
    },

    /** Stops a backup that is being made. @returns when nothing of it is left */
    async stop(): Promise<void> {
      isClosing = true;
      if (running === null) return;
      running.isStopped = true;
      await running.done;
    },

    /** Resolves when no backup is being made. */
    idle: async () => running?.done,
  };
}
