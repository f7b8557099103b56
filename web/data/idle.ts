import { queryClient } from './queries.ts';

/** After this long the work is done however busy the browser is. In milliseconds. */
const longestWaitMs = 2_000;

/** Does work when the browser is idle. @returns how to cancel it */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const asked = requestIdleCallback(work, { timeout: longestWaitMs });
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(work, 50);
  return () => clearTimeout(timer);
}

export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    whenIdle(resolve);
  });
}

/** Resolves once no answer from the server is awaited: what nobody waits for comes after what is to be shown. */
export function untilRead(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (queryClient.isFetching() > 0) return;
      stop();
      resolve();
    };
    const stop = queryClient.getQueryCache().subscribe(look);
    look();
  });
}
