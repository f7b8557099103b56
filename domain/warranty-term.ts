import { addDays, dateText, daysBetween } from './calendar-date.ts';

/**
 * How long the work on a watch is under warranty: days on the shop's calendar, which count only while the
 * customer has the watch. They begin at the pickup. A come-back, or an undone pickup, stops them, and the next
 * pickup continues with the rest: they never start over. Shop decision (docs/decisions/states.md,
 * "Warranty"). Dates are text such as 2026-03-05.
 */

/** The most days that can be given: ten years. */
export const maxWarrantyDays = 3650;
/** The most lines of a ticket that can have a warranty, as many as its estimate can have. */
export const maxWarranties = 30;

interface Given {
  /** Whole days, as they were given. */
  days: number;
  /** How many of them were used up before the current pickup. */
  daysUsed: number;
}

export interface Term extends Given {
  /** The date of the pickup; null before it. */
  from: string | null;
  /** The last date under warranty; null before the pickup. */
  until: string | null;
}

/** @returns how many days are left for the next pickup, 0 or more */
export const daysToBegin = ({ days, daysUsed }: Given): number => Math.max(days - daysUsed, 0);

/**
 * @param from the date of the pickup
 * @returns the warranty running from then; unchanged if it has begun, or is used up
 */
export function begun<One extends Term>(warranty: One, from: string): One {
  const left = daysToBegin(warranty);
  if (warranty.from !== null || left === 0) return warranty;
  return { ...warranty, from, until: addDays(from, left) };
}

/**
 * @param today the date on which the watch is back in the shop; one before the pickup counts as the pickup's
 * @returns the warranty waiting for the next pickup: the days since the last one are used up
 */
export function stopped<One extends Term>(warranty: One, today: string): One {
  const { days, daysUsed, from } = warranty;
  if (from === null) return warranty;
  const used = daysUsed + Math.max(daysBetween(from, today), 0);
  return { ...warranty, daysUsed: Math.min(used, days), from: null, until: null };
}

/** @param until the last date under warranty; null for none. @returns whether it is today or later */
export const isUnderWarranty = (until: string | null, today: string): until is string =>
  until !== null && until >= today;

/** @returns e.g. "10 of 60 days remain" */
export function remainingText({ days, until }: Pick<Term, 'days' | 'until'>, today: string) {
  const left = until === null ? 0 : Math.max(daysBetween(today, until), 0);
  return `${left.toLocaleString('en-US')} of ${daysText(days)} ${left === 1 ? 'remains' : 'remain'}`;
}

/** @returns e.g. "60 days" */
export const daysText = (days: number): string =>
  `${days.toLocaleString('en-US')} day${days === 1 ? '' : 's'}`;

/** @returns e.g. "Under warranty until Tue, Dec 22, 2026" */
export const untilText = (until: string): string => `Under warranty until ${dateText(until)}`;
