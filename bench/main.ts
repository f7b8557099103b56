import { parseArgs } from 'node:util';
import { type Engine, engines } from '../tests/harness/storage.ts';
import { measureMix, measureSearchesAndLists } from './answers.ts';
import { measureColdStart, measureProcessor, measureReady } from './compared.ts';
import { openProduct, residentMegabytes, type Served } from './processes.ts';
import { machine, type Outcome, report } from './results.ts';
import { openStores, type Stores } from './stores.ts';

/** What the product claims about speed. */

const usualSize = 20_000;

const usage = `npm run bench [-- --size 1000000 --engine sqlite|postgres]

Without a size everything that is claimed for ${usualSize.toLocaleString('en-US')} tickets on SQLite is measured; with one,
searches, lists and the start, on both engines or the one named. BENCH_STORES says where stores are
kept, BENCH_ROUNDS how often each request is sent.`;

interface Wanted {
  size: number | null;
  engines: readonly Engine[];
}

/** @throws Error that says what cannot be used */
function readWanted(): Wanted {
  const { values } = parseArgs({
    options: { size: { type: 'string' }, engine: { type: 'string' } },
  });
  const { size, engine } = values;
  if (size !== undefined && !/^[1-9]\d{2,6}$/.test(size)) {
    throw new Error(`--size must be a number of tickets from 100 to 9999999, not "${size}"`);
  }
  if (size === undefined && engine !== undefined) throw new Error('--engine needs a --size');
  const known = engines.filter((each) => engine === undefined || each === engine);
  if (known.length === 0) throw new Error(`--engine must be sqlite or postgres, not "${engine}"`);
  return {
    size: size === undefined ? null : Number(size),
    engines: size === undefined ? ['sqlite'] : known,
  };
}

async function* measureAnswers(
  stores: Stores,
  size: number,
  measure: (served: Served) => Promise<Outcome[]>,
): AsyncGenerator<Outcome> {
  const served = await openProduct(await stores.copyOf(size));
  try {
    yield* await measure(served);
    yield {
      claim: {
        name: 'Resident memory after all this',
        against: 'the limit',
        unit: 'MB',
        limit: { most: 1 },
      },
      ours: residentMegabytes(served.pid),
      theirs: 150,
    };
  } finally {
    await served.stop();
  }
}

async function* measureAll(stores: Stores, wanted: Wanted): AsyncGenerator<Outcome> {
  const size = wanted.size ?? usualSize;
  yield* measureAnswers(stores, size, wanted.size === null ? measureMix : measureSearchesAndLists);
  yield await measureReady(stores, size);
  if (wanted.size !== null) return;
  yield await measureColdStart(stores, size);
  yield* measureProcessor(stores, size);
}

async function main(): Promise<void> {
  const wanted = readWanted();
  console.log(`${machine}\n`);
  for (const engine of wanted.engines) {
    const stores = await openStores(engine);
    try {
      for await (const outcome of measureAll(stores, wanted)) {
        const holds = report(outcome, stores.engine, wanted.size ?? usualSize);
        if (!holds) process.exitCode = 1;
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
