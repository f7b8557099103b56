import type { InfiniteData, InfiniteQueryObserverResult } from '@tanstack/react-query';

type PagesResult<Page> = InfiniteQueryObserverResult<InfiniteData<Page>>;

/**
 * Reads the next page of a list, after whatever of the list is being read just now: that goes on to
 * its end. Cut off, the change that it was to show would stay unseen, and nothing would tell of it
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
