import type { Part } from './api-parts.ts';
import { daysBetween } from './calendar-date.ts';

/** How far a part is, from its dates alone: the last thing that happened to it counts. */
export type PartState = 'needed' | 'ordered' | 'received' | 'returned';

export type PartDates = Pick<Part, 'orderedOn' | 'expectedOn' | 'receivedOn' | 'returnedOn'>;

/** Says how far a part is. */
export function partState({ orderedOn, receivedOn, returnedOn }: PartDates): PartState {
  if (returnedOn !== null) return 'returned';
  if (receivedOn !== null) return 'received';
  return orderedOn === null ? 'needed' : 'ordered';
}

/** Whether its repair waits for it. */
export const isAwaited = ({ receivedOn, returnedOn }: PartDates): boolean =>
  receivedOn === null && returnedOn === null;

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;

/**
 * How late something is that is waited for: expected after the date that the customer was promised, or
 * expected on a day that has passed.
 *
 * @param promisedOn the date on its ticket
 * @param today in the shop's time zone
 * @returns null where it is in time, or nothing is known
 */
export function lateness(
  expectedOn: string | null,
  promisedOn: string | null,
  today: string,
): { isPromiseBroken: boolean; words: string } | null {
  if (expectedOn === null) return null;
  if (promisedOn !== null && expectedOn > promisedOn) {
    const words = `${days(daysBetween(promisedOn, expectedOn))} after promised`;
    return { isPromiseBroken: true, words };
  }
  if (expectedOn >= today) return null;
  return { isPromiseBroken: false, words: `${days(daysBetween(expectedOn, today))} late` };
}
