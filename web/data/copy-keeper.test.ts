import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Client, Repair } from '../../domain/api-answers.ts';
import { toasts } from '../ui/toasts.ts';
import { forgetAnswers } from './call.ts';
import { keepCopies } from './copy-keeper.ts';
import { tellChange } from './heard-changes.ts';
import { endOutage, isCopied } from './outage.ts';
import { clientsQuery, overviewQuery, repairQuery, repairsQuery } from './queries.ts';
import { patienceMs } from './read-or-copy.ts';
import { someClient, someRepair } from './sample-rows.ts';

/** A shop behind the browser's fetch; null while its server is away. */
let shop: { repairs: Repair[]; clients: Client[] } | null;
let asked: string[];
let kept: Map<string, string>;
let over: AbortController;

const counts = {
  pending: 3,
  sameDay: 0,
  inProgress: 0,
  completed: 900,
  estimates: 0,
  totalClients: 1,
  attention: 0,
};

function answerTo(url: URL): unknown {
  if (shop === null) throw new TypeError('Failed to fetch');
  if (url.pathname === '/api/overview') return counts;
  const [, , , ticketNumber] = url.pathname.split('/');
  if (ticketNumber !== undefined) {
    const repair = shop.repairs.find((each) => each.ticketNumber === ticketNumber);
    return { repair, estimates: [], messages: [], events: [] };
  }
  const statuses = url.searchParams.getAll('status');
  const rows =
    url.pathname === '/api/clients'
      ? shop.clients
      : shop.repairs.filter(({ status }) => statuses.length === 0 || statuses.includes(status));
  const start = Number(url.searchParams.get('cursor') ?? 0);
  const end = start + Number(url.searchParams.get('limit') ?? 50);
  return { items: rows.slice(start, end), nextCursor: end < rows.length ? `${end}` : null };
}

beforeEach(() => {
  vi.useFakeTimers();
  shop = { repairs: [], clients: [] };
  asked = [];
  kept = new Map([['isAuthenticated', 'true']]);
  over = new AbortController();
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('fetch', async (path: string, { signal }: RequestInit) => {
    asked.push(path);
    const answer = answerTo(new URL(path, 'http://shop.example'));
    signal?.throwIfAborted();
    return Response.json(answer);
  });
});

afterEach(() => {
  over.abort();
  endOutage();
  forgetAnswers();
  toasts.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const clientOf = () => new QueryClient({ defaultOptions: { queries: { retryDelay: 10 } } });

function idsIn(key: string): string[] {
  const rows = JSON.parse(kept.get(key) ?? '[]') as { id: string }[];
  return rows.map(({ id }) => id);
}

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const numbered = (count: number, given: Partial<Repair>) =>
  Array.from({ length: count }, (_, number) => {
    const id = `${given.status}-${String(count - number).padStart(4, '0')}`;
    return someRepair({ ...given, id, ticketNumber: id });
  });

describe('keepCopies', () => {
  it('loads the newest of everything, page after page', async () => {
    const completed = numbered(730, { status: 'completed' });
    shop = {
      repairs: [...numbered(230, { status: 'pending' }), ...completed],
      clients: [someClient()],
    };
    keepCopies(clientOf(), over.signal);
    await passes(2_000);
    expect(idsIn('watch-repairs')).toHaveLength(230);
    expect(idsIn('completed-repairs')).toEqual(completed.slice(0, 500).map(({ id }) => id));
    expect(idsIn('clients')).toEqual(['client-1']);
    expect(JSON.parse(kept.get('local-copies') ?? '{}').at).toEqual(expect.any(String));
    expect(asked).toHaveLength(3 + 5 + 1);
  });

  it('writes what a screen gets at once, and takes out what was deleted', async () => {
    const queryClient = clientOf();
    const [first, second] = numbered(2, { status: 'pending' });
    if (first === undefined || second === undefined) throw new Error('Two were asked for');
    shop = { repairs: [first, second], clients: [] };
    keepCopies(queryClient, over.signal);
    await passes(2_000);
    const sent = { ...first, status: 'estimate-sent' as const };
    shop = { repairs: [sent, second], clients: [] };
    await queryClient.fetchQuery(repairQuery(first.ticketNumber));
    await queryClient.fetchQuery(overviewQuery);
    const seen = someClient({ id: 'client-7' });
    shop.clients = [seen];
    await queryClient.fetchInfiniteQuery(clientsQuery('grace'));
    await passes(1_000);
    expect(idsIn('watch-repairs')).toEqual([second.id]);
    expect(idsIn('estimate-repairs')).toEqual([first.id]);
    expect(idsIn('clients')).toEqual(['client-7']);
    expect(JSON.parse(kept.get('local-copies') ?? '{}').overview).toEqual(counts);

    const what = { revision: 2, entity: 'repair' as const, ticketNumber: second.ticketNumber };
    tellChange({ ...what, id: second.id, what: 'deleted' });
    await passes(1_000);
    expect(idsIn('watch-repairs')).toEqual([]);
  });

  it('loads again after changes, but not after each of them', async () => {
    const [one, other] = numbered(2, { status: 'pending' });
    if (one === undefined || other === undefined) throw new Error('Two were asked for');
    shop = { repairs: [one, other], clients: [] };
    keepCopies(clientOf(), over.signal);
    await passes(2_000);
    const before = asked.length;
    // Completed on another computer, unseen on this one.
    shop = { repairs: [one, { ...other, status: 'completed' }], clients: [] };
    const change = { revision: 2, entity: 'repair' as const, id: other.id, what: 'completed' };
    for (let press = 0; press < 20; press += 1) {
      tellChange({ ...change, ticketNumber: other.ticketNumber });
      await passes(1_000);
    }
    expect(asked.length).toBe(before);
    await passes(60_000);
    expect(idsIn('watch-repairs')).toEqual([one.id]);
    expect(idsIn('completed-repairs')).toEqual([other.id]);
    expect(asked.length).toBe(before + 2);
  });

  it('tries again when the server was away', async () => {
    shop = null;
    keepCopies(clientOf(), over.signal);
    await passes(2_000);
    expect(idsIn('watch-repairs')).toEqual([]);
    shop = { repairs: numbered(1, { status: 'pending' }), clients: [] };
    await passes(61_000);
    expect(idsIn('watch-repairs')).toHaveLength(1);
  });

  it.each(['the end of the session', 'a logout in another tab'])(
    'writes nothing after %s',
    async (how) => {
      const queryClient = clientOf();
      shop = { repairs: numbered(1, { status: 'pending' }), clients: [] };
      keepCopies(queryClient, over.signal);
      await queryClient.fetchInfiniteQuery(repairsQuery({}));
      if (how === 'the end of the session') over.abort();
      else kept.clear();
      kept.delete('local-copies');
      tellChange(null);
      await passes(120_000);
      expect([...kept.keys()].filter((key) => key !== 'isAuthenticated')).toEqual([]);
    },
  );

  it('says once that the browser keeps nothing', async () => {
    kept.clear();
    const shown = vi.spyOn(toasts, 'show');
    keepCopies(clientOf(), over.signal);
    keepCopies(clientOf(), over.signal);
    await passes(2_000);
    expect(shown.mock.calls.map(([{ title }]) => title)).toEqual([
      'This browser keeps no local copy',
    ]);
    expect(asked).toEqual([]);
  });
});

describe('a query while the server is away or slow', () => {
  const list = repairsQuery({ status: ['pending'] });

  function watched() {
    const queryClient = clientOf();
    const ask = () => queryClient.fetchInfiniteQuery({ ...list, retry: 1 });
    return { queryClient, ask };
  }

  it('is answered from the copies on the second try, which is said once', async () => {
    shop = null;
    kept.set('watch-repairs', JSON.stringify(numbered(3, { status: 'pending' })));
    const { queryClient, ask } = watched();
    const shown = vi.spyOn(toasts, 'show');
    const answer = ask();
    await passes(100);
    expect((await answer).pages[0]?.items).toHaveLength(3);
    expect(asked).toHaveLength(2);
    await queryClient.fetchInfiniteQuery(repairsQuery({ status: ['pending'], q: 'omega' }));
    expect(asked).toHaveLength(3);
    expect(shown.mock.calls.map(([toast]) => toast)).toEqual([
      { kind: 'error', title: 'Database error', detail: 'Using local data only' },
    ]);
  });

  it('is answered from the copies when the server keeps everybody waiting', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const { ask } = watched();
    let answer: Awaited<ReturnType<typeof ask>> | undefined;
    const waiting = ask().then((given) => {
      answer = given;
    });
    await passes(patienceMs + 1_000);
    expect(answer, 'without a copy it goes on waiting').toBeUndefined();
    void waiting;

    kept.set('watch-repairs', JSON.stringify(numbered(3, { status: 'pending' })));
    const other = watched().ask();
    await passes(patienceMs);
    expect((await other).pages[0]?.items).toHaveLength(3);
  });

  it('fails as ever where there is no copy, and keeps what it has', async () => {
    const { queryClient, ask } = watched();
    shop = { repairs: numbered(2, { status: 'pending' }), clients: [] };
    await ask();
    shop = null;
    kept.set('watch-repairs', '[]');
    const again = ask().catch((error: unknown) => error);
    await passes(100);
    expect(await again).toMatchObject({ code: 'offline' });
    expect(queryClient.getQueryData(list.queryKey)?.pages[0]?.items).toHaveLength(2);
    kept.delete('watch-repairs');
    const other = queryClient
      .fetchInfiniteQuery({ ...repairsQuery({}), retry: 1 })
      .catch((error: unknown) => error);
    await passes(100);
    expect(await other).toMatchObject({ code: 'offline' });
    expect(isCopied(JSON.stringify(['repairs', {}]))).toBe(false);
  });
});
