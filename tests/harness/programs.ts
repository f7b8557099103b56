import { afterEach } from 'vitest';
import { HttpClient } from './http-client.ts';
import { type RunningProcess, startProcess } from './process.ts';
import type { Storage } from './storage.ts';

interface Given {
  /** What follows the program's name. */
  words?: readonly string[];
  /** What it reads. */
  input?: string;
  /** Beside those that lead to the store. */
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
    /** Runs to its end. */
    outcome: async (...given: Parameters<typeof run>) => {
      const started = run(...given);
      return { code: await started.ended, said: started.output() };
    },
    /** Starts the product, and waits until it serves. */
    serve: async (storage: Storage, given: Given = {}) => {
      const started = run('server/main.ts', storage, given);
      const [, origin = ''] = await started.until(/Open {6}(http:\S+)/);
      await started.until(/Data {6}\S+/);
      return { started, origin, browser: new HttpClient(origin) };
    },
  };
}
