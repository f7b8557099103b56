/** For more than this many days, a finished watch has waited for its owner. */
export const waitingDays = ['30', '60', '90'] as const;
export type WaitingDays = (typeof waitingDays)[number];
