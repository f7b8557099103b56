import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { weekDays } from '../../domain/calendar-date.ts';
import { isFictionalPhone } from '../../scripts/demo/phones.ts';
import type { ShopSize } from '../../scripts/demo/visits.ts';
import { dataFiles } from '../../server/base/config.ts';
import { setPassword } from '../../server/shop/sessions/password.ts';
import {
  createStorage,
  describeOnBothEngines,
  openAgain,
  type Storage,
} from '../harness/engine.ts';
import { HttpClient } from '../harness/http-client.ts';
import { programs } from '../harness/process.ts';
import { seededChance } from '../harness/seeded-chance.ts';
import { fillStorage, inconsistencies, storedShop } from '../harness/shop-consistency.ts';
import { textingShop } from '../harness/texting-shop.ts';

const remindingShop = textingShop({
  openDays: [...weekDays],
  reminderAfterDays: 1,
  estimateExpiresAfterDays: 4,
});

async function filled(storage: Storage, size: ShopSize) {
  await fillStorage(storage, size, undefined, { shop: remindingShop });
  const rows = await storage.openRows();
  const stored = await storedShop(rows);
  const { comebacks = 0 } = await rows.counts();
  await rows.close();
  expect(inconsistencies(stored)).toEqual([]);
  // Nobody real may be reached: RFC 2606 reserves these names, and the numbering plan these lines.
  for (const { email, phone } of stored.clients) {
    expect(email).toMatch(/@(?:[a-z0-9-]+\.)*example\.(?:com|net|org)$/i);
    if (phone !== '') expect([phone, isFictionalPhone(phone)]).toEqual([phone, true]);
  }
  for (const { phone } of [...stored.messages, ...stored.phones]) {
    expect([phone, isFictionalPhone(phone)]).toEqual([phone, true]);
  }
  return { ...stored, comebacks };
}

describeOnBothEngines('made-up shops', (engine) => {
  it.each([11, 12, 13])('hold only what the product stores (seed %i)', async (seed) => {
    const { next } = seededChance(seed);
    const clients = 1 + Math.floor(next() * 40);
    const present =
      Date.UTC(2001, 0) + Math.floor(next() * (Date.UTC(2090, 0) - Date.UTC(2001, 0)));
    const repairs = Math.floor(next() * clients * 8);
    const size = { repairs, clients, photos: 4, seed: String(seed), now: present };
    const storage = await createStorage(engine);
    try {
      const stored = await filled(storage, size);
      // Some of those asked for come back under warranty, each with a ticket of its own.
      expect(stored.repair_tickets.length - stored.comebacks).toBe(repairs);
      expect(stored.clients).toHaveLength(clients);
    } finally {
      await storage.remove();
    }
  });
});

/** Of these, two come back under warranty. */
const small = ['--repairs', '40', '--clients', '20', '--photos', '3', '--now', '2026-11-20T18:00Z'];

let storage: Storage;
const { run } = programs();
const demo = (...words: string[]) => run('scripts/demo.ts', storage, { words });

const smallCounts = { repair_tickets: 42, comebacks: 2, clients: 20 };

const unfinished = () => join(storage.dataDir, 'demo-unfinished');

async function counts(): Promise<Record<string, number>> {
  const rows = await storage.openRows();
  const counted = await rows.counts();
  await rows.close();
  return counted;
}

describeOnBothEngines('npm run demo', (engine) => {
  beforeEach(async () => {
    storage = await createStorage(engine);
    return () => storage.remove();
  });

  it('fills a new store and says how to open it; a filled one stays as it is', async () => {
    const filled = demo(...small, '--no-start');
    expect(await filled.ended).toBe(0);
    expect(filled.output()).toMatch(/Filling {4}40 of 40 \(100%\)/);
    expect(filled.output()).toContain('40 repairs');
    expect(filled.output()).toMatch(/Open {6}DATA_DIR=.* npm start/);
    expect(filled.output()).toMatch(/Password {2}[a-z2-9-]{19} {2}\(shown only this once\)/);
    const before = await counts();
    expect(before).toMatchObject(smallCounts);
    await expect(access(unfinished())).rejects.toThrow('ENOENT');

    const again = demo(...small, '--seed', '2', '--no-start');
    expect(await again.ended).toBe(1);
    expect(again.output()).toContain('has been filled already');
    expect(again.output()).not.toMatch(/\n\s+at /);
    expect(await counts()).toEqual(before);
  });

  it('can be interrupted and restarted, and leaves nothing of the first try', async () => {
    const first = demo('--repairs', '400', '--clients', '90', '--photos', '390', '--no-start');
    await first.until(/Filling {4}[1-9]\d+ of/);
    first.signal('SIGINT');
    await first.ended;
    expect(await counts()).toMatchObject({ clients: 0, repair_tickets: 0, settings: 0 });
    const noted = await readFile(join(unfinished(), 'photos.txt'), 'utf8');
    const left = noted.split('\n').filter((name) => name !== '');
    expect(left.length).toBeGreaterThanOrEqual(10);

    const second = demo(...small, '--no-start');
    expect(await second.ended).toBe(0);
    expect(second.output()).toContain(`Cleared  ${left.length} photo`);
    expect(await counts()).toMatchObject(smallCounts);
    const files = await readdir(dataFiles.photos(storage.dataDir), { recursive: true });
    expect(files.filter((file) => file.endsWith('.jpg')).length).toBeGreaterThanOrEqual(3);
    expect(left.filter((name) => files.some((file) => file.endsWith(name)))).toEqual([]);
  });

  it('leaves alone a store that was started for real, even an empty one', async () => {
    const database = await openAgain(storage);
    await setPassword(database, 'a shop of its own');
    await database.close();
    const before = await counts();
    const refused = demo(...small, '--no-start');
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain('is in use: it holds settings. Nothing was changed.');
    if (engine === 'sqlite') expect(refused.output()).toContain(storage.dataDir);
    expect(await counts()).toEqual(before);
  });
});

describe('npm run demo', () => {
  beforeEach(async () => {
    storage = await createStorage('sqlite');
    return () => storage.remove();
  });

  it('ends with the product running on the shop, and starts the same shop again', async () => {
    const first = demo(...small);
    const [, password = ''] = await first.until(/Password {2}(\S+) {2}\(shown only this once;/);
    const [, origin = ''] = await first.until(/Open {6}(http:\S+)/);
    const staff = new HttpClient(origin);
    expect((await staff.logIn(password)).status).toBe(204);
    expect((await staff.call('getShop')).shop.name).toBe('Harbor Watch Repair');
    expect((await staff.call('listRepairs', { query: { limit: 100 } })).items).toHaveLength(42);
    expect((await staff.call('listTechnicians')).items.map(({ id }) => id)).toContain('chloe');
    // What a shop sets and counts is there to be seen, even in a small one.
    const { settings } = await staff.call('getSettings');
    expect(settings.technicians.filter(({ isUnused }) => isUnused)).toHaveLength(1);
    expect(settings.calendar.dayHours).toHaveProperty('sat');
    expect((await staff.call('listClosedDays', { query: {} })).items).not.toEqual([]);
    first.signal('SIGTERM');
    expect(await first.ended).toBe(0);

    const second = demo();
    const [, sameShop = ''] = await second.until(/Open {6}(http:\S+)/);
    expect((await new HttpClient(sameShop).logIn(password)).status).toBe(204);
    expect(await counts()).toMatchObject(smallCounts);
    // The first start may have to build the screens.
  }, 120_000);
});
