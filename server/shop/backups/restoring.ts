import { setTimeout as sleep } from 'node:timers/promises';
import { type Backups as BackupsAnswer, isUploadName } from '../../../domain/api-backups.ts';
import { Problem } from '../../../domain/problems.ts';
import { isoTime } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import { answeredUntilKey, refuseWhileClosed } from '../../database/settings.ts';
import { actingNow } from '../../history/acting.ts';
import type { Deps } from '../../ports/deps.ts';
import { readShopSettings } from '../../settings/store.ts';
import { missedTextsFromStart } from '../../texts/reconciling.ts';
import { passwordKey, storedPasswordHash } from '../sessions/password.ts';
import type { Backups } from './actions.ts';
import { beginReplacing, closeForRestore, endRestoring, readRestoring } from './closing.ts';
import { type RestoreLock, storeIsInUse } from './engine.ts';
import type { Inspections } from './inspection.ts';
import { changeBackupRecord, readBackupRecord } from './record.ts';
import { BackupFailure, type OnProgress, reasonOf } from './reports.ts';
import { type CarriedRows, removeStaging, restoreBackup } from './restore.ts';
import type { Uploads } from './uploads.ts';

/** What a process does once it has nothing of the shop open anymore: it replaces it, or waits. */
export interface HandOver {
  /**
   * @param stopping ends a wait for another process; a restore in this one runs to its end
   * @returns why nothing was replaced; null if it was, or if another process is doing it
   */
  run(onProgress: OnProgress, stopping: AbortSignal): Promise<string | null>;
}

interface RestoreDeps extends Pick<Deps, 'database' | 'clock' | 'log'> {
  config: Config;
  backups: Backups;
  uploads: Uploads;
  inspections: Inspections;
  /** Has the process close the shop and hand it over. */
  onHandOver: (handOver: HandOver) => void;
}

/** The other processes need this long at most to finish what they do, in milliseconds. */
const othersPatienceMs = 90_000;
const lookAgainMs = 300;

interface Task {
  name: string;
  path: string;
  backupAt: string;
  by: ReturnType<typeof actingNow>;
  lock: RestoreLock;
}

const lockIsLost = 'the connection to the database was lost';
const stopped = 'the product was stopped during the restore';

/**
 * Restores a backup over the running shop: it is checked, the shop is closed to changes, backed up as it
 * is, and only then handed over, on every process. Whatever ends it before that leaves the shop as it was.
 */
export class Restores {
  readonly #deps: RestoreDeps;
  #task: Task | null = null;
  /** An embedded database has only one process, so this flag of its own is enough. */
  #isTaken = false;

  constructor(deps: RestoreDeps) {
    this.#deps = deps;
  }

  /** @returns which backup is being restored by any process; null for none */
  async state(): Promise<BackupsAnswer['restoring']> {
    const { read } = this.#deps.database;
    const restoring = await readRestoring(read);
    if (restoring !== null) return { backupAt: restoring.backupAt, step: restoring.step };
    const begun = this.#task ?? (await readBackupRecord(read)).restore;
    return begun && { backupAt: begun.backupAt, step: 'checking' };
  }

  /** @throws Problem restore-running */
  async refuseWhileRunning(): Promise<void> {
    if ((await this.state()) !== null) throw new Problem('restore-running');
  }

  /** Removes what was uploaded. @throws Problem restore-running if that is being restored */
  async discard(name: string): Promise<void> {
    await this.#refuseWhileRestored(name);
    await this.#deps.uploads.discard(name);
  }

  /** As `Uploads.write`. @throws Problem restore-running if that file is being restored, as confirmed */
  async write(name: string, at: number, part: Uint8Array): Promise<number> {
    await this.#refuseWhileRestored(name);
    return this.#deps.uploads.write(name, at, part);
  }

  async #refuseWhileRestored(name: string): Promise<void> {
    const { restore } = await readBackupRecord(this.#deps.database.read);
    if (restore?.name === name) throw new Problem('restore-running');
  }

  /** @returns where a listed or uploaded backup is. @throws Problem backup-not-found, backup-elsewhere */
  pathOf(name: string): Promise<string> {
    const { backups, uploads } = this.#deps;
    return isUploadName(name) ? uploads.pathOf(name) : backups.pathOf(name);
  }

  /**
   * Begins to restore a backup, on behalf of whoever acts now.
   *
   * @param confirm asks for the password. @throws what it throws
   * @throws Problem backup-not-found, backup-elsewhere, backup-unusable, restore-running, backup-running,
   *   import-running, shop-restoring
   */
  async start(name: string, confirm: () => Promise<void>): Promise<void> {
    const { backups, database, inspections } = this.#deps;
    const { dialect, read, transact } = database;
    const path = await this.pathOf(name);
    await confirm();
    const { at: backupAt } = await inspections.about(path);
    const lock = await this.#takeLock();
    if (lock === null) throw new Problem('restore-running');
    try {
      await refuseWhileClosed(read);
      const isFree = await transact((tx) => dialect.tryLock(tx, 'import'));
      if (!isFree) throw new Problem('import-running');
      await backups.noteRestore(name, backupAt);
    } catch (error) {
      await lock.release();
      throw error;
    }
    this.#task = { name, path, backupAt, by: actingNow(), lock };
    void this.#prepare(this.#task);
  }

  /** Notices what other processes do: leaves the store alone, or opens the shop that one has left closed. */
  async look(): Promise<void> {
    const { database, log, onHandOver } = this.#deps;
    if (this.#task !== null || !(await isUnderWay(database))) return;
    const lock = await this.#takeLock();
    if (lock !== null) {
      await cleanUpAfterDeadProcess(this.#deps).finally(() => lock.release());
      log.warn({}, 'A restore stopped when its process ended: the shop is open as it was');
    } else if ((await readRestoring(database.read))?.step === 'replacing') {
      onHandOver({
        run: async (_onProgress, stopping) => {
          await untilRestoreEnds(this.#deps.config, stopping);
          return null;
        },
      });
    }
  }

  /** Removes what a killed restore has built, in this process or another. */
  clear(): Promise<void> {
    return removeStaging(this.#deps.config);
  }

  async #prepare(task: Task): Promise<void> {
    const { backups, inspections, onHandOver } = this.#deps;
    const { path, backupAt, lock } = task;
    const by = backups.id;
    try {
      await inspections.contents(path);
      const closedAt = await closeForRestore(this.#deps, { by, backupAt });
      const formerShop = await backups.make();
      const carried = await this.#carried(task, closedAt, formerShop);
      // Another process that got the lock has opened the shop.
      if (!lock.isHeld() || !(await beginReplacing(this.#deps, by))) {
        throw new BackupFailure(lockIsLost);
      }
      onHandOver({ run: (onProgress) => this.#replace(task, carried, onProgress) });
    } catch (error) {
      await this.#giveUp(task, error);
    }
  }

  async #giveUp({ lock }: Task, error: unknown): Promise<void> {
    const { backups, log } = this.#deps;
    const reason = reasonOf(error);
    log.error({ err: error, reason }, 'The backup was not restored');
    // What fails here is made up for by the next look of any process.
    await endRestoring(this.#deps, backups.id).catch(() => undefined);
    await backups.noteRestoreFailure(reason).catch(() => undefined);
    this.#task = null;
    await lock.release();
  }

  /**
   * What stays as it is today: the password, so that whoever restores an old backup can log in; where the
   * backups are; and the texting account if there is one, so that nothing is texted by one that was turned
   * off.
   *
   * @param closedAt customers' texts were answered until then
   * @param formerShop the name of the backup of today's shop
   */
  async #carried(
    { backupAt, by: { session, initials } }: Task,
    closedAt: string,
    formerShop: string,
  ): Promise<CarriedRows> {
    const { read } = this.#deps.database;
    const password = await storedPasswordHash(read);
    return {
      settings: [
        { key: answeredUntilKey, value: closedAt },
        ...(password === null ? [] : [{ key: passwordKey, value: password }]),
      ],
      missingSettings: await missedTextsFromStart(read),
      backups: (await readShopSettings(read)).backups,
      texting: {
        texting_accounts: await read.selectFrom('texting_accounts').selectAll().execute(),
        texting_tokens: await read.selectFrom('texting_tokens').selectAll().execute(),
      },
      event: {
        at: isoTime(this.#deps.clock()),
        kind: 'shop-restored',
        actor: 'staff',
        ticket_number: null,
        repair_id: null,
        client_id: null,
        data: JSON.stringify({ backupAt, formerShop }),
        session,
        initials,
      },
    };
  }

  /** Done when this process has closed the shop; the others are about to. */
  async #replace(
    { name, path, lock }: Task,
    carried: CarriedRows,
    onProgress: OnProgress,
  ): Promise<string | null> {
    const { clock, config: location, log } = this.#deps;
    const until = Date.now() + othersPatienceMs;
    try {
      for (;;) {
        if (!lock.isHeld()) throw new BackupFailure(lockIsLost);
        const how = { isReplacing: true, isBackedUp: true, now: clock(), carried, onProgress };
        try {
          const { leftOver } = await restoreBackup({ path, location, ...how });
          log.info({ backup: path }, 'A backup was restored');
          await this.#removeLeftovers(name, leftOver);
          return null;
        } catch (error) {
          const isInUse = error instanceof BackupFailure && error.message === storeIsInUse;
          if (!isInUse || Date.now() > until) throw error;
        }
        await sleep(lookAgainMs);
      }
    } catch (error) {
      const reason = reasonOf(error);
      log.error({ err: error, reason }, 'The backup was not restored');
      return reason;
    } finally {
      await lock.release();
    }
  }

  /** The backup is in force by now: what fails here only takes up room. */
  async #removeLeftovers(name: string, leftOver: unknown): Promise<void> {
    const { log, uploads } = this.#deps;
    try {
      await uploads.discard(name);
      if (leftOver !== null) throw leftOver;
    } catch (error) {
      log.warn({ err: error }, 'Not everything left over from the restore was removed');
    }
  }

  /** @returns null while any process restores a backup */
  async #takeLock(): Promise<RestoreLock | null> {
    if (this.#isTaken) return null;
    this.#isTaken = true;
    const free = () => {
      this.#isTaken = false;
    };
    const lock = await takeRestoreLock(this.#deps.config).catch((error: unknown) => {
      free();
      throw error;
    });
    if (lock === null) free();
    return lock && { ...lock, release: () => lock.release().finally(free) };
  }
}

const noLock: RestoreLock = { isHeld: () => true, release: async () => undefined };

async function takeRestoreLock({
  databaseUrl,
}: Pick<Config, 'databaseUrl'>): Promise<RestoreLock | null> {
  if (databaseUrl === null) return noLock;
  const { takePostgresRestoreLock } = await import('./postgres.ts');
  return takePostgresRestoreLock(databaseUrl);
}

async function isUnderWay({ read }: Deps['database']): Promise<boolean> {
  return (await readRestoring(read)) !== null || (await readBackupRecord(read)).restore !== null;
}

/**
 * Cleans up after a process that ended while it restored a backup, or made one for that. With the lock
 * held: only then is it sure to have ended.
 */
async function cleanUpAfterDeadProcess(
  deps: Pick<RestoreDeps, 'database' | 'clock'>,
): Promise<void> {
  const { database, clock } = deps;
  const by = (await readRestoring(database.read))?.by;
  const isLeft = by !== undefined || (await readBackupRecord(database.read)).restore !== null;
  // It has ended in the meantime.
  if (!isLeft) return;
  await changeBackupRecord(database, ({ restore, running }) => ({
    restore: null,
    restoreFailure: { at: isoTime(clock()), reason: stopped },
    ...(running !== null && [by, restore?.by].includes(running.by) ? { running: null } : {}),
  }));
  if (by !== undefined) await endRestoring(deps, by);
}

async function untilRestoreEnds(
  config: Pick<Config, 'databaseUrl'>,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    // A database that is down for a moment is asked again.
    const lock = await takeRestoreLock(config).catch(() => null);
    if (lock !== null) return lock.release();
    await sleep(lookAgainMs);
  }
}

/**
 * At the start: opens a shop that a restore has left closed when its process was killed.
 *
 * @returns false while another process restores a backup
 */
export async function openAfterRestore(
  deps: Pick<RestoreDeps, 'database' | 'clock' | 'config'>,
): Promise<boolean> {
  const { database, config } = deps;
  if (!(await isUnderWay(database))) return true;
  const lock = await takeRestoreLock(config);
  // While the backup is checked the shop is open.
  if (lock === null) return (await readRestoring(database.read)) === null;
  await cleanUpAfterDeadProcess(deps).finally(() => lock.release());
  return true;
}
