import type { Repair, TechnicianWithCounts } from './api-answers.ts';

/**
 * Who will most likely do a repair: the technician that a button names. Shop decision
 * (docs/decisions/states.md, "Assigning by name").
 */

type Choosable = Pick<TechnicianWithCounts, 'id' | 'specialties' | 'activeRepairs'>;

/** The form in which brands are compared: "TAG Heuer" and "tag-heuer" are the same. */
const folded = (words: string) =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const isSpecialistIn = (brand: string, { specialties }: Choosable): boolean =>
  brand !== '' &&
  specialties
    .map(folded)
    .some((specialty) => specialty !== '' && ` ${brand} `.includes(` ${specialty} `));

/**
 * @param technicians those who may be given work, in the shop's order
 * @returns the one who had the watch before; else, among specialists in its brand, the first with the fewest
 *   open repairs; undefined if there is none: then nothing favors any of them
 */
export function likelyTechnician<Technician extends Choosable>(
  { watchBrand, assignedTo }: Pick<Repair, 'watchBrand' | 'assignedTo'>,
  technicians: readonly Technician[],
): Technician | undefined {
  const brand = folded(watchBrand);
  const holder = technicians.find(({ id }) => id === assignedTo);
  if (holder !== undefined) return holder;
  return technicians
    .filter((one) => isSpecialistIn(brand, one))
    .reduce<Technician | undefined>(
      (best, one) => (best === undefined || one.activeRepairs < best.activeRepairs ? one : best),
      undefined,
    );
}
