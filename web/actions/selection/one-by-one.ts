import type { RepairRow } from '../../../domain/api-answers.ts';
import { CallProblem } from '../../data/call.ts';
import { refreshRepairs } from '../../data/repair-cache.ts';

/** The same done to several repairs, one after the other: each is a call of its own, and wins or loses for itself. */

/** A repair with which it was not done, and why. */
interface Left {
  repair: RepairRow;
  reason: string;
}

export interface Outcome {
  done: readonly RepairRow[];
  left: readonly Left[];
}

/** @returns once all were tried; without a connection the rest is left */
export async function oneByOne(
  repairs: readonly RepairRow[],
  act: (repair: RepairRow) => Promise<unknown>,
): Promise<Outcome> {
  const done: RepairRow[] = [];
  const left: Left[] = [];
  for (const repair of repairs) {
    try {
      await act(repair);
      done.push(repair);
    } catch (error) {
      left.push({ repair, reason: reasonOf(error) });
    }
  }
  await refreshRepairs();
  return { done, left };
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof CallProblem)) return 'Something went wrong.';
  return error.errors[0]?.message ?? error.detail;
};

/** A line each, e.g. "WH123456ABC: It was changed in the meantime." */
export const leftLines = ({ left }: Outcome): string[] =>
  left.map(({ repair, reason }) => `${repair.ticketNumber}: ${reason}`);
