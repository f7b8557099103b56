import { notifyManager, type QueryPersister } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallProblem } from './call.ts';
import { currentConnection, onConnectionChange, useConnection } from './connection.ts';
import { keepCopies, keptAnswer } from './local-copies.ts';
import { queryClient } from './queries.ts';
import { createStore } from './store.ts';
import { toasts } from './toasts.ts';

/**
 * The time during which a screen shows this browser's own copies because the server could not be asked:
 * it begins with the first answer from a copy and ends when nothing on the screen is one anymore.
 */

/** Queries that show a copy, by their hash, with the time at which the server gave it. */
const copies = createStore<ReadonlyMap<string, number>>(new Map());

/** Whether what a query shows is this browser's copy, in which some parts are missing. */
const isCopy = (queryHash: string) => copies.get().has(queryHash);

export const useIsCopy = (queryHash: string): boolean => copies.useValue().has(queryHash);

/** @returns the time of the oldest copy that is shown; null while there is none */
export function useOldestCopy(): number | null {
  const shown = copies.useValue();
  return shown.size === 0 ? null : Math.min(...shown.values());
}

export const isServerAway = () => copies.get().size > 0 || currentConnection() === 'offline';

/** @returns why what only the server can do is not offered now; undefined while the server can be reached */
export function useAwayReason(): string | undefined {
  const isOffline = useConnection() === 'offline';
  const hasCopies = useOldestCopy() !== null;
  return isOffline || hasCopies
    ? 'Not available while the shop’s server can’t be reached.'
    : undefined;
}

/** Queries whose next answer is a copy. */
const underWay = new Set<string>();

/** Said once per outage. Source: specification, section 8 ("Database error"). */
function noteCopy(queryHash: string, at: number): void {
  underWay.add(queryHash);
  if (copies.get().size === 0) {
    toasts.show({ kind: 'error', title: 'Database error', detail: 'Using local data only' });
  }
  copies.set(new Map(copies.get()).set(queryHash, at));
}

/** Whether there was no answer, or none from a server that has its data; a refusal is an answer. */
function isAway(error: unknown): boolean {
  if (error instanceof CallProblem) return error.status === 0 || error.status >= 500;
  // What came cannot be read, e.g. another network's login page.
  return true;
}

function notKept(error: unknown): unknown {
  const isSaid = error instanceof CallProblem && !/^(offline|unreadable-answer)$/.test(error.code);
  if (isSaid) return error;
  const { code, title, status } =
    error instanceof CallProblem
      ? error
      : { code: 'unreadable-answer', title: 'No response from the shop’s server', status: 0 };
  const detail = 'The shop’s server can’t be reached. This will be shown again when it is back.';
  return new CallProblem({ code, title, detail }, status, null);
}

/** A server that has not answered by then is not waited for, if there is a copy. */
const patienceMs = 8_000;
const patienceWhenAwayMs = 2_000;

/** Whether the time is up before there is an answer of any kind. */
function isLate(asked: Promise<unknown>): Promise<boolean> {
  const ms = isServerAway() ? patienceWhenAwayMs : patienceMs;
  const answered = () => false;
  return Promise.race([
    asked.then(answered, answered),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(true), ms)),
  ]);
}

/**
 * The only way in which screens come to show copies: asks the server; if that is away and nothing is shown
 * yet, uses what this browser has kept. What is on the screen already is fresher than any copy and stays.
 *
 * @throws CallProblem as the call does, when there is no copy either
 */
export const readOrCopy: QueryPersister = async (ask, context, query) => {
  const { queryHash } = query;
  underWay.delete(queryHash);
  const asked = Promise.resolve(ask(context));
  if (query.state.data !== undefined) return asked;
  if (await isLate(asked)) {
    const kept = await keptAnswer(query);
    if (kept !== undefined && !context.signal.aborted) {
      const isShown = () => context.client.getQueryCache().get(queryHash) === query;
      asked.then(
        (answer) => isCopy(queryHash) && isShown() && query.setData(answer),
        () => undefined,
      );
      noteCopy(queryHash, kept.at);
      return kept.data;
    }
  }
  try {
    return await asked;
  } catch (error) {
    if (context.signal.aborted || !isAway(error)) throw error;
    // A server that is restarted answers the second try.
    const isFirstTry = query.state.fetchFailureCount === 0;
    const kept = isFirstTry && !isServerAway() ? undefined : await keptAnswer(query);
    if (kept === undefined || context.signal.aborted) throw notKept(error);
    noteCopy(queryHash, kept.at);
    return kept.data;
  }
};

const tryEveryMs = 5_000;

/** Asks the server again for all that is shown. @returns a function that stops it */
function watchOutage(): () => void {
  const cache = queryClient.getQueryCache();

  /** @param isBack whether the server is known to be back: then what failed or still waits for an answer is asked again, too */
  function reload(isBack: boolean): void {
    void queryClient.refetchQueries(
      {
        type: 'active',
        predicate: ({ queryHash, state }) =>
          isCopy(queryHash) || (isBack && state.error !== null && isAway(state.error)),
      },
      { cancelRefetch: isBack },
    );
  }

  /** The server has answered: what nobody is looking at must not come back as if it were its answer. */
  function noteAnswer(answered: string): void {
    const rest = new Map(copies.get());
    rest.delete(answered);
    for (const hash of rest.keys()) {
      const query = cache.get(hash);
      if (query?.isActive()) continue;
      if (query !== undefined) cache.remove(query);
      rest.delete(hash);
    }
    copies.set(rest);
    reload(false);
  }

  const stopFollowing = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    const { queryHash } = event.query;
    if (underWay.delete(queryHash) || copies.get().size === 0) return;
    // Together with the answer: a part of the screen must not be without both for a moment.
    notifyManager.schedule(() => noteAnswer(queryHash));
  });
  let wasOffline = false;
  const stopListening = onConnectionChange(() => {
    const connection = currentConnection();
    if (connection === 'offline') wasOffline = true;
    if (connection !== 'live') return;
    // However short it was: what could not be read again for an event is not reported by another.
    if (copies.get().size > 0 || wasOffline) reload(true);
    wasOffline = false;
  });
  const trying = setInterval(() => reload(false), tryEveryMs);
  return () => {
    stopFollowing();
    stopListening();
    clearInterval(trying);
    copies.set(new Map());
  };
}

export function useLocalCopies(): void {
  useEffect(() => {
    const stopWatching = watchOutage();
    const stopKeeping = keepCopies(isCopy);
    return () => {
      stopKeeping();
      stopWatching();
    };
  }, []);
}
