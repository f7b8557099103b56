import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Backups as BackupsAnswer, isUploadName } from '../../../domain/api-backups.ts';
import { Problem } from '../../../domain/problems.ts';
import { isoTime } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import { answeredUntilKey, refuseWhileClosed } from '../../database/settings.ts';
import { actingNow } from '../../history/acting.ts';
import type { Deps } from '../../ports/deps.ts';
import { endRestoring, type Restoring, readRestoring, setRestoring } from '../closing.ts';
import { passwordKey, storedPasswordHash } from '../sessions/password.ts';
import type { Backups } from './actions.ts';
import { type RestoreLock, storeIsInUse } from './engine.ts';
import type { Inspections } from './inspection.ts';
import { changeBackupRecord } from './record.ts';
import { BackupFailure, type OnProgress, reasonOf } from './reports.ts';
import { type CarriedRows, restoreBackup } from './restore.ts';
import type { Uploads } from './uploads.ts';

/** What a process does once it has nothing of the shop open anymore: it replaces it, or waits. */
export interface HandOver {
  /** @returns why nothing was replaced; null where it was, or where another process does it */
  run(onProgress: OnProgress): Promise<string | null>;
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

/**
 * Restores a backup over the running shop: it is checked, the shop is closed for changes, backed up as it
 * is, and only then handed over, on every process. Whatever ends it before that leaves the shop as it was.
 */
export class Restores {
  readonly #deps: RestoreDeps;
  #task: Task | null = null;
  /** Of an embedded database there is one process, so its own word is enough. */
  #isTaken = false;

  constructor(deps: RestoreDeps) {
    this.#deps = deps;
  }

  /** @returns which backup is being restored by any process; null for none */
  async state(): Promise<BackupsAnswer['restoring']> {
    const restoring = await readRestoring(this.#deps.database.read);
    if (restoring !== null) return { backupAt: restoring.backupAt, step: restoring.step };
    return this.#task && { backupAt: this.#task.backupAt, step: 'checking' };
  }

  /** @throws Problem restore-running */
  async refuseWhileRunning(): Promise<void> {
    if ((await this.state()) !== null) throw new Problem('restore-running');
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
   *   import-running, shop-moved
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
      if (await backups.isRunning()) throw new Problem('backup-running');
      const isFree = await transact((tx) => dialect.tryLock(tx, 'import'));
      if (!isFree) throw new Problem('import-running');
      await backups.noteRestore(null);
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
    const restoring = await readRestoring(database.read);
    if (restoring === null || this.#task !== null) return;
    const lock = await this.#takeLock();
    if (lock !== null) {
      await endOfDead(this.#deps, restoring).finally(() => lock.release());
      log.warn({}, 'A restore ended with its process: the shop is open again as it was');
    } else if (restoring.step === 'replacing') {
      onHandOver({
        run: async () => {
          await restoreEnds(this.#deps.config);
          return null;
        },
      });
    }
  }

  async #prepare(task: Task): Promise<void> {
    const { backups, inspections, onHandOver } = this.#deps;
    const { path, backupAt } = task;
    const by = backups.id;
    try {
      await inspections.contents(path);
      await setRestoring(this.#deps, { by, backupAt, step: 'backing-up' });
      await backups.make();
      const carried = await this.#carried(task);
      await setRestoring(this.#deps, { by, backupAt, step: 'replacing' });
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
    await endRestoring(this.#deps).catch(() => undefined);
    this.#task = null;
    await backups.noteRestore(reason).catch(() => undefined);
    await lock.release();
  }

  /** Today's password stays, so that whoever restores an old backup can log in, and so do texting tokens. */
  async #carried({ backupAt, by: { session, initials } }: Task): Promise<CarriedRows> {
    const { clock, database } = this.#deps;
    const password = await storedPasswordHash(database.read);
    const at = isoTime(clock());
    return {
      settings: [
        { key: answeredUntilKey, value: at },
        ...(password === null ? [] : [{ key: passwordKey, value: password }]),
      ],
      tokens: await database.read.selectFrom('texting_tokens').selectAll().execute(),
      event: {
        at,
        kind: 'shop-restored',
        actor: 'staff',
        ticket_number: null,
        repair_id: null,
        client_id: null,
        data: JSON.stringify({ backupAt }),
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
    const { clock, config: location, log, uploads } = this.#deps;
    const until = Date.now() + othersPatienceMs;
    try {
      for (;;) {
        const task = { path, location, isReplacing: true, now: clock(), carried, onProgress };
        try {
          const { asideFolder } = await restoreBackup(task);
          // The backup of a moment ago holds all of it.
          if (asideFolder !== null) await rm(asideFolder, { recursive: true, force: true });
          await uploads.discard(name);
          log.info({ backup: path }, 'A backup was restored');
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
    return lock && { release: () => lock.release().finally(free) };
  }
}

const noLock: RestoreLock = { release: async () => undefined };

async function takeRestoreLock({
  databaseUrl,
}: Pick<Config, 'databaseUrl'>): Promise<RestoreLock | null> {
  if (databaseUrl === null) return noLock;
  const { takePostgresRestoreLock } = await import('./postgres.ts');
  return takePostgresRestoreLock(databaseUrl);
}

/** A process that ended while it restored a backup ended while it made one, too. */
async function endOfDead(
  deps: Pick<RestoreDeps, 'database' | 'clock'>,
  { by }: Restoring,
): Promise<void> {
  await changeBackupRecord(deps.database, ({ running }) =>
    running?.by === by ? { running: null } : {},
  );
  await endRestoring(deps);
}

async function restoreEnds(config: Pick<Config, 'databaseUrl'>): Promise<void> {
  for (;;) {
    // A database that is away for a moment is asked again.
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
  const restoring = await readRestoring(deps.database.read);
  if (restoring === null) return true;
  const lock = await takeRestoreLock(deps.config);
  if (lock === null) return false;
  await endOfDead(deps, restoring).finally(() => lock.release());
  return true;
}
