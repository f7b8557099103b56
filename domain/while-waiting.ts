import type { Repair } from './api-answers.ts';
import { centsFromDollars, dollarsFromCents } from './money.ts';
import { balanceAskedFor, balanceCents, type PricedTicket } from './payments.ts';
import { type CeilingTicket, priceRefusal } from './price-ceiling.ts';
import { isAllowed, type RepairStatus } from './repair-status.ts';

/**
 * A repair that is done while its customer waits: completed, paid and picked up at once, and no one is
 * texted. Shop decision (docs/decisions/states.md, "Done while waiting").
 */

/** What decides whether a repair can be finished, and what is paid for it; in dollars. */
export type WaitingTicket = Pick<Repair, 'status' | 'paid' | 'customerPaysByStatement'> &
  PricedTicket &
  CeilingTicket;

/** One that is about to be taken in. */
export const newTicket = {
  status: 'pending' satisfies RepairStatus,
  paid: 0,
  customerPaysByStatement: null,
  repairPrice: null,
  approvedUpTo: null,
  estimatePrice: null,
  estimateAcceptedAt: null,
  estimateDeclinedAt: null,
  isUnrepaired: false,
} as const satisfies WaitingTicket;

/**
 * In dollars: `due` is what the customer is asked for now, nothing if it goes on a statement; `owed` is what
 * they may still choose to pay now; `refund` is what they have overpaid.
 */
type WaitingVerdict =
  | { kind: 'finish'; due: number; owed: number; refund: number }
  | { kind: 'moved-on' }
  | { kind: 'not-approved'; detail: string };

const inCents = (dollars: number) => centsFromDollars(dollars) ?? 0;
const inCentsOrNull = (dollars: number | null) => (dollars === null ? null : inCents(dollars));

/**
 * Whether a repair can be finished at a price, and what is then to be paid: the one rule for screens and
 * server.
 *
 * @param price what the repair costs, in dollars; an accepted estimate takes precedence
 */
export function judgeFinish(ticket: WaitingTicket, price: number): WaitingVerdict {
  if (!isAllowed('finish-while-waiting', ticket.status)) return { kind: 'moved-on' };
  const detail = priceRefusal(price, ticket);
  if (detail !== null && ticket.estimateAcceptedAt === null)
    return { kind: 'not-approved', detail };
  const prices = {
    repairPrice: inCents(price),
    estimatePrice: inCentsOrNull(ticket.estimatePrice),
  };
  const { customerPaysByStatement } = ticket;
  const balance = balanceCents({ ...ticket, ...prices }, inCents(ticket.paid)) ?? 0;
  const asked = balanceAskedFor({ balance, customerPaysByStatement }) ?? 0;
  return {
    kind: 'finish',
    due: dollarsFromCents(Math.max(asked, 0)),
    owed: dollarsFromCents(Math.max(balance, 0)),
    refund: dollarsFromCents(Math.max(-balance, 0)),
  };
}

/**
 * Whether it was done while its customer waited and can still be undone: no other completion is still held
 * once the watch is picked up.
 */
export const isJustDoneWhileWaiting = ({
  heldUntil,
  collectedAt,
}: Pick<Repair, 'heldUntil' | 'collectedAt'>): boolean =>
  heldUntil !== null && collectedAt !== null;

/** Why its payment is voided, on the ticket. */
export const undoneReason = 'Undone';
