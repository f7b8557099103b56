import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import type { StoredSettings } from '../../domain/api-settings.ts';
import { shopSettingsKey } from '../../server/database/settings.ts';
import { isShared } from '../../server/shop/backups/manifest.ts';
import { makeBackup } from '../../server/shop/backups/writer.ts';
import { passwordKey } from '../../server/shop/sessions/password.ts';
import { startApp, testPassword } from '../harness/app.ts';
import { allRows, backupTask } from '../harness/backup-tasks.ts';
import { createStorage, describeOnBothPlaces, type Storage } from '../harness/engine.ts';
import { HttpClient } from '../harness/http-client.ts';
import { addPhoto, allPhotos } from '../harness/photo-upload.ts';
import { programs } from '../harness/process.ts';
import { day } from '../harness/settable-clock.ts';
import { takeIn } from '../harness/shop-fixtures.ts';

/** This many kills, spread over the time that a restore takes, and somewhat longer. */
const kills = 20;
const longest = 1.75;

/** A setting without what a restore carries over from the shop that it replaces. */
function sharedSetting(row: string): string[] {
  const [key, value] = JSON.parse(row) as [string, string];
  if (!isShared('settings', { key }) || key === passwordKey) return [];
  if (key !== shopSettingsKey) return [row];
  const stored = JSON.parse(value) as StoredSettings;
  return [JSON.stringify({ ...stored, settings: { ...stored.settings, backups: null } })];
}

describeOnBothPlaces('killed while a backup is restored in the browser', (engine, place) => {
  let storage: Storage;
  /** Two shops, by the names of their backups. */
  let shops: Record<string, Awaited<ReturnType<typeof contents>>>;

  const contents = async (of: Storage) => {
    const rows = await of.openRows();
    const { settings = [], events = [], changes = [], ...others } = await allRows(rows);
    const closed = await rows.run("select key from settings where key = 'restoring'");
    await rows.close();
    const shared = {
      settings: settings.flatMap(sharedSetting),
      // Except for what records the restores themselves.
      events: events.filter((row) => !row.includes('"shop-restored"')),
      changes: changes.filter((row) => !row.includes('"shop"')),
    };
    return { rows: { ...others, ...shared }, closed, photos: await allPhotos(of) };
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
      const { settings } = await shop.staff.call('getSettings');
      const named = { ...settings, shop: { ...settings.shop, name: customerName } };
      await shop.staff.call('changeSettings', { body: named });
      await shop.app.textsDone();
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

  it(`at any of ${kills} moments, the shop is one or the other, whole, and open again`, async () => {
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
    // How long a restore seems to take, in milliseconds: this follows what the kills find.
    let span = performance.now() - whole.begun;
    let place = await whose();
    expect(place).toBe(other);
    const outcomes = { former: 0, replaced: 0 };
    for (let kill = 0; kill < kills; kill += 1) {
      for (const product of products) await logIn(product);
      const wanted = place === one ? other : one;
      const { staff } = await restoring(wanted);
      // Early and late moments take turns.
      const wait = (longest * span * ((kill * 7) % kills)) / (kills - 1);
      await sleep(wait);
      // The process that restores, or every second time another one, if there is one.
      const index = kill % products.length;
      const killed = products[index];
      killed?.started.signal('SIGKILL');
      await killed?.started.ended;
      if (index > 0) await done(staff);
      // Those that were not killed come back without help.
      for (const product of products.toSpliced(index, 1)) await logIn(product);
      const again = await start();
      await logIn(again);
      place = await whose();
      const isReplaced = place === wanted;
      if (index > 0) expect(isReplaced, 'the restore goes on').toBe(true);
      else {
        outcomes[isReplaced ? 'replaced' : 'former'] += 1;
        if (isReplaced && wait < span) span = wait;
        if (!isReplaced && wait > span) span = 2 * wait;
      }
      products = products.with(index, again);
    }
    console.log(`${engine}: ${JSON.stringify(outcomes)}; a restore takes ~${Math.round(span)} ms`);
    expect(outcomes.former).toBeGreaterThan(0);
    expect(outcomes.replaced).toBeGreaterThan(0);
    await stopAll();
  }, 1_800_000);
});
