import type { TechnicianWithCounts } from '../../../domain/api-answers.ts';

/** Not marked “Not used”. A copy kept by an older version doesn't have the mark. */
export const isUsed = ({ isUnused = false }: Partial<Pick<TechnicianWithCounts, 'isUnused'>>) =>
  !isUnused;

/** A technician who is away gets no new work. */
export const isOffered = (technician: TechnicianWithCounts) =>
  isUsed(technician) && !technician.isAway;
