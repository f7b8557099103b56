import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  replaceEqualDeep,
} from '@tanstack/react-query';

/** Lists that are loaded a page at a time; a cursor names the item before its page. */

export interface Listed {
  id: string;
}

export interface ListPage<Item extends Listed> {
  items: Item[];
  nextCursor: string | null;
}

export type ListData<Item extends Listed> = InfiniteData<ListPage<Item>>;

const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((each, at) => each === other[at]);

/**
 * What has not changed stays the same object, so that it is not drawn again. By its id: the library
 * compares what is in the same place, and one repair that comes first moves all others.
 */
function keepUnchanged<Item extends Listed>(
  before: ListData<Item> | undefined,
  now: ListData<Item>,
): ListData<Item> {
  if (before === undefined) return now;
  const known = new Map(itemsOf(before.pages).map((item) => [item.id, item]));
  const pages = now.pages.map((page, at) => {
    const items = page.items.map((item) => replaceEqualDeep(known.get(item.id), item));
    const same = before.pages[at];
    const isKept = same?.nextCursor === page.nextCursor && isSame(same.items, items);
    return isKept ? same : { ...page, items };
  });
  return isSame(before.pages, pages) ? before : { ...now, pages };
}

export function listQuery<Item extends Listed, Key extends QueryKey>(
  queryKey: Key,
  read: (cursor: { cursor?: string }, signal: AbortSignal) => Promise<ListPage<Item>>,
) {
  const initialPageParam: string | null = null;
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam: cursor, signal }) => read(cursor === null ? {} : { cursor }, signal),
    initialPageParam,
    getNextPageParam: ({ nextCursor }: ListPage<Item>) => nextCursor,
    structuralSharing: (before, now) =>
      keepUnchanged(before as ListData<Item> | undefined, now as ListData<Item>),
  });
}

/** The pages in a row. An item that has moved between two reads may be on two of them. */
export function itemsOf<Item extends Listed>(pages: readonly ListPage<Item>[]): Item[] {
  const items = new Map<string, Item>();
  for (const item of pages.flatMap((page) => page.items)) {
    if (!items.has(item.id)) items.set(item.id, item);
  }
  return [...items.values()];
}
