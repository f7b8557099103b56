import { dateText } from './calendar-date.ts';
import { placeNow } from './places.ts';
import type { RepairValues } from './repair-fields.ts';
import { surnameOf } from './surname.ts';
import { shownTicketNumber } from './ticket-number.ts';

/** The label of the bag that a watch is kept in. Shop decision: layouts are fixed. */

export const labelSizes = {
  small: '2.25 × 1.25 in',
  long: '1.125 × 3.5 in',
  tape: '62 mm continuous',
} as const;
export type LabelSize = keyof typeof labelSizes;

/** More than one, for a bracelet or a box that comes with the watch. */
export const labelCopies = ['1', '2', '3'] as const;

export interface LabelSource
  extends Pick<RepairValues, 'watchBrand' | 'watchModel' | 'expectedOn' | 'condition'> {
  id: string;
  ticketNumber: string;
  customerName: string;
  status: string;
  isWaitingForPickup: boolean;
  place: string | null;
  sentOut: object | null;
}

export interface BagLabel {
  ticketNumber: string;
  surname: string;
  watch: string;
  /** When it is promised, and where it is; null for neither. */
  facts: string | null;
  isNotToBePolished: boolean;
  /** "1 of 2"; null if there is only one. */
  copy: string | null;
}

/** @param today as 2026-03-05: a date in its year is written without the year */
export function bagLabels(
  repairs: readonly LabelSource[],
  copies: number,
  today: string,
): BagLabel[] {
  return repairs.flatMap((repair) => {
    const { customerName, watchBrand, watchModel, expectedOn, condition } = repair;
    const facts = [expectedOn === null ? null : dateText(expectedOn, today), placeNow(repair)];
    return Array.from({ length: copies }, (_, at) => ({
      ticketNumber: shownTicketNumber(repair),
      surname: surnameOf(customerName),
      watch: `${watchBrand} ${watchModel}`,
      facts: facts.filter((fact) => fact !== null).join(' · ') || null,
      isNotToBePolished: condition?.doNotPolish ?? false,
      copy: copies === 1 ? null : `${at + 1} of ${copies}`,
    }));
  });
}
