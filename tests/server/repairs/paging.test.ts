import { beforeAll, describe, expect, it } from 'vitest';
import { useShop } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  allPages,
  assign,
  reply,
  takeIn,
  takeInWithEstimate,
} from '../../harness/shop-fixtures.ts';

const lists = [
  'listRepairs',
  'listClients',
  'listEstimates',
  'listMessages',
  'listAttention',
  'listDeleted',
] as const;

describeOnBothEngines('reading a long list page by page', (engine) => {
  const shop = useShop(engine);
  beforeAll(async () => {
    for (let batch = 0; batch < 4; batch += 1) {
      // Several of the same millisecond: the order among them must hold from page to page, too.
      await Promise.all(Array.from({ length: 5 }, () => takeIn(shop)));
      const { repair } = await takeInWithEstimate(shop);
      await reply(shop, repair, batch % 2 === 0 ? 'ACCEPT' : 'How long?');
      const gone = await takeIn(shop);
      await shop.staff.call('deleteRepair', { params: { ticketNumber: gone.ticketNumber } });
      await shop.staff.call('deleteClient', { params: { id: gone.clientId } });
      shop.clock.advance(1);
    }
    await shop.app.textsLeft();
  });

  type Query = { limit: number; cursor?: string };
  const idsOf = async (
    name: (typeof lists)[number],
    limit: number,
    between?: () => Promise<unknown>,
  ): Promise<string[]> => {
    const read = async (
      query: Query,
    ): Promise<{ items: { id: string }[]; nextCursor: string | null }> =>
      shop.staff.call(name, { query });
    return (await allPages(limit, read, between)).map(({ id }) => id);
  };

  describe.each(lists)('%s', (name) => {
    it('gives every row exactly once, in one order, for any page size', async () => {
      const whole = await idsOf(name, 100);
      expect(new Set(whole).size).toBe(whole.length);
      expect(whole.length).toBeGreaterThan(3);
      for (const limit of [3, 7]) expect(await idsOf(name, limit)).toEqual(whole);
      // The last page may be exactly full.
      const { nextCursor } = await shop.staff.call(name, { query: { limit: whole.length } });
      expect(nextCursor).toBeNull();
    });

    it('comes newest first', async () => {
      const { items } = await shop.staff.call(name, { query: { limit: 100 } });
      const times = items.map((item) => {
        const { createdAt = '', sentAt, at, deletedAt } = item as Partial<Record<string, string>>;
        return sentAt ?? at ?? deletedAt ?? createdAt;
      });
      expect(times).toEqual(times.toSorted().toReversed());
    });

    it('refuses a cursor that this server did not issue', async () => {
      const lists = ['{"a":1}', '[]', '["a","b","c","d"]', '[1]', '["a\\u0000"]', '["\\ud800"]'];
      const encoded = lists.map((text) => Buffer.from(text).toString('base64url'));
      for (const cursor of ['not-a-cursor', '!!!!', '', ...encoded]) {
        const answer = await shop.staff.attempt(name, { query: { cursor } });
        // One that only looks like ours ends somewhere; it must never break anything.
        if (answer.status === 200) continue;
        expect(answer.problem()).toMatchObject({
          status: 422,
          code: 'validation-failed',
          errors: [{ path: 'cursor', message: 'cursor was not issued by this server' }],
        });
      }
    });
  });

  it.each(['listRepairs', 'listMessages'] as const)(
    '%s gives what was there while more comes in',
    async (name) => {
      const before = await idsOf(name, 100);
      const read = await idsOf(name, 5, async () => {
        shop.clock.advance(minute);
        const { repair } = await takeInWithEstimate(shop);
        await reply(shop, repair, 'How long?');
      });
      expect(new Set(read).size).toBe(read.length);
      expect(read.filter((id) => before.includes(id))).toEqual(before);
    },
  );

  it('misses nothing but what is gone while others are deleted', async () => {
    const { items } = await shop.staff.call('listRepairs', { query: { limit: 100 } });
    const victims = items.filter((_, index) => index % 10 === 3);
    const gone = new Set<string>();
    const read = await idsOf('listRepairs', 9, async () => {
      const victim = victims.shift();
      if (victim === undefined) return;
      gone.add(victim.id);
      const { ticketNumber } = victim;
      await shop.staff.call('deleteRepair', { params: { ticketNumber } });
    });
    expect(new Set(read).size).toBe(read.length);
    for (const { id } of items) if (!gone.has(id)) expect(read).toContain(id);
  });

  it('keeps a filter from page to page', async () => {
    const query = { limit: 12, status: 'pending' } as const;
    const { items } = await shop.staff.call('listRepairs', { query });
    for (const { ticketNumber } of items) await assign(shop, ticketNumber);
    const assigned = await allPages(5, (page) =>
      shop.staff.call('listRepairs', { query: { ...page, status: 'assigned' } }),
    );
    expect(assigned.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
  });
});
