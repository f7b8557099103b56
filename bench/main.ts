import { parseArgs } from 'node:util';
import { type Engine, engines } from '../tests/harness/storage.ts';
import { measureMix, measureSearchesAndLists } from './answers.ts';
import { measureColdStart, measureProcessor, measureReady } from './compared.ts';
import { openProduct, residentMegabytes } from './processes.ts';
import { type Outcome, report } from './results.ts';
import { openStores, type Stores } from './stores.ts';

/** What the product claims about speed. */

const usualSize = 20_000;

const usage = `npm run bench [-- --size 1000000 --engine sqlite|postgres]

Without a size, everything that is claimed for ${usualSize.toLocaleString('en-US')} tickets on SQLite is measured; with one,
searches, lists and the start. BENCH_STORES says where stores are kept, BENCH_ROUNDS how many
times each request is sent.`;

/** @throws Error that says what cannot be used */
function readWanted(): { size: number; isUsual: boolean; engine: Engine } {
  const options = { size: { type: 'string' }, engine: { type: 'string' } } as const;
  const { size = String(usualSize), engine: named = 'sqlite' } = parseArgs({ options }).values;
  if (!/^[1-9]\d{2,6}$/.test(size)) {
    throw new Error(`--size must be a number of tickets from 100 to 9999999, not "${size}"`);
  }
  const engine = engines.find((each) => each === named);
  if (engine === undefined) throw new Error(`--engine must be sqlite or postgres, not "${named}"`);
  return { size: Number(size), isUsual: size === String(usualSize) && engine === 'sqlite', engine };
}

async function* measureAll(
  stores: Stores,
  { size, isUsual, engine }: ReturnType<typeof readWanted>,
): AsyncGenerator<Outcome> {
  const served = await openProduct(await stores.copyOf(size));
  try {
    yield* await (isUsual ? measureMix(served) : measureSearchesAndLists(served, engine));
    yield {
      claim: 'Resident memory after all this',
      unit: 'MB',
      ours: residentMegabytes(served.pid),
      theirs: 150,
      against: 'the limit',
      limit: { most: 1 },
    };
  } finally {
    await served.stop();
  }
  yield await measureReady(stores, size);
  if (!isUsual) return;
  yield await measureColdStart(stores, size);
  yield* measureProcessor(stores, size);
}

async function main(): Promise<void> {
  const wanted = readWanted();
  const stores = await openStores(wanted.engine);
  try {
    for await (const outcome of measureAll(stores, wanted)) {
      if (!report(outcome, stores.engine, wanted.size)) process.exitCode = 1;
    }
  } finally {
    await stores.close();
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n\n${usage}\n`);
  process.exitCode = 1;
});
