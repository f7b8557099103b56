import { outbox } from '../data/outbox/outbox.ts';
import { panels } from '../data/panels.ts';
import { logOut } from '../data/session.ts';

/** Logs out; where something has not reached the server yet, after a question that names it. */
export function askToLogOut(): void {
  if (outbox.current().entries.length === 0) logOut();
  else void panels.open('logOut');
}
