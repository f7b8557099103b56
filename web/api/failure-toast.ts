import { toasts } from '../ui/toasts.ts';
import { CallProblem } from './call.ts';

/** Says that something did not work, unless the login that takes the screen's place says it better. */
export function showFailure(error: Error, message: { title: string; detail: string }): void {
  if (error instanceof CallProblem && error.code === 'not-logged-in') return;
  toasts.show({ kind: 'error', ...message });
}
