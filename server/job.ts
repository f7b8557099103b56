import type { Log } from './log.ts';

/** Work that is begun again and again, by a timer. */
export interface Job<Given extends unknown[] = []> {
  /** Does it, or waits for the run that is under way. Never throws: a failure is logged. */
  run(...given: Given): Promise<void>;
  /** Begins nothing more. @returns when nothing runs any more */
  stop(): Promise<void>;
}

/**
 * One run at a time: while e.g. a provider does not answer, others would only pile up behind it.
 *
 * @param failure the log line when it fails; its next run tries again
 * @param work ends early once `isStopping` says so
 */
export function oneAtATime<Given extends unknown[]>(
  log: Pick<Log, 'warn'>,
  failure: string,
  work: (isStopping: () => boolean, ...given: Given) => Promise<unknown>,
): Job<Given> {
  let underWay: Promise<void> | null = null;
  let isStopping = false;

  async function once(given: Given): Promise<void> {
    try {
      await work(() => isStopping, ...given);
    } catch (error) {
      log.warn({ error: String(error) }, failure);
    }
  }

  return {
    run(...given) {
      underWay ??= once(given).finally(() => {
        underWay = null;
      });
      return underWay;
    },
    async stop() {
      isStopping = true;
      await underWay;
    },
  };
}
