import { hashKey, type QueryFunctionContext } from '@tanstack/react-query';
import { CallProblem } from './call.ts';
import { isCopyCursor } from './copy-answers.ts';
import type { LocalCopies } from './copy-store.ts';
import { copiesInOutage, currentOutage, noteCopyGiven } from './outage.ts';

/** Whether there was no answer, or none from a server that has its data; a refusal is an answer. */
function isAway(error: unknown): boolean {
  if (error instanceof CallProblem) return error.status === 0 || error.status >= 500;
  // What came cannot be read, e.g. another network's login page.
  return true;
}

/** A server that has not answered by then is not waited for, where there is a copy. */
export const patienceMs = 8_000;

/** Whether the patience ends before there is an answer of any kind. */
function isLate(asked: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), patienceMs);
    const answered = () => {
      clearTimeout(timer);
      resolve(false);
    };
    asked.then(answered, answered);
  });
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
  function fromCopies(): Answered | undefined {
    const copy = answer(copiesInOutage());
    if (copy !== undefined) noteCopyGiven(hashKey(queryKey));
    return copy;
  }
  const isShown = () => client.getQueryState(queryKey)?.data !== undefined;

  if (isCopyCursor(pageParam)) {
    const page = fromCopies();
    if (page !== undefined) return page;
  }
  const asked = ask();
  if (!isShown() && (await isLate(asked)) && !signal.aborted) {
    const copy = fromCopies();
    if (copy !== undefined) {
      asked.catch(() => undefined);
      return copy;
    }
  }
  try {
    return await asked;
  } catch (error) {
    if (signal.aborted || !isAway(error) || isShown()) throw error;
    // A server that is started anew answers the second try.
    const isFirstTry = client.getQueryState(queryKey)?.fetchFailureCount === 0;
    const copy = currentOutage() === null && isFirstTry ? undefined : fromCopies();
    if (copy === undefined) throw error;
    return copy;
  }
}
