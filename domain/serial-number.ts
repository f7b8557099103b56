import { codeSigns, searchable } from './search-text.ts';

/**
 * Serial numbers, as everybody writes them differently: capitals, accents, spaces and other signs don't count.
 */
const serialKey = (serial: string): string => searchable(serial).replace(codeSigns, '');

/** @returns whether both are the same number; never where one has no letter or digit */
export const isSameSerial = (one: string | null, other: string | null): boolean =>
  serialKey(one ?? '') !== '' && serialKey(one ?? '') === serialKey(other ?? '');
