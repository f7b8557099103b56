import type { Repair } from '../domain/api-answers.ts';
import {
  type Asked,
  type Connections,
  openConnections,
  openProduct,
  processorMs,
  type Served,
  startBare,
  startProduct,
} from './processes.ts';
import { newRepair, sampleRepairs } from './requests.ts';
import { inTurn, type Outcome } from './results.ts';
import type { Stores } from './stores.ts';

/** The product on a store against bare `node:http` and `node:sqlite` on a copy of it. */

interface Side {
  served: Served;
  connections: Connections;
}

/** @returns the processor time that the program used for each request, in milliseconds */
async function processorTime({ served, connections }: Side, all: readonly Asked[]) {
  const before = processorMs(served.pid);
  await connections.askAll(all);
  return (processorMs(served.pid) - before) / all.length;
}

const against = 'bare node:http and node:sqlite';

let lists = 0;
/** The first page, at an address that nobody has asked for before. */
function newListAddress(): Asked {
  lists += 1;
  const cursor = Buffer.from(JSON.stringify([`zzzzz${lists}`])).toString('base64url');
  return { path: `/api/repairs?limit=50&cursor=${cursor}` };
}

const pollPath = '/api/repairs?status=pending&limit=50';
const poll = (headers: Record<string, string>) => ({ path: pollPath, headers, status: 304 });

/** @param etag of what is polled */
type Ask = (index: number, etag: string) => Asked;
type Compared = readonly [claim: string, most: number, count: number, ours: Ask, theirs: Ask];

function comparedOn(samples: readonly Repair[]): Compared[] {
  const ticket = (path: string) => (index: number) => ({
    path: `${path}/${samples[index]?.ticketNumber}`,
  });
  const [one, list] = [ticket('/api/repairs'), () => ({ path: '/list' })];
  const unchanged = (_index: number, etag: string) => poll({ 'if-none-match': etag });
  return [
    ['Processor time of one ticket', 10, samples.length, one, ticket('/ticket')],
    ['Processor time of a new list', 1.5, 600, newListAddress, list],
    ['Processor time of taking in a repair', 7, 600, newRepair, newRepair],
    ['Processor time of an unchanged poll', 2.5, 8_000, unchanged, unchanged],
  ];
}

/** Processor time per request. */
export async function* measureProcessor(stores: Stores, size: number): AsyncGenerator<Outcome> {
  const sideOf = (served: Served) => ({ served, connections: openConnections(served, 4) });
  const product = sideOf(await openProduct(await stores.copyOf(size)));
  const bare = sideOf(await startBare(await stores.copyOf(size)));
  try {
    const { ask } = product.connections;
    const samples = await sampleRepairs(product.connections, 1_500);
    for (const [claim, most, count, ours, theirs] of comparedOn(samples)) {
      const all = (one: Ask, etag: string) => Array.from({ length: count }, (_, n) => one(n, etag));
      const times = await inTurn(
        7,
        async () => {
          // A change, so that no answer is left over from an earlier round.
          await ask(newRepair());
          return processorTime(product, all(ours, (await ask({ path: pollPath })).etag));
        },
        () => processorTime(bare, all(theirs, 'any')),
      );
      yield { claim, unit: 'ms', against, limit: { most }, ...times };
    }
  } finally {
    for (const { served } of [product, bare]) await served.stop();
  }
}

function startInTurn(ours: () => Promise<Served>, theirs: () => Promise<Served>) {
  const time = async (starting: Promise<Served>) => {
    const { startMs, stop } = await starting;
    await stop();
    return startMs;
  };
  return inTurn(
    9,
    () => time(ours()),
    () => time(theirs()),
  );
}

export async function measureColdStart(stores: Stores, size: number): Promise<Outcome> {
  const settings = await stores.copyOf(size);
  const { cookie, stop } = await openProduct(settings);
  await stop();
  const bare = await stores.copyOf(size);
  const times = await startInTurn(
    () => startProduct(settings, '/api/repairs?limit=50', cookie),
    () => startBare(bare),
  );
  return {
    claim: 'Cold start to the first list',
    unit: 'ms',
    against,
    limit: { most: 2.5 },
    ...times,
  };
}

export async function measureReady(stores: Stores, size: number): Promise<Outcome> {
  const [full, empty] = [await stores.copyOf(size), await stores.copyOf(0)];
  const times = await startInTurn(
    () => startProduct(full),
    () => startProduct(empty),
  );
  const common = { claim: 'Ready after the start', unit: 'ms', against: 'with an empty store' };
  return { ...common, limit: { most: 1.2 }, ...times };
}
