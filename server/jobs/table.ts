import { pruneChanges } from '../database/changes.ts';
import { stateKeeping } from '../database/open.ts';
import { sweepPhotos } from '../photos/actions.ts';
import type { Deps } from '../ports/deps.ts';
import { purgeDue } from '../repairs/deletions.ts';
import type { Backups } from '../shop/backups/actions.ts';
import type { Restores } from '../shop/backups/restoring.ts';
import type { Uploads } from '../shop/backups/uploads.ts';
import { forgetEarlierAccounts } from '../texts/account-store.ts';
import { sendDueTexts } from '../texts/held-texts.ts';
import { fetchPictures } from '../texts/pictures.ts';
import { reconcileTexts, takeMissedTexts } from '../texts/reconciling.ts';
import type { Job } from './jobs.ts';
import { meetDeadlines } from './reminders-and-expiry.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** What the product does automatically at intervals, by the names that leases are stored under. */
export const jobTable = (
  deps: Deps,
  { backups, restores, uploads }: { backups: Backups; restores: Restores; uploads: Uploads },
) => {
  const { database, log } = deps;
  return {
    reconciling: {
      everyMs: minuteMs,
      leaseMs: 50_000,
      isDoneAtStart: true,
      asksOutside: true,
      failure: 'Texts without an outcome could not be reconciled',
      run: (signal, isStart) => {
        const scope = isStart && !database.dialect.isShared ? 'all' : 'old';
        return reconcileTexts(deps, scope, () => signal.aborted);
      },
    },
    // The process that ends a hold sends its text, so every process may look.
    held: {
      everyMs: 2000,
      isDoneAtStart: true,
      asksOutside: true,
      failure: 'Held texts could not be sent',
      run: (signal) => sendDueTexts(deps, () => signal.aborted),
    },
    // Each picture is taken on by one process, so every one may look.
    pictures: {
      everyMs: 2000,
      asksOutside: true,
      failure: 'A customer’s photo could not be fetched',
      run: (signal) => fetchPictures(deps, () => signal.aborted),
    },
    // It takes a lease itself: every process asks for the provider's time.
    missed: {
      everyMs: 3 * minuteMs,
      isDoneAtStart: true,
      asksOutside: true,
      failure: 'Missed texts could not be fetched',
      run: (signal) => takeMissedTexts(deps, () => signal.aborted),
    },
    deadlines: {
      everyMs: minuteMs,
      failure: 'Reminders and expiries could not be processed',
      run: (signal) => meetDeadlines(deps, () => signal.aborted),
    },
    backups: {
      everyMs: minuteMs,
      isDoneWhileClosed: true,
      failure: 'The backup schedule could not be read',
      run: () => backups.makeIfDue(),
    },
    // Within this time, every process has noticed that the shop is being replaced.
    restores: {
      everyMs: 2000,
      isDoneWhileClosed: true,
      failure: 'Pending restores could not be read',
      run: () => restores.look(),
    },
    uploads: {
      everyMs: hourMs,
      isDoneAtStart: true,
      failure: 'Abandoned uploads and restores could not be removed',
      run: async () => {
        await uploads.clear();
        await restores.clear();
      },
    },
    pruning: {
      everyMs: minuteMs,
      failure: 'Old changes could not be pruned',
      run: () => pruneChanges(database),
    },
    'deleting for good': {
      everyMs: minuteMs,
      leaseMs: hourMs,
      failure: 'Expired deletions could not be removed',
      run: async (signal) => {
        await purgeDue(deps, () => signal.aborted);
        await forgetEarlierAccounts(database, deps.clock());
      },
    },
    // Looking at every photo takes a while, and an extra file does no harm.
    'sweeping photos': {
      everyMs: minuteMs,
      leaseMs: 24 * hourMs,
      failure: 'Unused photos could not be removed',
      run: (signal) => sweepPhotos(deps, () => signal.aborted),
    },
    // A loss of what was stored since the last run goes unnoticed.
    state: {
      everyMs: 2000,
      isDoneWhileClosed: true,
      failure: 'shop.state.json could not be written',
      run: stateKeeping(database, log),
    },
  } satisfies Record<string, Job>;
};
