import { clockGapWords } from '../../domain/clock-gap.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

export type ProviderClock = ReturnType<typeof providerClock>;

/** The header has whole seconds. */
const headerMs = 1000;

/**
 * How far the machine's clock is from the provider's, by the Date of its answers. Kept in memory:
 * the next answer tells it anew.
 */
export function providerClock(clock: Clock, log: Pick<Log, 'warn'>) {
  let ahead: number | null = null;

  return {
    now: clock,

    /** How far the machine's clock is ahead, in milliseconds; null before the first answer. */
    ahead: () => ahead,

    /**
     * Takes the time of an answer. It was made between the question and now, so a difference that
     * this explains counts as none.
     *
     * @param date the answer's header
     * @param asked when the question left, by the machine's clock
     */
    note(date: unknown, asked: number): void {
      const stamped = Date.parse(String(date));
      if (Number.isNaN(stamped)) return;
      const least = asked - stamped - headerMs;
      const most = clock() - stamped;
      const before = clockGapWords(ahead);
      ahead = least > 0 || most < 0 ? (least + most) / 2 : 0;
      const words = clockGapWords(ahead);
      if (words !== null && words !== before) {
        log.warn(
          { aheadSeconds: Math.round(ahead / 1000) },
          `This machine's clock is ${words} of the time that the text provider tells: have it set by the network (docs/running.md)`,
        );
      }
    },
  };
}
