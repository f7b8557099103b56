import { QueryObserver } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { TechnicianWithCounts } from '../../domain/api-answers.ts';
import { queryClient, techniciansQuery } from './queries.ts';
import { createSignal } from './store.ts';

/**
 * The technicians, for what a list has one of for each item: they are read once for all of them, and an item
 * is drawn again only when what it takes from them changes.
 */

const none: readonly TechnicianWithCounts[] = [];

/** None while they are not known. */
export const techniciansNow = (): readonly TechnicianWithCounts[] =>
  queryClient.getQueryData(techniciansQuery.queryKey)?.items ?? none;

const { emit, listen } = createSignal();
let followers = 0;
let stopReading = () => {};

/** For tests and {@link useOfTechnicians}. @returns how to stop that */
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

/** @param take what is compared to tell whether it has changed */
export const useOfTechnicians = <Part extends string | undefined>(
  take: (technicians: readonly TechnicianWithCounts[]) => Part,
): Part => useSyncExternalStore(followTechnicians, () => take(techniciansNow()));
