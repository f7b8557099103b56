import type { TechnicianWithCounts } from '../../../domain/api-answers.ts';

/** A place that the shop needs; a copy that an older version kept says nothing of it. */
export const isUsed = ({ isUnused = false }: Partial<Pick<TechnicianWithCounts, 'isUnused'>>) =>
  !isUnused;

/** A technician who is away gets no new work. */
export const isOffered = (technician: TechnicianWithCounts) =>
  isUsed(technician) && !technician.isAway;
