import type { Repair, RepairRow } from './api-answers.ts';
import { addDays } from './calendar-date.ts';
import { isAllowed, openStatuses, type RepairStatus } from './repair-status.ts';

/**
 * The orders and filters of the lists of repairs, and what they hold. Source: shop decision (docs/decisions/reads.md).
 */

/**
 * `promised` has the earliest date promised first, and those without one last; `bench` is what
 * a technician does next: same-day repairs first, then as `promised`; `longest` is what has been open
 * longest.
 */
export const repairOrders = ['newest', 'oldest', 'promised', 'bench', 'longest'] as const;
export type RepairOrder = (typeof repairOrders)[number];

/** These leave out finished repairs, unless a status is asked for. */
export const openOrders: readonly RepairOrder[] = ['promised', 'bench', 'longest'];

/** By the date promised: before today, today, or today and the six days after it. */
export const dueFilters = ['overdue', 'today', 'week'] as const;
export type DueFilter = (typeof dueFilters)[number];

/** The orders in which due repairs can be listed: the indexes have no others. */
export const ordersOfDue: readonly RepairOrder[] = ['promised', 'bench'];

/** What can be due. While an estimate waits for the customer, a delay is not the shop's fault. */
export const dueStatuses: readonly RepairStatus[] = openStatuses.filter(
  (status) => status !== 'estimate-sent',
);

/** Open repairs whose price is above what the customer has approved, and not settled by an estimate. */
export const priceFilters = ['above-approved'] as const;

/** Where such a repair needs an estimate next (`needsEstimate`, domain/price-ceiling.ts). */
export const unaskedStatuses: readonly RepairStatus[] = openStatuses.filter(
  (status) => isAllowed('assign', status) || isAllowed('reassign', status),
);

const daysInWeek = 7;

/**
 * @param today the shop's date, as 2026-03-09
 * @returns the dates promised that are meant, both ends included; no `from` for all that came before
 */
export function dueRange(due: DueFilter, today: string): { from: string | null; to: string } {
  if (due === 'overdue') return { from: null, to: addDays(today, -1) };
  return { from: today, to: due === 'today' ? today : addDays(today, daysInWeek - 1) };
}

/** @returns whether it is the whole repair, and not only its row */
export const isWholeRepair = (repair: RepairRow): repair is Repair => 'repairId' in repair;
