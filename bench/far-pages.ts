import { chanceOf } from '../scripts/demo/chance.ts';
import type { ServedStore } from './claims.ts';
import type { AskedList, AskedRequest } from './requests.ts';
import { type Listed, read, type Samples } from './samples.ts';

/**
 * Pages far down a list, found as the screens find them: by following each page's cursor. The two
 * stores' lists are not equally long, so the pages are as small as it takes to have the same number
 * of them in both: 100, or as many as the shorter list has items.
 */

const farPage = 100;
const mostItems = 50;

const withQuery = (path: string, query: string) =>
  `${path}${path.endsWith('?') ? '' : '&'}${query}`;

async function countUpTo(store: ServedStore, path: string, most: number): Promise<number> {
  let count = 0;
  for (let cursor: string | null = ''; cursor !== null && count < most; ) {
    const next: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page: Listed<unknown> = await read(store, withQuery(path, `limit=100${next}`));
    count += page.items.length;
    cursor = page.nextCursor;
  }
  return count;
}

/** The address of a page, reached page by page. */
async function follow(store: ServedStore, path: string, page: number): Promise<string> {
  let address = path;
  for (let turned = 1; turned < page; turned += 1) {
    const { nextCursor } = await read<Listed<unknown>>(store, address);
    if (nextCursor === null) throw new Error(`${path} has no page ${page}`);
    address = `${path}&cursor=${nextCursor}`;
  }
  return address;
}

/** @returns a row for the page; null where the list is too short for one */
export async function farPageOf(
  list: AskedList,
  stores: readonly { store: ServedStore; samples: Samples }[],
): Promise<AskedRequest | null> {
  if (list.isShort) return null;
  const [first] = stores;
  if (first === undefined) return null;
  // Only lists that are the same for everybody are followed.
  const path = list.path(first.samples, chanceOf(list.name));
  const most = farPage * mostItems;
  const counts = await Promise.all(stores.map(({ store }) => countUpTo(store, path, most)));
  const shortest = Math.min(...counts);
  if (shortest < 2) return null;
  const limit = Math.min(mostItems, Math.max(1, Math.floor(shortest / farPage)));
  const page = Math.min(farPage, Math.floor(shortest / limit));
  const addresses = new Map<Samples, string>();
  for (const { store, samples } of stores) {
    addresses.set(samples, await follow(store, withQuery(path, `limit=${limit}`), page));
  }
  return {
    topic: 'lists',
    name: `${list.name}: far page`,
    note: `page ${page}`,
    limit: 2,
    path: (samples) => addresses.get(samples) ?? '',
  };
}
