import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Backups as BackupsAnswer } from '../../../domain/api-backups.ts';
import {
  type BackupTimes,
  isBackupDue,
  isBackupStale,
  nextDueAt,
} from '../../../domain/backup-times.ts';
import { zoneInForce } from '../../../domain/clock.ts';
import { Problem } from '../../../domain/problems.ts';

import { isoTime } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import { takeLease } from '../../database/database.ts';
import type { Deps } from '../../ports/deps.ts';
import { readShopSettings } from '../../settings/store.ts';
import { ensureFolder, listBackups, removeOldBackups, usualBackupFolder } from './folder.ts';
import type { BackupKind } from './manifest.ts';
import {
  type BackupRecord,
  changeBackupRecord,
  lastBackup,
  noteMade,
  ofAllMachines,
  readBackupRecord,
  shownBackups,
} from './record.ts';
import { BackupFailure, type OnProgress, reasonOf } from './reports.ts';
import { openSnapshot } from './snapshot.ts';
import type { Sink } from './tar.ts';
import { makeBackup } from './writer.ts';

/** What failed is tried again after an hour; of several processes one does it. */
const leaseMs = 55 * 60_000;

/** How often the process that makes a backup sends a heartbeat, in milliseconds. */
const beatEveryMs = 5000;
/** After this long without a heartbeat the backup has ended with its process. */
const silentMs = 20_000;

/** A restore that failed is reported for this long: a week, in milliseconds. */
const failureShownMs = 7 * 24 * 60 * 60_000;

/** This many are listed; the rest are in the folder. */
const maxListed = 30;

interface BackupDeps extends Pick<Deps, 'database' | 'photoStore' | 'clock' | 'log' | 'version'> {
  config: Config;
  /** How files are written; a test makes the disk full. */
  createSink?: ((path: string) => Promise<Sink>) | undefined;
}

type Running = NonNullable<BackupsAnswer['running']>;

interface BackupPlan {
  folder: string;
  /** Null if none are made automatically. */
  schedule: (BackupTimes & { keep: number }) | null;
  shopName: string;
}

/**
 * Backups that the running product makes: on schedule, or at the press of a button. Of all processes
 * on the same data one makes a backup at a time, and all know how far along it is.
 */
export class Backups {
  readonly #deps: BackupDeps;
  /** What this process is called in the record. */
  readonly id = randomUUID();
  #running: Running | null = null;
  #ended: Promise<void> = Promise.resolve();
  /** Why the last one that this process began was not made. */
  #failed: unknown = null;
  #madeName = '';
  #isClosing = false;

  constructor(deps: BackupDeps) {
    this.#deps = deps;
  }

  /** As the shop's settings have it now. */
  async #plan(): Promise<BackupPlan> {
    const { database, config } = this.#deps;
    const settings = await readShopSettings(database.read);
    return {
      folder: usualBackupFolder(settings, config),
      schedule: settings.backups && { ...settings.backups, timeZone: zoneInForce(settings) },
      shopName: settings.shop.name,
    };
  }

  async state(): Promise<Omit<BackupsAnswer, 'restoring'>> {
    const { database, clock } = this.#deps;
    const { folder, schedule } = await this.#plan();
    const listed = await listBackups(folder).catch(() => []);
    const record = await readBackupRecord(database.read);
    const { restoreFailure } = record;
    const items = shownBackups(record, folder, listed);
    const last = lastBackup(record, folder, items);
    const running = this.#running ?? this.#alive(record);
    return {
      folder,
      schedule: schedule && {
        dailyAt: schedule.dailyAt,
        keep: schedule.keep,
        nextAt: isoTime(nextDueAt(clock(), schedule)),
      },
      running: running && { kind: running.kind, phase: running.phase, share: running.share },
      last,
      failure: record.failure,
      isStale: schedule !== null && isBackupStale(clock(), last && Date.parse(last.at)),
      items: items.slice(0, maxListed),
      restoreFailure:
        restoreFailure !== null && clock() - Date.parse(restoreFailure.at) < failureShownMs
          ? restoreFailure
          : null,
    };
  }

  /** Reports at the start, not only at night, that the folder cannot be used. */
  async checkFolder(): Promise<void> {
    const plan = await this.#plan().catch(() => null);
    if (!plan?.schedule) return;
    await ensureFolder(plan.folder).catch((error) => this.#noteFailure('scheduled', error));
  }

  /** Begins a backup. @throws Problem backup-running */
  async start(): Promise<void> {
    if (!(await this.#begin('by-hand', () => true))) throw new Problem('backup-running');
  }

  /**
   * Makes one for someone who waits for it, and reads it back.
   *
   * @returns its name
   * @throws Problem backup-running; what kept it from being made
   */
  async make(): Promise<string> {
    await this.start();
    await this.#ended;
    if (this.#failed !== null) throw this.#failed;
    return this.#madeName;
  }

  /** @returns where a listed backup is. @throws Problem backup-not-found, backup-elsewhere */
  async pathOf(name: string): Promise<string> {
    const { folder } = await this.#plan();
    const listed = await listBackups(folder);
    if (listed.some((one) => one.name === name)) return join(folder, name);
    const { made } = await readBackupRecord(this.#deps.database.read);
    throw new Problem(
      made.some((one) => one.name === name) ? 'backup-elsewhere' : 'backup-not-found',
    );
  }

  /** Notes that this process begins a restore: no other backup begins. @throws Problem backup-running */
  async noteRestore(name: string, backupAt: string): Promise<void> {
    await changeBackupRecord(this.#deps.database, (record) => {
      if (this.#running !== null || this.#alive(record) !== null) {
        throw new Problem('backup-running');
      }
      return { restore: { by: this.id, name, backupAt }, restoreFailure: null };
    });
  }

  /** Notes why a restore failed. */
  async noteRestoreFailure(reason: string): Promise<void> {
    const { database, clock } = this.#deps;
    const restoreFailure = { at: isoTime(clock()), reason };
    await changeBackupRecord(database, () => ({ restore: null, restoreFailure }));
  }

  /** Makes the scheduled backup if it is due and no other process makes it. */
  async makeIfDue(): Promise<void> {
    const { database, clock } = this.#deps;
    if (this.#running !== null) return;
    const { schedule } = await this.#plan();
    if (schedule === null) return;
    const isDue = ({ scheduledAt, restore }: BackupRecord) =>
      restore === null &&
      isBackupDue(clock(), scheduledAt === null ? null : Date.parse(scheduledAt), schedule);
    if (!isDue(await readBackupRecord(database.read))) return;
    if (!(await takeLease(database, 'backup', clock(), leaseMs))) return;
    if (await this.#begin('scheduled', isDue)) await this.#ended;
  }

  /** Stops a backup that is being made. @returns when nothing of it is left */
  async stop(): Promise<void> {
    this.#isClosing = true;
    await this.#ended;
  }

  async idle(): Promise<void> {
    await this.#ended;
  }

  /** @returns what any process is making, by what it last noted */
  #alive({ running }: BackupRecord): BackupRecord['running'] {
    const { database, clock } = this.#deps;
    if (running === null) return null;
    // Nobody else uses an embedded database: it is this process's, or that of one that has ended.
    const isAlive = database.dialect.isShared
      ? Math.abs(clock() - running.beatAt) < silentMs
      : running.by === this.id;
    return isAlive ? running : null;
  }

  /**
   * @param isWanted whether it is still to be made, going by what all processes know
   * @returns whether it is this process that makes it
   */
  #begin(kind: BackupKind, isWanted: (record: BackupRecord) => boolean): Promise<boolean> {
    if (this.#running !== null) return Promise.resolve(false);
    this.#running = { kind, phase: 'photos', share: 0 };
    const claimed = this.#claim(isWanted);
    this.#ended = claimed
      .then((isMine) => (isMine ? this.#makeClaimed(kind) : undefined))
      // A claim that fails is reported to the caller.
      .catch(() => undefined)
      .finally(() => {
        this.#running = null;
      });
    return claimed;
  }

  async #claim(isWanted: (record: BackupRecord) => boolean): Promise<boolean> {
    let isMine = false;
    await changeBackupRecord(this.#deps.database, (record) => {
      const { restore } = record;
      const isFree = this.#alive(record) === null && (restore === null || restore.by === this.id);
      isMine = isFree && isWanted(record);
      return isMine ? { running: this.#beat() } : {};
    });
    return isMine;
  }

  #beat(): BackupRecord['running'] {
    return this.#running && { ...this.#running, by: this.id, beatAt: this.#deps.clock() };
  }

  /** A failed one is made up for by the next one, or noticed by silence. */
  async #note(running: () => BackupRecord['running']): Promise<void> {
    await changeBackupRecord(this.#deps.database, (record) =>
      record.running?.by === this.id ? { running: running() } : {},
    ).catch(() => undefined);
  }

  async #makeClaimed(kind: BackupKind): Promise<void> {
    const beating = setInterval(() => this.#note(() => this.#beat()), beatEveryMs).unref();
    this.#failed = null;
    await this.#make(kind).catch((error: unknown) => {
      this.#failed = error;
      // Stopped with the product: what is due is made after the next start.
      if (!this.#isClosing) return this.#noteFailure(kind, error);
    });
    clearInterval(beating);
    await this.#note(() => null);
  }

  async #make(kind: BackupKind): Promise<void> {
    const { database, photoStore, config, version, clock, log, createSink } = this.#deps;
    const { folder, schedule, shopName } = await this.#plan();
    const onProgress: OnProgress = ({ phase, done, total }) => {
      if (this.#isClosing) throw new BackupFailure('The product was stopped in the meantime');
      if (phase === 'switching') return;
      this.#running = { kind, phase, share: total === 0 ? 0 : Math.min(1, done / total) };
    };
    const made = await makeBackup({
      folder,
      kind,
      product: version,
      shopName,
      photos: photoStore,
      openSnapshot: () => openSnapshot(config),
      clock,
      onProgress,
      ...(createSink ? { createSink } : {}),
    });
    await noteMade(database, kind, made);
    this.#madeName = made.name;
    const { path, bytes, rows, photos, missingPhotos, damagedPhotos } = made;
    log.info({ path, bytes, rows, photos }, 'A backup was made');
    if (missingPhotos.length > 0) {
      log.warn({ missingPhotos }, 'Photos of tickets were lost before the backup');
    }
    if (damagedPhotos.length > 0) {
      log.warn({ damagedPhotos }, 'Photos of tickets were damaged before the backup');
    }
    // What fails here is tried again in a moment automatically.
    await database.keepState().catch(() => undefined);
    const removed =
      kind === 'scheduled' && schedule !== null
        ? await removeOldBackups(folder, schedule.keep, made.name)
        : [];
    if (removed.length > 0) log.info({ removed }, 'Old backups were removed');
    if (!database.dialect.isShared) return;
    const listed = await listBackups(folder).catch(() => []);
    await changeBackupRecord(database, (record) => ({
      made: ofAllMachines(record, folder, listed, removed),
    }));
  }

  async #noteFailure(kind: BackupKind, error: unknown): Promise<void> {
    const { database, clock, log } = this.#deps;
    const reason = reasonOf(error);
    log.error({ kind, reason, err: error }, 'The backup failed');
    const failure = { at: isoTime(clock()), kind, reason };
    await changeBackupRecord(database, () => ({ failure })).catch((second: unknown) => {
      log.error({ err: second }, 'The failure of the backup could not be recorded');
    });
  }
}
