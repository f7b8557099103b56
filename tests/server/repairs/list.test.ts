import { beforeAll, expect, it } from 'vitest';
import type { Input } from '../../../domain/api.ts';
import { useShop } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { minute } from '../../harness/settable-clock.ts';
import { assign, takeIn } from '../../harness/shop-fixtures.ts';

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
    ['no technician of ours', () => ({ technicianId: 'nobody' }), []],
    ['a client', () => ({ clientId: ada }), ['adaAgain', 'ada']],
    ['no client of ours', () => ({ clientId: 'nobody' }), []],
    ['flag and status', () => ({ sameDay: 'true', status: 'pending' }), ['foreign']],
    ['client and words', () => ({ clientId: ada, q: 'rolex' }), ['adaAgain']],
    ['what excludes', () => ({ technicianId: 'technician-1', status: 'pending' }), []],
  ])('is filtered by %s, newest first', async (_what, query, expected) => {
    expect(await list(query())).toEqual(expected);
  });

  // What matches what is the matter of domain/search-text.test.ts and database/search.test.ts.
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
