import type { Repair } from './api-answers.ts';
import type { ComeBackAnswer, Warranty } from './api-warranties.ts';
import { dateText } from './calendar-date.ts';
import { daysText, daysToBegin, isUnderWarranty } from './warranty-term.ts';

/** A watch's warranties and come-backs as text, one line each. Dates are text such as 2026-03-05. */

/** @returns e.g. "Until Tue, Dec 22, 2026", the latest date among its repairs */
export function watchWarrantyText(
  repairs: readonly Pick<Repair, 'warrantyUntil'>[],
  today: string,
): string {
  const last = repairs
    .map(({ warrantyUntil }) => warrantyUntil)
    .filter((until) => isUnderWarranty(until, today))
    .sort()
    .at(-1);
  return last === undefined ? 'None active' : `Until ${dateText(last)}`;
}

function termText(warranty: Warranty, today: string): string {
  const { days, from, until, continuedOn } = warranty;
  const given = daysText(days);
  if (continuedOn !== null) return `${given}, continued on ${continuedOn}`;
  if (from !== null && until !== null) {
    return `${given}, ${isUnderWarranty(until, today) ? 'until' : 'ended'} ${dateText(until)}`;
  }
  const left = daysToBegin(warranty);
  if (left === 0) return `${given}, used up`;
  return left < days ? `${left} of ${given} from pickup` : `${given} from pickup`;
}

/** @returns e.g. "1 come-back" */
export const comeBacksText = (count: number): string =>
  `${count.toLocaleString('en-US')} come-back${count === 1 ? '' : 's'}`;

/**
 * @param warranties of one repair
 * @param comebacks of the watch
 * @returns e.g. "Warranty 90 days, ended Thu, Jun 5, 2025 · 1 come-back"; empty if there is nothing to say
 */
export function repairWarrantyText(
  { ticketNumber }: Pick<Repair, 'ticketNumber'>,
  warranties: readonly Warranty[],
  comebacks: readonly Pick<ComeBackAnswer, 'ofTicketNumber'>[],
  today: string,
): string {
  const terms = warranties
    .filter((one) => one.ticketNumber === ticketNumber)
    .map((one) => termText(one, today));
  const count = comebacks.filter((one) => one.ofTicketNumber === ticketNumber).length;
  return [
    ...(terms.length === 0 ? [] : [`Warranty ${[...new Set(terms)].join('; ')}`]),
    ...(count === 0 ? [] : [comeBacksText(count)]),
  ].join(' · ');
}
