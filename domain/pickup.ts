/**
 * A watch that is done waits until it is collected. Shop decision (docs/decisions/states.md,
 * "Pick-up").
 */

/** Which of the repairs that are done are listed. */
export const pickupFilters = ['waiting', 'collected', 'all'] as const;
export type PickupFilter = (typeof pickupFilters)[number];

/** A watch that nobody comes for is reminded of so often, and then never again. */
export const mostPickupReminders = 2;
