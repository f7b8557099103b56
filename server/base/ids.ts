import { randomUUID } from 'node:crypto';

let lastMilliseconds = Number.NaN;
let sequence = 0;

/** What the twelve bits after the version can count. */
const maxInOneMillisecond = 4096;

/**
 * An id for a new row: a UUID of version 7 (RFC 9562), which begins with the time. Rows made one
 * after the other are adjacent in every index, and ids sort in the order of creation; the
 * bits after the version count within a millisecond.
 *
 * @param milliseconds since 1970: when the row was made
 */
export function newId(milliseconds: number): string {
  sequence = milliseconds === lastMilliseconds ? (sequence + 1) % maxInOneMillisecond : 0;
  lastMilliseconds = milliseconds;
  const count = sequence.toString(16).padStart(3, '0');
  // The rest of a random UUID holds the variant and 62 random bits, from a pool that Node fills
  // ahead of need.
  const random = randomUUID().slice(19);
  return `${firstIdAt(milliseconds)}-7${count}-${random}`;
}

/**
 * @param milliseconds since 1970
 * @returns a value that every id of a row made then or later sorts at or after
 */
export function firstIdAt(milliseconds: number): string {
  const time = Math.trunc(milliseconds).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}
