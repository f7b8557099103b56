import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../harness/app.ts';
import { createStorage } from '../../harness/engine.ts';
import { freePort } from '../../harness/free-port.ts';
import { type RunningProcess, startProcess } from '../../harness/process.ts';

describe('a process that is about to stop', () => {
  it('says so, serves on, and keeps no line open', async () => {
    const shop = await startApp('sqlite');
    const { headers } = await shop.staff.attempt('listRepairs');
    const poll = () =>
      shop.staff.attempt('listRepairs', {}, { 'if-none-match': headers.get('etag') ?? '' });
    expect((await poll()).headers.get('connection')).not.toBe('close');
    shop.app.drain();
    const ready = await shop.stranger().send('GET', '/readyz');
    expect([ready.status, ready.json()]).toEqual([
      503,
      { status: 'stopping', database: 'ok', photos: 'ok' },
    ]);
    expect(ready.headers.get('retry-after')).toBe('5');
    expect((await shop.stranger().send('GET', '/healthz')).status).toBe(200);
    const polled = await poll();
    expect([polled.status, polled.headers.get('connection')]).toEqual([304, 'close']);
    const listed = await shop.staff.attempt('listClients');
    expect([listed.status, listed.headers.get('connection')]).toEqual([200, 'close']);
    await shop.close();
  });

  it('is ready for a balancer without its photos, which are away for all processes', async () => {
    const away = async () => {
      throw new Error('No bucket');
    };
    const photos = {
      put: away,
      get: away,
      has: away,
      delete: away,
      list: async function* () {},
      check: away,
    };
    const shop = await startApp('sqlite', { overrides: { photos } });
    const ask = async (path: string) => (await shop.stranger().send('GET', path)).status;
    expect(await ask('/readyz')).toBe(503);
    expect(await ask('/readyz?without=photos')).toBe(200);
    expect(await ask('/readyz?without=everything')).toBe(503);
    await shop.close();
  });

  describe('with DRAIN_SECONDS', () => {
    /** @returns the product, and what its /readyz says; null once nobody answers */
    async function started(drainSeconds: string) {
      const { dataDir, remove } = await createStorage('sqlite');
      const port = await freePort();
      const product = startProcess(
        'server/main.ts',
        {
          PORT: String(port),
          DATA_DIR: dataDir,
          SHOP_PASSWORD: 'loupe and tweezers',
          DRAIN_SECONDS: drainSeconds,
        },
        dataDir,
      );
      await product.until(/Data {6}\S+/);
      const readiness = async () => {
        const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
        return response && ((await response.json()) as { status: string }).status;
      };
      return { product, readiness, remove };
    }
    const untilDraining = async (product: RunningProcess, readiness: () => Promise<unknown>) => {
      product.signal('SIGTERM');
      while ((await readiness()) !== 'stopping') await sleep(10);
    };

    it('waits after the signal, and then stops as ever', async () => {
      const { product, readiness, remove } = await started('1');
      expect(await readiness()).toBe('ok');
      await untilDraining(product, readiness);
      expect(await product.ended).toBe(0);
      expect(await readiness()).toBeNull();
      await remove();
    });

    it('does not wait after a second signal', async () => {
      const { product, readiness, remove } = await started('300');
      await untilDraining(product, readiness);
      product.signal('SIGTERM');
      expect(await product.ended).toBe(0);
      await remove();
    });
  });
});
