import type { Repair } from '../domain/api-answers.ts';
import type { Engine } from '../tests/harness/storage.ts';
import { type Asked, type Connections, openConnections, type Served } from './processes.ts';
import {
  farPages,
  firstPages,
  type Kind,
  type Listed,
  moneyKinds,
  newRepair,
  read,
  sampleRepairs,
  searches,
  watchKinds,
} from './requests.ts';
import { type Outcome, quantile } from './results.ts';

/** How long answers take, in milliseconds of wall-clock time. */

const rounds = Number(process.env.BENCH_ROUNDS || 300);
const warmingRounds = Math.ceil(rounds / 10);

type Times = Map<string, number[]>;

/** Does nothing: how long it takes says how long the machine keeps everything waiting. */
const nothing: Kind = { name: '/healthz', path: () => '/healthz' };

/** How many kinds of request a note names; the others are quicker. */
const namedKinds = 2;

/** The slowest kind, against the limit that none may exceed; the slowest ones in a note. */
function slowest(claim: string, times: Times, maxMs: number): Outcome {
  const kinds = [...times].map(([kind, ms]) => ({
    kind,
    p50: quantile(ms, 0.5),
    p99: quantile(ms, 0.99),
  }));
  kinds.sort((one, other) => other.p99 - one.p99);
  const said = kinds
    .filter(({ kind }, at) => at < namedKinds || kind === nothing.name)
    .map(({ kind, p50, p99 }) => `${kind} ${p99.toPrecision(3)} (${p50.toPrecision(2)})`);
  return {
    claim,
    unit: 'ms',
    against: 'the limit',
    limit: { most: 1 },
    ours: kinds.find(({ kind }) => kind !== nothing.name)?.p99 ?? Number.NaN,
    theirs: maxMs,
    note: said.join(', '),
  };
}

/** Changes something, so that every later answer has to be made again. */
function changeNote(ticketNumber: string, round: number): Asked {
  const body = { priceNotes: `As said on the phone, ${round}` };
  return { method: 'PATCH', path: `/api/repairs/${ticketNumber}`, body };
}

async function openTicket(connections: Connections): Promise<string> {
  const path = '/api/repairs?status=pending&limit=1';
  const [pending] = (await read<Listed<Repair>>(connections, path)).items;
  return pending?.ticketNumber ?? '';
}

/** Everything asked for in turn, once after each change. */
async function measureKinds(connections: Connections, kinds: readonly Kind[]): Promise<Times> {
  const times: Times = new Map(kinds.map(({ name }) => [name, []]));
  const ticket = await openTicket(connections);
  for (let round = 0; round < rounds + warmingRounds; round += 1) {
    await connections.ask(changeNote(ticket, round));
    for (const { name, path } of kinds) {
      const { ms } = await connections.ask({ path: path(round) });
      if (round >= warmingRounds) times.get(name)?.push(ms);
    }
  }
  return times;
}

/** A watch with all its repairs. */
async function measureWatches(served: Served): Promise<Outcome> {
  const times = await measureKinds(openConnections(served, 1), [nothing, ...watchKinds]);
  return slowest('Slowest page of a watch', times, 300);
}

/** What ten screens and tablets ask for at the same time, a tenth of it writing. */
export async function measureMix(served: Served): Promise<Outcome[]> {
  const connections = openConnections(served, 10);
  const samples = await sampleRepairs(connections, 500);
  const ticket = await openTicket(connections);
  const reading = [nothing, ...firstPages(samples), ...searches(samples)];
  const asked: { name: string; request: Asked }[] = [];
  for (let round = 0; round < rounds + warmingRounds; round += 1) {
    reading.forEach(({ name, path }, index) => {
      asked.push({ name, request: { path: path(round) } });
      if (index % 18 === 8) asked.push({ name: 'edit', request: changeNote(ticket, asked.length) });
      if (index % 18 === 17) asked.push({ name: 'take in', request: newRepair() });
    });
  }
  const answers = await connections.askAll(asked.map(({ request }) => request));
  const times: Times = new Map();
  const warming = (asked.length / (rounds + warmingRounds)) * warmingRounds;
  asked.slice(warming).forEach(({ name }, index) => {
    times.set(name, [...(times.get(name) ?? []), answers[warming + index]?.ms ?? Number.NaN]);
  });
  return [
    slowest('Slowest answer of all, 10 connections', times, 50),
    await measureWatches(served),
  ];
}

/**
 * The limit for the slowest page of a list: answers of a separate database server also have to
 * travel.
 */
const listMs: Readonly<Record<Engine, number>> = { sqlite: 25, postgres: 40 };

/** What 50 rows of a list weigh against 50 whole repairs, uncompressed. */
async function measureRows(connections: Connections): Promise<Outcome> {
  const bytesOf = async (view: string) => {
    const { body } = await connections.ask({ path: `/api/repairs?pickup=all&limit=50${view}` });
    return Buffer.byteLength(body);
  };
  const whole = await bytesOf('');
  const rows = await bytesOf('&view=row');
  return {
    claim: '50 completed repairs as rows',
    unit: 'bytes',
    against: 'whole',
    limit: { most: 0.7 },
    ours: rows,
    theirs: whole,
  };
}

/** One request after the other: searches, and the overview and pages of every list. */
export async function measureSearchesAndLists(served: Served, engine: Engine): Promise<Outcome[]> {
  const connections = openConnections(served, 1);
  const samples = await sampleRepairs(connections, 500);
  const found = await measureKinds(connections, [nothing, ...searches(samples)]);
  const pages = [nothing, ...firstPages(samples), ...(await farPages(connections))];
  const listed = await measureKinds(connections, pages);
  const sums = await measureKinds(connections, [nothing, ...moneyKinds]);
  return [
    slowest('Slowest search', found, 50),
    slowest('Slowest page of a list', listed, listMs[engine]),
    slowest('Slowest sum of a month', sums, 50),
    await measureRows(connections),
  ];
}
