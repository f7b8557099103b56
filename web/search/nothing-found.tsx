import SearchX from 'lucide/search-x';
import type { ReactNode } from 'react';
import type { Listed } from '../api/list-pages.ts';
import type { PagedList } from '../dashboard/paged-list.ts';
import { useIsCopy } from '../local-copies/outage.ts';
import { EmptyState } from '../ui/empty-state.tsx';

/** An empty result; where only a copy could be asked, nobody knows whether there is none. */
export function NothingFound<Item extends Listed>({
  list,
  title,
  children,
}: {
  list: PagedList<Item>;
  title: string;
  /** What to try instead. */
  children: ReactNode;
}) {
  const isCopy = useIsCopy(list.window.name);
  if (!isCopy) {
    return (
      <EmptyState icon={SearchX} title={title}>
        {children}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={SearchX}
      title="Nothing in this browser’s copy; the server could not be asked"
    >
      It is asked by itself as soon as it is back.
    </EmptyState>
  );
}
