import type { Query, QueryKey } from '@tanstack/react-query';
import type { DBSchema, IDBPDatabase } from 'idb';
import type { Answer } from '../../domain/api.ts';
import type { Change, Client, RepairRow } from '../../domain/api-answers.ts';
import { isWholeRepair } from '../../domain/repair-lists.ts';
import { isOpen } from '../../domain/repair-status.ts';
import { currentConnection } from './connection.ts';
import { browserDatabase, inTransaction } from './database.ts';
import { untilIdle, untilRead } from './idle.ts';
import { forgetChoices } from './list-memory.ts';
import {
  clientsQuery,
  estimatesQuery,
  overviewFilters,
  pickupLists,
  queryClient,
  repairsQuery,
  settingsQuery,
  techniciansQuery,
} from './queries.ts';
import { queryKinds } from './query-kinds.ts';
import { readFlag } from './session.ts';
import { toasts } from './toasts.ts';

/**
 * This browser's copies: the query cache as it is, without what staff need only when the server can
 * be reached, and the specification's lists in local storage (section 3), made from the same rows.
 */

interface Kept {
  hash: string;
  queryKey: QueryKey;
  data: unknown;
  /** When the server gave it, in milliseconds since 1970. */
  at: number;
  build: string;
}

interface CopySchema extends DBSchema {
  queries: { key: string; value: Kept };
}

/** Searches are different every time. */
function isWorthKeeping([kind, filter]: QueryKey): boolean {
  const q = typeof filter === 'object' && filter !== null && 'q' in filter ? filter.q : '';
  return queryKinds[kind].isKept && (q === '' || q === undefined);
}

/** No session lives longer: a login that old has ended. */
const longestAgeMs = 7 * 24 * 60 * 60_000;
const maxKept = 400;

/** The page's own script, named by its content: another build may have other answers. */
const build = () => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';

const isUsable = (kept: Kept) => kept.build === build() && Date.now() - kept.at < longestAgeMs;

/**
 * Whether a user is logged in here. Checked together with each read and write, so that nothing is
 * shown before a login, and no late answer restores what a logout in any tab cleared.
 */
const mayKeep = () => readFlag() === 'set';

const inDatabase = browserDatabase<CopySchema>('local-copies', (database) => {
  database.createObjectStore('queries', { keyPath: 'hash' });
});

/** Puts together a ticket that was never opened here. */
async function fromLists([kind, ticketNumber]: QueryKey) {
  if (kind !== 'repair') return undefined;
  const { ticketFromLists } = await import('./ticket-from-lists.ts');
  const all = await inDatabase((database) => database.getAll('queries'));
  return ticketFromLists(all.filter(isUsable), ticketNumber);
}

/**
 * @returns undefined when there is none that may be shown. A ticket that was never opened here is made
 *   from the lists
 */
export async function keptAnswer({
  queryHash,
  queryKey,
}: Query): Promise<Pick<Kept, 'data' | 'at'> | undefined> {
  if (!mayKeep()) return undefined;
  try {
    const own = await inDatabase((database) => database.get('queries', queryHash));
    const kept = own !== undefined && isUsable(own) ? own : await fromLists(queryKey);
    return mayKeep() ? kept : undefined;
  } catch {
    return undefined;
  }
}

type Row = RepairRow | Client;

/** The specification's keys, and how much of the newest they hold, in rows and characters. */
const lists = {
  'watch-repairs': { rows: 500, characters: 700_000 },
  'completed-repairs': { rows: 500, characters: 600_000 },
  clients: { rows: 1_000, characters: 300_000 },
} as const;
type ListKey = keyof typeof lists;
const listKeys = Object.keys(lists) as ListKey[];

export async function forgetLocalCopies(): Promise<void> {
  forgetChoices();
  try {
    for (const key of listKeys) localStorage.removeItem(key);
    await inDatabase((database) => database.clear('queries'));
  } catch {
    // Storage is forbidden: then there is no copy either.
  }
}

/** Stored local data that fails to parse is removed (specification, section 8). */
function removeBrokenLists(): void {
  for (const key of listKeys) {
    try {
      if (Array.isArray(JSON.parse(localStorage.getItem(key) ?? '[]'))) continue;
    } catch {
      // It does not parse.
    }
    localStorage.removeItem(key);
  }
}

/** Writes the newest rows that fit; no list is better than one that gets older and older. */
function writeList(key: ListKey, rows: readonly Row[]): void {
  const newest = rows.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  const { rows: most, characters } = lists[key];
  for (let count: number = most; count >= 1; count = Math.floor(count / 2)) {
    const text = JSON.stringify(newest.slice(0, count));
    if (text.length > characters) continue;
    try {
      if (localStorage.getItem(key) !== text) localStorage.setItem(key, text);
      return;
    } catch {
      // The storage is nearly full.
    }
  }
  localStorage.removeItem(key);
}

/** A ticket whose estimate was just sent leaves the open list (specification, section 4). */
function listOf(row: Row): ListKey | null {
  if (!('status' in row)) return 'clients';
  if (row.status === 'estimate-sent') return null;
  return isOpen(row.status) ? 'watch-repairs' : 'completed-repairs';
}

/** An open repair is kept only from lists that give it whole. */
const isKeepable = (row: Row) => !('status' in row) || !isOpen(row.status) || isWholeRepair(row);

/** @param kept oldest first: of two versions of a row the later one counts */
function writeLists(kept: readonly Kept[]): void {
  const rows = new Map<string, Row>();
  for (const row of kept.flatMap(rowsOf)) {
    const known = rows.get(row.id);
    if (known === undefined || row.updatedAt > known.updatedAt) rows.set(row.id, row);
    // The same version: a whole repair stays whole.
    else if (row.updatedAt === known.updatedAt) rows.set(row.id, { ...known, ...row });
  }
  for (const key of listKeys) {
    writeList(
      key,
      [...rows.values()].filter((row) => listOf(row) === key),
    );
  }
}

type KeptData = Partial<{ pages: { items: Row[] }[]; repair: RepairRow; client: Client }>;

function rowsOf({ queryKey: [kind], data }: Kept): Row[] {
  if (kind !== 'repairs' && kind !== 'repair' && kind !== 'clients') return [];
  const { pages = [], repair, client } = data as KeptData;
  const rows = [repair, client, ...pages.flatMap(({ items }) => items)];
  return rows.filter((row) => row !== undefined).filter(isKeepable);
}

function keptOf({ queryHash, queryKey, state }: Query): Kept {
  const { data, dataUpdatedAt: at } = state;
  // Its texts and history stay with the server; the screen says so (`useIsCopy`).
  const isTicket = queryKey[0] === 'repair';
  const shown = isTicket ? { ...(data as Answer<'getRepair'>), messages: [], events: [] } : data;
  return { hash: queryHash, queryKey, data: shown, at, build: build() };
}

/**
 * Reads and writes in one transaction, so that tabs that keep the same copies take turns.
 *
 * @param gone names of what was deleted: no copy that mentions it stays
 */
async function write(
  database: IDBPDatabase<CopySchema>,
  queries: readonly Query[],
  gone: readonly string[],
): Promise<void> {
  if (!mayKeep()) return;
  let kept: Kept[] = [];
  await inTransaction(database.transaction('queries', 'readwrite'), async ({ store }) => {
    const before = await store.getAll();
    const usable = [...before.filter(isUsable), ...queries.map(keptOf)].filter(
      ({ data }) => gone.length === 0 || !gone.some((name) => JSON.stringify(data).includes(name)),
    );
    const latest = new Map(usable.map((copy) => [copy.hash, copy]));
    kept = [...latest.values()].sort((one, other) => one.at - other.at).slice(-maxKept);
    const staying = new Set(kept.map(({ hash }) => hash));
    const known = new Set(before);
    await Promise.all([
      ...before.filter(({ hash }) => !staying.has(hash)).map(({ hash }) => store.delete(hash)),
      ...kept.filter((each) => !known.has(each)).map((each) => store.put(each)),
    ]);
  });
  if (mayKeep()) writeLists(kept);
}

let hasSaid = false;

/** Reported once for as long as the page is open: the shop works without copies. */
function sayNotKept(): void {
  if (hasSaid) return;
  hasSaid = true;
  toasts.show({
    kind: 'info',
    title: 'This browser can’t keep a local copy',
    detail:
      'Its storage is full or turned off. Everything works, but nothing can be shown while the shop’s server can’t be reached.',
  });
}

/** After the first screen and the parts of the others have had the network to themselves. */
const aheadAfterMs = 3_000;
const aheadEveryMs = 10 * 60_000;

async function fetchAhead(signal: AbortSignal): Promise<void> {
  const staleTime = aheadEveryMs;
  const fetches = [
    ...[...Object.values(overviewFilters), pickupLists.waiting, {}].map(
      (filter) => () => queryClient.prefetchInfiniteQuery({ ...repairsQuery(filter), staleTime }),
    ),
    () => queryClient.prefetchInfiniteQuery({ ...clientsQuery(''), staleTime }),
    () => queryClient.prefetchInfiniteQuery({ ...estimatesQuery(null), staleTime }),
    () => queryClient.prefetchQuery({ ...techniciansQuery, staleTime }),
    () => queryClient.prefetchQuery({ ...settingsQuery, staleTime }),
  ];
  for (const fetch of fetches) {
    await untilRead();
    await untilIdle();
    if (signal.aborted || currentConnection() === 'offline') return;
    await fetch();
  }
}

/** Answers come in bursts: what they bring is written together, and not all the time. */
const gatherMs = 1_000;
const writeEveryMs = 10_000;

/** What live updates say was deleted, since the copies were last written. */
const deleted = new Set<string>();

export function noteChange({ entity, what, id, ticketNumber }: Change): void {
  if (entity !== 'repair' && entity !== 'client') return;
  for (const name of [id, ticketNumber]) {
    if (what === 'restored') deleted.delete(name ?? '');
    else if (what === 'deleted' && name !== null) deleted.add(name);
  }
}

/**
 * Keeps what the screens show, and the first page of each tab, while a user is logged in.
 *
 * @param isCopy whether what a query shows, by its hash, comes from here
 * @returns how to stop that
 */
export function keepCopies(isCopy: (queryHash: string) => boolean): () => void {
  const over = new AbortController();
  // Then a login could not be noted either: the storage is forbidden, or full.
  if (!mayKeep()) {
    sayNotKept();
    return () => undefined;
  }
  removeBrokenLists();
  const changed = new Map<string, Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastWriteAt = Number.NEGATIVE_INFINITY;

  async function writeChanged(): Promise<void> {
    await untilIdle();
    timer = undefined;
    lastWriteAt = Date.now();
    if (over.signal.aborted) return;
    const queries = [...changed.values()].filter(({ queryHash }) => !isCopy(queryHash));
    const gone = [...deleted];
    changed.clear();
    deleted.clear();
    await inDatabase((database) => write(database, queries, gone)).catch(sayNotKept);
  }

  function noteAnswer(query: Query): void {
    if (query.state.data === undefined || !isWorthKeeping(query.queryKey)) return;
    changed.set(query.queryHash, query);
    timer ??= setTimeout(
      () => void writeChanged(),
      Math.max(gatherMs, lastWriteAt + writeEveryMs - Date.now()),
    );
  }

  const cache = queryClient.getQueryCache();
  for (const query of cache.getAll()) noteAnswer(query);
  const stopFollowing = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') noteAnswer(event.query);
  });
  const goAhead = () => {
    if (document.visibilityState === 'visible') void fetchAhead(over.signal);
  };
  const firstAhead = setTimeout(goAhead, aheadAfterMs);
  const ahead = setInterval(goAhead, aheadEveryMs);
  return () => {
    over.abort();
    stopFollowing();
    clearTimeout(firstAhead);
    clearInterval(ahead);
    clearTimeout(timer);
    deleted.clear();
  };
}
