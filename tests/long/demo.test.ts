import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOpen } from '../../domain/repair-status.ts';
import { defaultShopConfig } from '../../domain/shop-config.ts';
import type { ShopSize } from '../../scripts/demo/visits.ts';
import { fillStorage, storedShop } from '../harness/demo-shop.ts';
import { createStorage, describeOnBothEngines, type Storage } from '../harness/engine.ts';
import { seededChance } from '../harness/seeded-chance.ts';
import { inconsistencies, type StoredShop } from '../harness/shop-consistency.ts';

// A Friday, in a shop with much to do: most states are seen at once.
const now = Date.parse('2026-11-20T18:00:00Z');
const large: ShopSize = { repairs: 3000, clients: 900, photos: 20, seed: 'a', now };

const remindingShop = {
  ...defaultShopConfig,
  texting: {
    reminderAfterDays: 1,
    hours: { from: '09:00', to: '18:00' },
    timeZone: 'America/New_York',
    estimateExpiresAfterDays: 4,
  },
};

async function filled(storage: Storage, size: ShopSize, shop = defaultShopConfig) {
  await fillStorage(storage, size, undefined, { shop });
  const rows = await storage.openRows();
  const stored = await storedShop(rows);
  await rows.close();
  return stored;
}

describeOnBothEngines('made-up shops', (engine) => {
  it.each([11, 12, 13, 14, 15])('are what the product leaves behind (seed %i)', async (seed) => {
    const { next } = seededChance(seed);
    const clients = 1 + Math.floor(next() * 40);
    const present =
      Date.UTC(2001, 0) + Math.floor(next() * (Date.UTC(2090, 0) - Date.UTC(2001, 0)));
    const repairs = Math.floor(next() * clients * 8);
    const size = { repairs, clients, photos: 4, seed: String(seed), now: present };
    const storage = await createStorage(engine);
    try {
      const stored = await filled(storage, size, remindingShop);
      expect(stored.repair_tickets).toHaveLength(repairs);
      expect(stored.clients).toHaveLength(clients);
      const at = new Date(present).toISOString();
      expect(inconsistencies(stored, remindingShop, at)).toEqual([]);
    } finally {
      await storage.remove();
    }
  });
});

describe('a large made-up shop', () => {
  let storage: Storage;
  let shop: StoredShop;
  beforeAll(async () => {
    storage = await createStorage('sqlite');
    shop = await filled(storage, large, remindingShop);
  });
  afterAll(() => storage.remove());

  it('is what the product leaves behind', () => {
    expect(inconsistencies(shop, remindingShop, new Date(now).toISOString())).toEqual([]);
  });

  it('has most of its repairs behind it, and some of the last weeks in every state', () => {
    const open = shop.repair_tickets.filter(({ status }) => isOpen(status));
    expect(open.length).toBeLessThan(shop.repair_tickets.length / 20);
    expect(new Set(open.map(({ status }) => status)).size).toBeGreaterThanOrEqual(4);
    expect(shop.repair_tickets.some(({ deleted_at }) => deleted_at !== null)).toBe(true);
  });

  it('has watches come in, worked on and given back while the shop is open', () => {
    const inPortland = new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/New_York',
      weekday: 'short',
      hour: '2-digit',
      hourCycle: 'h23',
    });
    const byStaff = shop.events.filter(({ actor }) => actor === 'staff');
    const closed = byStaff.filter(({ at }) => {
      const parts = inPortland.formatToParts(Date.parse(at));
      const [weekday, hour] = ['weekday', 'hour'].map(
        (name) => parts.find(({ type }) => type === name)?.value,
      );
      return weekday === 'Sun' || Number(hour) < 9 || Number(hour) > 17;
    });
    expect(byStaff.length).toBeGreaterThan(10_000);
    expect(closed).toEqual([]);
  });

  it('has clients with several watches and watches that come again', () => {
    const watchesOf = new Map<string, Set<string>>();
    const serials = new Map<string, number>();
    for (const { client_id, watch_brand, watch_model, serial_number } of shop.repair_tickets) {
      const own = watchesOf.get(client_id) ?? new Set();
      watchesOf.set(client_id, own.add(`${watch_brand} ${watch_model}`));
      if (serial_number === null) continue;
      serials.set(serial_number, (serials.get(serial_number) ?? 0) + 1);
    }
    expect(Math.max(...[...watchesOf.values()].map(({ size }) => size))).toBeGreaterThan(3);
    expect(Math.max(...serials.values())).toBeGreaterThan(1);
  });

  it('gives every technician work, and not all the same', () => {
    const loads = defaultShopConfig.technicians.map(
      ({ id }) => shop.repair_tickets.filter(({ assigned_to }) => assigned_to === id).length,
    );
    expect(Math.min(...loads)).toBeGreaterThan(0);
    expect(Math.max(...loads)).toBeGreaterThan(1.5 * Math.min(...loads));
  });

  it('has names of many scripts, one of them as long as a name may be', () => {
    const names = shop.clients.map(({ name }) => name);
    for (const script of ['Arabic', 'Hebrew', 'Han', 'Cyrillic', 'Greek', 'Hangul']) {
      const isWrittenSo = new RegExp(`\\p{Script=${script}}`, 'u');
      expect(names.some((name) => isWrittenSo.test(name))).toBe(true);
    }
    expect(names.some((name) => name.includes("'"))).toBe(true);
    expect(Math.max(...names.map(({ length }) => length))).toBe(200);
  });

  it('has texts of every kind of outcome, opted-out phones, and cases that wait', () => {
    const { messages, estimates, phones } = shop;
    const states = new Set(messages.map(({ state }) => state));
    for (const state of ['delivered', 'failed', 'received', 'sent', 'undelivered'] as const) {
      expect(states).toContain(state);
    }
    const meanings = new Set(messages.map(({ meaning }) => meaning));
    for (const meaning of ['ACCEPT', 'DECLINE', 'UNCLEAR', 'STOP']) {
      expect(meanings).toContain(meaning);
    }
    const kinds = new Set(messages.map(({ kind }) => kind));
    for (const kind of ['reminder', 'manual', 'clarify'] as const) expect(kinds).toContain(kind);
    const needsAttention = messages.filter(
      ({ state, attention, attention_handled_at }) =>
        attention_handled_at === null &&
        (attention !== null || state === 'undelivered' || state === 'failed'),
    );
    expect(needsAttention).not.toEqual([]);
    expect(estimates.some(({ replaced_at }) => replaced_at !== null)).toBe(true);
    expect(estimates.some(({ expired_at }) => expired_at !== null)).toBe(true);
    expect(phones.some(({ opted_out_at }) => opted_out_at !== null)).toBe(true);
  });

  it('has prices that fit: no battery costs a fortune, no Rolex is overhauled for small change', () => {
    const prices = (brand: RegExp, request: RegExp): number[] =>
      shop.repair_tickets
        .filter((each) => brand.test(each.watch_brand) && request.test(each.issue_description))
        .flatMap(({ ticket_number, price_cents }) => [
          ...(price_cents === null ? [] : [price_cents]),
          ...shop.estimates
            .filter(({ repair_id }) => repair_id === ticket_number)
            .map(({ estimate_price_cents }) => estimate_price_cents),
        ]);
    const batteries = prices(/./, /^(New battery and|Battery replacement)/);
    expect(batteries.length).toBeGreaterThan(20);
    expect(batteries.every((cents) => cents <= 140_00)).toBe(true);
    const overhauls = prices(/^(Rolex|Patek)/, /^(Full service|Stops overnight|Loses five)/);
    expect(overhauls.length).toBeGreaterThan(5);
    // A second offer may be 15 per cent lower.
    expect(overhauls.every((cents) => cents >= 570_00)).toBe(true);
  });

  it('has the newest repairs photographed, and no others', () => {
    const newest = shop.repair_tickets
      .toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
      .filter(({ initial_photo_url }) => initial_photo_url !== null);
    expect(newest.length).toBeGreaterThanOrEqual(large.photos);
    expect(newest.length).toBeLessThan(2 * large.photos);
  });

  it('is the same for the same seed and time, but for the ids and numbers that the product draws', async () => {
    const size = { ...large, repairs: 40, clients: 20 };
    const stories: unknown[] = [];
    for (const seed of ['b', 'b', 'c']) {
      const other = await createStorage('sqlite');
      const { events, clients, repair_tickets } = await filled(other, { ...size, seed });
      stories.push([
        events.map(({ at, kind }) => `${at} ${kind}`),
        clients.map(({ name, phone }) => `${name} ${phone}`),
        repair_tickets.map((each) => `${each.created_at} ${each.watch_model} ${each.status}`),
      ]);
      await other.remove();
    }
    expect(stories[0]).toEqual(stories[1]);
    expect(stories[0]).not.toEqual(stories[2]);
  });
});
