import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpen } from '../../domain/repair-status.ts';
import { defaultShopConfig } from '../../domain/shop-config.ts';
import { inconsistencies, type StoredShop } from '../../tests/harness/shop-consistency.ts';
import { inventShop, type ShopSize } from './shop.ts';

const now = Date.parse('2026-11-21T15:00:00Z');
const size: ShopSize = { repairs: 1500, clients: 700, photos: 20, seed: 'a', now };
const invent = (changes: Partial<ShopSize> = {}) =>
  inventShop({ ...size, ...changes }, defaultShopConfig);
const problemsOf = (shop: ReturnType<typeof invent>, at: number) =>
  inconsistencies(shop.rows as StoredShop, defaultShopConfig, new Date(at).toISOString());

const shop = invent();
const { clients, repair_tickets: tickets, messages, estimates, phones } = shop.rows;

// Generous, because a busy machine is no mistake.
describe('a made-up shop', { timeout: 60_000 }, () => {
  it('is one that the product could have left behind, whatever its size, seed and present', () => {
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.string(),
          clients: fc.integer({ min: 1, max: 40 }),
          share: fc.double({ min: 0, max: 1, noNaN: true }),
          photos: fc.nat(30),
          now: fc.integer({ min: Date.UTC(2001, 0), max: Date.UTC(2090, 0) }),
        }),
        ({ seed, clients: some, share, photos, now: present }) => {
          const repairs = Math.floor(share * some * 8);
          const made = invent({ repairs, clients: some, photos, seed, now: present });
          expect(made.rows.repair_tickets).toHaveLength(repairs);
          expect(made.rows.clients).toHaveLength(some);
          expect(problemsOf(made, present)).toEqual([]);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('stays one with many clients', () => {
    expect(problemsOf(shop, now)).toEqual([]);
  });

  it('is the same for the same seed, and another for another', () => {
    expect(invent({ repairs: 60, clients: 30 })).toEqual(invent({ repairs: 60, clients: 30 }));
    const other = invent({ repairs: 60, clients: 30, seed: 'b' });
    expect(other).not.toEqual(invent({ repairs: 60, clients: 30 }));
  });

  it('has most of its old repairs behind it, and some of the last weeks in every state', () => {
    const open = tickets.filter(({ status }) => isOpen(status));
    expect(open.length).toBeGreaterThan(0);
    expect(open.length).toBeLessThan(tickets.length / 20);
    // On a Friday, in a shop with more to do, most states are seen at once.
    const friday = Date.parse('2026-11-20T18:00:00Z');
    const busy = invent({ repairs: 4000, clients: 600, photos: 0, now: friday });
    const statuses = new Set(busy.rows.repair_tickets.map(({ status }) => status));
    statuses.delete('completed');
    expect(statuses.size).toBeGreaterThanOrEqual(4);
    expect(statuses).not.toContain('ready');
  });

  it('has clients with several watches and watches that come again', () => {
    const watchesOf = new Map<string, Set<string>>();
    const serials = new Map<string, number>();
    for (const ticket of tickets) {
      const own = watchesOf.get(ticket.client_id) ?? new Set();
      watchesOf.set(ticket.client_id, own.add(`${ticket.watch_brand} ${ticket.watch_model}`));
      const serial = ticket.serial_number ?? '';
      serials.set(serial, (serials.get(serial) ?? 0) + 1);
    }
    expect(Math.max(...[...watchesOf.values()].map(({ size: count }) => count))).toBeGreaterThan(3);
    serials.delete('');
    expect(Math.max(...serials.values())).toBeGreaterThan(1);
  });

  it('gives every technician work, and not all the same', () => {
    const loads = defaultShopConfig.technicians.map(
      ({ id }) => tickets.filter(({ assigned_to }) => assigned_to === id).length,
    );
    expect(Math.min(...loads)).toBeGreaterThan(0);
    expect(Math.max(...loads)).toBeGreaterThan(1.5 * Math.min(...loads));
  });

  it('has names of many scripts, one of them as long as a name may be', () => {
    const names = [
      ...clients,
      ...invent({ repairs: 0, clients: 2500, seed: 'd' }).rows.clients,
    ].map(({ name }) => name);
    for (const script of ['Arabic', 'Hebrew', 'Han', 'Cyrillic', 'Greek', 'Hangul']) {
      expect(
        names.filter((name) => new RegExp(`\\p{Script=${script}}`, 'u').test(name)),
      ).not.toEqual([]);
    }
    expect(names.filter((name) => name.includes("'"))).not.toEqual([]);
    expect(Math.max(...names.map(({ length }) => length))).toBe(200);
  });

  it('has texts of every kind of outcome, opted-out phones and unclear replies', () => {
    const states = new Set(messages.map(({ state }) => state));
    expect([...states].toSorted()).toEqual([
      'delivered',
      'failed',
      'received',
      'sent',
      'undelivered',
    ]);
    const meanings = new Set(messages.map(({ meaning }) => meaning));
    for (const meaning of ['ACCEPT', 'DECLINE', 'UNCLEAR', 'STOP']) {
      expect(meanings).toContain(meaning);
    }
    expect(estimates.some(({ replaced_at }) => replaced_at !== null)).toBe(true);
    expect(phones.some(({ opted_out_at }) => opted_out_at !== null)).toBe(true);
  });

  it('has prices that fit: no battery costs a fortune, no Rolex is overhauled for small change', () => {
    const prices = (brand: RegExp, request: RegExp): number[] =>
      tickets
        .filter((each) => brand.test(each.watch_brand) && request.test(each.issue_description))
        .flatMap(({ ticket_number, price_cents }) => [
          ...(typeof price_cents === 'number' ? [price_cents] : []),
          ...estimates
            .filter(({ repair_id }) => repair_id === ticket_number)
            .map((estimate) => estimate.estimate_price_cents),
        ]);
    const batteries = prices(/./, /^(New battery and|Battery replacement)/);
    expect(batteries.length).toBeGreaterThan(20);
    expect(batteries.every((cents) => cents <= 140_00)).toBe(true);
    const overhauls = prices(/^(Rolex|Patek)/, /^(Full service|Stops overnight|Loses five)/);
    expect(overhauls.length).toBeGreaterThan(5);
    // A second offer may be 15 per cent lower.
    expect(overhauls.every((cents) => cents >= 570_00)).toBe(true);
  });

  it('orders photos for the newest repairs only', () => {
    const newest = tickets.toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, 20);
    const initial = shop.photos.filter(({ kind }) => kind === 'initial');
    expect(new Set(initial.map(({ name }) => name.slice(0, 36)))).toEqual(
      new Set(newest.map(({ repair_id }) => repair_id)),
    );
    expect(invent({ repairs: 60, clients: 30, photos: 0 }).photos).toEqual([]);
  });
});
