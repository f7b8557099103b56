import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { defaultShopSettings } from '../../domain/shop-settings.ts';
import { type App, createApp, type Overrides } from '../../server/app.ts';
import type { Config } from '../../server/base/config.ts';
import { createEmptyShop, type Engine, type Storage } from './engine.ts';
import { HttpClient } from './http-client.ts';
import { type SettableClock, settableClock } from './settable-clock.ts';
import { testPassword } from './storage.ts';
import type { StoredRows } from './stored-rows.ts';

export { testPassword };

export interface AppOptions {
  config?: Partial<Config>;
  overrides?: Overrides;
  clock?: SettableClock;
  /** Where the data is: by default a new place of its own, removed at the end. */
  storage?: Storage;
  webFolder?: string;
  log?: Logger;
  port?: number;
}

/** The real product on a real engine, listening on a port of its own. */
export interface RunningApp {
  app: App;
  origin: string;
  clock: SettableClock;
  storage: Storage;
  rows: StoredRows;
  staff: HttpClient;
  stranger(headers?: Record<string, string>): HttpClient;
  logIn(): Promise<HttpClient>;
  /** Stops the product; its data stays. */
  stop(): Promise<void>;
  /** Stops the product and removes its data. */
  close(): Promise<void>;
}

export function testConfig(storage: Storage, changes: Partial<Config>): Config {
  return {
    port: 0,
    host: '127.0.0.1',
    publicUrl: null,
    dataDir: storage.dataDir,
    databaseUrl: storage.databaseUrl,
    photoBucket: storage.photoBucket,
    shopPassword: testPassword,
    trustProxy: false,
    metricsPort: null,
    drainSeconds: 0,
    logLevel: 'silent',
    twilio: null,
    twilioApiBaseUrl: null,
    settingsKey: null,
    shop: defaultShopSettings,
    shopConfigFile: null,
    shopFileProblems: [],
    ...changes,
  };
}

export async function loggedIn(origin: string): Promise<HttpClient> {
  const client = new HttpClient(origin);
  const reply = await client.logIn(testPassword);
  if (reply.status !== 204) throw new Error(`Could not log in: ${reply.status} ${reply.text}`);
  return client;
}

export async function startApp(engine: Engine, options: AppOptions = {}): Promise<RunningApp> {
  const storage = options.storage ?? (await createEmptyShop(engine));
  const clock = options.clock ?? settableClock();
  const app = await createApp(
    {
      config: testConfig(storage, options.config ?? {}),
      log: options.log ?? pino({ level: 'silent' }),
      version: '1.2.3+test',
      webFolder: options.webFolder ?? join(storage.dataDir, 'no-build'),
    },
    // Waiting out the slowed answers to wrong passwords would only take time, and what happens every
    // minute would interfere on a slow machine.
    { clock: clock.read, delay: async () => undefined, isDriven: true, ...options.overrides },
  );
  await app.http.listen({ port: options.port ?? 0, host: '127.0.0.1' });
  const { port } = app.http.server.address() as { port: number };
  const origin = `http://127.0.0.1:${port}`;
  await app.password;
  const rows = await storage.openRows();
  const staff = await loggedIn(origin);
  const stop = async () => {
    await rows.close();
    await app.close();
  };
  return {
    app,
    origin,
    clock,
    storage,
    rows,
    staff,
    stranger: (headers = {}) => new HttpClient(origin, null, headers),
    logIn: () => loggedIn(origin),
    stop,
    close: async () => {
      await stop();
      await storage.remove();
    },
  };
}

export function shared<Thing extends object>(
  make: () => Promise<Thing>,
  end: (thing: Thing) => Promise<unknown>,
): Thing {
  let thing: Thing;
  beforeAll(async () => {
    thing = await make();
  });
  afterAll(() => end(thing));
  return new Proxy({} as Thing, {
    get: (_, key) => Reflect.get(thing, key),
    set: (_, key, value) => Reflect.set(thing, key, value),
    // So that it can be spread.
    ownKeys: () => Reflect.ownKeys(thing),
    getOwnPropertyDescriptor: (_, key) => ({
      ...Reflect.getOwnPropertyDescriptor(thing, key),
      configurable: true,
    }),
  });
}

export const useShop = (engine: Engine, options?: AppOptions): RunningApp =>
  shared(
    () => startApp(engine, options),
    (shop) => shop.close(),
  );
