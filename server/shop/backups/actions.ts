import type { Backups as BackupsAnswer } from '../../../domain/api-shop.ts';
import { Problem } from '../../../domain/problems.ts';
import {
  type BackupTimes,
  isBackupDue,
  isBackupStale,
  nextDueAt,
} from '../../../domain/schedule.ts';

import { isoTime } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { takeLease } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import type { Http } from '../../http/operations.ts';
import { ensureFolder, listBackups, removeOldBackups, usualBackupFolder } from './folder.ts';
import type { BackupKind } from './manifest.ts';
import {
  allBackups,
  BackupClaim,
  type BackupRecord,
  changeBackupRecord,
  lastBackup,
  noteFolder,
  noteMade,
  readBackupRecord,
  shownProgress,
} from './record.ts';
import { BackupFailure, type Progress, reasonOf } from './reports.ts';
import { openSnapshot } from './snapshot.ts';
import type { Sink } from './tar.ts';
import { type MadeBackup, makeBackup } from './writer.ts';

/** What failed is tried again after an hour; of several processes one does it. */
const leaseMs = 55 * 60_000;

/** So many are listed; the rest is in the folder. */
const mostListed = 30;

interface BackupDeps extends Pick<Deps, 'database' | 'photoStore' | 'clock' | 'log' | 'version'> {
  config: Config;
  /** How files are written; a test lets the disk run full. */
  createSink?: ((path: string) => Promise<Sink>) | undefined;
}

interface Running {
  kind: BackupKind;
  progress: Progress;
  isStopped: boolean;
  done: Promise<void>;
}

/** Backups that the running product makes: on schedule, or at the press of a button. */
export class Backups {
  readonly #deps: BackupDeps;
  readonly #folder: string;
  readonly #claim: BackupClaim;
  /** Null where the shop's file sets no schedule. */
  readonly #schedule: (BackupTimes & { keep: number }) | null;
  #running: Running | null = null;
  #isClosing = false;

  constructor(deps: BackupDeps) {
    const { shop } = deps.config;
    // The shop's time zone, else the machine's.
    const timeZone = shop.texting.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
    this.#deps = deps;
    this.#folder = usualBackupFolder(deps.config);
    this.#claim = new BackupClaim(deps);
    this.#schedule = shop.backups && { ...shop.backups, timeZone };
  }

  async state(): Promise<BackupsAnswer> {
    const { database, clock } = this.#deps;
    const listed = await listBackups(this.#folder).catch(() => []);
    const record = await readBackupRecord(database.read);
    const items = allBackups(record, this.#folder, listed);
    const last = lastBackup(record, this.#folder, items);
    const schedule = this.#schedule;
    const running = this.#running;
    return {
      folder: this.#folder,
      schedule: schedule && {
        dailyAt: schedule.dailyAt,
        keep: schedule.keep,
        nextAt: isoTime(nextDueAt(clock(), schedule)),
      },
      running: running
        ? shownProgress(running.kind, running.progress)
        : this.#claim.runningElsewhere(record),
      last,
      failure: record.failure,
      isStale: schedule !== null && isBackupStale(clock(), last && Date.parse(last.at)),
      items: items.slice(0, mostListed),
    };
  }

  /** Reports a folder that cannot be used at the start, not only at night. */
  async checkFolder(): Promise<void> {
    if (this.#schedule === null) return;
    await ensureFolder(this.#folder).catch((error) => this.#noteFailure('scheduled', error));
  }

  /** Begins a backup. @throws Problem backup-running */
  async start(): Promise<void> {
    if ((await this.#begin('by-hand').claimed) === 'running') throw new Problem('backup-running');
  }

  /** Makes the scheduled backup if it is due and no other process makes it. */
  async makeIfDue(): Promise<void> {
    const { database, clock } = this.#deps;
    const isDue = ({ scheduledAt }: BackupRecord): boolean =>
      this.#schedule !== null &&
      isBackupDue(clock(), scheduledAt === null ? null : Date.parse(scheduledAt), this.#schedule);
    const isFree = () => this.#running === null && !this.#isClosing;
    if (this.#schedule === null || !isFree()) return;
    if (!isDue(await readBackupRecord(database.read))) return;
    if (!(await takeLease(database, 'backup', clock(), leaseMs)) || !isFree()) return;
    const { claimed, done } = this.#begin('scheduled', isDue);
    await claimed;
    await done;
  }

  /** Stops a backup that is being made. @returns when nothing of it is left */
  async stop(): Promise<void> {
    this.#isClosing = true;
    if (this.#running !== null) this.#running.isStopped = true;
    await this.idle();
  }

  /** Resolves when no backup is being made. */
  async idle(): Promise<void> {
    await this.#running?.done;
  }

  /**
   * @param isWanted whether it is still to be made, by what all processes know
   * @returns whether it is this process that makes it, and when nothing of it is left
   * @throws Problem backup-running
   */
  #begin(kind: BackupKind, isWanted: (record: BackupRecord) => boolean = () => true) {
    if (this.#running !== null) throw new Problem('backup-running');
    const current: Running = {
      kind,
      progress: { phase: 'photos', done: 0, total: 0 },
      isStopped: false,
      done: Promise.resolve(),
    };
    this.#running = current;
    const claimed = this.#claim.take(kind, isWanted, () => current.progress);
    const makeClaimed = async () => {
      if ((await claimed) !== 'mine') return;
      await this.#make(current).catch((error: unknown) => {
        // Stopped with the product: what is due is made after the next start.
        if (!current.isStopped) return this.#noteFailure(kind, error);
      });
      await this.#claim.release();
    };
    current.done = makeClaimed()
      // A claim that fails is reported to the caller.
      .catch(() => undefined)
      .finally(() => {
        this.#running = null;
      });
    return { claimed, done: current.done };
  }

  async #make(current: Running): Promise<void> {
    const { database, photoStore, config, version, clock, log, createSink } = this.#deps;
    const { kind } = current;
    const made = await makeBackup({
      folder: this.#folder,
      kind,
      product: version,
      shopName: config.shop.shop.name,
      shopFile: config.shopConfigFile === null ? null : config.shop,
      photos: photoStore,
      openSnapshot: () => openSnapshot(config),
      clock,
      onProgress: (progress) => {
        current.progress = progress;
      },
      checkpoint: () => {
        if (current.isStopped) throw new BackupFailure('The product was stopped meanwhile');
      },
      ...(createSink ? { createSink } : {}),
    });
    await noteMade(database, kind, made);
    this.#logMade(made);
    // What fails here is tried again in a moment by itself.
    await database.keepState().catch(() => undefined);
    const removed =
      kind === 'scheduled' && this.#schedule !== null
        ? await removeOldBackups(this.#folder, this.#schedule.keep, made.name)
        : [];
    if (removed.length > 0) log.info({ removed }, 'Old backups were removed');
    if (!database.dialect.isShared) return;
    const listed = await listBackups(this.#folder).catch(() => []);
    await noteFolder(database, this.#folder, listed, removed);
  }

  #logMade({ path, bytes, rows, photos, missingPhotos, damagedPhotos }: MadeBackup): void {
    const { log } = this.#deps;
    log.info({ path, bytes, rows, photos }, 'A backup was made');
    if (missingPhotos.length > 0) {
      log.warn({ missingPhotos }, 'Photos of tickets were lost before the backup');
    }
    if (damagedPhotos.length > 0) {
      log.warn({ damagedPhotos }, 'Photos of tickets were damaged before the backup');
    }
  }

  async #noteFailure(kind: BackupKind, error: unknown): Promise<void> {
    const { database, clock, log } = this.#deps;
    const reason = reasonOf(error);
    log.error({ kind, folder: this.#folder, reason, err: error }, 'The backup failed');
    const failure = { at: isoTime(clock()), kind, reason };
    await changeBackupRecord(database, () => ({ failure })).catch((second: unknown) => {
      log.error({ err: second }, 'The failure of the backup could not be recorded');
    });
  }
}

export function backupRoutes(http: Http, backups: Backups): void {
  http.handle('getBackups', () => backups.state());
  http.handle('startBackup', async () => {
    await backups.start();
    return backups.state();
  });
}
