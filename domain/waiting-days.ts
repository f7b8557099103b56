/** The filters for finished watches that have waited for more than this many days. */
export const waitingDays = ['30', '60', '90'] as const;
export type WaitingDays = (typeof waitingDays)[number];
