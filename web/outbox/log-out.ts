import { logOut } from '../session/session.ts';
import { panels } from '../shortcuts/panels.ts';
import { outbox } from './outbox.ts';

/** Logs out; where something has not reached the server yet, after a question that names it. */
export function askToLogOut(): void {
  if (outbox.current().entries.length === 0) logOut();
  else void panels.open('logOut');
}
