import { readFileSync } from 'node:fs';
import { chanceOf } from '../scripts/demo/chance.ts';
import {
  type Outcome,
  type ServedStore,
  type SizedClaim,
  type SizedGround,
  smallSize,
  type Wording,
} from './claims.ts';
import { type Line, openLine, quantile } from './latency.ts';
import { inTurn } from './measure.ts';
import { pagesOf, type SampledStore } from './pages.ts';
import { type AskedRequest, lists, searches, singles, wordingOf } from './requests.ts';
import { type Listed, read, samplesOf } from './samples.ts';

/**
 * What the screens ask for, of two servers at once: one with 1,000 tickets, one with many. Before
 * each round of requests something is changed in both shops, so that no answer is one that was made
 * before: every number is that of the first who asks after a change.
 */

/** Enough for a p99: it is the 15th of the slowest. */
const rounds = Number(process.env.BENCH_ROUNDS || 1_500);
const warmingRounds = Math.min(50, Math.ceil(rounds / 10));
/** A row that has taken so long by itself is not asked for again, in milliseconds. */
const patienceMs = 60_000;
const linesEach = 2;
const leastAnswers = Math.min(30, rounds);

interface Side extends SampledStore {
  lines: Line[];
  /** The ticket whose note is changed. */
  changed: string;
}

interface Measured {
  request: AskedRequest;
  sides: Map<Side, { ms: number[]; items: number; bytes: number }>;
}

async function sideOf(store: ServedStore): Promise<Side> {
  const path = '/api/repairs?status=pending&limit=1';
  const [pending] = (await read<Listed<{ ticketNumber: string }>>(store, path)).items;
  if (pending === undefined) throw new Error('No repair is pending that could be changed');
  return { store, samples: await samplesOf(store), lines: [], changed: pending.ticketNumber };
}

/** Not before they are used: the server does not wait long for a connection's first request. */
async function openLines({ store, lines }: Side): Promise<void> {
  while (lines.length < linesEach) lines.push(await openLine(store.url, store.cookie));
}

async function change({ lines, changed }: Side, round: number): Promise<void> {
  const body = { priceNotes: `As said on the phone, ${round}` };
  const { status } = (await lines[0]?.send('PATCH', `/api/repairs/${changed}`, body)) ?? {};
  if (status !== 200) throw new Error(`A repair could not be changed: ${status}`);
}

async function askOnce(measured: Measured, side: Side, round: number): Promise<void> {
  const chance = chanceOf(`${measured.request.name} ${round}`);
  const path = measured.request.path(side.samples, chance);
  const reply = await side.lines[round % side.lines.length]?.ask(path);
  if (reply?.status !== 200) throw new Error(`${path}: ${reply?.status}`);
  if (round < warmingRounds) return;
  const kept = measured.sides.get(side);
  if (kept === undefined) return;
  kept.ms.push(reply.ms);
  const { items } = JSON.parse(reply.body.toString()) as { items?: unknown[] };
  kept.items += items?.length ?? 0;
  kept.bytes += reply.body.length;
}

const isEnough = ({ sides }: Measured): boolean =>
  [...sides.values()].some(
    ({ ms }) => ms.length >= leastAnswers && ms.reduce((sum, each) => sum + each, 0) > patienceMs,
  );

async function askInTurn(requests: readonly AskedRequest[], sides: readonly Side[]) {
  for (const side of sides) await openLines(side);
  const all: Measured[] = requests.map((request) => ({
    request,
    sides: new Map(sides.map((side) => [side, { ms: [], items: 0, bytes: 0 }])),
  }));
  for (let round = 0; round < rounds + warmingRounds; round += 1) {
    const order = round % 2 === 0 ? sides : sides.toReversed();
    for (const side of order) await change(side, round);
    for (const measured of all) {
      if (isEnough(measured)) continue;
      for (const side of order) await askOnce(measured, side, round);
    }
  }
  return all;
}

const oneDigit = (value: number) => (value >= 10 ? Math.round(value) : value.toFixed(1));

function outcomeOf({ request, sides }: Measured, small: Side, large: Side): Outcome {
  const of = (side: Side) => {
    const { ms, items, bytes } = sides.get(side) ?? { ms: [], items: 0, bytes: 0 };
    return {
      p50: quantile(ms, 0.5),
      p99: quantile(ms, 0.99),
      items: oneDigit(items / ms.length),
      kilobytes: oneDigit(bytes / ms.length / 1000),
      answers: ms.length,
    };
  };
  const [ours, theirs] = [of(large), of(small)];
  const parts = [
    ...(request.note ? [request.note] : []),
    `${ours.items} items and ${ours.kilobytes} kB against ${theirs.items} and ${theirs.kilobytes}`,
    `p50 ${ours.p50.toFixed(1)} ms against ${theirs.p50.toFixed(1)}`,
    ...(ours.answers < rounds ? [`of ${ours.answers} answers`] : []),
  ];
  return {
    ours: ours.p99,
    theirs: theirs.p99,
    ratio: ours.p99 / theirs.p99,
    note: parts.join('; '),
  };
}

/** Of a process, in megabytes. */
function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

const mostMegabytes = 150;

const memoryClaim: Wording = {
  name: 'Resident memory of the server after all these requests',
  comparedWith: 'what it may take',
  unit: 'MB',
  limit: { most: 1 },
};

async function* measureRequests(ground: SizedGround, isWanted: (topic: string) => boolean) {
  const small = await sideOf(await ground.serve(smallSize));
  const large = await sideOf(await ground.serve(ground.size));
  const sides = [small, large];
  try {
    const requests: AskedRequest[] = [...singles, ...searches];
    for (const list of lists) requests.push(...(await pagesOf(list, sides)));
    const isMix = isWanted('memory');
    const chosen = requests.filter(({ topic }) => isMix || isWanted(topic));
    for (const measured of await askInTurn(chosen, sides)) {
      if (!isWanted(measured.request.topic)) continue;
      yield { claim: wordingOf(measured.request), outcome: outcomeOf(measured, small, large) };
    }
    if (isMix) {
      const ours = residentMegabytes(large.store.pid);
      const atSmall = Math.round(residentMegabytes(small.store.pid));
      const note = `${atSmall} MB with ${smallSize.toLocaleString('en-US')} tickets`;
      const outcome = { ours, theirs: mostMegabytes, ratio: ours / mostMegabytes, note };
      yield { claim: memoryClaim, outcome };
    }
  } finally {
    for (const { store, lines } of sides) {
      for (const line of lines) line.close();
      await store.stop();
    }
  }
}

export const requestClaims: SizedClaim = {
  topics: ['lists', 'search', 'memory'],
  measure: measureRequests,
};

async function startOnce(ground: SizedGround, size: number | 'empty'): Promise<number> {
  const { startMs, stop } = await ground.serve(size);
  await stop();
  return startMs;
}

export const readyClaim: SizedClaim = {
  topics: ['ready'],
  measure: async function* (ground) {
    const claim: Wording = {
      name: 'Ready after the start (/readyz)',
      comparedWith: 'with an empty store',
      unit: 'ms',
      limit: { most: 1.2 },
    };
    const outcome = await inTurn(
      9,
      () => startOnce(ground, ground.size),
      () => startOnce(ground, 'empty'),
    );
    yield { claim, outcome };
  },
};
