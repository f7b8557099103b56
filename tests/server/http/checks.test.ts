import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type RunningApp, startApp, testPassword } from '../../harness/app.ts';
import { cuttableLine } from '../../harness/cuttable-line.ts';
import { createStorage, describeOnBothEngines, openAgain } from '../../harness/engine.ts';
import { newIntake } from '../../harness/shop-fixtures.ts';

describeOnBothEngines('whether the product can serve', (engine) => {
  let shop: RunningApp;
  afterEach(async () => {
    await shop.close();
  });

  const ready = () => shop.stranger().send('GET', '/readyz');

  it('is said without a session, and never from a cache', async () => {
    shop = await startApp(engine);
    const alive = await shop.stranger().send('GET', '/healthz');
    expect([alive.status, alive.json()]).toEqual([200, { status: 'ok' }]);
    const reply = await ready();
    expect([reply.status, reply.json()]).toEqual([
      200,
      { status: 'ok', database: 'ok', photos: 'ok' },
    ]);
    expect(alive.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  it('is no while photos cannot be stored, though the process lives', async () => {
    shop = await startApp(engine);
    await rm(join(shop.storage.dataDir, 'photos'), { recursive: true });
    const reply = await ready();
    expect([reply.status, reply.json()]).toEqual([
      503,
      { status: 'unavailable', database: 'ok', photos: 'unreachable' },
    ]);
    expect((await shop.stranger().send('GET', '/healthz')).status).toBe(200);
  });

  // Three seconds are waited out, whichever the engine.
  if (engine === 'sqlite') {
    it('is no while a check does not answer at all', async () => {
      const never = () => new Promise<never>(() => undefined);
      const photos = {
        put: never,
        get: never,
        has: never,
        delete: never,
        list: async function* () {},
        check: never,
      };
      shop = await startApp(engine, { overrides: { photos } });
      const reply = await ready();
      expect([reply.status, reply.json()]).toMatchObject([503, { photos: 'slow' }]);
    });
  }
});

describe('while PostgreSQL cannot be reached', () => {
  /** A shop that reaches its database through a line that can be cut. */
  async function shopOnLine() {
    const storage = await createStorage('postgres');
    const line = await cuttableLine(storage.databaseUrl ?? '');
    const shop = await startApp('postgres', { storage, config: { databaseUrl: line.url } });
    return { shop, line };
  }

  it('the product says so, keeps running, and serves again by itself', async () => {
    const { shop, line } = await shopOnLine();
    await line.cut();
    const ready = () => shop.stranger().send('GET', '/readyz');
    const away = await ready();
    expect([away.status, away.json()]).toEqual([
      503,
      { status: 'unavailable', database: 'unreachable', photos: 'ok' },
    ]);
    expect((await shop.stranger().send('GET', '/healthz')).status).toBe(200);
    for (const refused of [
      await shop.staff.attempt('listRepairs', { query: { q: 'any' } }),
      await shop.staff.attempt('createRepair', { body: newIntake() }),
      await shop.stranger().attempt('logIn', { body: { password: testPassword } }),
    ]) {
      expect(refused.problem()).toMatchObject({
        status: 503,
        code: 'unavailable',
        title: 'Not available right now',
      });
      expect(refused.headers.get('retry-after')).toBe('5');
    }
    await line.mend();
    expect((await ready()).status).toBe(200);
    expect((await shop.staff.attempt('createRepair', { body: newIntake() })).status).toBe(201);
    await shop.close();
    await line.cut();
  });

  it('changes made meanwhile by another process arrive afterwards', async () => {
    const { shop, line } = await shopOnLine();
    const other = await startApp('postgres', { storage: shop.storage, clock: shop.clock });
    await line.cut();
    await other.staff.call('createRepair', { body: newIntake() });
    await line.mend();
    const expected = (await other.staff.attempt('listRepairs')).headers.get('etag');
    await vi.waitFor(
      async () => {
        const { headers } = await shop.staff.attempt('listRepairs');
        expect(headers.get('etag')).toBe(expected);
      },
      { timeout: 10_000, interval: 200 },
    );
    await other.stop();
    await shop.close();
    await line.cut();
  });
});

describeOnBothEngines('the database’s own check', (engine) => {
  it('holds while it is open and fails once it is closed', async () => {
    const shop = await startApp(engine);
    const database = await openAgain(shop.storage);
    await expect(database.check()).resolves.toBeUndefined();
    await database.close();
    await expect(database.check()).rejects.toThrow();
    await shop.close();
  });
});
