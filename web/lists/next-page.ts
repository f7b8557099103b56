import type { InfiniteData, InfiniteQueryObserverResult } from '@tanstack/react-query';

type PagesResult<Page> = InfiniteQueryObserverResult<InfiniteData<Page>>;

/**
 * Reads the next page of a list. A read of the list that is under way is left to finish first: if
 * it were cancelled, the change that it was to show would stay unseen, and nothing would report it
 * again.
 */
export async function readNextPage<Page>({
  data,
  fetchNextPage,
}: Pick<PagesResult<Page>, 'data' | 'fetchNextPage'>): Promise<PagesResult<Page>> {
  const held = data?.pages.length ?? 0;
  const ask = () => fetchNextPage({ cancelRefetch: false });
  const result = await ask();
  const isAnswered = result.isFetchNextPageError || (result.data?.pages.length ?? 0) > held;
  // What was waited for was another reading of the list.
  return isAnswered ? result : ask();
}
