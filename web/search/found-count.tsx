import type { Listed } from '../api/list-pages.ts';
import type { PagedList } from '../dashboard/paged-list.ts';
import { useIsCopy } from '../local-copies/outage.ts';

/** How much was found; read out whenever the typing has led to another answer. */
export function FoundCount<Item extends Listed>({ list }: { list: PagedList<Item> }) {
  const { data, isPlaceholderData, hasNextPage } = list.query;
  const count = list.items.length;
  const isCopy = useIsCopy(list.window.name);
  const isKnown = data !== undefined && !isPlaceholderData;
  return (
    <p role="status" className="text-ink-muted text-sm">
      {isKnown &&
        count > 0 &&
        `${hasNextPage ? `The first ${count}` : `${count} found`}${isCopy ? ' in this browser’s copy' : ''}`}
      {isKnown && count === 0 && (
        <span className="sr-only">None found{isCopy && ' in this browser’s copy'}</span>
      )}
    </p>
  );
}
