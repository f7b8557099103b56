/** A sleep that can be ended early, e.g. because there is news. */
export function createWakeableSleep() {
  let wakeUp = () => {};

  return {
    /** @throws the signal's reason when it is aborted meanwhile */
    async sleep(ms: number, signal: AbortSignal): Promise<void> {
      signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        const timer = setTimeout(wake, ms);
        function wake() {
          clearTimeout(timer);
          signal.removeEventListener('abort', wake);
          resolve();
        }
        signal.addEventListener('abort', wake);
        wakeUp = wake;
      });
      signal.throwIfAborted();
    },
    /** Does nothing when no sleep is under way. */
    wake(): void {
      wakeUp();
    },
  };
}
