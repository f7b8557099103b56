import { parseArgs } from 'node:util';
import { type Engine, engines } from '../tests/harness/storage.ts';
import { type QuickClaim, type SizedClaim, smallSize } from './claims.ts';
import { measureColdStart } from './cold-start.ts';
import { measureCreate } from './create.ts';
import { measureScrolling, measureSearchPaint } from './lists.ts';
import { machine } from './machine.ts';
import { readyClaim, requestClaims } from './many-tickets.ts';
import { measurePoll } from './poll.ts';
import { keepResults, type Row, rowOf, saidRow } from './results.ts';
import { openGround } from './sized-ground.ts';
import { measureWebhooks } from './webhooks.ts';

/** What the product claims about speed, measured against a limit in the same run. */

const quickClaims: readonly QuickClaim[] = [
  {
    topic: 'poll',
    name: 'Unchanged poll (304)',
    comparedWith: 'bare node:http answering 304',
    unit: 'requests/s',
    limit: { least: 0.75 },
    measure: measurePoll,
  },
  {
    topic: 'create',
    name: 'Take in a repair (durable)',
    comparedWith: 'bare loop of the same rows, one durable transaction each',
    unit: '/s',
    limit: { least: 0.5 },
    measure: measureCreate,
  },
  {
    topic: 'webhooks',
    name: 'Webhooks: customers’ texts taken, each answered by a text',
    comparedWith: 'what the provider may hand over in a second',
    unit: '/s',
    limit: { least: 1 },
    measure: measureWebhooks,
  },
  {
    topic: 'start',
    name: 'Cold start to /healthz',
    comparedWith: 'Node importing the same libraries',
    unit: 'ms',
    limit: { most: 2 },
    measure: measureColdStart,
  },
  {
    topic: 'scrolling',
    name: 'Lists: scrolling past 2,000 repairs, a step each frame',
    comparedWith: 'all the same cards in a page without any script',
    unit: 'ms',
    limit: { most: 1 },
    measure: measureScrolling,
  },
  {
    topic: 'painting',
    name: 'Lists: from the answer to a search until it is painted, names of 200 letters',
    comparedWith: 'the same results put in as ready HTML',
    unit: 'ms',
    limit: { most: 3 },
    measure: measureSearchPaint,
  },
];

const sizedClaims: readonly SizedClaim[] = [requestClaims, readyClaim];

const usage = `npm run bench -- [topics] [--size 1000|100000|1000000] [--engine sqlite|postgres]

Without a size the quick claims are measured, and those about sizes with 100,000 tickets; with one,
only those about sizes. BENCH_ROUNDS says how often each request is sent (1500), BENCH_STORES where the
stores are kept. Topics: ${[
  ...quickClaims.map(({ topic }) => topic),
  ...sizedClaims.flatMap(({ topics }) => topics),
].join(', ')}.`;

interface Wanted {
  isTopic: (topic: string) => boolean;
  size: number | null;
  engines: readonly Engine[];
}

/** @throws Error that says what cannot be used */
function readWanted(words: readonly string[]): Wanted {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { size: { type: 'string' }, engine: { type: 'string' } },
  });
  const { size, engine } = values;
  if (size !== undefined && !/^[1-9]\d{2,6}$/.test(size)) {
    throw new Error(`--size must be a number of tickets from 100 to 9999999, not "${size}"`);
  }
  const known = engines.filter((each) => engine === undefined || each === engine);
  if (known.length === 0) throw new Error(`--engine must be sqlite or postgres, not "${engine}"`);
  const topics = [
    ...quickClaims.map(({ topic }) => topic),
    ...sizedClaims.flatMap((c) => c.topics),
  ];
  const unknown = positionals.find((word) => !topics.some((topic) => topic.startsWith(word)));
  if (unknown !== undefined) throw new Error(`"${unknown}" is no topic`);
  return {
    isTopic: (topic) => positionals.length === 0 || positionals.some((w) => topic.startsWith(w)),
    size: size === undefined ? null : Number(size),
    engines: known,
  };
}

async function* measureQuick({ isTopic, engines: wanted }: Wanted): AsyncGenerator<Row> {
  for (const claim of quickClaims.filter(({ topic }) => isTopic(topic))) {
    const { engine = 'sqlite', measure } = claim;
    if (!wanted.includes(engine)) continue;
    const name = engine === 'sqlite' ? `SQLite ${process.versions.sqlite}` : 'PostgreSQL';
    yield rowOf(claim, await measure(), name, '-');
  }
}

async function* measureSized({ isTopic, size, engines: wanted }: Wanted): AsyncGenerator<Row> {
  const chosen = sizedClaims.filter(({ topics }) => topics.some(isTopic));
  if (chosen.length === 0) return;
  for (const engine of wanted) {
    const ground = await openGround(engine, size ?? 100_000);
    try {
      for (const { measure } of chosen) {
        for await (const { claim, outcome } of measure(ground, isTopic)) {
          yield rowOf(claim, outcome, ground.engineVersion, ground.size.toLocaleString('en-US'));
        }
      }
    } finally {
      await ground.close();
    }
  }
}

async function main(): Promise<void> {
  const wanted = readWanted(process.argv.slice(2));
  console.log(machine());
  console.log(
    `Ratios of two sides that were measured in turn; sizes are compared with ${smallSize} tickets.\n`,
  );
  const measures = [...(wanted.size === null ? [measureQuick] : []), measureSized];
  for (const measure of measures) {
    for await (const row of measure(wanted)) {
      console.log(saidRow(row));
      keepResults(machine(), [row]);
      if (row.verdict === 'BROKEN') process.exitCode = 1;
    }
  }
  console.log('\nThe table: bench/results.md. Every build checks the initial JavaScript.');
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${String(error)}\n\n${usage}\n`);
  process.exitCode = 1;
}
