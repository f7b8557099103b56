import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lookouts } from './lookouts.ts';

const root = join(import.meta.dirname, '..', '..');

/** What one has compiled serves the next. */
const compileCache = join(tmpdir(), 'node-compile-cache');

/** A program of the product as a process of its own, as a shop starts it. */
export interface RunningProcess {
  readonly pid: number;
  /** Everything it has written so far. */
  readonly output: () => string;
  /** Resolves with what matched, once it has written it. @throws when it ends before */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  signal(name: NodeJS.Signals): void;
  /** Its exit code, or null after a signal that it did not answer. */
  readonly ended: Promise<number | null>;
}

/**
 * @param program path within the project, e.g. `server/main.ts`
 * @param environment all of its settings: nothing of ours is handed on
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
  const child = spawn(process.execPath, [join(root, program), ...words], {
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
