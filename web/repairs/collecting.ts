import { useMutation } from '@tanstack/react-query';
import Undo2 from 'lucide/undo-2';
import type { Repair } from '../../domain/api-answers.ts';
import { mayTakeBack } from '../../domain/pickup.ts';
import { call } from '../data/call.ts';
import { queryClient } from '../data/queries.ts';
import { putRepair, refreshRepairs } from '../data/repair-cache.ts';
import { isolated } from '../ui/text.tsx';
import { toasts } from '../ui/toasts.ts';
import { showRepairProblem } from './repair-problem.ts';

const notCollected = 'Not collected';

/** Takes a pick-up back. What fails is shown. */
async function takeBack({ ticketNumber, collectedAt }: Repair): Promise<void> {
  // Not by a hook: a list has an item for each repair, and a message outlives what it is about.
  const takingBack = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () =>
      call('POST /api/repairs/{ticketNumber}/undo-collect', {
        params: { ticketNumber },
        body: { collectedAt: collectedAt ?? '' },
      }),
    onSuccess: ({ repair }) => {
      putRepair(repair);
      toasts.show({ kind: 'success', title: notCollected, detail: `${ticketNumber} waits again` });
    },
    onError: (error) => showRepairProblem(error),
    onSettled: refreshRepairs,
  });
  await takingBack.execute(undefined).catch(() => undefined);
}

/** In a repair's menu; none where no pick-up is recorded. */
export const notCollectedItem = (repair: Repair) =>
  mayTakeBack(repair)
    ? [{ label: notCollected, icon: Undo2, run: () => void takeBack(repair) }]
    : [];

export function useCollecting({ ticketNumber }: Repair, onCollected: () => void) {
  return useMutation({
    mutationFn: (body: { by: string; note: string }) =>
      call('POST /api/repairs/{ticketNumber}/collect', { params: { ticketNumber }, body }),
    onSuccess: ({ repair }) => {
      putRepair(repair);
      toasts.show({
        kind: 'success',
        title: `Collected by ${isolated(repair.collectedBy ?? '')}`,
        detail: ticketNumber,
        action: { label: notCollected, run: () => void takeBack(repair) },
      });
      onCollected();
    },
    onError: (error) => showRepairProblem(error, undefined, 'in-place'),
    onSettled: refreshRepairs,
  });
}
