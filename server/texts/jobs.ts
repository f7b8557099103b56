import { type Clock, patiently } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { takeLease } from '../database/leases.ts';
import type { Log } from '../log.ts';
import type { TextActions } from './actions.ts';
import type { MissedTexts } from './missed.ts';

/** How often texts without an outcome are asked after, in milliseconds. */
export const reconcileEveryMs = 60_000;
/** One of several processes asks after them for all; shorter than the time between. */
const reconcileLeaseMs = 50_000;

/** How often the provider is asked for texts that it could not hand over, in milliseconds. */
export const lookForMissedEveryMs = 3 * 60_000;

interface Parts {
  database: Database;
  texts: Pick<TextActions, 'reconcileAll'>;
  /** Null where no real texts are set up. */
  missed: MissedTexts | null;
  clock: Clock;
  log: Pick<Log, 'warn'>;
}

/** One run at a time: while the provider does not answer, others would only pile up behind it. */
function oneAtATime<Given extends unknown[]>(run: (...given: Given) => Promise<void>) {
  let underWay: Promise<void> | null = null;
  return {
    run: (...given: Given): Promise<void> => {
      underWay ??= run(...given).finally(() => {
        underWay = null;
      });
      return underWay;
    },
    idle: async () => {
      await underWay;
    },
  };
}

/** What the provider is asked by itself again and again. Nothing here throws. */
export function textJobs({ database, texts, missed, clock, log }: Parts) {
  let isStopping = false;
  const isOver = () => isStopping;

  const reconciling = oneAtATime(async (scope: 'all' | 'old') => {
    await texts.reconcileAll(scope, isOver).catch((error: unknown) => {
      log.warn({ error: String(error) }, 'Texts without an outcome could not be reconciled');
    });
  });

  const reconcilingOnLease = oneAtATime(async () => {
    const isMine = await takeLease(database, 'reconciling', clock(), reconcileLeaseMs).catch(
      () => false,
    );
    if (isMine) await reconciling.run('old');
  });

  const taking = oneAtATime(async () => {
    await missed?.take(isOver).catch((error: unknown) => {
      log.warn({ error: String(error) }, 'Missed texts could not be asked for');
    });
  });

  return {
    /** Asks after texts without an outcome. Called while it runs, it waits for that run. */
    reconcile: reconciling.run,
    /** The same for older texts only, taking turns with the other processes. */
    reconcileOnLease: reconcilingOnLease.run,
    /** Asks for texts that were not handed over. Called while it runs, it waits for that run. */
    takeMissed: taking.run,

    /** Begins nothing more. @returns when nothing runs any more, or after so many milliseconds */
    async stop(atMost: number): Promise<void> {
      isStopping = true;
      await patiently(
        Promise.all([reconcilingOnLease.idle(), reconciling.idle(), taking.idle()]),
        atMost,
      );
    },
  };
}
