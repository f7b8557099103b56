import { beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '../../../domain/api.ts';
import { repairRowSchema } from '../../../domain/api-answers.ts';
import { isWholeRepair } from '../../../domain/repair-lists.ts';
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

type Query = Input<'listRepairs', 'query'>;

describeOnBothEngines('the list of repairs', (engine) => {
  const shop = useShop(engine);
  /** Ticket numbers by a short name. */
  const tickets: Record<string, string> = {};
  let ada = '';

  const list = async (query: Query) => {
    const { items } = await shop.staff.call('listRepairs', { query });
    return items.map(({ ticketNumber }) =>
      Object.keys(tickets).find((name) => tickets[name] === ticketNumber),
    );
  };
  const params = (name: string) => ({ ticketNumber: tickets[name] ?? '' });

  beforeAll(async () => {
    const take = async (name: string, changes: Parameters<typeof takeIn>[1]) => {
      shop.clock.advance(minute);
      const repair = await takeIn(shop, changes);
      tickets[name] = repair.ticketNumber;
      return repair;
    };
    const first = await take('ada', { customerPhone: '(212) 555-0101' });
    ada = first.clientId;
    await take('bjorn', {
      customerName: 'Björn Åström',
      customerPhone: '+1 310 555 0102',
      watchBrand: 'TAG Heuer',
      watchModel: 'Carrera',
      isSameDay: true,
    });
    await take('percent', {
      customerName: '100% Sure_Thing',
      customerPhone: '415-555-0103',
      watchBrand: 'Seiko',
      watchModel: 'SKX007',
      serialNumber: 'SN 123-456/7',
    });
    await take('foreign', {
      customerName: '李小龍',
      customerPhone: '+47 92 34 56 78',
      watchBrand: 'Nomos',
      watchModel: 'Tangente “Neomatik”',
      isSameDay: true,
    });
    await take('adaAgain', {
      customerEmail: first.customerEmail,
      customerPhone: '(212) 555-0101',
      watchBrand: 'Rolex',
      watchModel: 'Submariner',
    });
    await assign(shop, params('bjorn').ticketNumber);
    await assign(shop, params('percent').ticketNumber, 'technician-2');
    await shop.staff.call('startRepair', { params: params('percent') });
  });

  const all = ['adaAgain', 'foreign', 'percent', 'bjorn', 'ada'];
  it.each<[string, () => Query, string[]]>([
    ['nothing', () => ({}), all],
    ['one status', () => ({ status: 'pending' }), ['adaAgain', 'foreign', 'ada']],
    ['several', () => ({ status: ['assigned', 'in-progress'] }), ['percent', 'bjorn']],
    ['one that none has', () => ({ status: ['ready'] }), []],
    ['same-day', () => ({ sameDay: 'true' }), ['foreign', 'bjorn']],
    ['not same-day', () => ({ sameDay: 'false' }), ['adaAgain', 'percent', 'ada']],
    ['a technician', () => ({ technicianId: 'technician-2' }), ['percent']],
    ['an unknown technician', () => ({ technicianId: 'nobody' }), []],
    ['a client', () => ({ clientId: ada }), ['adaAgain', 'ada']],
    ['an unknown client', () => ({ clientId: 'nobody' }), []],
    ['flag and status', () => ({ sameDay: 'true', status: 'pending' }), ['foreign']],
    ['client and words', () => ({ clientId: ada, q: 'rolex' }), ['adaAgain']],
    [
      'filters that exclude each other',
      () => ({ technicianId: 'technician-1', status: 'pending' }),
      [],
    ],
  ])('is filtered by %s, newest first', async (_what, query, expected) => {
    expect(await list(query())).toEqual(expected);
  });

  // What matches what is tested in domain/search-text.test.ts and tests/server/database/search.test.ts.
  it.each([
    ['a part of a name in another case', 'LOVEL', ['adaAgain', 'ada']],
    ['words of the client and of the watch', 'ada rolex', ['adaAgain']],
    ['another script', '小龍', ['foreign']],
    ['a percent sign and an underscore as themselves', '100% sure_', ['percent']],
    ['an underscore that stands for nothing else', 'ada_lovelace', []],
    ['a percent sign that stands for nothing else', 'a%e', []],
    ['a backslash', '\\', []],
    ['a quotation mark', "'", []],
    ['blanks alone', '   ', all],
  ])('is searched by %s', async (_what, q, expected) => {
    expect(await list({ q })).toEqual(expected);
  });

  it.each([
    ['a letter left out', 'astrm', ['bjorn']],
    ['two letters swapped', 'carerra', ['bjorn']],
    ['two in a long word', 'submarinners', ['adaAgain']],
    ['one word of two', 'bjorn astrm', ['bjorn']],
    ['a different word', 'bjorn omega', []],
    ['another number', '3105550103', []],
  ])(
    'is searched for similar spellings, with %s, when that is asked for',
    async (_what, q, expected) => {
      expect(await list({ q })).toEqual([]);
      expect(await list({ q, similar: 'true' })).toEqual(expected);
      const { items, nextCursor } = await shop.staff.call('listClients', {
        query: { q: 'astrm', similar: 'true', limit: 1 },
      });
      expect(items.map(({ name }) => name)).toEqual(['Björn Åström']);
      expect(nextCursor).toBeNull();
    },
  );

  it('is searched for similar spellings within every other filter', async () => {
    expect(await list({ q: 'astrm', similar: 'true', sameDay: 'true' })).toEqual(['bjorn']);
    expect(await list({ q: 'astrm', similar: 'true', sameDay: 'false' })).toEqual([]);
  });

  it('returns rows on request: the same repairs, with only what lists show', async () => {
    for (const query of [
      {},
      { q: 'omega' },
      { status: ['pending' as const], sort: 'promised' as const },
    ]) {
      const whole = await shop.staff.call('listRepairs', { query });
      const asked = await shop.staff.call('listRepairs', { query: { ...query, view: 'row' } });
      expect(asked.nextCursor).toBe(whole.nextCursor);
      expect(asked.items).toEqual(whole.items.map((repair) => repairRowSchema.parse(repair)));
      expect(asked.items.some(isWholeRepair)).toBe(false);
      expect(whole.items.every(isWholeRepair)).toBe(true);
    }
    const query = { view: 'card' as 'row' };
    const refused = await shop.staff.refused('listRepairs', { query });
    expect(refused.errors).toEqual([{ path: 'view', message: 'view must be row' }]);
  });

  it('is searched by a whole ticket number in any case, and by a part of one', async () => {
    const number = tickets.foreign ?? '';
    expect(await list({ q: number })).toEqual(['foreign']);
    expect(await list({ q: number.toLowerCase() })).toEqual(['foreign']);
    expect(await list({ q: number.slice(4) })).toContain('foreign');
  });

  it('is searched by what a ticket was changed to, no longer by what it was', async () => {
    await shop.staff.call('editRepair', {
      params: params('foreign'),
      body: { watchBrand: 'Junghans', serialNumber: 'JH-901' },
    });
    expect(await list({ q: 'junghans' })).toEqual(['foreign']);
    expect(await list({ q: 'jh900' })).toEqual([]);
    expect(await list({ q: 'JH-901' })).toEqual(['foreign']);
    expect(await list({ q: 'nomos' })).toEqual([]);
    expect(await list({ q: '小龍 tangente' })).toEqual(['foreign']);
  });
});

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
    await shop.app.textsDone();
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
        // One that only looks like ours may still give a page; it must never break anything.
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
    '%s keeps what was there while more is added',
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

  it('misses only what is deleted in the meantime', async () => {
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

  it('puts the likeliest of each page of a search first, and loses no row', async () => {
    const taken: string[] = [];
    for (const customerName of ['Ida Quill', 'Tranquil Shop', 'Quilla Mora', 'Ben Tranquillo']) {
      shop.clock.advance(minute);
      taken.push((await takeIn(shop, { customerName })).customerName);
    }
    for (const name of ['listRepairs', 'listClients'] as const) {
      const read = async (limit: number) => {
        const items = await allPages<{ customerName: string } | { name: string }>(limit, (query) =>
          shop.staff.call(name, { query: { ...query, q: 'quil' } }),
        );
        return items.map((item) => ('name' in item ? item.name : item.customerName));
      };
      expect(await read(10)).toEqual([
        'Quilla Mora',
        'Ida Quill',
        'Ben Tranquillo',
        'Tranquil Shop',
      ]);
      // Newest first from page to page.
      expect(await read(1)).toEqual(taken.toReversed());
      expect(await read(2)).toEqual([
        'Quilla Mora',
        'Ben Tranquillo',
        'Ida Quill',
        'Tranquil Shop',
      ]);
      expect((await read(3)).toSorted()).toEqual(taken.toSorted());
    }
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
