import { Problem } from '../../domain/problems.ts';
import { expireDue, remindOfEstimates } from '../estimates/reminders-and-expiry.ts';
import type { Deps } from '../ports/deps.ts';
import { remindOfPickups } from '../repairs/pickup-reminders.ts';
import { openOverdueCases } from '../texts/attention.ts';

/**
 * Does what has become due: reminders, expired estimates, cases for overdue outcomes.
 *
 * @param isStopping asked before each reminder: if true, the rest waits for the next run
 */
export async function meetDeadlines(deps: Deps, isStopping: () => boolean): Promise<void> {
  const { database, clock, log } = deps;
  const expire = () => database.transact((tx) => expireDue(tx, clock(), null));
  for (const meet of [
    expire,
    () => openOverdueCases(deps),
    () => remindOfEstimates(deps, isStopping),
    () => remindOfPickups(deps, isStopping),
  ]) {
    // One that fails must not hold up the others; all are tried again in a minute.
    await meet().catch((error: unknown) => {
      const cause = error instanceof Problem ? error.code : String(error);
      log.warn({ error: cause }, 'Reminders and expiries could not be processed');
    });
  }
}
