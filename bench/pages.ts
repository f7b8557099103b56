import { chanceOf } from '../scripts/demo/chance.ts';
import type { ServedStore } from './claims.ts';
import { type AskedList, type AskedRequest, listLimit } from './requests.ts';
import { type Listed, read, type Samples } from './samples.ts';

/**
 * A list's first page, and one far down that is found as the screens find it: by following each
 * page's cursor. The two stores' lists are not equally long, and an answer with more in it takes
 * longer wherever it comes from: so of both stores as many items are asked for as both have.
 */

const farPage = 100;
const mostOnAFarPage = 50;

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

/** A list of one ticket, client or technician, another one each time. */
const pageOfOne = ({ name, path, pageSize }: AskedList): AskedRequest => ({
  topic: 'lists',
  name: `${name}: first page`,
  limit: listLimit,
  path: (samples, chance) => withQuery(path(samples, chance), `limit=${pageSize}`),
});

export interface SampledStore {
  store: ServedStore;
  samples: Samples;
}

/** @returns the rows for a list's pages; those that both stores have */
export async function pagesOf(
  list: AskedList,
  stores: readonly SampledStore[],
): Promise<AskedRequest[]> {
  if (list.isOfOne) return [pageOfOne(list)];
  const { name, pageSize } = list;
  const paths = new Map(
    stores.map(({ samples }) => [samples, list.path(samples, chanceOf(name))] as const),
  );
  const pathOf = (samples: Samples) => paths.get(samples) ?? '';
  const counts = await Promise.all(
    stores.map(({ store, samples }) => countUpTo(store, pathOf(samples), farPage * mostOnAFarPage)),
  );
  const shortest = Math.min(...counts);
  if (shortest === 0) throw new Error(`${name}: there are none`);
  const onFirst = Math.min(pageSize, shortest);
  const first: AskedRequest = {
    topic: 'lists',
    name: `${name}: first page`,
    limit: listLimit,
    path: (samples) => withQuery(pathOf(samples), `limit=${onFirst}`),
  };
  if (shortest === 1) return [first];
  const onFar = Math.min(mostOnAFarPage, Math.max(1, Math.floor(shortest / farPage)));
  const page = Math.min(farPage, Math.floor(shortest / onFar));
  const addresses = new Map<Samples, string>();
  for (const { store, samples } of stores) {
    const address = await follow(store, withQuery(pathOf(samples), `limit=${onFar}`), page);
    addresses.set(samples, address);
  }
  const far: AskedRequest = {
    topic: 'lists',
    name: `${name}: 100th page, or the last that both have`,
    note: `page ${page}`,
    limit: listLimit,
    path: (samples) => addresses.get(samples) ?? '',
  };
  return [first, far];
}
