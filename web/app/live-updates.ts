import { useEffect, useEffectEvent } from 'react';
import type { Change, Repair } from '../../domain/api-answers.ts';
import type { AttentionCase } from '../../domain/api-texts.ts';
import { casesClosedBy } from '../../domain/attention.ts';
import { isolated } from '../../domain/isolated.ts';
import { formatPrice } from '../../domain/money.ts';
import { isAllowed } from '../../domain/repair-status.ts';
import { currentPlace, useAddress } from '../data/address.ts';
import { CallProblem, call } from '../data/call.ts';
import { currentConnection, setConnection } from '../data/connection.ts';
import {
  forgetDeletedRepairs,
  noteDeletedRepair,
  noteRestoredRepair,
} from '../data/deleted-repairs.ts';
import { createEventConnection } from '../data/event-connection.ts';
import { noteChange } from '../data/local-copies.ts';
import { pollEveryMs, queryClient, repairQuery } from '../data/queries.ts';
import { createRefresher } from '../data/refresher.ts';
import { dropRepair, touchedQueries } from '../data/repair-cache.ts';
import { toasts } from '../data/toasts.ts';
import { whoseCase } from '../parts/text/whose-text.ts';

/**
 * Tells the user at the screen that a customer answered an estimate.
 * Source: specification, section 4 ("a live update … shows a toast").
 */
async function toastEstimateAnswer(
  { entity, what, ticketNumber }: Change,
  openTicket: (ticketNumber: string) => void,
  signal: AbortSignal,
): Promise<void> {
  if (entity !== 'estimate' || ticketNumber === null) return;
  if (what !== 'accepted' && what !== 'declined') return;
  const shown = await queryClient
    .fetchQuery({ ...repairQuery(ticketNumber), retry: false })
    .catch(() => null);
  // Anyone looking at the login by now must not read about customers.
  if (signal.aborted) return;
  toasts.show({
    kind: 'info',
    isNews: true,
    title: `Estimate ${what} for ${ticketNumber}`,
    detail: shown ? aboutRepair(shown.repair) + goesOn(what, shown.repair) : undefined,
    onPress: () => openTicket(ticketNumber),
  });
}

const aboutRepair = ({ customerName, watchBrand, watchModel }: Repair): string =>
  `${isolated(customerName)} · ${isolated(watchBrand)} ${isolated(watchModel)}`;

/** After more work was declined, the screen behind the toast shows the repair as before. */
const goesOn = (what: string, { status, estimatePrice }: Repair): string =>
  what === 'declined' && isAllowed('complete', status) && estimatePrice !== null
    ? ` · continues at ${formatPrice(estimatePrice)}`
    : '';

let openQuestion: { caseId: string; toastId: number; ticketNumber: string | null } | null = null;

function closeQuestion(): void {
  if (openQuestion !== null) toasts.close(openQuestion.toastId);
  openQuestion = null;
}

const isQuestion = ({ reason }: AttentionCase) =>
  casesClosedBy.text.some((answerable) => answerable === reason);

const isOnScreen = ({ ticketNumber }: AttentionCase) =>
  ticketNumber !== null && ticketNumber === currentPlace().ticket;

/**
 * Tells the user at the screen that a customer wrote something that awaits an answer from staff,
 * until it is seen or has been dealt with. A ticket that is open says it itself.
 *
 * @param open shows the ticket; null for a text that is about none
 */
async function toastQuestion(
  { entity, what, id }: Change,
  open: (ticketNumber: string | null) => void,
  signal: AbortSignal,
): Promise<void> {
  const isNew = entity === 'message' && what === 'received';
  if (!isNew && openQuestion === null) return;
  const answer = await call('listAttention', {}).catch(() => null);
  // Anyone looking at the login by now must not read about customers.
  if (answer === null || signal.aborted) return;
  const questions = answer.items.filter(isQuestion);
  const asked = isNew ? questions.find((question) => question.id === id) : undefined;
  if (asked && !isOnScreen(asked)) {
    const others = questions.length - 1;
    const isPhoto = asked.reason === 'sent-photo';
    const words = isPhoto ? asked.advice : `“${asked.message?.body ?? ''}”`;
    openQuestion = {
      caseId: asked.id,
      ticketNumber: asked.ticketNumber,
      toastId: toasts.show({
        kind: 'info',
        stays: 'question',
        title: `${isPhoto ? 'Photo' : 'Question'} from ${whoseCase(asked)}`,
        detail: others === 0 ? words : `${words} · ${others} more to answer in Needs attention`,
        onPress: () => open(asked.ticketNumber),
      }),
    };
  } else if (
    openQuestion !== null &&
    !questions.some((question) => question.id === openQuestion?.caseId)
  ) {
    closeQuestion();
  }
}

/** A request made before the connection opened may have read older data; by then its answer has arrived. */
const settledAfterMs = 1_000;

/** @param open shows a ticket, or all that needs attention */
function followLive(open: (ticketNumber: string | null) => void): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const refresher = createRefresher(queryClient);
  let visible: AbortController | null = null;

  const line = createEventConnection({
    onOpen(missed) {
      setConnection('live');
      if (!missed) return;
      forgetDeletedRepairs();
      // What is asked for from now on is read after the stream began.
      const before = queryClient.getQueryCache().getAll();
      setTimeout(() => refresher.refresh(before.map(({ queryKey }) => queryKey)), settledAfterMs);
    },
    onInterrupted(reason) {
      if (!signal.aborted) setConnection(reason === 'unreachable' ? 'offline' : 'polling');
    },
    onEvent({ name, data }) {
      if (name === 'reset') {
        forgetDeletedRepairs();
        refresher.refresh(null);
      }
      if (name !== 'change') return;
      const change = JSON.parse(data) as Change;
      const repair = change.entity === 'repair' ? change.ticketNumber : null;
      if (repair !== null && change.what === 'deleted') {
        noteDeletedRepair(repair);
        dropRepair(repair);
      }
      if (repair !== null && change.what === 'restored') noteRestoredRepair(repair);
      refresher.refresh(touchedQueries(change));
      noteChange(change);
      void toastEstimateAnswer(change, open, signal);
      void toastQuestion(change, open, signal);
    },
  });

  /** A hidden tab disconnects: a browser opens only a handful of connections to a server for all its tabs. */
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

export function useLiveUpdates(): void {
  const { ticket, openTicket, set } = useAddress();
  const open = useEffectEvent((ticketNumber: string | null) => {
    if (ticketNumber === null) set({ tab: 'overview', attention: true });
    else openTicket(ticketNumber);
  });
  useEffect(() => followLive((ticketNumber) => open(ticketNumber)), []);
  useEffect(() => {
    if (ticket !== null && openQuestion?.ticketNumber === ticket) closeQuestion();
  }, [ticket]);
}
