import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import pino from 'pino';
import sharp from 'sharp';
import { createApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import type { OpenApiDocument } from './fuzz/description.ts';
import { type FuzzReport, fuzz } from './fuzz/run.ts';

/**
 * Starts a product of its own over an empty shop and asks it everything, right and wrong:
 * `npm run fuzz -- --count 50000 --seed 1`. With DATABASE_URL it uses that PostgreSQL database, which
 * had better be an empty one.
 */

const { values } = parseArgs({
  options: { count: { type: 'string', default: '50000' }, seed: { type: 'string' } },
});
const count = Number(values.count);
const seed = values.seed === undefined ? Math.floor(Math.random() * 1e9) : Number(values.seed);

function printTable({ counts }: FuzzReport): void {
  console.table(
    Object.fromEntries(
      [...counts].sort().map(([name, { sent, byClass }]) => [
        name,
        {
          sent,
          '2xx': byClass[2] ?? 0,
          '3xx': byClass[3] ?? 0,
          '4xx': byClass[4] ?? 0,
          '5xx': byClass[5] ?? 0,
        },
      ]),
    ),
  );
}

async function main(): Promise<number> {
  if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed)) {
    console.error('count and seed must be whole numbers');
    return 1;
  }
  console.log(`Seed ${seed}, ${count} requests`);
  const folder = await mkdtemp(join(tmpdir(), 'watch-repair-fuzz-'));
  const errors: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      errors.push(String(chunk).trim());
      done();
    },
  });
  process.on('unhandledRejection', (error) => errors.push(`unhandled rejection: ${error}`));
  const { DATABASE_URL } = process.env;
  let now = Date.now();
  const app = await createApp(
    {
      config: {
        ...readConfig({ DATA_DIR: folder, ...(DATABASE_URL ? { DATABASE_URL } : {}) }),
        trustProxy: 1,
      },
      log: pino({ level: 'error' }, stream),
      version: 'fuzz',
      webFolder: join(folder, 'no-build'),
    },
    { clock: () => now, delay: async () => undefined },
  );
  const origin = await app.http.listen({ port: 0, host: '127.0.0.1' });
  const password = await app.password;
  if (password.kind !== 'made') throw new Error('The database holds a shop already.');
  const document = await app.http.inject({
    url: '/api/openapi.json',
    headers: { cookie: await cookieFrom(origin, password.password) },
  });
  const photo = await sharp({
    create: { width: 320, height: 240, channels: 3, background: { r: 200, g: 40, b: 40 } },
  })
    .jpeg()
    .toBuffer();
  const started = performance.now();
  const report = await fuzz(
    {
      origin,
      password: password.password,
      advance: (milliseconds) => {
        now += milliseconds;
      },
      newErrors: () => errors.splice(0),
      photo,
    },
    document.json<OpenApiDocument>(),
    { count, seed },
  );
  const seconds = (performance.now() - started) / 1000;
  await app.close();
  await rm(folder, { recursive: true, force: true });
  printTable(report);
  for (const problem of report.problems) console.error(problem);
  console.log(`Seed ${seed}: ${report.problems.length} problems, ${seconds.toFixed(0)} s`);
  return report.problems.length === 0 ? 0 : 1;
}

async function cookieFrom(origin: string, password: string): Promise<string> {
  const response = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

process.exitCode = await main();
