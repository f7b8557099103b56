import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sqliteDialect } from '../../../server/database/dialect.ts';
import { createHttpServer } from '../../../server/http/server.ts';
import { type AppOptions, type RunningApp, startApp } from '../../harness/app.ts';
import { createStorage, describeOnBothEngines, type Engine } from '../../harness/engine.ts';
import { type EventReader, readEvents } from '../../harness/event-reader.ts';
import { putPhoto } from '../../harness/photo-upload.ts';
import { programs } from '../../harness/process.ts';
import { newIntake, normalized } from '../../harness/shop-fixtures.ts';

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

describeOnBothEngines('the health checks', (engine) => {
  it('are answered without a session, and never from a cache', async () => {
    const { ask } = await answering(engine);
    expect(await ask('/healthz')).toEqual([200, { status: 'ok' }]);
    expect(await ask('/readyz')).toEqual([200, { status: 'ok', database: 'ok', photos: 'ok' }]);
  });
});

it('a check that does not answer at all counts as failed', async () => {
  const overrides = photosThat(() => new Promise(() => undefined));
  const { ask } = await answering('sqlite', { overrides });
  expect(await ask('/readyz')).toMatchObject([503, { photos: 'slow' }]);
});

it('a balancer may leave out the check of the photos, which fails for all processes at once', async () => {
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

it('a process that is about to stop says so, continues to serve, and keeps no connection open', async () => {
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

describeOnBothEngines('the metrics', (engine) => {
  let shop: RunningApp;
  let reader: EventReader | null = null;
  afterEach(async () => {
    reader?.close();
    reader = null;
    await shop.close();
  });

  async function measured(): Promise<{ text: string; value: (name: string) => number }> {
    const response = await fetch(shop.app.metricsAddress ?? '');
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    const value = (name: string) => {
      const line = text.split('\n').find((one) => one.startsWith(`${name} `));
      return line === undefined ? Number.NaN : Number(line.slice(name.length + 1));
    };
    return { text, value };
  }

  it('show how the product is doing, and nothing about anyone', async () => {
    shop = await startApp(engine, { config: { metricsPort: 0 } });
    const intake = newIntake({ customerName: 'Grace Hopper', watchModel: 'Reverso' });
    const { repair } = await shop.staff.call('createRepair', { body: intake });
    const { ticketNumber } = repair;
    await putPhoto(shop, ticketNumber);
    await shop.staff.attempt('getRepair', { params: { ticketNumber: 'WH000000AAA' } });
    const { headers } = await shop.staff.attempt('listRepairs');
    await shop.staff.attempt('listRepairs', {}, { 'if-none-match': headers.get('etag') ?? '' });
    reader = await readEvents(shop.staff);
    await reader.until(1);
    await vi.waitFor(async () => {
      const { value } = await measured();
      const route = '/api/repairs/:ticketNumber';
      const count = (status: string, method: string, path: string) =>
        value(
          `watch_repair_request_seconds_count{method="${method}",route="${path}",status="${status}"}`,
        );
      expect(count('4xx', 'GET', route)).toBe(1);
      expect(count('2xx', 'POST', '/api/repairs')).toBe(1);
      expect(value('watch_repair_texts_total{outcome="accepted"}')).toBe(1);
      expect(value('watch_repair_texts_unsettled')).toBe(0);
      expect(value('watch_repair_database_up')).toBe(1);
      expect(value('watch_repair_live_streams')).toBe(1);
      expect(count('3xx', 'GET', '/api/repairs')).toBe(1);
      expect(value('watch_repair_photo_stored_bytes_total')).toBeGreaterThan(1000);
      expect(value('watch_repair_data_free_bytes')).toBeGreaterThan(0);
      expect(value('watch_repair_transaction_wait_seconds_count')).toBeGreaterThan(2);
      expect(value('watch_repair_transaction_seconds_count{result="done"}')).toBeGreaterThan(2);
      expect(value('process_cpu_user_seconds_total')).toBeGreaterThan(0);
    });
    const { text } = await measured();
    const { customerPhone: phone, repairId } = intake;
    const own = ['Grace', 'Reverso', ticketNumber, repairId, phone, normalized(phone)];
    for (const secret of [...own, 'WH0000']) expect(text).not.toContain(secret);
  });

  it('observe the process once, however often the shop is opened in it', async () => {
    const observe = vi.spyOn(PerformanceObserver.prototype, 'observe');
    for (const isLast of [false, true]) {
      shop = await startApp(engine, { config: { metricsPort: 0 } });
      const { value } = await measured();
      expect(value('process_cpu_user_seconds_total')).toBeGreaterThan(0);
      expect(value('watch_repair_live_streams')).toBe(0);
      if (!isLast) await shop.close();
    }
    expect(observe.mock.calls.length).toBeLessThanOrEqual(1);
    observe.mockRestore();
  });

  it('are read on this machine only, at a port of their own', async () => {
    shop = await startApp(engine, { config: { metricsPort: 0 } });
    const { hostname, port } = new URL(shop.app.metricsAddress ?? '');
    expect(hostname).toBe('127.0.0.1');
    expect(port).not.toBe(new URL(shop.origin).port);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    expect((await shop.staff.send('GET', '/metrics')).text).not.toContain('watch_repair');
    await shop.close();
    shop = await startApp(engine);
    expect(shop.app.metricsAddress, 'unless they are asked for').toBeNull();
  });
});

describe('the time limit', () => {
  const patienceMs = 50;
  let http: FastifyInstance;
  beforeEach(async () => {
    http = await createHttpServer({
      dialect: sqliteDialect,
      trustProxy: false,
      isSecure: false,
      publicUrl: null,
      patienceMs,
      log: pino({ level: 'silent' }),
    });
  });
  afterEach(() => http.close());

  it('a request that gets no answer is refused in the end, and may be made again', async () => {
    http.get('/never', () => new Promise(() => undefined));
    const reply = await http.inject('/never');
    expect(reply.json()).toMatchObject({ status: 503, code: 'unavailable' });
    expect(reply.headers).toMatchObject({
      'retry-after': '5',
      'content-type': 'application/problem+json; charset=utf-8',
    });
  });

  it('an answer that has begun, such as a long export, comes whole', async () => {
    async function* pieces() {
      yield 'first ';
      await sleep(4 * patienceMs);
      yield 'last';
    }
    http.get('/long', (_request, reply) =>
      reply.send(Readable.from(pieces(), { objectMode: false })),
    );
    const origin = await http.listen({ port: 0, host: '127.0.0.1' });
    expect(await (await fetch(`${origin}/long`)).text()).toBe('first last');
  });
});
