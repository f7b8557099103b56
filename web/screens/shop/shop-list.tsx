import Printer from 'lucide/printer';
import { type ReactNode, useState } from 'react';
import type { ListPaper } from '../../../domain/list-paper.ts';
import { layoutOf, usePrinter } from '../../parts/print/print-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Chips } from '../../ui/chips.tsx';

/** Shared by the shop's lists of parts and of watches sent out. */

export const small = 'text-ink-muted text-sm';

/** Names the value if there are no columns. */
export const cellLabel = (text: string): ReactNode => (
  <span className={`${small} @min-[60rem]:hidden`}>{text} </span>
);

interface PageQuery {
  limit: number;
  cursor?: string;
}

/** Loads the whole list for printing. */
export async function allItems<Item>(
  read: (query: PageQuery) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | null = null;
  do {
    const query: PageQuery = { limit: 100, ...(cursor && { cursor }) };
    const page: { items: Item[]; nextCursor: string | null } = await read(query);
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}

export function PrintList({ load }: { load: () => Promise<ListPaper> }) {
  const { printing, start, advice } = usePrinter('report', async () => {
    const [{ listSheet }, paper] = await Promise.all([
      layoutOf('report', import('../../parts/print/list-paper.ts')),
      load(),
    ]);
    return (shop) => listSheet(paper, shop);
  });
  return (
    <>
      <Button icon={Printer} pending={printing !== null} onClick={() => void start('window')}>
        Print
      </Button>
      {advice}
    </>
  );
}

interface FilteredPage<Filter extends string> {
  /** Those that would show any. */
  filters: Filter[];
}

/** The filters that show any rows, plus the default and the current one; none if that is no choice. */
export function useFilters<Filter extends string>(
  pages: readonly object[] | undefined,
  usual: Filter,
  current: Filter,
): Filter[] {
  /** Kept while another part of the list loads. */
  const [known, setKnown] = useState<readonly Filter[]>([]);
  const read = (pages?.[0] as FilteredPage<Filter> | undefined)?.filters;
  if (read !== undefined && read.join() !== known.join()) setKnown(read);
  const shown = (read ?? known).filter((filter) => filter !== usual && filter !== current);
  const others = current === usual ? [] : [current];
  return shown.length + others.length === 0 ? [] : [usual, ...others, ...shown];
}

/** Chips for the parts of a list, without empty ones. */
export function FilterChips<Filter extends string>({
  filters,
  labels,
  value,
  onChange,
}: {
  filters: readonly Filter[];
  labels: Readonly<Record<Filter, string>>;
  value: Filter;
  onChange: (filter: Filter) => void;
}) {
  if (filters.length === 0) return null;
  const items = (Object.keys(labels) as Filter[])
    .filter((filter) => filters.includes(filter))
    .map((filter) => ({ value: filter, label: labels[filter] }));
  return <Chips label="Show" items={items} value={value} onChange={onChange} />;
}
