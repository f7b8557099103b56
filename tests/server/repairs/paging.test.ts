import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { takeIn } from '../../harness/shop-fixtures.ts';

describeOnBothEngines('reading a long list page by page', (engine) => {
  let shop: RunningApp;
  const made: string[] = [];
  beforeAll(async () => {
    shop = await startApp(engine);
    for (let batch = 0; batch < 6; batch += 1) {
      // Several of the same millisecond: the order among them must hold from page to page, too.
      const repairs = await Promise.all(Array.from({ length: 8 }, () => takeIn(shop)));
      made.push(...repairs.map(({ ticketNumber }) => ticketNumber));
      shop.clock.advance(1);
    }
  });
  afterAll(async () => {
    await shop.close();
  });

  async function readAll(limit: number, between: () => Promise<unknown>): Promise<Repair[]> {
    const repairs: Repair[] = [];
    let cursor: string | null = null;
    do {
      const query: { limit: number; cursor?: string } =
        cursor === null ? { limit } : { limit, cursor };
      const page = await shop.staff.call('listRepairs', { query });
      expect(page.items.length).toBeLessThanOrEqual(limit);
      repairs.push(...page.items);
      cursor = page.nextCursor;
      await between();
    } while (cursor !== null);
    return repairs;
  }
  const numbers = (repairs: Repair[]) => repairs.map(({ ticketNumber }) => ticketNumber);
  const nothing = async () => undefined;

  it('gives every repair exactly once, newest first', async () => {
    const read = await readAll(7, nothing);
    expect(numbers(read).toSorted()).toEqual(made.toSorted());
    const times = read.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(numbers(await readAll(1, nothing))).toEqual(numbers(read));
    expect(numbers(await readAll(100, nothing))).toEqual(numbers(read));
  });

  it('gives every repair exactly once while others are taken in', async () => {
    const before = new Set(made);
    const read = numbers(
      await readAll(5, async () => {
        made.push((await takeIn(shop)).ticketNumber);
        shop.clock.advance(1);
      }),
    );
    expect(new Set(read).size).toBe(read.length);
    expect(read.filter((number) => before.has(number)).toSorted()).toEqual([...before].toSorted());
  });

  it('misses nothing but what is gone while others are deleted', async () => {
    const all = numbers(await readAll(100, nothing));
    const gone = new Set<string>();
    const read = numbers(
      await readAll(9, async () => {
        const victim = all.find((number, index) => index % 10 === 3 && !gone.has(number));
        if (victim === undefined) return;
        gone.add(victim);
        await shop.staff.call('deleteRepair', { params: { ticketNumber: victim } });
      }),
    );
    expect(new Set(read).size).toBe(read.length);
    for (const number of all) if (!gone.has(number)) expect(read).toContain(number);
  });

  it('has no next page where the last one is exactly full', async () => {
    const { items } = await shop.staff.call('listRepairs', { query: { limit: 100 } });
    const exact = await shop.staff.call('listRepairs', { query: { limit: items.length } });
    expect(exact.items).toHaveLength(items.length);
    expect(exact.nextCursor).toBeNull();
    const shorter = await shop.staff.call('listRepairs', { query: { limit: items.length - 1 } });
    expect(shorter.nextCursor).not.toBeNull();
  });

  it('keeps a filter from page to page', async () => {
    const { items } = await shop.staff.call('listRepairs', { query: { limit: 12 } });
    for (const { ticketNumber } of items) {
      await shop.staff.call('assignRepair', {
        params: { ticketNumber },
        body: { technicianId: 'technician-3' },
      });
    }
    const first = await shop.staff.call('listRepairs', { query: { limit: 8, status: 'assigned' } });
    const second = await shop.staff.call('listRepairs', {
      query: { limit: 8, status: 'assigned', cursor: first.nextCursor ?? '' },
    });
    expect(second.nextCursor).toBeNull();
    expect(numbers([...first.items, ...second.items])).toEqual(numbers(items));
  });

  it.each([
    ['nothing readable', 'not-a-cursor'],
    ['no list', Buffer.from('{"a":1}').toString('base64url')],
    ['an empty list', Buffer.from('[]').toString('base64url')],
    ['too many parts', Buffer.from('["a","b","c","d"]').toString('base64url')],
    ['numbers', Buffer.from('[1]').toString('base64url')],
    ['a NUL', Buffer.from('["a\\u0000"]').toString('base64url')],
    ['two parts with a NUL', Buffer.from('["a\\u0000","b\\u0000"]').toString('base64url')],
    ['half a surrogate', Buffer.from('["\\ud800"]').toString('base64url')],
    ['no base64', '!!!!'],
    ['blank', ''],
  ])('refuses a cursor of %s', async (_what, cursor) => {
    for (const name of ['listRepairs', 'listClients', 'listEstimates', 'listMessages'] as const) {
      const reply = await shop.staff.attempt(name, { query: { cursor } });
      // One that only looks like ours ends somewhere; it must never break anything.
      if (reply.status === 200) continue;
      expect(reply.problem()).toMatchObject({
        status: 422,
        code: 'validation-failed',
        errors: [{ path: 'cursor', message: 'cursor is not one of ours' }],
      });
    }
  });
});
