import { join } from 'node:path';
import pino from 'pino';
import type { Overrides } from '../../server/app.ts';
import type { Config } from '../../server/base/config.ts';
import { type Serving, serve } from '../../server/serving.ts';
import { loggedIn, testConfig } from './app.ts';
import type { Storage } from './engine.ts';
import { HttpClient } from './http-client.ts';
import { type SettableClock, settableClock } from './settable-clock.ts';

/** The product as its process runs it: on one port, even while a backup replaces the shop. */
export interface ServedApp {
  serving: Serving;
  origin: string;
  clock: SettableClock;
  staff: HttpClient;
  stranger(): HttpClient;
  logIn(): Promise<HttpClient>;
  /** Asks again and again. */
  until(is: () => Promise<boolean>): Promise<void>;
  stop(): Promise<void>;
}

export async function startServed(
  storage: Storage,
  {
    clock = settableClock(),
    overrides = {},
    config = {},
    acceptsLoss = false,
  }: {
    clock?: SettableClock;
    overrides?: Overrides;
    config?: Partial<Config>;
    acceptsLoss?: boolean;
  } = {},
): Promise<ServedApp> {
  const serving = await serve(
    {
      config: testConfig(storage, config),
      log: pino({ level: 'silent' }),
      version: '1.2.3+test',
      webFolder: join(storage.dataDir, 'no-build'),
      acceptsLoss,
    },
    { clock: clock.read, delay: async () => undefined, isDriven: true, ...overrides },
  );
  const { origin } = serving;
  return {
    serving,
    origin,
    clock,
    staff: await loggedIn(origin),
    stranger: () => new HttpClient(origin),
    logIn: () => loggedIn(origin),
    async until(is) {
      while (!(await is())) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    stop: () => serving.close(),
  };
}
