import type { RepairRow } from '../../../domain/api-answers.ts';

interface TechnicianGroup {
  id: string | null;
  name: string;
  repairs: RepairRow[];
}

/**
 * Repairs by who has them, in the order in which each technician comes first; what nobody has comes
 * last, under "Unassigned" (specification, section 2, "Search").
 */
export function groupByTechnician(repairs: readonly RepairRow[]): TechnicianGroup[] {
  const groups = new Map<string | null, TechnicianGroup>();
  for (const repair of repairs) {
    const { assignedTo: id, assignedWatchmaker } = repair;
    const name = id === null ? 'Unassigned' : (assignedWatchmaker ?? id);
    const group = groups.get(id) ?? { id, name, repairs: [] };
    group.repairs.push(repair);
    groups.set(id, group);
  }
  const unassigned = groups.get(null);
  groups.delete(null);
  return unassigned ? [...groups.values(), unassigned] : [...groups.values()];
}
