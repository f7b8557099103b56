import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Client } from '../../domain/api-answers.ts';
import { clientsQuery } from '../data/queries.ts';
import { useRested } from '../lists/search-results.tsx';

const nobody: Client[] = [];

/**
 * Clients of the directory that match what is typed.
 *
 * @param typed null asks for nothing
 */
export function useClientSearch(typed: string | null) {
  const rested = useRested(typed);
  const q = typed === null ? null : rested;
  const search = useInfiniteQuery({
    ...clientsQuery(q ?? ''),
    enabled: q !== null,
    placeholderData: keepPreviousData,
  });
  const found = q === null ? nobody : (search.data?.pages[0]?.items ?? nobody);
  return {
    found,
    /** The answer is that to what is typed now. */
    isCurrent: q === typed && !search.isPlaceholderData && search.data !== undefined,
    error: search.data === undefined ? search.error : null,
  };
}
