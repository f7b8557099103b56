import type { RepairRow, TechnicianWithCounts } from '../../../domain/api-answers.ts';
import { likelyTechnician } from '../../../domain/likely-technician.ts';
import { isOffered } from './technician-use.ts';

type Assignable = Pick<RepairRow, 'watchBrand' | 'assignedTo'>;

/** Found once per brand, as long as the technicians are the same. */
const known = new WeakMap<readonly TechnicianWithCounts[], Map<string, string | undefined>>();

/** @returns who will most likely do the repair, among those who may be given work (domain/likely-technician.ts) */
export function likelyId(
  technicians: readonly TechnicianWithCounts[],
  { watchBrand, assignedTo }: Assignable,
): string | undefined {
  const ids = known.get(technicians) ?? new Map<string, string | undefined>();
  known.set(technicians, ids);
  const key = `${assignedTo ?? ''} ${watchBrand}`;
  if (!ids.has(key)) {
    const offered = technicians.filter(isOffered);
    ids.set(key, likelyTechnician({ watchBrand, assignedTo }, offered)?.id);
  }
  return ids.get(key);
}
