import { useMutation } from '@tanstack/react-query';
import type { TicketPhoto } from '../../../domain/api-ticket-photos.ts';
import { call } from '../../data/call.ts';
import { isChangedMeanwhile } from '../../data/changed-meanwhile.ts';
import { refreshRepairs } from '../../data/repair-cache.ts';
import { showRepairProblem } from '../../data/repair-problem.ts';
import { toasts } from '../../data/toasts.ts';

/** Removes a photo and its file, after a confirmation. @param onSettled called when it is gone, or a toast says why not */
export const useRemovePhoto = (
  { id, updatedAt, ticketNumber }: TicketPhoto,
  onSettled: () => void,
) =>
  useMutation({
    mutationFn: () => call('removeTicketPhoto', { params: { id }, seenVersion: updatedAt }),
    onSuccess: () => toasts.show({ kind: 'success', title: 'Photo removed', detail: ticketNumber }),
    onError: (error) => {
      if (!isChangedMeanwhile(error)) return showRepairProblem(error);
      toasts.show({
        kind: 'error',
        title: 'Someone else changed this photo',
        detail: 'Nothing was removed. Check it, then try again.',
      });
    },
    onSettled: async () => {
      onSettled();
      await refreshRepairs();
    },
  });
