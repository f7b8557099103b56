import { searchable } from './search-text.ts';

/**
 * The key that a watch is recognized by: its brand and one serial, however they were written. Shop decision
 * (docs/decisions/data.md): it only finds candidates for staff to confirm, because counterfeits share serials.
 */

/** The format never changes: keys are stored, and migration 0041 wrote those of older tickets. */
const lettersAndDigits = (text: string) => searchable(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** Shorter ones, and words such as "none" or "illegible", aren't serials. */
const isSerial = (key: string) => key.length >= 3 && /\p{N}/u.test(key) && new Set(key).size > 1;

/**
 * @param brand as typed
 * @param serial as typed, from the case or the movement
 * @returns the same key for what differs only in case, accents, spaces and punctuation; null if what was typed
 *   can't tell one watch from another
 */
export function serialKey(brand: string, serial: string | null): string | null {
  const key = lettersAndDigits(serial ?? '');
  return isSerial(key) ? `${lettersAndDigits(brand)} ${key}` : null;
}

export interface Identified {
  watchBrand: string;
  serialNumber: string | null;
  movementSerial: string | null;
}

/** @returns the distinct keys of a watch; none if it has no serial */
export function serialKeys({ watchBrand, serialNumber, movementSerial }: Identified): string[] {
  const keys = [serialNumber, movementSerial].map((serial) => serialKey(watchBrand, serial));
  return [...new Set(keys.filter((key) => key !== null))];
}
