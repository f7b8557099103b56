import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Answer } from '../../../domain/api.ts';
import { queryClient } from '../../data/queries.ts';

/**
 * What was typed for a completion that was undone: it is in the form when the repair is completed
 * again. The server has it, so it is there even after a reload; only a photo that could not be saved is
 * kept in the page. It goes with everything else that the page has read when the session ends.
 */

const keyOf = (ticketNumber: string) => ['undone-photo', ticketNumber] as const;

/** @param url null if no photo was stored */
const undonePhotoQuery = (ticketNumber: string, url: string | null) =>
  queryOptions({
    queryKey: [...keyOf(ticketNumber), url] as const,
    queryFn: async ({ signal }): Promise<Blob | null> => {
      if (url === null) return null;
      const answer = await fetch(url, { signal });
      if (!answer.ok) throw new Error(`The photo could not be fetched: ${answer.status}`);
      return new File([await answer.blob()], 'Previous photo', { type: 'image/jpeg' });
    },
    // A name is never used for another picture.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Keeps a photo that was not saved when its completion was undone. */
export function keepUnsavedPhoto(ticketNumber: string, photo: Blob): void {
  const { queryKey } = undonePhotoQuery(ticketNumber, null);
  queryClient.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
  queryClient.setQueryData(queryKey, photo);
}

/** The repair is completed again. */
export const forgetUndonePhotos = (ticketNumber: string): void =>
  queryClient.removeQueries({ queryKey: keyOf(ticketNumber) });

/** @param ticket undefined while it is not known */
export function useUndoneCompletion(ticket: Answer<'getRepair'> | undefined) {
  const undone = ticket?.undoneCompletion ?? null;
  const photo = useQuery({
    ...undonePhotoQuery(ticket?.repair.ticketNumber ?? '', undone?.photoUrl ?? null),
    enabled: undone !== null,
  });
  return {
    /** Null if the ticket's own note counts. */
    notes: undone?.notes ?? null,
    photo: undone === null ? null : (photo.data ?? null),
    isLoading: photo.isLoading,
    isPhotoGone: photo.isError,
  };
}
