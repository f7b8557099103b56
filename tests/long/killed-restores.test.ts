import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { makeBackup } from '../../server/shop/backups/writer.ts';
import { startApp, testPassword } from '../harness/app.ts';
import { allRows, backupTask } from '../harness/backup-tasks.ts';
import { createStorage, describeOnBothPlaces, type Storage } from '../harness/engine.ts';
import { HttpClient } from '../harness/http-client.ts';
import { addPhoto, allPhotos } from '../harness/photo-upload.ts';
import { programs } from '../harness/process.ts';
import { day } from '../harness/settable-clock.ts';
import { takeIn } from '../harness/shop-fixtures.ts';

/** This many kills, spread over the time that a restore takes. */
const kills = 20;

/** What belongs to one store only, or records each restore. */
const ownTables = ['settings', 'events', 'changes'];

describeOnBothPlaces('killed while a backup is restored in the browser', (engine, place) => {
  let storage: Storage;
  /** Two shops, by the names of their backups. */
  let shops: Record<string, Awaited<ReturnType<typeof contents>>>;

  const contents = async (of: Storage) => {
    const rows = await of.openRows();
    const all = Object.entries(await allRows(rows)).filter(([table]) => !ownTables.includes(table));
    const closed = await rows.run("select key from settings where key = 'restoring'");
    await rows.close();
    return { rows: Object.fromEntries(all), closed, photos: await allPhotos(of) };
  };
  beforeAll(async () => {
    storage = await createStorage(engine, place);
    shops = {};
    for (const [index, customerName] of ['Of the one', 'Of the other'].entries()) {
      const source = await createStorage(engine, place);
      const shop = await startApp(engine, { storage: source });
      for (let count = 0; count < 20; count += 1) {
        const { ticketNumber } = await takeIn(shop, { customerName });
        await addPhoto(shop, ticketNumber);
      }
      await shop.app.textsLeft();
      await shop.stop();
      const clock = () => Date.parse('2026-03-02T15:04:05.000Z') + index * day;
      const folder = join(storage.dataDir, 'backups');
      const { name } = await makeBackup(await backupTask(source, { folder, clock }));
      shops[name] = await contents(source);
      await source.remove();
    }
    return () => storage.remove();
  });

  const { serve } = programs();
  const start = () => serve(storage, { settings: { SHOP_PASSWORD: testPassword } });
  type Product = Awaited<ReturnType<typeof start>>;

  /** @returns once the product answers, with a login of its own */
  const logIn = async ({ origin }: Product): Promise<HttpClient> => {
    for (;;) {
      const staff = new HttpClient(origin);
      const reply = await staff.logIn(testPassword).catch(() => null);
      if (reply?.status === 204) return staff;
      await sleep(50);
    }
  };
  const restore = async (product: Product, name: string) => {
    const staff = await logIn(product);
    const given = { params: { name }, body: { password: testPassword } };
    const reply = await staff.attempt('startRestore', given);
    expect(reply.status, reply.text).toBe(202);
    return staff;
  };
  /** @returns once all sessions have ended: then the other shop is in place */
  const done = async (staff: HttpClient) => {
    for (;;) {
      const reply = await staff.attempt('getSession').catch(() => null);
      if (reply?.status === 401) return;
      await sleep(20);
    }
  };
  /** Whose rows are in place; all of them, with all photos. */
  const whose = async () => {
    const found = await contents(storage);
    const [name] =
      Object.entries(shops).find(
        ([, { rows }]) => JSON.stringify(rows) === JSON.stringify(found.rows),
      ) ?? [];
    expect(name, 'whole rows of one shop').toBeDefined();
    const { photos = {} } = shops[name ?? ''] ?? {};
    expect(found.photos, 'its photos').toMatchObject(photos);
    expect(found.closed, 'open').toEqual([]);
    return name ?? '';
  };

  it(`at any of ${kills} moments, the shop is the one or the other, whole, and open again`, async () => {
    const [one = '', other = ''] = Object.keys(shops);
    const startAll = async () =>
      engine === 'sqlite' ? [await start()] : [await start(), await start()];
    let products = await startAll();
    const stopAll = async () => {
      for (const { started } of products) {
        started.signal('SIGTERM');
        expect(await started.ended).toBe(0);
      }
    };
    const restoring = async (name: string) => {
      const staff = await restore(products[0] as Product, name);
      return { staff, begun: performance.now() };
    };
    await done((await restoring(one)).staff);
    expect(await whose()).toBe(one);
    // As long as it takes a process that has just started, as those that are killed have.
    await stopAll();
    products = await startAll();
    const whole = await restoring(other);
    await done(whole.staff);
    const took = performance.now() - whole.begun;
    let place = await whose();
    expect(place).toBe(other);
    const outcomes = { former: 0, replaced: 0 };
    for (let kill = 0; kill < kills; kill += 1) {
      for (const product of products) await logIn(product);
      const wanted = place === one ? other : one;
      await restoring(wanted);
      await sleep((1.75 * took * kill) / (kills - 1));
      const [killed, ...others] = products;
      killed?.started.signal('SIGKILL');
      await killed?.started.ended;
      // Those that were not killed come back without help.
      for (const product of others) await logIn(product);
      const again = await start();
      await logIn(again);
      const now = await whose();
      outcomes[now === wanted ? 'replaced' : 'former'] += 1;
      place = now;
      products = [again, ...others];
    }
    console.log(`${engine}: ${JSON.stringify(outcomes)} in ${Math.round(took)} ms`);
    expect(outcomes.former).toBeGreaterThan(0);
    expect(outcomes.replaced).toBeGreaterThan(0);
    await stopAll();
  });
});
