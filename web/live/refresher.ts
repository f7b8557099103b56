import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** Changes come in bursts, one press makes three: they are fetched together. */
const gatherMs = 80;

/** A server that does not answer must not keep later changes from being fetched. */
const longestWaitMs = 5_000;

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export interface Refresher {
  /** Has what is under the keys fetched anew shortly; null for everything. */
  refresh(keys: readonly QueryKey[] | null): void;
}

/**
 * Fetches what changed, each thing once however many changes touched it, and one round after the
 * other, so that a stream of changes never cuts off its own answers.
 */
export function createRefresher(queryClient: QueryClient): Refresher {
  let waiting = new Map<string, QueryKey>();
  let isEverything = false;
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (isEverything || waiting.size > 0) {
      await delay(gatherMs);
      const keys = isEverything ? [[]] : [...waiting.values()];
      waiting = new Map();
      isEverything = false;
      await Promise.race([
        Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
        delay(longestWaitMs),
      ]);
    }
    isRunning = false;
  }

  return {
    refresh(keys) {
      if (keys === null) isEverything = true;
      for (const key of keys ?? []) waiting.set(hashKey(key), key);
      if (!isRunning) void run();
    },
  };
}
