/** For more than so many days a watch that is done has waited for its owner. */
export const waitingDays = ['30', '60', '90'] as const;
export type WaitingDays = (typeof waitingDays)[number];
