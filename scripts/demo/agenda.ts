/** What is yet to happen in the shop, and its clock, which runs only as things happen. */
export interface Agenda {
  /** Milliseconds since 1970. */
  now(): number;
  /** Something takes so many milliseconds. */
  pass(milliseconds: number): void;
  /** Has something done at a time; what lies beyond the present never happens. */
  at(moment: number, step: () => Promise<void>): void;
  /** Does everything up to the present, in order of time. */
  run(around: (step: () => Promise<void>) => Promise<void>): Promise<void>;
}

/** @param present milliseconds since 1970 */
export function openAgenda(present: number): Agenda {
  /** The next one last, where it is quickly taken away. */
  const due: { moment: number; step: () => Promise<void> }[] = [];
  let now = 0;

  /** Behind everything of an earlier or the same time. */
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
