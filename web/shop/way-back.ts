import { keptDeletedDays } from '../../domain/deletion.ts';

/** Said wherever something is deleted that may come back. */
export const wayBack = `For ${keptDeletedDays} days it can be brought back: Shop, Recently deleted.`;
