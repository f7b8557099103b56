/** Waits for something to happen in a stand-in: the condition is checked whenever anything has happened there. */
export function lookouts() {
  const waiting = new Set<() => void>();
  return {
    wake(): void {
      for (const look of waiting) look();
    },
    until(condition: () => boolean): Promise<void> {
      return new Promise((resolve) => {
        const look = () => {
          if (!condition()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
  };
}
