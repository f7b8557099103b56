import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';

/** How much was found; read out whenever the typing has led to another answer. */
export function FoundCount({
  query,
}: {
  query: UseInfiniteQueryResult<InfiniteData<{ items: unknown[] }>>;
}) {
  const { data, isPlaceholderData, hasNextPage } = query;
  const count = data?.pages.reduce((sum, page) => sum + page.items.length, 0) ?? 0;
  const isKnown = data !== undefined && !isPlaceholderData;
  return (
    <p role="status" className="text-ink-muted text-sm">
      {isKnown && count > 0 && (hasNextPage ? `The first ${count}` : `${count} found`)}
      {isKnown && count === 0 && <span className="sr-only">None found</span>}
    </p>
  );
}
