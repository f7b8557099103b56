import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { dataFiles } from '../server/base/config.ts';
import { freePort } from '../tests/harness/process.ts';
import { storesPresent } from './data/books.ts';
import type { StoreSettings } from './stores.ts';

/** The programs that are measured, and what they are asked. */

const root = join(import.meta.dirname, '..');

export interface Served {
  url: string;
  pid: number;
  /** The session, as a Cookie header; empty if none is needed. */
  cookie: string;
  /** From spawning until the first request was answered, in milliseconds. */
  startMs: number;
  stop: () => Promise<void>;
}

/** @param path asked, with the session, until it is answered with 200 */
async function start(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  path: string,
  cookie = '',
): Promise<Served> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const before = performance.now();
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${words.at(-1)} ended before it answered`);
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

const password = 'bench-password';

/**
 * Starts the product as `npm start` does, with the clock set to its store's present: nothing becomes due
 * that was not already due then. BENCH_NODE_FLAGS takes what a profile needs, e.g. --cpu-prof.
 *
 * @param path asked until it is answered, with a session of an earlier start if it needs one
 */
export function startProduct(
  settings: StoreSettings,
  path = '/readyz',
  cookie = '',
): Promise<Served> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [, variables, flags, program] = /exec env (.*) node (.*) (\S+)$/.exec(scripts.start) ?? [];
  if (variables === undefined || flags === undefined || program === undefined)
    throw new Error('The start command in package.json cannot be read');
  const more = process.env.BENCH_NODE_FLAGS?.split(' ') ?? [];
  const words = [...flags.split(' '), ...more, '--require', './bench/shifted-clock.ts'];
  const env = {
    ...Object.fromEntries(variables.split(' ').map((pair) => pair.split('='))),
    ...settings,
    SHOP_PASSWORD: password,
    LOG_LEVEL: 'warn',
    BENCH_CLOCK: String(storesPresent),
  };
  return start([...words, program], env, path, cookie);
}

/** @returns a started product with a logged-in session */
export async function openProduct(settings: StoreSettings): Promise<Served> {
  const served = await startProduct(settings);
  const response = await fetch(`${served.url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0];
  if (cookie === undefined) throw new Error(`Could not log in: ${response.status}`);
  return { ...served, cookie };
}

/** On a store in SQLite. */
export const startBare = ({ DATA_DIR }: StoreSettings) =>
  start(['bench/bare.ts'], { DATABASE: dataFiles.database(DATA_DIR) }, '/list');

/** @returns the processor time that a process has used so far, in milliseconds */
export function processorMs(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold anything; the kernel counts in hundredths of a second.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** @returns a process's memory, in megabytes */
export const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

export interface Asked {
  method?: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** The status that it must be answered with. */
  status?: number;
}

export interface Answer {
  /** From sending the request until the whole answer had arrived. */
  ms: number;
  body: string;
  etag: string;
}

/** This many connections to a program, each asking one thing after the other. */
export function openConnections({ url, cookie }: Served, count: number) {
  // Not `fetch`, which keeps this side so busy that it adds a fifth to what it measures.
  const agent = new Agent({ keepAlive: true, maxSockets: count });

  async function ask({
    method = 'GET',
    path,
    body,
    headers,
    status = 200,
  }: Asked): Promise<Answer> {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const before = performance.now();
    const asked = request(`${url}${path}`, {
      method,
      agent,
      headers: { cookie, ...type, ...headers },
    });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const answer = await text(response);
    const ms = performance.now() - before;
    if (response.statusCode !== status)
      throw new Error(`${path}: ${response.statusCode} ${answer}`);
    return { ms, body: answer, etag: response.headers.etag ?? '' };
  }

  /** Asks everything once, in this order. @returns the answers, in this order */
  async function askAll(all: readonly Asked[]): Promise<Answer[]> {
    const answers: Answer[] = [];
    const waiting = all.entries();
    const work = async () => {
      for (const [index, asked] of waiting) answers[index] = await ask(asked);
    };
    await Promise.all(Array.from({ length: count }, work));
    return answers;
  }

  return { ask, askAll };
}

export type Connections = ReturnType<typeof openConnections>;
