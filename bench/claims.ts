import type { Engine } from '../tests/harness/storage.ts';
import type { Ratio } from './measure.ts';
import type { StoreSettings } from './stores.ts';

/**
 * What the product claims about speed: always a ratio against something that is measured in the same
 * run, so that it means the same on every machine.
 *
 * To add a claim, measure it in a file of its own (`bench/<noun>.ts`) that exports a function, and
 * add one entry in `bench/main.ts`: to `quickClaims` where it starts what it needs by itself, to
 * `sizedClaims` where it depends on how much the store holds.
 */

export type Limit = { least: number } | { most: number };

/** What is said of a claim in the table. */
export interface Wording {
  /** Names the row: a later run puts its outcome in the place of the earlier one's. */
  name: string;
  /** What the other side of the ratio is. */
  comparedWith: string;
  /** Of the two sides, e.g. "requests/s", "ms". */
  unit: string;
  limit: Limit;
}

export interface Outcome extends Ratio {
  /** What else is worth knowing: how many items were answered, p50, p99. */
  note?: string;
}

export interface QuickClaim extends Wording {
  /** `npm run bench -- WORD` measures those whose topic begins with the word. */
  topic: string;
  /** Where it is not the embedded engine that is measured. */
  engine?: Engine;
  measure: () => Promise<Outcome>;
}

/** A server of the product at work on a store. */
export interface ServedStore {
  url: string;
  /** The session, as a Cookie header. */
  cookie: string;
  /** Of the server's process. */
  pid: number;
  /** From spawning until it was ready to serve. */
  startMs: number;
  stop: () => Promise<void>;
}

/** What a claim about sizes is measured on: copies of stores, and servers on them. */
export interface SizedGround {
  engine: Engine;
  /** How many tickets it is about; the other side is usually {@link smallSize}. */
  size: number;
  /** The same copy each time it is asked for: whatever is written there, later claims find. */
  copyOf: (size: number | 'empty') => Promise<StoreSettings>;
  /** Starts the product on the copy; several at a time may run, one on each copy. */
  serve: (size: number | 'empty') => Promise<ServedStore>;
}

/** On the first day. */
export const smallSize = 1_000;

export interface SizedClaim {
  /** `npm run bench -- WORD` measures those of which a topic begins with the word. */
  topics: readonly string[];
  /** Yields as many rows of the table as it likes, those of the wanted topics. */
  measure: (
    ground: SizedGround,
    isWanted: (topic: string) => boolean,
  ) => AsyncIterable<{ claim: Wording; outcome: Outcome }>;
}

export function holds(limit: Limit, ratio: number): boolean {
  return 'least' in limit ? ratio >= limit.least : ratio <= limit.most;
}

export const saidLimit = (limit: Limit): string =>
  'least' in limit ? `≥ ${limit.least}` : `≤ ${limit.most}`;
