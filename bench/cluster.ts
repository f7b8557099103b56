import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../tests/harness/free-port.ts';
import { startChosenBalancer } from '../tests/harness/installed-balancer.ts';
import { startS3Server } from '../tests/harness/s3-server.ts';
import { quantile } from './latency.ts';
import { machine } from './machine.ts';
import { logIn, password, root, type Started, startServer } from './measure.ts';
import { openPostgresServer } from './postgres-server.ts';
import { processorMsDuring } from './processor-time.ts';

/**
 * What one to four processes on one PostgreSQL carry: `npm run bench:cluster`. The load, the database
 * and the processes share this machine, so the totals say little about others; what each thing costs
 * of a processor does.
 *
 * `BALANCER=caddy|nginx|installed` puts a balancer in between; else the load goes round by itself.
 */

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '1,2,3,4' },
    seconds: { type: 'string', default: '8' },
    /** A smaller one for a quick look at what things cost. */
    share: { type: 'string', default: '1' },
  },
});
/** None with 0: only what things cost. */
const sizes = values.processes.split(',').map(Number).filter(Boolean);
const share = Number(values.share);
const seconds = Number(values.seconds);
const connections = 32;
const streams = 200;

const folder = mkdtempSync(join(tmpdir(), 'watch-bench-cluster-'));
// Under root the server runs as another user, who must be able to reach its files.
chmodSync(folder, 0o755);
const postgres = await openPostgresServer(join(folder, 'postgres', 'data'));
const postmaster = Number(
  readFileSync(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n', 1)[0],
);
const bucket = await startS3Server();

interface Answer {
  status: number;
  etag: string;
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: connections });

function ask(
  origin: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const given: Record<string, string> = body === '' ? {} : { 'content-type': 'application/json' };
    const asked = httpRequest(
      `${origin}${path}`,
      { method, agent, headers: { ...headers, ...given } },
      (answer: IncomingMessage) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (piece: string) => {
          text += piece;
        });
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, etag: answer.headers.etag ?? '', text }),
        );
        answer.once('error', reject);
      },
    );
    asked.once('error', reject);
    asked.end(body);
  });
}

let made = 0;
function newRepair(): string {
  made += 1;
  const local = String(2_000_000 + made);
  return JSON.stringify({
    repairId: randomUUID(),
    customerName: `Customer ${made}`,
    customerEmail: `customer${made}@example.com`,
    customerPhone: `(212) ${local.slice(0, 3)}-${local.slice(3)}`,
    watchBrand: 'Omega',
    watchModel: 'Seamaster 300',
    issue: 'Stops overnight',
  });
}

interface Served {
  members: readonly Started[];
  /** Where requests go, each to the next. */
  origins: readonly string[];
  cookie: string;
  stop: () => Promise<void>;
}

/** So many processes on a database of their own. */
async function serve(amount: number): Promise<Served> {
  const name = `shop_${randomUUID().replaceAll('-', '')}`;
  await postgres.run(`create database ${name}`);
  const members = await Promise.all(
    Array.from({ length: amount }, (_, index) => {
      const dataDir = join(folder, `${name}-${index}`);
      mkdirSync(dataDir);
      return startServer('/readyz', {
        ...bucket.environment,
        DATA_DIR: dataDir,
        DATABASE_URL: postgres.url(name),
        SHOP_PASSWORD: password,
        LOG_LEVEL: 'warn',
      });
    }),
  );
  const wanted = process.env.BALANCER ?? '';
  const upstreams = members.map(({ url }) => new URL(url).host);
  const balancer =
    wanted === '' ? null : await startChosenBalancer(wanted, { upstreams, port: await freePort() });
  const [first] = members;
  if (!first) throw new Error('No process');
  return {
    members,
    origins: balancer ? [balancer.url] : members.map(({ url }) => url),
    cookie: await logIn(first.url),
    stop: async () => {
      await balancer?.close();
      for (const member of members) await member.stop();
    },
  };
}

const kinds = ['poll', 'overview', 'list', 'intake'] as const;
type Kind = (typeof kinds)[number];

/** What people and their screens do, of a hundred things. */
interface Mix {
  name: string;
  shares: Readonly<Record<Kind, number>>;
}

const mixes: readonly Mix[] = [
  // A shop's busiest hour, as docs/scaling.md counts it.
  { name: 'As in shops', shares: { poll: 72, overview: 13, list: 13, intake: 2 } },
  // What is looked at has nearly always changed, so each process makes its answers anew.
  { name: 'Changing all the time', shares: { poll: 50, overview: 20, list: 20, intake: 10 } },
];

/** @returns the kinds in an order that spreads each of them evenly */
function spread({ shares }: Mix): Kind[] {
  return kinds
    .flatMap((kind) =>
      Array.from({ length: shares[kind] }, (_, index) => ({
        kind,
        at: (index + 0.5) / shares[kind],
      })),
    )
    .toSorted((one, other) => one.at - other.at)
    .map(({ kind }) => kind);
}

const listPath = '/api/repairs?status=pending&limit=50';

/** Everybody does one thing after the other for some seconds. */
async function mixedLoad({ origins, cookie }: Served, mix: readonly Kind[], forMs: number) {
  const times = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
  const until = performance.now() + forMs;
  let turn = 0;
  async function somebody(offset: number): Promise<void> {
    const tags = new Map<string, string>();
    for (let step = offset; performance.now() < until; step += 1) {
      const kind = mix[step % mix.length] ?? 'poll';
      turn += 1;
      const origin = origins[turn % origins.length] ?? '';
      const path = kind === 'overview' ? '/api/overview' : listPath;
      const tag = kind === 'poll' ? tags.get(path) : undefined;
      const headers = { cookie, ...(tag === undefined ? {} : { 'if-none-match': tag }) };
      const began = performance.now();
      const answer =
        kind === 'intake'
          ? await ask(origin, 'POST', '/api/repairs', headers, newRepair())
          : await ask(origin, 'GET', path, headers);
      if (answer.status > 304) throw new Error(`${kind}: ${answer.status} ${answer.text}`);
      if (answer.etag !== '') tags.set(path, answer.etag);
      times.get(kind)?.push(performance.now() - began);
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => somebody(index * 3)));
  return times;
}

const number = (value: number, digits = 0) => value.toFixed(digits);
const lines: string[] = [];
const say = (line: string) => {
  console.log(line);
  lines.push(line);
};

/** What all of them carry together. */
async function throughput(mix: Mix): Promise<void> {
  const { poll, overview, list, intake } = mix.shares;
  say(`\n## ${mix.name}\n`);
  say(
    `Of a hundred requests ${poll} poll the list, ${overview} ask for the overview, ${list} for the list, ${intake} take in a repair, durably.\n`,
  );
  say(
    '| processes | requests/s | intakes/s | p99 poll, ms | p99 overview, ms | p99 list, ms | p99 intake, ms | processor per request, ms | of PostgreSQL, ms |',
  );
  say('|---:|---:|---:|---:|---:|---:|---:|---:|---:|');
  const order = spread(mix);
  for (const size of sizes) {
    const served = await serve(size);
    await mixedLoad(served, order, 2000);
    let times = new Map<Kind, number[]>();
    const used = await processorMsDuring(
      [...served.members.map(({ pid }) => pid), postmaster],
      async () => {
        times = await mixedLoad(served, order, seconds * 1000);
      },
    );
    const ofPostgres = used.pop() ?? 0;
    const total = [...times.values()].reduce((sum, one) => sum + one.length, 0);
    const p99 = kinds.map((kind) => number(quantile(times.get(kind) ?? [], 0.99), 1));
    const ofUs = used.reduce((sum, one) => sum + one, 0);
    const cells = [
      size,
      number(total / seconds),
      number((times.get('intake')?.length ?? 0) / seconds),
      ...p99,
      number(ofUs / total, 2),
      number(ofPostgres / total, 2),
    ];
    say(`| ${cells.join(' | ')} |`);
    await served.stop();
  }
}

/** What one thing costs of a processor, of a process that does nothing else. */
async function costs(): Promise<void> {
  const served = await serve(2);
  const [one, other] = served.members;
  if (!one || !other) throw new Error('Two processes are needed');
  const { cookie } = served;
  const pids = [one.pid, other.pid, postmaster];
  const rows: string[] = [];
  async function cost(
    name: string,
    whole: number,
    work: (amount: number) => Promise<void>,
    each = 1,
  ): Promise<void> {
    const amount = Math.ceil(whole * share);
    const used = await processorMsDuring(pids, () => work(amount));
    const [atOne = 0, atOther = 0, ofPostgres = 0] = used.map((ms) => ms / amount / each);
    rows.push(
      `| ${name} | ${[atOne, atOther, ofPostgres].map((ms) => number(ms, 3)).join(' | ')} |`,
    );
  }
  async function many(amount: number, work: () => Promise<unknown>, atOnce = 16): Promise<void> {
    let left = amount;
    const somebody = async () => {
      while (left > 0) {
        left -= 1;
        await work();
      }
    };
    await Promise.all(Array.from({ length: atOnce }, somebody));
  }
  const intake = (origin: string) => ask(origin, 'POST', '/api/repairs', { cookie }, newRepair());
  await many(200, () => intake(one.url));
  await many(200, () => intake(other.url));

  const tag = (await ask(one.url, 'GET', listPath, { cookie })).etag;
  await cost('unchanged poll', 30_000, (amount) =>
    many(amount, () => ask(one.url, 'GET', listPath, { cookie, 'if-none-match': tag })),
  );
  await cost('intake, at the first', 1500, (amount) => many(amount, () => intake(one.url)));
  await cost('intake at the first, overview changed by it at the second', 1000, (amount) =>
    many(
      amount,
      async () => {
        await intake(one.url);
        await ask(other.url, 'GET', '/api/overview', { cookie });
      },
      1,
    ),
  );
  await cost('nothing, for a second', 10, (amount) => sleep(amount * 1000));

  const readers = new Agent({ maxSockets: streams });
  let heard = 0;
  const opened = await Promise.all(
    Array.from(
      { length: streams },
      () =>
        new Promise<ReturnType<typeof httpRequest>>((resolve, reject) => {
          const asked = httpRequest(
            `${other.url}/api/events`,
            { agent: readers, headers: { cookie } },
            (answer) => {
              answer.setEncoding('utf8').on('data', (piece: string) => {
                heard += piece.split('event: change').length - 1;
              });
              // The test's own closing is no failure.
              answer.on('error', () => undefined);
              resolve(asked);
            },
          );
          asked.once('error', reject);
          asked.end();
        }),
    ),
  );
  const changesOfIntake = 3;
  await cost(
    `live event to one of ${streams} streams at the second, of intakes at the first`,
    300,
    async (amount) => {
      await many(amount, () => intake(one.url), 1);
      while (heard < amount * changesOfIntake * streams) await sleep(5);
    },
    changesOfIntake * streams,
  );
  await cost(`${streams} silent streams at the second, for a second`, 20, (amount) =>
    sleep(amount * 1000),
  );
  for (const reader of opened) reader.on('error', () => undefined).destroy();
  await served.stop();
  say(
    '\n## What one thing costs\n\nIn milliseconds of a processor, of a process that does nothing else.\n',
  );
  say('| | first process | second process | PostgreSQL |');
  say('|---|---:|---:|---:|');
  for (const row of rows) say(row);
}

try {
  say(`# What one to four processes carry\n\n${machine()}, PostgreSQL ${postgres.version}.\n`);
  say(
    `Load from ${connections} connections for ${seconds} s. The load, PostgreSQL and the processes share the processors of this machine; ` +
      `${process.env.BALANCER ? `${process.env.BALANCER} stands in between, on the same processors, too` : 'the load itself goes round over the processes, as a balancer would'}.`,
  );
  for (const mix of mixes) await throughput(mix);
  await costs();
  writeFileSync(join(root, 'bench', 'cluster.md'), `${lines.join('\n')}\n`);
} finally {
  agent.destroy();
  await bucket.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
