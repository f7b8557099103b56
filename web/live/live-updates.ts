import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Change } from '../../domain/api-answers.ts';
import { CallProblem } from '../api/call.ts';
import { pollEveryMs } from '../api/queries.ts';
import { useAddress } from '../dashboard/address.ts';
import {
  forgetDeletedRepairs,
  noteDeletedRepair,
  noteRestoredRepair,
} from '../repairs/deleted-repairs.ts';
import { dropRepair } from '../repairs/repair-cache.ts';
import { currentConnection, setConnection } from './connection.ts';
import { toastEstimateAnswer } from './estimate-toast.ts';
import { createEventConnection } from './event-connection.ts';
import { tellChange } from './heard-changes.ts';
import { toastQuestion } from './question-toast.ts';
import { createRefresher } from './refresher.ts';
import { touchedQueries } from './touched-queries.ts';

/** Lists that were being fetched while the line opened may have been read just before. */
const settledAfterMs = 1_000;

/**
 * Keeps everything on the screen fresh.
 *
 * @param open shows a ticket, or all that needs attention
 * @returns how to stop that
 */
function followLive(
  queryClient: QueryClient,
  open: (ticketNumber: string | null) => void,
): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const refresher = createRefresher(queryClient);
  let visible: AbortController | null = null;

  const line = createEventConnection({
    onOpen(missed) {
      setConnection('live');
      if (!missed) return;
      forgetDeletedRepairs();
      setTimeout(() => refresher.refresh(null), settledAfterMs);
      tellChange(null);
    },
    onInterrupted(reason) {
      if (!signal.aborted) setConnection(reason === 'unreachable' ? 'offline' : 'polling');
    },
    onEvent({ name, data }) {
      if (name === 'reset') {
        forgetDeletedRepairs();
        refresher.refresh(null);
        tellChange(null);
      }
      if (name !== 'change') return;
      const change = JSON.parse(data) as Change;
      const repair = change.entity === 'repair' ? change.ticketNumber : null;
      if (repair !== null && change.what === 'deleted') {
        noteDeletedRepair(repair);
        dropRepair(queryClient, repair);
      }
      if (repair !== null && change.what === 'restored') noteRestoredRepair(repair);
      refresher.refresh(touchedQueries(change));
      tellChange(change);
      void toastEstimateAnswer(queryClient, change, open, signal);
      void toastQuestion(change, open, signal);
    },
  });

  /** A hidden tab rests: a browser opens only a handful of lines to a server for all its tabs. */
  function followVisibility() {
    if (document.visibilityState === 'hidden') {
      visible?.abort();
      visible = null;
    } else if (visible === null) {
      visible = new AbortController();
      void line.keep(visible.signal);
    }
  }

  const stopWatching = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    if (event.action.type === 'success' && currentConnection() === 'offline') line.wake();
    if (event.action.type !== 'error') return;
    const { error } = event.action;
    const isOffline = error instanceof CallProblem && error.code === 'offline';
    if (isOffline && currentConnection() !== 'offline') {
      setConnection('offline');
      line.restart();
    }
  });

  const polling = setInterval(() => {
    if (visible === null || currentConnection() !== 'polling') return;
    refresher.refresh(null);
    tellChange(null);
  }, pollEveryMs);

  followVisibility();
  document.addEventListener('visibilitychange', followVisibility, { signal });
  addEventListener('online', () => line.wake(), { signal });

  return () => {
    stopped.abort();
    visible?.abort();
    stopWatching();
    clearInterval(polling);
    setConnection('connecting');
  };
}

/** For the dashboard: live updates for as long as it is on the screen. */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  const { openTicket, set } = useAddress();
  const open = useEffectEvent((ticketNumber: string | null) => {
    if (ticketNumber === null) set({ tab: 'overview', attention: true });
    else openTicket(ticketNumber);
  });
  useEffect(() => followLive(queryClient, (ticketNumber) => open(ticketNumber)), [queryClient]);
}
