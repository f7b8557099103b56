import { useRef } from 'react';

/**
 * For a button whose work may be done once: a double tap comes before the screen can show that the
 * first press is under way.
 */
export function useSinglePress() {
  const isTaken = useRef(false);
  return {
    /** @returns whether this press is the one that counts */
    take(): boolean {
      if (isTaken.current) return false;
      isTaken.current = true;
      return true;
    },
    /** After a failure: the next press counts again. */
    release(): void {
      isTaken.current = false;
    },
  };
}
