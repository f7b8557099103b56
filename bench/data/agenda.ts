/** What is yet to happen to one client and the client's watches, in the order of time. */
export interface Agenda {
  /** Has something done at a time; what lies beyond the present never happens. */
  at(moment: number, what: (now: number) => void): void;
  /** Lives through everything up to the present. */
  run(): void;
}

/** @param present milliseconds since 1970 */
export function openAgenda(present: number): Agenda {
  const waiting: { moment: number; what: (now: number) => void }[] = [];
  return {
    at(moment, what) {
      if (moment > present) return;
      const index = waiting.findIndex((other) => other.moment > moment);
      waiting.splice(index === -1 ? waiting.length : index, 0, { moment, what });
    },
    run() {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        next.what(next.moment);
      }
    },
  };
}
