import { QueryObserver } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { TechnicianWithCounts } from '../../domain/api-answers.ts';
import { queryClient, techniciansQuery } from './queries.ts';
import { createSignal } from './store.ts';

/**
 * The technicians, for parts that a list has in every item: they are read once for the whole list, and an item
 * is redrawn only when what it takes from them changes.
 */

const none: readonly TechnicianWithCounts[] = [];

/** Empty until they are known. */
export const techniciansNow = (): readonly TechnicianWithCounts[] =>
  queryClient.getQueryData(techniciansQuery.queryKey)?.items ?? none;

const { emit, listen } = createSignal();
let followers = 0;
let stopReading = () => {};

/** For tests and {@link useFromTechnicians}. @returns a function that stops it */
export function followTechnicians(listener: () => void): () => void {
  if (followers === 0) {
    const reader = new QueryObserver(queryClient, {
      ...techniciansQuery,
      notifyOnChangeProps: ['data'],
    });
    stopReading = reader.subscribe(() => emit());
  }
  followers += 1;
  const stopListening = listen(listener);
  return () => {
    stopListening();
    followers -= 1;
    if (followers === 0) stopReading();
  };
}

/** @param take picks the part to compare: the caller is redrawn when that changes */
export const useFromTechnicians = <Part extends string | undefined>(
  take: (technicians: readonly TechnicianWithCounts[]) => Part,
): Part => useSyncExternalStore(followTechnicians, () => take(techniciansNow()));
