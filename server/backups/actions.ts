import { dirname, join, resolve } from 'node:path';
import type { Backups } from '../../domain/api-backups.ts';
import { isBackupDue, isBackupStale, nextDueAt } from '../../domain/backup-schedule.ts';
import { Problem } from '../../domain/problems.ts';
import { type Clock, isoTime } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { PhotoStore } from '../photos/photo-store.ts';
import { takeTurn } from '../texts/turns.ts';
import { BackupFailure, reasonOf } from './failure.ts';
import { ensureFolder, listBackups, removeOldBackups } from './folder.ts';
import type { BackupKind } from './manifest.ts';
import type { Sink } from './output.ts';
import type { Progress } from './progress.ts';
import { openSnapshot } from './snapshot.ts';
import { changeBackupRecord, readBackupRecord } from './store.ts';
import { type MadeBackup, makeBackup } from './writer.ts';

export type BackupActions = ReturnType<typeof backupActions>;

/** What failed is tried again after an hour; of several processes one does it. */
const turnMs = 55 * 60_000;

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

/** Backups that the running product makes: by its schedule, or when somebody presses for one. */
export function backupActions(parts: Parts) {
  const { database, photos, config, version, clock, log } = parts;
  const folder = usualBackupFolder(config);
  const { backups: rule } = config.shop;
  const times = rule && { dailyAt: rule.dailyAt, timeZone: timeZoneOf(config) };
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
    if (kind !== 'scheduled' || rule === null) return;
    const removed = await removeOldBackups(folder, rule.keep, made.name);
    if (removed.length > 0) log.info({ removed }, 'Old backups were removed');
  }

  async function noteMade(kind: BackupKind, made: MadeBackup): Promise<void> {
    const { at, path, bytes, rows, photos: photoCount, missingPhotos } = made;
    await database.transact((tx) =>
      changeBackupRecord(tx, {
        last: { at, path, bytes, kind },
        failure: null,
        ...(kind === 'scheduled' ? { scheduledAt: at } : {}),
      }),
    );
    log.info({ path, bytes, rows, photos: photoCount }, 'A backup was made');
    if (missingPhotos.length > 0) {
      log.warn({ missingPhotos }, 'Photos that tickets name were lost before the backup');
    }
  }

  async function noteFailure(kind: BackupKind, error: unknown): Promise<void> {
    const reason = reasonOf(error);
    log.error({ kind, folder, reason, err: error }, 'The backup failed');
    await database
      .transact((tx) => changeBackupRecord(tx, { failure: { at: isoTime(clock()), kind, reason } }))
      .catch((second: unknown) => {
        log.error({ err: second }, 'The failure of the backup could not be noted');
      });
  }

  /** A folder that cannot be used is heard of at the start, not in the night. */
  async function checkFolder(): Promise<void> {
    if (rule === null) return;
    await ensureFolder(folder).catch((error: unknown) => noteFailure('scheduled', error));
  }

  function begin(kind: BackupKind): Promise<void> {
    if (running !== null) throw new Problem('backup-running');
    const current: Running = {
      kind,
      progress: { phase: 'photos', done: 0, total: 0 },
      isStopped: false,
      done: Promise.resolve(),
    };
    running = current;
    current.done = make(kind, current)
      .catch((error: unknown) => {
        // Stopped with the product: what is due is made after the next start.
        if (!current.isStopped) return noteFailure(kind, error);
      })
      .finally(() => {
        running = null;
      });
    return current.done;
  }

  /** What is out of reach now was not the last one any more that could be restored here. */
  async function lastOf(items: Backups['items']): Promise<Backups['last']> {
    const { last } = await readBackupRecord(database.read);
    const isElsewhere = last !== null && dirname(last.path) !== folder;
    const [newest = null] = items;
    if (!isElsewhere) return newest;
    return newest !== null && newest.at > last.at ? newest : last;
  }

  function runningNow(): Backups['running'] {
    if (running === null) return null;
    const { kind, progress } = running;
    const { phase, done, total } = progress;
    if (phase === 'switching') return null;
    return { kind, phase, share: total === 0 ? 0 : Math.min(1, done / total) };
  }

  return {
    async state(): Promise<Backups> {
      const now = clock();
      const items = await listBackups(folder).catch(() => []);
      const last = await lastOf(items);
      const { failure } = await readBackupRecord(database.read);
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
        running: runningNow(),
        last,
        failure,
        isStale: rule !== null && isBackupStale(now, last === null ? null : Date.parse(last.at)),
        items: items.slice(0, mostListed),
      };
    },

    checkFolder,

    /** Begins a backup. @throws Problem backup-running */
    start(): void {
      void begin('by-hand');
    },

    /** Makes the scheduled backup if it is due and this process's turn. */
    async makeIfDue(): Promise<void> {
      if (times === null || running !== null || isClosing) return;
      const { scheduledAt } = await readBackupRecord(database.read);
      const now = clock();
      if (!isBackupDue(now, scheduledAt === null ? null : Date.parse(scheduledAt), times)) return;
      if (!(await takeTurn(database, 'backup', now, turnMs))) return;
      if (running === null && !isClosing) await begin('scheduled');
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
