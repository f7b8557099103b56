import { useMutationState } from '@tanstack/react-query';

/** The key of the mutations that take a case off the list. */
export const handlingKey = ['handle-attention'];

/** @returns the cases that are being taken off the list */
export function useHandledNow(): ReadonlySet<unknown> {
  return new Set(
    useMutationState({
      filters: { mutationKey: handlingKey, status: 'pending' },
      select: ({ state }) => state.variables,
    }),
  );
}
