import type { RepairCounts } from '../../../domain/api-answers.ts';
import { isKnownStatus, isOpen, type StatusFilter } from '../../../domain/repair-status.ts';
import type { RepairFilter } from '../../data/queries.ts';
import { isOpenOnly } from './list-choices.ts';

/**
 * @param counts of the filter's statuses and technician
 * @param completed how many are done in the whole shop
 * @returns how many repairs a list has; null if no count covers them
 */
export function totalOf(
  filter: RepairFilter,
  counts: RepairCounts,
  completed: number,
): number | null {
  const { sameDay, technicianId, due, takenIn, price, pickup, clientId, q } = filter;
  const status = filter.status as readonly StatusFilter[] | undefined;
  if ([pickup, clientId, q].some((each) => each !== undefined)) return null;
  if (due !== undefined) {
    return { overdue: counts.overdue, today: counts.dueToday, week: counts.dueThisWeek }[due];
  }
  if (takenIn !== undefined) return counts.takenInToday;
  if (price !== undefined) return counts.aboveApproved;
  const open = Object.entries(counts.byStatus)
    .filter(
      ([stored]) => status?.includes(isKnownStatus(stored) ? stored : 'other') ?? isOpen(stored),
    )
    .reduce((sum, [, count]) => sum + count, 0);
  if (isOpenOnly(filter) || status?.every(isOpen)) return open;
  const areDoneCounted =
    sameDay === undefined &&
    technicianId === undefined &&
    (status === undefined || (status.includes('completed') && status.includes('ready')));
  return areDoneCounted ? open + completed : null;
}
