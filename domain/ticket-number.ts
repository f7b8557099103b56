/** Ticket numbers. Source: specification, section 9: "WH + last 6 digits of the timestamp + 3 random uppercase characters, regenerated until unique (up to 100 tries, then a fallback)". */

/** Without I and O: at a counter they are read as 1 and 0. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

const maxTicketNumberTries = 100;

/** Both forms, the usual and the fallback, in capitals. */
export const ticketNumberPattern = /^WH(\d{6}|\d{13})[A-Z]{3}$/;

/** @returns a number as it is stored, however it was typed: ours in capitals, another program's as it is */
export function asTicketNumber(typed: string): string {
  const capitals = typed.toUpperCase();
  return ticketNumberPattern.test(capitals) ? capitals : typed;
}

/** @returns a whole number from 0 up to, not including, `below` */
type RandomInt = (below: number) => number;

function threeLetters(randomInt: RandomInt): string {
  return Array.from({ length: 3 }, () => letters.charAt(randomInt(letters.length))).join('');
}

/** One candidate, e.g. WH123456ABC. `now` is milliseconds since 1970. */
export function ticketNumberCandidate(now: number, randomInt: RandomInt): string {
  return `WH${String(Math.trunc(now)).slice(-6).padStart(6, '0')}${threeLetters(randomInt)}`;
}

/**
 * A ticket number that is not taken.
 *
 * @param now milliseconds since 1970
 * @param isTaken asks the store
 * @returns the first free candidate of 100; failing that, the fallback: the whole timestamp and
 *   three letters (the store's unique index still guards it)
 */
export async function freeTicketNumber(
  now: number,
  randomInt: RandomInt,
  isTaken: (candidate: string) => Promise<boolean>,
): Promise<string> {
  for (let tries = 0; tries < maxTicketNumberTries; tries += 1) {
    const candidate = ticketNumberCandidate(now, randomInt);
    if (!(await isTaken(candidate))) return candidate;
  }
  return `WH${String(Math.trunc(now)).padStart(13, '0')}${threeLetters(randomInt)}`;
}

/**
 * The number to show for a repair that may have none: another program stored it. The database gives its row
 * the same one, so that lists, texts and history all use it; if the eight characters are taken, the
 * database uses the whole id. Source: specification, section 3: "falls back to TK-{id}, or to the first 8
 * characters of the id".
 */
export function shownTicketNumber(repair: { ticketNumber?: string | null; id: string }): string {
  if (repair.ticketNumber?.trim()) return repair.ticketNumber;
  return /^\d+$/.test(repair.id) ? `TK-${repair.id}` : repair.id.slice(0, 8);
}
