import type { Part } from './api-parts.ts';
import { daysBetween } from './calendar-date.ts';

/** The state of a part, from its dates alone: its latest step counts. */
export type PartState = 'needed' | 'ordered' | 'received' | 'returned';

export type PartDates = Pick<Part, 'orderedOn' | 'expectedOn' | 'receivedOn' | 'returnedOn'>;

export function partState({ orderedOn, receivedOn, returnedOn }: PartDates): PartState {
  if (returnedOn !== null) return 'returned';
  if (receivedOn !== null) return 'received';
  return orderedOn === null ? 'needed' : 'ordered';
}

/** Whether its repair is waiting for it. */
export const isAwaited = ({ receivedOn, returnedOn }: PartDates): boolean =>
  receivedOn === null && returnedOn === null;

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;

/**
 * How late an expected part or watch is: expected after the date promised to the customer, or on a day
 * that has passed.
 *
 * @param promisedOn the date on its ticket
 * @param today in the shop's time zone
 * @returns null if it is on time, or no date is known
 */
export function lateness(
  expectedOn: string | null,
  promisedOn: string | null,
  today: string,
): { isPromiseBroken: boolean; words: string } | null {
  if (expectedOn === null) return null;
  if (promisedOn !== null && expectedOn > promisedOn) {
    const words = `${days(daysBetween(promisedOn, expectedOn))} later than promised`;
    return { isPromiseBroken: true, words };
  }
  if (expectedOn >= today) return null;
  return { isPromiseBroken: false, words: `${days(daysBetween(expectedOn, today))} late` };
}
