import type { Repair } from '../../domain/api-answers.ts';

interface TechnicianGroup {
  /** The technician's id; null for what nobody has. */
  id: string | null;
  name: string;
  repairs: Repair[];
}

/**
 * Repairs by who has them, in the order in which each technician comes first; what nobody has comes
 * last, under "Unassigned" (specification, section 2, "Search").
 */
export function groupByTechnician(repairs: readonly Repair[]): TechnicianGroup[] {
  const groups = new Map<string | null, TechnicianGroup>();
  for (const repair of repairs) {
    const id = repair.assignedTo;
    const group = groups.get(id) ?? {
      id,
      name: id === null ? 'Unassigned' : (repair.assignedWatchmaker ?? id),
      repairs: [],
    };
    group.repairs.push(repair);
    groups.set(id, group);
  }
  return [...groups.values()].toSorted(
    (one, other) => Number(one.id === null) - Number(other.id === null),
  );
}
