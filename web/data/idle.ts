/** However busy the browser is. In milliseconds. */
const longestWaitMs = 2_000;

/** Has work done when the browser has nothing better to do. @returns how to have it not done */
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
