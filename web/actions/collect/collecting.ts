import { useMutation } from '@tanstack/react-query';
import type { Repair } from '../../../domain/api-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { mayCollect } from '../../../domain/pickup.ts';
import { call } from '../../data/call.ts';
import { queryClient } from '../../data/queries.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { showRepairProblem } from '../../data/repair-problem.ts';
import { toasts } from '../../data/toasts.ts';
import { stopCounting } from '../../data/undo-countdown.ts';
import { sentToast } from '../../parts/text/text-words.ts';

const undoPickup = 'Undo pickup';
const pickupUndone = 'Pickup undone';

/** Undoes a pickup. What fails is shown. */
export async function takeBack({
  ticketNumber,
  collectedAt,
}: Pick<Repair, 'ticketNumber' | 'collectedAt'>): Promise<void> {
  // Not by a hook: a list has an item for each repair, and a message outlives what it is about.
  const takingBack = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () =>
      call('undoCollectRepair', {
        params: { ticketNumber },
        body: { collectedAt: collectedAt ?? '' },
      }),
    onSuccess: ({ repair, unsentTextId }) => {
      putRepair(repair);
      const detail = `${ticketNumber} is ready for pickup again`;
      toasts.show(
        unsentTextId === null
          ? { kind: 'success', title: pickupUndone, detail }
          : {
              kind: 'info',
              title: pickupUndone,
              detail: `The customer has not been texted that it is ready.\n${detail}`,
              action: { label: 'Send text', run: () => void sendUnsent(unsentTextId) },
            },
      );
    },
    onError: (error) => showRepairProblem(error),
    onSettled: refreshRepairs,
  });
  await takingBack.execute(undefined).catch(() => undefined);
}

/** Sends the text that a pickup kept back. */
async function sendUnsent(id: string): Promise<void> {
  try {
    const { sms } = await call('resendText', { params: { id } });
    toasts.show(sentToast(sms, 'Text sent'));
  } catch (error) {
    showRepairProblem(error);
  }
  await refreshRepairs();
}

interface Collection {
  by: string;
  note: string;
  /** The numbers of other watches that leave with it. */
  together: readonly string[];
}

export function useCollecting(repair: Repair, onCollected: () => void) {
  return useMutation({
    mutationFn: async ({ together, ...body }: Collection) => {
      const collected: Repair[] = [];
      // Its own comes last: while one before it is refused, the dialog can be sent again.
      const own = mayCollect(repair) ? [repair.ticketNumber] : [];
      for (const number of [...together, ...own]) {
        const params = { ticketNumber: number };
        const answer = await call('collectRepair', { params, body });
        collected.push(answer.repair);
      }
      return collected;
    },
    onSuccess: (collected) => {
      for (const each of collected) {
        putRepair(each);
        // Its text is kept back: the customer has the watch.
        stopCounting(each.ticketNumber);
      }
      toasts.show({
        kind: 'success',
        title: `Picked up by ${isolated(collected[0]?.collectedBy ?? '')}`,
        detail: collected.map((each) => each.ticketNumber).join(', '),
        action: {
          label: undoPickup,
          run: async () => {
            for (const each of collected) await takeBack(each);
          },
        },
      });
      onCollected();
    },
    onError: (error) => showRepairProblem(error, undefined, 'in-place'),
    onSettled: refreshRepairs,
  });
}
