import { toasts } from '../ui/toasts.ts';
import { CallProblem } from './call.ts';

interface Failure {
  title: string;
  detail: string;
}

/**
 * @returns what to say about something that did not work; nothing where nothing was caught, or
 *   where the login that takes the screen's place says it better
 */
export function failureOf(error: Error | null, message: Failure): Failure | null {
  const isSaid = error instanceof CallProblem && error.code === 'not-logged-in';
  return error === null || isSaid ? null : message;
}

/** Says that something did not work. */
export function showFailure(error: Error, message: Failure): void {
  const failure = failureOf(error, message);
  if (failure !== null) toasts.show({ kind: 'error', ...failure });
}
