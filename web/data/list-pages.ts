import {
  hashKey,
  type InfiniteData,
  infiniteQueryOptions,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * Lists that are loaded a page at a time. When something changes, only the pages in view are read
 * again; the others are kept as they are until they come into view. A cursor names the item before
 * the page, so a page can be read without those before it.
 */

export interface Listed {
  id: string;
}

export interface ListPage<Item extends Listed> {
  items: Item[];
  nextCursor: string | null;
  /** Something may have changed since it was read. */
  isStale: boolean;
  /** Held by this page when it was read before; they follow it now, ahead of the next page. */
  pushedOut: Item[];
}

export interface PagePlace<Item extends Listed> {
  index: number;
  cursor: string | null;
  /** What the page before has pushed out. */
  pushedIn: Item[];
}

export type ListData<Item extends Listed> = InfiniteData<ListPage<Item>, PagePlace<Item>>;

interface AnsweredPage<Item> {
  items: Item[];
  nextCursor: string | null;
}

const nothing: never[] = [];

/**
 * What a page that was read again has pushed over its end. When more came in than went, the last
 * items it held are now behind the last one that it holds; they are kept until their own page is
 * read again.
 *
 * @param before the page as it was
 * @param next the page after it, as it was; undefined where none had been read
 */
function pushedOutOf<Item extends Listed>(
  before: ListPage<Item>,
  answer: AnsweredPage<Item>,
  next: ListPage<Item> | undefined,
): Item[] {
  if (next === undefined) return nothing;
  const isThere = new Set(answer.items.map(({ id }) => id));
  // More went than came in: the page has reached into the next one.
  if (next.items.some(({ id }) => isThere.has(id))) return nothing;
  const lastThere = before.items.findLastIndex(({ id }) => isThere.has(id));
  return before.items.slice(lastThere + 1);
}

/** A page that is not read: as it was, behind what the page before it has pushed out. */
function keptPage<Item extends Listed>(
  before: ListPage<Item>,
  pushedIn: readonly Item[],
  isFresh: boolean,
): ListPage<Item> {
  if (pushedIn.length === 0 && before.pushedOut.length === 0 && before.isStale === !isFresh) {
    return before;
  }
  const pushed = new Set(pushedIn.map(({ id }) => id));
  const items =
    pushed.size === 0
      ? before.items
      : [...pushedIn, ...before.items.filter(({ id }) => !pushed.has(id))];
  return { ...before, items, isStale: !isFresh, pushedOut: nothing };
}

type Read<Item> = (cursor: { cursor?: string }, signal: AbortSignal) => Promise<AnsweredPage<Item>>;

/** Reads a page, or answers with what is known of it where nobody looks. */
async function pageFor<Item extends Listed>(
  { client, queryKey, pageParam, signal }: QueryFunctionContext<QueryKey, PagePlace<Item>>,
  read: Read<Item>,
): Promise<ListPage<Item>> {
  const { index, cursor, pushedIn } = pageParam;
  const list = hashKey(queryKey);
  const data = client.getQueryData<ListData<Item>>(queryKey);
  const before = data?.pages[index];
  if (before !== undefined) {
    const hasMoved = data?.pageParams[index]?.cursor !== cursor;
    const isEverything =
      !isCatchingUp(list) || client.getQueryState(queryKey)?.isInvalidated === true;
    const isDue = isEverything || hasMoved || before.isStale;
    if (!isDue || !isPageInView(list, index)) return keptPage(before, pushedIn, !isDue);
  }
  const answer = await read(cursor === null ? {} : { cursor }, signal);
  const kept = before && keptPage(before, pushedIn, true);
  return {
    ...answer,
    isStale: false,
    pushedOut: kept ? pushedOutOf(kept, answer, data?.pages[index + 1]) : nothing,
  };
}

export function listQuery<Item extends Listed, Key extends QueryKey>(
  queryKey: Key,
  read: Read<Item>,
) {
  const initialPageParam: PagePlace<Item> = { index: 0, cursor: null, pushedIn: nothing };
  return infiniteQueryOptions({
    queryKey,
    queryFn: (request) => pageFor(request, read),
    initialPageParam,
    getNextPageParam: ({ nextCursor, pushedOut }: ListPage<Item>, _all, { index }) =>
      nextCursor === null ? null : { index: index + 1, cursor: nextCursor, pushedIn: pushedOut },
  });
}

interface ListedItems<Item extends Listed> {
  items: Item[];
  /** The page that each stands on, by its id. */
  pageOf: ReadonlyMap<string, number>;
}

/** The pages in a row. An item that has moved from a page to another may be known to both. */
export function itemsOf<Item extends Listed>(pages: readonly ListPage<Item>[]): ListedItems<Item> {
  const items: Item[] = [];
  const pageOf = new Map<string, number>();
  for (const [index, page] of pages.entries()) {
    for (const item of page.items) {
      if (pageOf.has(item.id)) continue;
      pageOf.set(item.id, index);
      items.push(item);
    }
  }
  return { items, pageOf };
}

/**
 * Which pages of each list are in view. Only those are read again when something changes; a list
 * that reports nothing counts as viewed from its beginning. Lists are identified by the hash of
 * their query's key.
 */

interface Shown {
  /** Page numbers by the part of the screen that shows them. */
  byPart: Map<string, ReadonlySet<number>>;
  /** Pages that came into view are being read: those that are not stale need not be. */
  isCatchingUp: boolean;
}

const lists = new Map<string, Shown>();

function shownOf(list: string): Shown {
  const shown = lists.get(list) ?? { byPart: new Map(), isCatchingUp: false };
  lists.set(list, shown);
  return shown;
}

export function showPages(list: string, part: string, pages: ReadonlySet<number>): void {
  shownOf(list).byPart.set(part, pages);
}

export function hidePages(list: string, part: string): void {
  const { byPart } = shownOf(list);
  byPart.delete(part);
  if (byPart.size === 0) lists.delete(list);
}

function isPageInView(list: string, page: number): boolean {
  const shown = [...(lists.get(list)?.byPart.values() ?? [])];
  // Also of a list that has become empty: what comes next stands on its first page.
  if (shown.every((pages) => pages.size === 0)) return page === 0;
  return shown.some((pages) => pages.has(page));
}

function isCatchingUp(list: string): boolean {
  return lists.get(list)?.isCatchingUp === true;
}

/** Has `read` go only for pages that are stale and in view. */
export async function catchUp(list: string, read: () => Promise<unknown>): Promise<void> {
  const shown = shownOf(list);
  shown.isCatchingUp = true;
  try {
    await read();
  } finally {
    shown.isCatchingUp = false;
    if (shown.byPart.size === 0) lists.delete(list);
  }
}
