/** How long a completion text may wait, so that the completion can be undone. In seconds. */
export const longestHoldSeconds = 300;

/** It waits at least this long after an undo is refused: staff decide what to do instead. */
export const refusedHoldSeconds = 30;

/**
 * When a held text is due: at its time, or now if that is further ahead than any text is held, because then
 * the clock must have been set back.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds since 1970: the times up to `until` are due, and those after `tooFar`
 */
export function heldSpan(now: number): { until: number; tooFar: number } {
  return { until: now, tooFar: now + longestHoldSeconds * 1000 };
}
