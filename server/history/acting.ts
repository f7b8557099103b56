import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf something is done. */
export interface Acting {
  /** The public id of the session. */
  session: string;
  /** The initials chosen there; null if none were. */
  initials: string | null;
}

const acting = new AsyncLocalStorage<Acting>();

/** Does something on behalf of a session and its staff: the events that it records name both. */
export function withActor<Result>(by: Acting, work: () => Result): Result {
  return acting.run(by, work);
}

/** @returns on whose behalf something is done; nulls if on nobody's, e.g. in a timer */
export function actingNow(): { session: string | null; initials: string | null } {
  return acting.getStore() ?? { session: null, initials: null };
}
