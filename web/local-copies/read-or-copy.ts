import { hashKey, type QueryFunctionContext } from '@tanstack/react-query';
import { CallProblem } from '../api/call.ts';
import { isCopyCursor } from './copy-answers.ts';
import type { LocalCopies } from './copy-store.ts';
import { copiesInOutage, currentOutage, noteCopyGiven } from './outage.ts';

/** Whether there was no answer, or none from a server that has its data; a refusal is an answer. */
function isAway(error: unknown): boolean {
  if (error instanceof CallProblem) return error.status === 0 || error.status >= 500;
  // What came cannot be read, e.g. another network's login page.
  return true;
}

type QueryContext = Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'> & {
  pageParam?: unknown;
};

/**
 * The one way in which screens come to see local copies: asks the server, and where that is away and
 * nothing is shown yet, the copies. What is on the screen already is fresher than any copy and stays.
 *
 * @param ask asks the server
 * @param answer what the copies hold; undefined when they cannot tell
 * @throws CallProblem as `ask` does, when the copies cannot tell either
 */
export async function readOrCopy<Answered>(
  { client, queryKey, signal, pageParam }: QueryContext,
  ask: () => Promise<Answered>,
  answer: (copies: LocalCopies) => Answered | undefined,
): Promise<Answered> {
  if (isCopyCursor(pageParam)) {
    const page = answer(copiesInOutage());
    if (page !== undefined) {
      noteCopyGiven(hashKey(queryKey));
      return page;
    }
  }
  try {
    return await ask();
  } catch (error) {
    if (signal.aborted || !isAway(error)) throw error;
    const state = client.getQueryState(queryKey);
    if (state === undefined || state.data !== undefined) throw error;
    // A server that is started anew answers the second try.
    if (currentOutage() === null && state.fetchFailureCount === 0) throw error;
    const copy = answer(copiesInOutage());
    if (copy === undefined) throw error;
    noteCopyGiven(hashKey(queryKey));
    return copy;
  }
}
