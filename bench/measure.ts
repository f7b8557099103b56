import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { freePort } from '../tests/harness/free-port.ts';

/** What every measurement needs: processes to measure, rounds that alternate, medians. */

export const root = join(import.meta.dirname, '..');

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export interface Ratio {
  ours: number;
  theirs: number;
  /** The median of the rounds' own ratios: both sides of a round met the same machine. */
  ratio: number;
}

/** Measures two things in turn, so that whatever else the machine does meets both. */
export async function inTurn(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<Ratio> {
  await ours();
  await theirs();
  const pairs: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    pairs.push(
      round % 2 === 0
        ? { ours: await ours(), theirs: await theirs() }
        : await theirs().then(async (first) => ({ theirs: first, ours: await ours() })),
    );
  }
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    theirs: median(pairs.map((pair) => pair.theirs)),
    ratio: median(pairs.map((pair) => pair.ours / pair.theirs)),
  };
}

export interface Started {
  url: string;
  pid: number;
  /** From spawning until it answered, in milliseconds. */
  startMs: number;
  stop(): Promise<void>;
}

async function stopChild(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error('The process ended before it answered');
    try {
      const response = await fetch(url);
      if (response.status < 500) return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
}

/**
 * Starts a program of ours that listens on PORT, and waits until `path` answers.
 *
 * @param flags for Node
 */
export async function startProgram(
  file: string,
  path: string,
  env: Record<string, string>,
  flags: readonly string[] = [],
): Promise<Started> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const before = performance.now();
  const child = spawn(process.execPath, [...flags, join(root, file)], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilItAnswers(`${url}${path}`, child);
  const startMs = performance.now() - before;
  return { url, pid: child.pid ?? 0, startMs, stop: () => stopChild(child) };
}

/** How `npm start` starts the server: settings of the C library, flags for Node. */
function startWords(): { env: Record<string, string>; flags: string[] } {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [, words = ''] = /exec env (.*) server\/main\.ts$/.exec(scripts.start) ?? [];
  const [settings = '', flags = ''] = words.split(' node ');
  if (flags === '') throw new Error('npm start is not what it was');
  const env = Object.fromEntries(settings.split(' ').map((pair) => pair.split('=')));
  return { env, flags: flags.split(' ') };
}

/** Starts the product as `npm start` does, and waits until it answers at `path`. */
export function startServer(
  path: '/healthz' | '/readyz',
  env: Record<string, string>,
  moreFlags: readonly string[] = [],
): Promise<Started> {
  const usual = startWords();
  const flags = [...usual.flags, ...moreFlags];
  return startProgram('server/main.ts', path, { ...usual.env, ...env }, flags);
}

export const password = 'bench-password';

/** Starts the product on a new embedded store. */
export async function startProduct(): Promise<Started & { dataDir: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'watch-bench-'));
  const started = await startServer('/healthz', {
    DATA_DIR: dataDir,
    SHOP_PASSWORD: password,
    LOG_LEVEL: 'warn',
  });
  return {
    ...started,
    dataDir,
    stop: async () => {
      await started.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** Logs in and returns the session as a Cookie header. */
export async function logIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0];
  if (!cookie) throw new Error(`Could not log in: ${response.status}`);
  return cookie;
}
