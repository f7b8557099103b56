import { keptDeletedDays } from '../../domain/deletion.ts';

/** Said wherever something is deleted that may come back. */
export const wayBack = `It can be brought back for ${keptDeletedDays} days.`;

/** The same, for a question that is asked before. */
export const wayBackAndWhere = `${wayBack} It waits under Shop, Recently deleted.`;
