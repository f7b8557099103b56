/** Waits, but no longer than until the signal aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const wake = () => {
      clearTimeout(timer);
      resolve();
    };
    if (signal?.aborted) wake();
    else signal?.addEventListener('abort', wake, { once: true });
  });
}
