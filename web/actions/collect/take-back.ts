import type { Repair } from '../../../domain/api-answers.ts';
import { call } from '../../data/call.ts';
import { queryClient } from '../../data/queries.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { showRepairProblem } from '../../data/repair-problem.ts';
import { toasts } from '../../data/toasts.ts';
import { sentToast } from '../../parts/text/text-words.ts';

/** Undoes a pickup or a shipment. What fails is shown. */
export async function takeBack({
  ticketNumber,
  collectedAt,
  shippedBy,
}: Pick<Repair, 'ticketNumber' | 'collectedAt' | 'shippedBy'>): Promise<void> {
  const title = shippedBy ? 'Shipment undone' : 'Pickup undone';
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
          ? { kind: 'success', title, detail }
          : {
              kind: 'info',
              title,
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
