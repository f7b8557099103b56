import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { showFailure } from '../api/failure-toast.ts';
import { refreshRepairs } from '../repairs/repair-cache.ts';

const mutationKey = ['handle-attention'];

/** Takes a case off the list. It is gone at once, and comes back where that did not work. */
export function useHandling() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: (id: string) => call('POST /api/attention/{id}/handled', { params: { id } }),
    onError: (error) =>
      showFailure(error, { title: 'Not marked as handled', detail: error.message }),
    // Under way until the list has been read again: until then it would still hold the case.
    onSettled: () => refreshRepairs(queryClient),
  });
}

/** @returns the cases that are being taken off the list */
export function useHandledNow(): ReadonlySet<unknown> {
  return new Set(
    useMutationState({
      filters: { mutationKey, status: 'pending' },
      select: ({ state }) => state.variables,
    }),
  );
}
