import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, uploadPhoto } from '../data/call.ts';
import { currentConnection, onConnectionChange } from '../data/connection.ts';
import { whoAnswers } from '../data/failure-toast.ts';
import { refreshClients, refreshRepairs } from '../data/repair-cache.ts';
import { createdToast } from '../intake/created-toast.ts';
import { toasts } from '../ui/toasts.ts';
import { type DeliveryPorts, deliver, type Troubles } from './delivery.ts';
import { pauseMs } from './delivery-rules.ts';
import { alone } from './one-tab.ts';
import { outbox } from './outbox.ts';
import { inOutbox } from './outbox-database.ts';
import { provisionalNumber } from './outbox-entry.ts';

/**
 * A server that has not answered by then is away; if the request did reach it, it knows the repair.
 */
export const ticketPatienceMs = 15_000;

function portsOf(queryClient: QueryClient): DeliveryPorts {
  return {
    alone,
    entries: () => inOutbox('readonly', (tx) => tx.entries()),
    async sendTicket({ repairId, repair, isPrinted }) {
      const created = await call('POST /api/repairs', {
        body: repair,
        signal: AbortSignal.timeout(ticketPatienceMs),
      });
      const { ticketNumber } = created.repair;
      const { state, detail } = created.sms;
      await outbox.noteTicket(repairId, ticketNumber, state === 'failed' ? (detail ?? '') : null);
      const number = provisionalNumber(repairId);
      toasts.show(
        state === 'failed'
          ? createdToast(created.sms)
          : {
              kind: 'info',
              title: `${number} is now ${ticketNumber}`,
              detail: isPrinted
                ? 'The repair was delivered. Replace the provisional print.'
                : 'The repair was delivered.',
            },
      );
      void refreshRepairs(queryClient);
      void refreshClients(queryClient);
    },
    async sendPhoto({ repairId, photo }, ticketNumber) {
      if (photo !== null) await uploadPhoto(ticketNumber, 'initial', photo);
      await outbox.remove(repairId);
      void refreshRepairs(queryClient);
    },
    noteRefusal: ({ repairId }, refusal) => outbox.noteRefusal(repairId, refusal),
    isShopThere: async () => (await whoAnswers()) === 'shop',
  };
}

/** Another tab delivers, or the browser's database did not answer: looked at again after this. */
const otherwiseMs = 5_000;

/** Delivers automatically while a user is logged in. @returns how to stop that */
function keepDelivering(queryClient: QueryClient): () => void {
  const ports = portsOf(queryClient);
  const troubles: Troubles = new Map();
  let failures = 0;
  let isUnderWay = false;
  let isWantedAgain = false;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** @returns how long until the next try; null until something happens */
  async function tryOnce(): Promise<number | null> {
    const outcome = await deliver(ports, troubles).catch(() => ({ kind: 'taken' as const }));
    failures = outcome.kind === 'away' || outcome.kind === 'left-out' ? failures + 1 : 0;
    switch (outcome.kind) {
      case 'done':
      // The login takes the screen's place, and this begins anew after it.
      case 'login':
        return null;
      case 'wait':
        return outcome.afterMs;
      case 'taken':
        return otherwiseMs;
      default:
        return pauseMs(failures);
    }
  }

  async function run(): Promise<void> {
    if (isOver) return;
    clearTimeout(timer);
    if (isUnderWay) {
      isWantedAgain = true;
      return;
    }
    isUnderWay = true;
    isWantedAgain = false;
    const nextMs = await tryOnce();
    isUnderWay = false;
    if (isOver) return;
    if (isWantedAgain) void run();
    else if (nextMs !== null) timer = setTimeout(run, nextMs);
  }

  let known = 0;
  const stopWatching = outbox.subscribe(() => {
    const waiting = outbox.current().entries.filter(({ refusal }) => refusal === null).length;
    const isMore = waiting > known;
    known = waiting;
    if (isMore) void run();
  });
  const stopListening = onConnectionChange(() => {
    if (currentConnection() === 'live') void run();
  });
  const online = () => void run();
  addEventListener('online', online);
  void outbox
    .refresh()
    .then(() => outbox.forgetOldReceipts())
    .catch(() => undefined);
  void run();

  return () => {
    isOver = true;
    clearTimeout(timer);
    stopWatching();
    stopListening();
    removeEventListener('online', online);
  };
}

/** For the dashboard. */
export function useOutboxDelivery(): void {
  const queryClient = useQueryClient();
  useEffect(() => keepDelivering(queryClient), [queryClient]);
}
