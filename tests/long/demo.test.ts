import { expect, it } from 'vitest';
import { isAllowed, isOpen } from '../../domain/repair-status.ts';
import { defaultShopConfig } from '../../domain/shop-config.ts';
import { isFictionalPhone } from '../../scripts/demo/phones.ts';
import type { ShopSize } from '../../scripts/demo/visits.ts';
import { startApp } from '../harness/app.ts';
import { createStorage, describeOnBothEngines, type Storage } from '../harness/engine.ts';
import { seededChance } from '../harness/seeded-chance.ts';
import { settableClock } from '../harness/settable-clock.ts';
import { fillStorage, inconsistencies, storedShop } from '../harness/shop-consistency.ts';
import { reply } from '../harness/shop-fixtures.ts';

// A Friday, in a shop with much to do: most states are seen at once.
const now = Date.parse('2026-11-20T18:00:00Z');
const _large: ShopSize = { repairs: 3000, clients: 900, photos: 20, seed: 'a', now };

const remindingShop = {
  ...defaultShopConfig,
  texting: {
    reminderAfterDays: 1,
    hours: { from: '09:00', to: '18:00' },
    timeZone: 'America/New_York',
    estimateExpiresAfterDays: 4,
  },
};

async function filled(storage: Storage, size: ShopSize) {
  await fillStorage(storage, size, undefined, { shop: remindingShop });
  const rows = await storage.openRows();
  const stored = await storedShop(rows);
  await rows.close();
  expect(inconsistencies(stored)).toEqual([]);
  // Nobody real may be reached: RFC 2606 keeps these names, and the plan of numbers these lines.
  for (const { email, phone } of stored.clients) {
    expect(email).toMatch(/@(?:[a-z0-9-]+\.)*example\.(?:com|net|org)$/i);
    if (phone !== '') expect([phone, isFictionalPhone(phone)]).toEqual([phone, true]);
  }
  for (const { phone } of [...stored.messages, ...stored.phones]) {
    expect([phone, isFictionalPhone(phone)]).toEqual([phone, true]);
  }
  return stored;
}

describeOnBothEngines('made-up shops', (engine) => {
  it.each([11, 12, 13])('are what the product leaves behind (seed %i)', async (seed) => {
    const { next } = seededChance(seed);
    const clients = 1 + Math.floor(next() * 40);
    const present =
      Date.UTC(2001, 0) + Math.floor(next() * (Date.UTC(2090, 0) - Date.UTC(2001, 0)));
    const repairs = Math.floor(next() * clients * 8);
    const size = { repairs, clients, photos: 4, seed: String(seed), now: present };
    const storage = await createStorage(engine);
    try {
      const stored = await filled(storage, size);
      expect(stored.repair_tickets).toHaveLength(repairs);
      expect(stored.clients).toHaveLength(clients);
    } finally {
      await storage.remove();
    }
  });

  it('are shown by the product, which works on in them', async () => {
    const storage = await createStorage(engine);
    const size = { repairs: 150, clients: 80, photos: 5, seed: 'f', now };
    const stored = await filled(storage, size);
    const shop = await startApp(engine, { storage, clock: settableClock(now) });
    const kept = stored.repair_tickets.filter(({ deleted_at }) => deleted_at === null);
    const { items: repairs } = await shop.staff.call('listRepairs', { query: { limit: 100 } });
    expect(repairs.map(({ id }) => id)).toEqual(
      kept
        .map(({ id }) => id)
        .toReversed()
        .slice(0, 100),
    );
    expect(await shop.staff.call('getOverview')).toMatchObject({
      completed: kept.filter(({ status }) => status === 'completed').length,
      totalClients: stored.clients.filter(({ deleted_at }) => deleted_at === null).length,
    });
    for (const { id, activeRepairs, total } of (await shop.staff.call('listTechnicians')).items) {
      const own = kept.filter(({ assigned_to }) => assigned_to === id);
      const active = own.filter(({ status }) => isOpen(status));
      expect([total, activeRepairs]).toEqual([own.length, active.length]);
    }
    const urls = repairs.flatMap(({ initialPhotoUrl, completedPhotoUrl }) =>
      [initialPhotoUrl, completedPhotoUrl].filter((url) => url !== null),
    );
    expect(urls.length).toBeGreaterThanOrEqual(5);
    for (const url of urls) expect((await fetch(new URL(url, shop.origin))).status).toBe(200);

    const open = repairs.find(({ status }) => isAllowed('send-estimate', status));
    if (!open) throw new Error('Nothing is open: choose another seed');
    const { ticketNumber } = open;
    await shop.staff.call('sendEstimate', { body: { repairId: ticketNumber, amount: 120 } });
    await reply(shop, open, `ACCEPT ${ticketNumber}`);
    const { repair } = await shop.staff.call('getRepair', { params: { ticketNumber } });
    expect(repair.status).toBe('estimate-accepted');
    await shop.close();
  });
});
