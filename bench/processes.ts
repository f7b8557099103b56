import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { dataFiles } from '../server/config.ts';
import { freePort } from '../tests/harness/free-port.ts';
import { storesPresent } from './data/books.ts';
import type { StoreSettings } from './stores.ts';

/** The programs that are measured, and what they are asked. */

const root = join(import.meta.dirname, '..');

export interface Served {
  url: string;
  pid: number;
  /** The session, as a Cookie header; empty where none is needed. */
  cookie: string;
  /** From spawning until the first request was answered, in milliseconds. */
  startMs: number;
  stop: () => Promise<void>;
}

interface Task {
  file: string;
  flags?: readonly string[];
  env: Record<string, string>;
  /** Asked until it is answered with 200. */
  path: string;
  cookie?: string;
}

async function start({ file, flags = [], env, path, cookie = '' }: Task): Promise<Served> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const before = performance.now();
  const child: ChildProcess = spawn(process.execPath, [...flags, join(root, file)], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${file} ended before it answered`);
    const response = await fetch(`${url}${path}`, { headers: { cookie } }).catch(() => null);
    if (response?.status === 200) break;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const startMs = performance.now() - before;
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return { url, pid: child.pid ?? 0, cookie, startMs, stop };
}

/** How `npm start` starts the server: settings of the C library, flags for Node. */
function startWords(): { env: Record<string, string>; flags: string[] } {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [, words = ''] = /exec env (.*) server\/main\.ts$/.exec(scripts.start) ?? [];
  const [variables = '', flags = ''] = words.split(' node ');
  if (flags === '') throw new Error('npm start is not what it was');
  const env = Object.fromEntries(variables.split(' ').map((pair) => pair.split('=')));
  return { env, flags: flags.split(' ') };
}

const shiftedClock = ['--import', './bench/shifted-clock.ts'];
const usualEnv = {
  SHOP_PASSWORD: 'bench-password',
  LOG_LEVEL: 'warn',
  BENCH_CLOCK: String(storesPresent),
};

/**
 * Starts the product as `npm start` does, at the moment of its store: nothing becomes due that was
 * not when the store was made.
 *
 * @param path asked until it is answered, with a session of an earlier start where it needs one
 */
export function startProduct(
  settings: StoreSettings,
  path = '/readyz',
  cookie = '',
): Promise<Served> {
  const { env, flags } = startWords();
  return start({
    file: 'server/main.ts',
    // BENCH_NODE_FLAGS takes what a profile needs, e.g. --cpu-prof.
    flags: [...flags, ...(process.env.BENCH_NODE_FLAGS?.split(' ') ?? []), ...shiftedClock],
    env: { ...env, ...settings, ...usualEnv },
    path,
    cookie,
  });
}

/** @returns a started product in which somebody is logged in */
export async function openProduct(settings: StoreSettings): Promise<Served> {
  const served = await startProduct(settings);
  const response = await fetch(`${served.url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: usualEnv.SHOP_PASSWORD }),
  });
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0];
  if (cookie === undefined) throw new Error(`Could not log in: ${response.status}`);
  return { ...served, cookie };
}

/** On a store in SQLite. */
export const startBare = ({ DATA_DIR }: StoreSettings) =>
  start({ file: 'bench/bare.ts', env: { DATABASE: dataFiles.database(DATA_DIR) }, path: '/list' });

/** @returns the processor time that a process has used so far, in milliseconds */
export function processorMs(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold anything; the kernel counts in hundredths of a second.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** @returns a process's memory, in megabytes */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

export interface Asked {
  method?: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** The status that it must be answered with. */
  status?: number;
}

export interface Answer {
  /** From sending the request until all of the answer was there. */
  ms: number;
  body: string;
  etag: string;
}

/** Connections of their own to a program, each asking one thing after the other. */
export function openConnections({ url, cookie }: Served, count: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: count });

  function ask({ method = 'GET', path, body, headers, status = 200 }: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const text = body === undefined ? '' : JSON.stringify(body);
      const before = performance.now();
      const sent = request(`${url}${path}`, {
        agent,
        method,
        headers: {
          cookie,
          ...headers,
          ...(text && { 'content-type': 'application/json' }),
        },
      });
      sent.on('error', reject);
      sent.on('response', async (response) => {
        const parts: Buffer[] = [];
        for await (const part of response) parts.push(part);
        const ms = performance.now() - before;
        const etag = response.headers.etag ?? '';
        const answer = { ms, body: Buffer.concat(parts).toString(), etag };
        if (response.statusCode === status) resolve(answer);
        else reject(new Error(`${path}: ${response.statusCode} ${answer.body.slice(0, 200)}`));
      });
      sent.end(text);
    });
  }

  return {
    ask,
    /** Asks everything once, in this order. @returns the answers, in this order */
    async askAll(all: readonly Asked[]): Promise<Answer[]> {
      const answers: Answer[] = [];
      let next = 0;
      const work = async () => {
        for (let index = next++; index < all.length; index = next++) {
          answers[index] = await ask(all[index] as Asked);
        }
      };
      await Promise.all(Array.from({ length: count }, work));
      return answers;
    },
    close: () => agent.destroy(),
  };
}

export type Connections = ReturnType<typeof openConnections>;
