import { AsyncLocalStorage } from 'node:async_hooks';

/** The session on whose behalf something is done, from the request to the event that tells of it. */
const acting = new AsyncLocalStorage<string>();

/** @param session the session's public id */
export function actAs<Result>(session: string, work: () => Result): Result {
  return acting.run(session, work);
}

/** @returns the public id of the session that acts; null where nobody does, e.g. in a timer */
export function actingSession(): string | null {
  return acting.getStore() ?? null;
}
