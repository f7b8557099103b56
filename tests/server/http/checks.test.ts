import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { type AppOptions, type RunningApp, startApp } from '../../harness/app.ts';
import { createStorage, describeOnBothEngines, type Engine } from '../../harness/engine.ts';
import { programs } from '../../harness/process.ts';

let shop: RunningApp | null = null;
afterEach(async () => {
  await shop?.close();
  shop = null;
});

const { serve } = programs();

/** @returns what it answers to a stranger at an address, by its status and words */
async function answering(engine: Engine = 'sqlite', options: AppOptions = {}) {
  const running = await startApp(engine, options);
  shop = running;
  const ask = async (path: string) => {
    const reply = await running.stranger().send('GET', path);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    return [reply.status, reply.json()];
  };
  return { running, ask };
}

/** A store of which every call ends like this one. */
const photosThat = (call: () => Promise<never>) => ({
  photos: {
    put: call,
    get: call,
    has: call,
    delete: call,
    list: async function* () {},
    check: call,
  },
});

describeOnBothEngines('whether the product can serve', (engine) => {
  it('is said without a session, and never from a cache', async () => {
    const { ask } = await answering(engine);
    expect(await ask('/healthz')).toEqual([200, { status: 'ok' }]);
    expect(await ask('/readyz')).toEqual([200, { status: 'ok', database: 'ok', photos: 'ok' }]);
  });
});

it('a check that does not answer at all is a no', async () => {
  const overrides = photosThat(() => new Promise(() => undefined));
  const { ask } = await answering('sqlite', { overrides });
  expect(await ask('/readyz')).toMatchObject([503, { photos: 'slow' }]);
});

it('a balancer may leave out the photos, which are away for all processes', async () => {
  const overrides = photosThat(() => Promise.reject(new Error('No bucket')));
  const { ask } = await answering('sqlite', { overrides });
  for (const [query, status] of [
    ['', 503],
    ['?without=photos', 200],
    ['?without=everything', 503],
  ]) {
    expect((await ask(`/readyz${query}`))[0]).toBe(status);
  }
});

it('a process that is about to stop says so, serves on, and keeps no line open', async () => {
  const { running, ask } = await answering();
  const { headers } = await running.staff.attempt('listRepairs');
  const poll = () =>
    running.staff.attempt('listRepairs', {}, { 'if-none-match': headers.get('etag') ?? '' });
  expect((await poll()).headers.get('connection')).not.toBe('close');
  running.app.drain();
  const ready = await running.stranger().send('GET', '/readyz');
  const stopping = { status: 'stopping', database: 'ok', photos: 'ok' };
  expect([ready.status, ready.json()]).toEqual([503, stopping]);
  expect(ready.headers.get('retry-after')).toBe('5');
  expect((await ask('/healthz'))[0]).toBe(200);
  const polled = await poll();
  expect([polled.status, polled.headers.get('connection')]).toEqual([304, 'close']);
  const listed = await running.staff.attempt('listClients');
  expect([listed.status, listed.headers.get('connection')]).toEqual([200, 'close']);
});

it('a process waits for DRAIN_SECONDS after the signal, but not after a second one', async () => {
  const storage = await createStorage('sqlite');
  const { started: product, origin } = await serve(storage, { settings: { DRAIN_SECONDS: '300' } });
  const readiness = async () =>
    ((await (await fetch(`${origin}/readyz`)).json()) as { status: string }).status;
  expect(await readiness()).toBe('ok');
  product.signal('SIGTERM');
  while ((await readiness()) !== 'stopping') await sleep(10);
  product.signal('SIGTERM');
  expect(await product.ended).toBe(0);
  await storage.remove();
});
