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

Without a size everything that is claimed for ${usualSize.toLocaleString('en-US')} tickets on SQLite is measured; with one,
searches, lists and the start, on both engines or the one named. BENCH_STORES says where stores are
kept, BENCH_ROUNDS how often each request is sent.`;

/** @throws Error that says what cannot be used */
function readWanted(): { size: number; isUsual: boolean; engines: readonly Engine[] } {
  const { values } = parseArgs({
    options: { size: { type: 'string' }, engine: { type: 'string' } },
  });
  const { size, engine } = values;
  if (size === undefined) {
    if (engine !== undefined) throw new Error('--engine needs a --size');
    return { size: usualSize, isUsual: true, engines: ['sqlite'] };
  }
  if (!/^[1-9]\d{2,6}$/.test(size)) {
    throw new Error(`--size must be a number of tickets from 100 to 9999999, not "${size}"`);
  }
  const known = engines.filter((each) => engine === undefined || each === engine);
  if (known.length === 0) throw new Error(`--engine must be sqlite or postgres, not "${engine}"`);
  return { size: Number(size), isUsual: false, engines: known };
}

async function* measureAll(
  stores: Stores,
  size: number,
  isUsual: boolean,
): AsyncGenerator<Outcome> {
  const served = await openProduct(await stores.copyOf(size));
  try {
    yield* await (isUsual ? measureMix : measureSearchesAndLists)(served);
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
  const { size, isUsual, engines: wanted } = readWanted();
  for (const engine of wanted) {
    const stores = await openStores(engine);
    try {
      for await (const outcome of measureAll(stores, size, isUsual)) {
        if (!report(outcome, stores.engine, size)) process.exitCode = 1;
      }
    } finally {
      await stores.close();
    }
  }
  console.log('\nThe table: bench/results.md.');
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${String(error)}\n\n${usage}\n`);
  process.exitCode = 1;
}
