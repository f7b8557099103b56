import type { Repair } from './api-answers.ts';
import { isAllowed } from './repair-status.ts';

/**
 * A watch that is done waits until it is collected. Shop decision (docs/decisions/states.md,
 * "Pick-up").
 */

/** Which of the repairs that are done are listed. */
export const pickupFilters = ['waiting', 'collected', 'all'] as const;
export type PickupFilter = (typeof pickupFilters)[number];

type Pickup = Pick<Repair, 'status' | 'collectedAt'>;

/** @returns whether a pick-up can be recorded: also of what only counts as collected */
export const mayCollect = ({ status, collectedAt }: Pickup): boolean =>
  isAllowed('collect', status) && collectedAt === null;

/** @returns whether a recorded pick-up can be taken back */
export const mayTakeBack = ({ status, collectedAt }: Pickup): boolean =>
  isAllowed('undo-collect', status) && collectedAt !== null;
