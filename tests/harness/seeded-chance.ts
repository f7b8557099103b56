import { randomInt } from 'node:crypto';

/** Random choices that a failed run can be repeated with. */
export interface Chance {
  /** From 0 up to 1. */
  next(): number;
  /** Whether something with this probability, from 0 to 1, happens. */
  happens(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  shuffled<Item>(items: readonly Item[]): Item[];
}

/** The mulberry32 generator. */
export function seededChance(seed: number): Chance {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    happens: (share) => next() < share,
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error('Nothing to pick from');
      return item;
    },
    shuffled: (items) =>
      items
        .map((item) => ({ item, at: next() }))
        .sort((one, other) => one.at - other.at)
        .map(({ item }) => item),
  };
}

/** Whether this is `npm run test:long`, where the same is tried more often. */
export const isLongRun = process.env.LONG_RUN === '1';

/** Fixed in the gate; a new one for every long run, printed so that SEED=… repeats it. */
export function seedOf(what: string): number {
  if (!isLongRun) return 7;
  const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
  console.log(`${what}: seed ${seed} (SEED=${seed} repeats it)`);
  return seed;
}
