import type { Calendar, OpenDay } from './calendar.ts';
import type { Chance } from './chance.ts';

/** What was asked for. */
export interface ShopSize {
  repairs: number;
  clients: number;
  /** How many of the newest repairs have photos. */
  photos: number;
  seed: string;
  /** The shop's present, milliseconds since 1970. */
  now: number;
}

/** When each client comes to the shop, and with how many watches. */
export interface ClientVisit {
  at: number;
  watches: number;
}

const minuteMs = 60_000;

/** No one brings more: the shop would run out of days. */
export const maxRepairsPerClient = 40;

/** How many repairs each client brings in all: most one or two, a few collectors many. */
function shares(repairs: number, clients: number, chance: Chance): number[] {
  const counts = Array.from({ length: clients }, () => 0);
  const loyalty = counts.map(() => chance.duration(1, 1));
  const cumulative: number[] = [];
  let total = 0;
  for (const weight of loyalty) {
    total += weight;
    cumulative.push(total);
  }
  const give = (index: number) => {
    counts[index] = (counts[index] ?? 0) + 1;
  };
  // Some of those in the directory only ever asked about something.
  const buyers = Math.min(repairs, Math.ceil(clients * 0.94));
  for (let index = 0; index < buyers; index += 1) give(index);
  for (let left = repairs - buyers; left > 0; ) {
    const index = firstAbove(cumulative, chance.next() * total);
    if ((counts[index] ?? 0) < maxRepairsPerClient) {
      give(index);
      left -= 1;
    }
  }
  return counts;
}

/** The first index whose cumulative weight is above the value. */
function firstAbove(cumulative: readonly number[], value: number): number {
  let [low, high] = [0, cumulative.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cumulative[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * @param present the latest time at which a client may come, milliseconds since 1970
 * @returns each client's visits in order of time, at most one per day, with all repairs
 */
export function clientVisits(
  { repairs, clients, present }: { repairs: number; clients: number; present: number },
  calendar: Calendar,
  chance: Chance,
): ClientVisit[][] {
  const days = calendar.openDays.filter(({ opens }) => opens + 20 * minuteMs < present);
  const cumulative: number[] = [];
  let total = 0;
  for (const { weight } of days) {
    total += weight;
    cumulative.push(total);
  }

  function momentOn(day: OpenDay): number {
    // No watch is taken in at the very end of a day.
    const last = Math.min(day.closes - 15 * minuteMs, present - 5 * minuteMs);
    return Math.trunc(chance.between(day.opens + 2 * minuteMs, last));
  }

  return shares(repairs, clients, chance).map((count) => {
    const visits: ClientVisit[] = [];
    const taken = new Set<number>();
    for (let left = count; left > 0; ) {
      const index = firstAbove(cumulative, chance.next() * total);
      const day = days[index];
      if (day === undefined) throw new Error('The shop has never been open');
      if (taken.has(index)) continue;
      taken.add(index);
      const watches = Math.min(left, chance.happens(0.9) ? 1 : 2 + chance.int(2));
      visits.push({ at: momentOn(day), watches });
      left -= watches;
    }
    return visits.sort((one, other) => one.at - other.at);
  });
}
