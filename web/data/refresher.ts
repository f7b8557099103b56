import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { sleep } from './connection.ts';

/**
 * Changes come in bursts (one press makes three): they are fetched together. The first of them waits
 * only as long as the others of its transaction take to arrive right behind it.
 */
const firstGatherMs = 4;

/** While changes keep coming, as when a list is imported, each round gathers more of them. */
const gatherMs = 80;

/** A server that does not answer must not keep later changes from being fetched. */
const longestWaitMs = 5_000;

/**
 * Fetches everything under a key again; without one, everything there is. A fetch that is under way
 * is cut off for that, but not the first one of something, nor one that no part of the screen
 * follows: its answer may be from before the change, and would count as fresh. What such a fetch
 * brings is fetched again.
 */
async function fetchAgain(
  queryClient: QueryClient,
  within: { queryKey?: QueryKey },
): Promise<void> {
  const goingOn = queryClient.getQueryCache().findAll({
    ...within,
    fetchStatus: 'fetching',
    predicate: (query) => query.state.data === undefined || !query.isActive(),
  });
  await Promise.all([
    queryClient.invalidateQueries(within),
    ...goingOn.map(async (query) => {
      // Joins the fetch that is under way.
      await query.fetch().catch(() => undefined);
      // An earlier change may have waited for the same answer.
      if (query.state.isInvalidated) return;
      await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }),
  ]);
}

/**
 * Fetches what changed, each thing once however many changes touched it, and one round after the
 * other, so that a stream of changes never cuts off its own answers.
 */
export function createRefresher(queryClient: QueryClient) {
  let waiting = new Map<string, QueryKey>();
  let isEverything = false;
  let isRunning = false;
  let lastRoundAt = Number.NEGATIVE_INFINITY;

  /** After a quiet spell no change waits for others; those that come close together share a round. */
  const gathering = () =>
    Math.max(firstGatherMs, Math.min(gatherMs, lastRoundAt + gatherMs - performance.now()));

  async function run(): Promise<void> {
    isRunning = true;
    while (isEverything || waiting.size > 0) {
      await sleep(gathering());
      lastRoundAt = performance.now();
      const keys = isEverything ? [{}] : [...waiting.values()].map((queryKey) => ({ queryKey }));
      waiting = new Map();
      isEverything = false;
      await Promise.race([
        Promise.all(keys.map((within) => fetchAgain(queryClient, within))),
        sleep(longestWaitMs),
      ]);
    }
    isRunning = false;
  }

  return {
    /** Fetches what is under the keys again shortly; null for everything. */
    refresh(keys: readonly QueryKey[] | null): void {
      if (keys === null) isEverything = true;
      for (const key of keys ?? []) waiting.set(hashKey(key), key);
      if (!isRunning) void run();
    },
  };
}
