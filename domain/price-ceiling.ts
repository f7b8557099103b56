import type { Repair } from './api-answers.ts';
import { formatPrice } from './money.ts';
import { agreedPrice, type PricedTicket } from './payments.ts';
import { unaskedStatuses } from './repair-lists.ts';
import { isAllowed } from './repair-status.ts';

/**
 * Up to what price the customer wants the work done, and what is above it. One rule for every place
 * that completes a repair at a price. Shop decision (docs/decisions/states.md, "The price ceiling").
 */

export type CeilingTicket = Pick<Repair, 'approvedUpTo' | 'estimatePrice' | 'estimateAcceptedAt'> &
  Pick<PricedTicket, 'acceptedSoFar'>;

/**
 * @returns in dollars: what the customer accepted; before that, the "approved up to" of the ticket;
 *   null if the customer has named no limit
 */
export function priceCeiling({
  approvedUpTo,
  estimatePrice,
  estimateAcceptedAt,
  acceptedSoFar,
}: CeilingTicket): number | null {
  if (estimateAcceptedAt !== null) return estimatePrice;
  // A copy that an older version kept in a browser has neither.
  return acceptedSoFar?.price ?? approvedUpTo ?? null;
}

/**
 * Why a repair can't be completed at a price: the customer must be asked first.
 *
 * @param price in dollars; null if none is known
 * @returns a sentence; null if the price is within the ceiling, or there is none
 */
export function priceRefusal(price: number | null, ticket: CeilingTicket): string | null {
  const ceiling = priceCeiling(ticket);
  if (price === null || ceiling === null || price <= ceiling) return null;
  return `${formatPrice(price)} is above the ${formatPrice(ceiling)} that the customer approved. Send or record an estimate first.`;
}

/** {@link priceRefusal} for the price that the ticket has now. */
export const ticketPriceRefusal = (ticket: CeilingTicket & PricedTicket): string | null =>
  priceRefusal(agreedPrice(ticket), ticket);

/** Whether the next step is an estimate: the price is above the ceiling, and no one has been asked yet. */
export const needsEstimate = (
  ticket: CeilingTicket & PricedTicket & Pick<Repair, 'status'>,
): boolean =>
  unaskedStatuses.some((status) => status === ticket.status) && ticketPriceRefusal(ticket) !== null;

/**
 * Whether the customer is asked before anyone is given the work, on rows, cards and tickets alike:
 * {@link needsEstimate}, or no one knows yet what it costs or how much the customer would pay.
 */
export const asksFirst = (ticket: CeilingTicket & PricedTicket & Pick<Repair, 'status'>): boolean =>
  needsEstimate(ticket) ||
  ((isAllowed('assign', ticket.status) || isAllowed('assign-accepted', ticket.status)) &&
    agreedPrice(ticket) === null &&
    priceCeiling(ticket) === null);

/**
 * What staff read beside a price that no estimate has settled.
 *
 * @returns `words`, e.g. "up to $80.00 approved" or "above $80.00 approved", and `brief`, the same without its
 *   last word; null if nothing was approved, or an estimate was accepted or declined since
 */
export function approvalWords(
  ticket: CeilingTicket & PricedTicket,
): { words: string; brief: string; isAbove: boolean } | null {
  const { repairPrice, estimatePrice, estimateAcceptedAt, estimateDeclinedAt } = ticket;
  const ceiling = priceCeiling(ticket);
  if (ceiling === null || estimateAcceptedAt !== null || estimateDeclinedAt !== null) return null;
  if (ticket.acceptedSoFar) return null;
  const isAbove = (estimatePrice ?? repairPrice ?? 0) > ceiling;
  const price = formatPrice(ceiling);
  const brief = `${isAbove ? 'above' : 'up to'} ${price}`;
  return { words: `${brief} approved`, brief, isAbove };
}
