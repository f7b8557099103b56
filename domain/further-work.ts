import type { RepairAction, RepairStatus } from './repair-status.ts';

/**
 * More work found during a repair at an accepted price: the customer is asked again, and unless they
 * accept, the repair continues as before. Shop decision (docs/decisions/states.md).
 */

/** What applies again unless the customer accepts. */
export interface Before {
  /** Of the accepted estimate. */
  id: string;
  /** Dollars. */
  estimatePrice: number;
  /** The ticket's. */
  status: (typeof goingOnStatuses)[number];
}

export const goingOnStatuses = [
  'assigned',
  'in-progress',
  'estimate-accepted',
] as const satisfies readonly RepairStatus[];

/** How a ticket gets back to where it was. */
export const resumeActions = {
  assigned: 'resume-assigned',
  'in-progress': 'resume-in-progress',
  'estimate-accepted': 'resume-accepted',
} as const satisfies Record<Before['status'], RepairAction>;

const isGoingOn = (status: string): status is Before['status'] =>
  goingOnStatuses.some((one) => one === status);

interface CurrentEstimate {
  id: string;
  /** Dollars. */
  estimatePrice: number;
  acceptedAt: string | null;
  furtherTo: Before | null;
}

/**
 * The agreement that stays in force until another estimate is accepted.
 *
 * @param status of the ticket
 * @param current its estimate; null for none
 * @returns null if no accepted work is in progress: then a declined price is a declined repair
 */
export function furtherTo(status: string, current: CurrentEstimate | null): Before | null {
  if (current === null) return null;
  const { id, estimatePrice, acceptedAt } = current;
  if (status === 'estimate-sent') return current.furtherTo;
  // Work that was just accepted hasn't started yet, unless it was itself more work.
  const isBegun = status !== 'estimate-accepted' || current.furtherTo !== null;
  const isAccepted = acceptedAt !== null && isBegun;
  return isAccepted && isGoingOn(status) ? { id, estimatePrice, status } : null;
}
