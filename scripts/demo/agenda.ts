/** What is still to happen in the shop, and its clock, which advances only as things happen. */
export interface Agenda {
  /** Milliseconds since 1970. */
  now(): number;
  /** Advances the clock by this many milliseconds. */
  pass(milliseconds: number): void;
  /** Schedules something for a time; what is later than the present never happens. */
  at(moment: number, step: () => Promise<void>): void;
  /** Does everything up to the present, in order of time. */
  run(around: (step: () => Promise<void>) => Promise<void>): Promise<void>;
}

/** @param present milliseconds since 1970 */
export function openAgenda(present: number): Agenda {
  /** The next one last, where it can be removed quickly. */
  const due: { moment: number; step: () => Promise<void> }[] = [];
  let now = 0;

  /** After everything of an earlier or the same time. */
  function placeOf(moment: number): number {
    let [low, high] = [0, due.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((due[middle]?.moment ?? 0) > moment) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    now: () => now,
    pass: (milliseconds) => {
      now += milliseconds;
    },
    at: (moment, step) => {
      if (moment <= present) due.splice(placeOf(moment), 0, { moment, step });
    },
    run: async (around) => {
      for (let next = due.pop(); next !== undefined; next = due.pop()) {
        now = Math.max(now, next.moment);
        await around(next.step);
      }
    },
  };
}
