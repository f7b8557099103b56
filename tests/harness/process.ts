import { spawn } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach } from 'vitest';
import { HttpClient } from './http-client.ts';
import { lookouts } from './lookouts.ts';
import type { Storage } from './storage.ts';

const root = join(import.meta.dirname, '..', '..');

/** The server as a shop starts it: from its sources, a start takes twice as long. */
export const serverProgram = 'dist/server/main.cjs';

/** What one has compiled serves the next. */
const compileCache = join(tmpdir(), 'node-compile-cache');

export interface RunningProcess {
  readonly pid: number;
  readonly output: () => string;
  /** Resolves with what matched, once it has written it. @throws when it ends first */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  signal(name: NodeJS.Signals): void;
  /** Its exit code, or null after a signal that it did not handle. */
  readonly ended: Promise<number | null>;
}

/**
 * @param program path within the project, e.g. `scripts/backup.ts`, or an absolute one
 * @param environment all of its settings: nothing of ours is passed on
 * @param folder where it is started
 * @param input what it reads; nothing more comes after it
 * @param words what follows the program's name
 */
export function startProcess(
  program: string,
  environment: Record<string, string>,
  folder: string,
  input = '',
  words: readonly string[] = [],
): RunningProcess {
  const child = spawn(process.execPath, [resolve(root, program), ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache, ...environment },
    stdio: 'pipe',
  });
  let output = '';
  const { wake, until } = lookouts();
  const read = (chunk: Buffer) => {
    output += chunk.toString('utf8');
    wake();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return {
    pid: child.pid ?? 0,
    output: () => output,
    until: async (pattern) => {
      const found = () => pattern.exec(output);
      const code = await Promise.race([until(() => found() !== null).then(() => null), ended]);
      const match = found();
      if (match === null) throw new Error(`Ended with ${code} without ${pattern}:\n${output}`);
      return match;
    },
    signal: (name) => {
      child.kill(name);
    },
    ended,
  };
}

/** A port that was free a moment ago, for what has to know its address before it listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface Given {
  words?: readonly string[];
  input?: string;
  /** Besides those that lead to the store. */
  settings?: Record<string, string>;
}

/**
 * The product's programs on a store, as a shop starts them. Those that still run after a test are
 * killed: ask for this after the hook that removes the store, which has to come later.
 */
export function programs() {
  const running: RunningProcess[] = [];
  afterEach(async () => {
    for (const one of running.splice(0)) {
      one.signal('SIGKILL');
      await one.ended;
    }
  });
  const run = (
    program: string,
    { dataDir, databaseUrl, bucket }: Storage,
    { words = [], input = '', settings = {} }: Given = {},
  ) => {
    const environment: Record<string, string> = {
      PORT: '0',
      DATA_DIR: dataDir,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
      ...bucket?.environment,
      ...settings,
    };
    const started = startProcess(program, environment, dataDir, input, words);
    running.push(started);
    return started;
  };
  return {
    run,
    outcome: async (...given: Parameters<typeof run>) => {
      const started = run(...given);
      return { code: await started.ended, said: started.output() };
    },
    serve: async (storage: Storage, given: Given = {}) => {
      const started = run(serverProgram, storage, given);
      const [, origin = ''] = await started.until(/Open {6}(http:\S+)/);
      await started.until(/Data {6}\S+/);
      return { started, origin, browser: new HttpClient(origin) };
    },
  };
}
