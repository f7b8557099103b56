import { needsPruning, pruneChanges } from './database/changes.ts';
import { takeLease } from './database/database.ts';
import type { Deps } from './deps.ts';
import { sweepPhotos } from './photos/actions.ts';
import { purgeDue } from './repairs/deletions.ts';

const minuteMs = 60_000;

interface Task {
  name: string;
  /** One of all the processes does it, this often. */
  everyMs: number;
  run: (deps: Deps, isStopping: () => boolean) => Promise<void>;
  isNeeded?: (deps: Deps) => Promise<boolean>;
}

const tasks: readonly Task[] = [
  {
    name: 'pruning',
    // Shorter than the time between two runs.
    everyMs: 50_000,
    run: ({ database }, isStopping) => pruneChanges(database, isStopping),
    isNeeded: ({ database }) => needsPruning(database.read),
  },
  { name: 'deleting for good', everyMs: 60 * minuteMs, run: purgeDue },
  // Looking at every photo takes a while, and a file too many does no harm.
  { name: 'sweeping photos', everyMs: 24 * 60 * minuteMs, run: sweepPhotos },
];

/** How often {@link tidy} is called, in milliseconds. */
export const tidyEveryMs = minuteMs;

/**
 * Clears away what is over: old changes, deletions without a way back, photos that no ticket names.
 * Each by one of the processes that share the data.
 */
export async function tidy(deps: Deps, isStopping: () => boolean): Promise<void> {
  for (const { name, everyMs, run, isNeeded } of tasks) {
    if (isStopping()) return;
    try {
      if (isNeeded && !(await isNeeded(deps))) continue;
      if (await takeLease(deps.database, name, deps.clock(), everyMs)) await run(deps, isStopping);
    } catch (error) {
      // One that fails must not keep the others waiting; its next run tries again.
      const facts = { error: String(error), task: name };
      deps.log.warn(facts, 'What is over could not be cleared away');
    }
  }
}
