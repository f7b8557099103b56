import type { Repair } from './api-answers.ts';
import { centsFromDollars, dollarsFromCents } from './money.ts';
import { searchable } from './search-text.ts';

/**
 * Watches that leave the shop together: what is due for them, and who may come for them. Shop decision
 * (docs/decisions/states.md, "Pickup").
 */

/** The most watches that leave in one hand-over. */
export const maxHandedOver = 50;

/**
 * @param balances in dollars; null if no price is agreed, below 0 for a refund due
 * @returns what is still to be paid for all of them, in dollars: a refund for one watch is not offset
 *   against what is due for another
 */
export function dueInAll(balances: readonly (number | null)[]): number {
  const cents = balances.map((balance) => centsFromDollars(Math.max(balance ?? 0, 0)) ?? 0);
  return dollarsFromCents(cents.reduce((sum, one) => sum + one, 0));
}

type Owned = Pick<Repair, 'customerName' | 'otherCollector'>;

const isSameName = (one: string, other: string) => searchable(one) === searchable(other);

/** @returns who was named at intake besides the customer, each name once */
export function namedCollectors(tickets: readonly Owned[]): string[] {
  const named = tickets.flatMap(({ customerName, otherCollector }) =>
    otherCollector && !isSameName(otherCollector, customerName) ? [otherCollector] : [],
  );
  return named.filter((name, at) => named.findIndex((one) => isSameName(one, name)) === at);
}

/**
 * @param by who comes; blank for the customer
 * @returns the tickets on which this is neither the customer's name nor the one given at intake. Staff
 *   decide: it is a warning, and refuses nothing
 */
export function ticketsNotNaming<Ticket extends Owned>(
  by: string,
  tickets: readonly Ticket[],
): Ticket[] {
  if (by.trim() === '') return [];
  return tickets.filter(
    ({ customerName, otherCollector }) =>
      !isSameName(by, customerName) && !isSameName(by, otherCollector ?? ''),
  );
}

/** @returns what staff call a customer: the first of their names */
export const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? '';
