import type { Repair, RepairRow } from '../../../domain/api-answers.ts';
import { CallProblem } from '../../data/call.ts';
import { wholeRepair } from '../../data/repair.ts';

/** How many are requested at once: the server has others to answer as well. */
const atOnce = 5;

/** A ticket that is gone or can't be read is skipped; without a connection, none can be printed. */
const isOwnFault = (error: unknown) =>
  error instanceof CallProblem && error.status >= 400 && error.status < 500 && error.status !== 401;

/**
 * Fetches what tickets are printed from.
 *
 * @returns also the numbers of those that cannot be printed
 * @throws what keeps all of them from being fetched; an error that says so if none are left
 */
export async function repairsToPrint(
  rows: readonly RepairRow[],
  read: (row: RepairRow) => Promise<Repair> = wholeRepair,
): Promise<{ repairs: Repair[]; missing: string[] }> {
  const repairs: Repair[] = [];
  const missing: string[] = [];
  for (let from = 0; from < rows.length; from += atOnce) {
    const batch = rows.slice(from, from + atOnce);
    const answers = await Promise.allSettled(batch.map(read));
    for (const [at, answer] of answers.entries()) {
      if (answer.status === 'fulfilled') repairs.push(answer.value);
      else if (isOwnFault(answer.reason)) missing.push(batch[at]?.ticketNumber ?? '');
      else throw answer.reason;
    }
  }
  if (repairs.length === 0) throw new Error('None of these repairs exists anymore.');
  return { repairs, missing };
}
