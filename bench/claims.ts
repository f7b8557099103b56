import type { Ratio } from './measure.ts';
import type { Engine } from './stores.ts';

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
  size: number;
  url: string;
  /** The session, as a Cookie header. */
  cookie: string;
  /** Of the server's process. */
  pid: number;
}

/** What a claim about sizes is measured on: two servers, started on copies of their stores. */
export interface SizedGround {
  engine: Engine;
  /** With 1,000 tickets. */
  small: ServedStore;
  large: ServedStore;
  /** For the copies' folders; gone at the end. */
  folder: string;
}

export interface SizedClaim {
  topic: string;
  /** Yields as many rows of the table as it likes. */
  measure: (ground: SizedGround) => AsyncIterable<{ claim: Wording; outcome: Outcome }>;
}

export function holds(limit: Limit, ratio: number): boolean {
  return 'least' in limit ? ratio >= limit.least : ratio <= limit.most;
}

export const saidLimit = (limit: Limit): string =>
  'least' in limit ? `≥ ${limit.least}` : `≤ ${limit.most}`;
