/** Random choices that come out the same for the same seed, on every machine. */
export interface Chance {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, `below`. */
  int(below: number): number;
  between(least: number, most: number): number;
  happens(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  weighted<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item;
  /** Around `median`, never below 0, with a long tail: how long things take. */
  duration(median: number, spread: number): number;
  hex(length: number): string;
  uuid(): string;
}

/** Any text → 32 bits that differ widely for texts that differ slightly (FNV-1a, then mixed). */
function hashed(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** The generator sfc32: small, fast, and good enough for a shop that never existed. */
function generator(seed: string): () => number {
  let [a, b, c, counter] = [hashed(`${seed}a`), hashed(`${seed}b`), hashed(`${seed}c`), 1];
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let warming = 0; warming < 12; warming += 1) next();
  return next;
}

/** @param seed what distinguishes this generator from others, e.g. "7 client 12" */
export function chanceOf(seed: string): Chance {
  const next = generator(seed);
  const int = (below: number) => Math.floor(next() * below);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[int(items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from');
    return item;
  };
  const hex = (length: number) =>
    Array.from({ length }, () => '0123456789abcdef'.charAt(int(16))).join('');
  return {
    next,
    int,
    pick,
    hex,
    between: (least, most) => least + next() * (most - least),
    happens: (probability) => next() < probability,
    weighted: (items, weightOf) => {
      let left = next() * items.reduce((total, item) => total + weightOf(item), 0);
      for (const item of items) {
        left -= weightOf(item);
        if (left < 0) return item;
      }
      return pick(items);
    },
    duration: (median, spread) => {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return median * Math.exp(spread * normal);
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`,
  };
}
