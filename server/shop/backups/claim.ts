import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import type { BackupKind } from './manifest.ts';
import type { Progress } from './progress.ts';
import { type BackupRecord, changeBackupRecord } from './store.ts';

/** Of all processes on the same data one makes a backup at a time, and all know how far it is. */

type Running = NonNullable<BackupRecord['running']>;
type Shown = Pick<Running, 'kind' | 'phase' | 'share'>;

/** How often the process that makes one sends a heartbeat, in milliseconds. */
const beatEveryMs = 5000;
/** After so long without a heartbeat the backup has ended with its process. */
const silentMs = 20_000;

/** @returns what is shown of a backup that is being made; null in its last moment */
export function shownProgress(kind: BackupKind, { phase, done, total }: Progress): Shown | null {
  if (phase === 'switching') return null;
  return { kind, phase, share: total === 0 ? 0 : Math.min(1, done / total) };
}

export function backupClaims(database: Database, clock: Clock) {
  const { dialect } = database;
  const self = randomUUID();
  let beating: NodeJS.Timeout | undefined;

  const isAlive = (running: Running | null): running is Running =>
    running !== null &&
    // Nobody else uses an embedded database: it is this process's, or of one that has ended.
    (dialect.isShared ? Math.abs(clock() - running.beatAt) < silentMs : running.by === self);

  return {
    /** @returns what another process is making */
    runningElsewhere: ({ running }: BackupRecord): Shown | null => {
      if (!isAlive(running) || running.by === self) return null;
      const { kind, phase, share } = running;
      return { kind, phase, share };
    },

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
      const said = (): Running => ({
        kind,
        phase: 'photos',
        share: 0,
        ...shownProgress(kind, progress()),
        by: self,
        beatAt: clock(),
      });
      const outcome = await database.transact(async (tx) => {
        let judged: 'mine' | 'running' | 'not wanted' = 'mine';
        await changeBackupRecord(tx, dialect, (record) => {
          judged = 'mine';
          if (isAlive(record.running)) judged = 'running';
          else if (!isWanted(record)) judged = 'not wanted';
          return judged === 'mine' ? { running: said() } : {};
        });
        return judged as 'mine' | 'running' | 'not wanted';
      });
      if (outcome === 'mine') {
        beating = setInterval(() => {
          database
            .transact((tx) =>
              changeBackupRecord(tx, dialect, ({ running }) =>
                running?.by === self ? { running: said() } : {},
              ),
            )
            // The next one says it again.
            .catch(() => undefined);
        }, beatEveryMs);
        beating.unref();
      }
      return outcome;
    },

    /** Call it when nothing is being made any more. Never throws. */
    async release(): Promise<void> {
      clearInterval(beating);
      await database
        .transact((tx) =>
          changeBackupRecord(tx, dialect, ({ running }) =>
            running?.by === self ? { running: null } : {},
          ),
        )
        // It counts as ended soon anyway.
        .catch(() => undefined);
    },
  };
}
