import { CallProblem, call } from './call.ts';
import { toasts } from './toasts.ts';

/** A server that has not answered so small a question by then is away. In milliseconds. */
export const answerPatienceMs = 10_000;

/**
 * Asks the shop's server something small. An ended session opens the login automatically.
 *
 * @returns `shop` for any answer from the server, `stranger` for one from something in between (a
 *   proxy, another network's login page), `nobody` for none
 */
export async function whoAnswers(): Promise<'shop' | 'stranger' | 'nobody'> {
  try {
    await call('getSession', { signal: AbortSignal.timeout(answerPatienceMs) });
    return 'shop';
  } catch (error) {
    if (!(error instanceof CallProblem) || error.code === 'offline') return 'nobody';
    return error.code === 'unreadable-answer' ? 'stranger' : 'shop';
  }
}

/** A title without a text is shown above the error's own words. */
export type Failure = string | { title: string; detail: string };

/** @returns what to say; nothing if nothing was caught, or the login says it better */
export function failureOf(error: Error | null, failure: Failure) {
  if (error === null || (error instanceof CallProblem && error.code === 'not-logged-in'))
    return null;
  return typeof failure === 'string' ? { title: failure, detail: error.message } : failure;
}

export function showFailure(error: Error, failure: Failure): void {
  const said = failureOf(error, failure);
  if (said !== null) toasts.show({ kind: 'error', ...said });
}
