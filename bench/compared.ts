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

const against = 'bare node:http and node:sqlite doing the same';

let lists = 0;
/** The first page, at an address that nobody has asked at before. */
function newListAddress(): Asked {
  lists += 1;
  const cursor = Buffer.from(JSON.stringify([`zzzzz${lists}`])).toString('base64url');
  return { path: `/api/repairs?limit=50&cursor=${cursor}` };
}

type Ask = (index: number) => Asked;
type Compared = readonly [claim: string, most: number, count: number, ours: Ask, theirs: Ask];

function comparedOn(samples: readonly Repair[]): Compared[] {
  const ticket = (path: string) => (index: number) => ({
    path: `${path}/${samples[index]?.ticketNumber}`,
  });
  const [one, list] = [ticket('/api/repairs'), () => ({ path: '/list' })];
  return [
    ['Processor time of one ticket', 10, samples.length, one, ticket('/ticket')],
    ['Processor time of a list made anew', 1.2, 600, newListAddress, list],
    ['Processor time of taking in a repair', 7, 600, newRepair, newRepair],
  ];
}

/** Processor time a request, and unchanged polls. */
export async function* measureProcessor(stores: Stores, size: number): AsyncGenerator<Outcome> {
  const sideOf = (served: Served) => ({ served, connections: openConnections(served, 4) });
  const product = sideOf(await openProduct(await stores.copyOf(size)));
  const bare = sideOf(await startBare(await stores.copyOf(size)));
  try {
    const { ask } = product.connections;
    const samples = await sampleRepairs(product.connections, 1_500);
    for (const [claim, most, count, ours, theirs] of comparedOn(samples)) {
      const all = (one: Ask) => Array.from({ length: count }, (_, n) => one(n));
      const times = await inTurn(
        7,
        async () => {
          // A change, so that no answer is one of an earlier round.
          await ask(newRepair());
          return processorTime(product, all(ours));
        },
        () => processorTime(bare, all(theirs)),
      );
      yield { claim, unit: 'ms', against, limit: { most }, ...times };
    }
    const path = '/api/repairs?status=pending&limit=50';
    const { etag } = await ask({ path });
    const polls = (headers: Record<string, string>) =>
      Array<Asked>(8_000).fill({ path, headers, status: 304 });
    const rate = async (side: Side, headers = {}) =>
      1000 / (await processorTime(side, polls(headers)));
    yield {
      claim: 'Unchanged poll (304)',
      unit: 'a second of processor time',
      against,
      limit: { least: 0.4 },
      ...(await inTurn(
        7,
        () => rate(product, { 'if-none-match': etag }),
        () => rate(bare, { 'if-none-match': 'any' }),
      )),
    };
  } finally {
    for (const { served, connections } of [product, bare]) {
      connections.close();
      await served.stop();
    }
  }
}

async function startOnce(starting: Promise<Served>): Promise<number> {
  const { startMs, stop } = await starting;
  await stop();
  return startMs;
}

export async function measureColdStart(stores: Stores, size: number): Promise<Outcome> {
  const settings = await stores.copyOf(size);
  const { cookie, stop } = await openProduct(settings);
  await stop();
  const bare = await stores.copyOf(size);
  return {
    claim: 'Cold start to the first list',
    unit: 'ms',
    against,
    limit: { most: 2 },
    ...(await inTurn(
      9,
      () => startOnce(startProduct(settings, '/api/repairs?limit=50', cookie)),
      () => startOnce(startBare(bare)),
    )),
  };
}

export async function measureReady(stores: Stores, size: number): Promise<Outcome> {
  const [full, empty] = [await stores.copyOf(size), await stores.copyOf(0)];
  return {
    claim: 'Ready after the start',
    unit: 'ms',
    against: 'with an empty store',
    limit: { most: 1.2 },
    ...(await inTurn(
      9,
      () => startOnce(startProduct(full)),
      () => startOnce(startProduct(empty)),
    )),
  };
}
