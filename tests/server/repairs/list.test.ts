import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '../../../domain/api.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { minute } from '../../harness/settable-clock.ts';
import { takeIn } from '../../harness/shop-fixtures.ts';

type Query = Input<'listRepairs', 'query'>;

describeOnBothEngines('the list of repairs', (engine) => {
  let shop: RunningApp;
  /** Ticket numbers by a short name. */
  const tickets: Record<string, string> = {};
  const clients: Record<string, string> = {};

  const names = (numbers: string[]) =>
    numbers.map((number) => Object.keys(tickets).find((name) => tickets[name] === number));
  const list = async (query: Query) => {
    const { items } = await shop.staff.call('listRepairs', { query });
    return names(items.map(({ ticketNumber }) => ticketNumber));
  };
  const params = (name: string) => ({ ticketNumber: tickets[name] ?? '' });

  beforeAll(async () => {
    shop = await startApp(engine);
    const take = async (name: string, changes: Parameters<typeof takeIn>[1]) => {
      shop.clock.advance(minute);
      const repair = await takeIn(shop, changes);
      tickets[name] = repair.ticketNumber;
      clients[name] = repair.clientId;
    };
    await take('ada', {
      customerName: 'Ada Lovelace',
      customerEmail: 'ada@example.com',
      customerPhone: '(212) 555-0101',
    });
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
      customerName: 'Ada Lovelace',
      customerEmail: 'ada@example.com',
      customerPhone: '(212) 555-0101',
      watchBrand: 'Rolex',
      watchModel: 'Submariner',
    });
    const assign = (name: string, technicianId: string) =>
      shop.staff.call('assignRepair', { params: params(name), body: { technicianId } });
    await assign('bjorn', 'technician-1');
    await assign('percent', 'technician-2');
    await shop.staff.call('startRepair', { params: params('percent') });
  });
  afterAll(async () => {
    await shop.close();
  });

  it('holds all of them, newest first', async () => {
    expect(await list({})).toEqual(['adaAgain', 'foreign', 'percent', 'bjorn', 'ada']);
  });

  it('filters by one status or several', async () => {
    expect(await list({ status: 'pending' })).toEqual(['adaAgain', 'foreign', 'ada']);
    expect(await list({ status: ['assigned', 'in-progress'] })).toEqual(['percent', 'bjorn']);
    expect(await list({ status: ['ready'] })).toEqual([]);
  });

  it('filters by the same-day flag, either way', async () => {
    expect(await list({ sameDay: 'true' })).toEqual(['foreign', 'bjorn']);
    expect(await list({ sameDay: 'false' })).toEqual(['adaAgain', 'percent', 'ada']);
  });

  it('filters by technician and by client', async () => {
    expect(await list({ technicianId: 'technician-2' })).toEqual(['percent']);
    expect(await list({ technicianId: 'nobody' })).toEqual([]);
    expect(await list({ clientId: clients.ada ?? '' })).toEqual(['adaAgain', 'ada']);
    expect(await list({ clientId: 'nobody' })).toEqual([]);
  });

  it('passes only what every filter passes', async () => {
    expect(await list({ sameDay: 'true', status: 'pending' })).toEqual(['foreign']);
    expect(await list({ clientId: clients.ada ?? '', q: 'rolex' })).toEqual(['adaAgain']);
    expect(await list({ technicianId: 'technician-1', status: 'pending' })).toEqual([]);
  });

  describe('searched', () => {
    it.each([
      ['a name', 'Lovelace', ['adaAgain', 'ada']],
      ['a part of a name in another case', 'LOVEL', ['adaAgain', 'ada']],
      ['two words in any order', 'lovelace ada', ['adaAgain', 'ada']],
      ['words of the client and of the watch', 'ada rolex', ['adaAgain']],
      ['words of which one is nowhere', 'ada nowhere', []],
      ['accents left out', 'bjorn astrom', ['bjorn']],
      ['accents typed', 'BJÖRN', ['bjorn']],
      ['another script', '小龍', ['foreign']],
      ['a brand', 'tag heuer', ['bjorn']],
      ['a model', 'skx007', ['percent']],
      ['typographic quotes', 'tangente "neo', ['foreign']],
      ['a serial number as printed', 'SN 123-456/7', ['percent']],
      ['a serial number without signs', '1234567', ['percent']],
      ['a phone as typed', '(212) 555-0101', ['adaAgain', 'ada']],
      ['a phone with a country code', '+1 212 555 0101', ['adaAgain', 'ada']],
      ['a phone as bare digits', '2125550101', ['adaAgain', 'ada']],
      ['a phone with dots', '212.555.0101', ['adaAgain', 'ada']],
      ['the end of a phone', '0102', ['bjorn']],
      ['a foreign phone', '+47 92 34 56 78', ['foreign']],
      ['a percent sign as itself', '100%', ['percent']],
      ['an underscore as itself', 'sure_thing', ['percent']],
      ['an underscore that stands for nothing else', 'ada_lovelace', []],
      ['a percent sign that stands for nothing else', 'a%e', []],
      ['a backslash', '\\', []],
      ['a quotation mark', "'", []],
      ['blanks alone', '   ', ['adaAgain', 'foreign', 'percent', 'bjorn', 'ada']],
    ])('by %s', async (_what, q, expected) => {
      expect(await list({ q })).toEqual(expected);
    });

    it('by a whole ticket number in any case, and by a part of one', async () => {
      const number = tickets.foreign ?? '';
      expect(await list({ q: number })).toEqual(['foreign']);
      expect(await list({ q: number.toLowerCase() })).toEqual(['foreign']);
      expect(await list({ q: number.slice(4) })).toContain('foreign');
    });

    it('by what a ticket was changed to, no longer by what it was', async () => {
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

  it('refuses names that belong to every object', async () => {
    for (const name of ['__proto__', 'toString', 'hasOwnProperty']) {
      const problem = (await shop.staff.send('GET', `/api/repairs?${name}=x`)).problem();
      expect(problem).toMatchObject({ status: 422, errors: [{ path: name }] });
    }
  });

  it.each([
    ['limit', { limit: '0' }, 'limit must be 1 to 100'],
    ['limit', { limit: '101' }, 'limit must be 1 to 100'],
    ['limit', { limit: '-1' }, 'limit must be 1 to 100'],
    ['limit', { limit: '1.5' }, 'limit must be a whole number'],
    ['limit', { limit: 'many' }, 'limit must be a number'],
    ['cursor', { cursor: 'x' }, 'cursor is not one of ours'],
    ['cursor', { cursor: 'a'.repeat(301) }, 'cursor is not one of ours'],
    ['status', { status: 'lost' }, 'status is not one that a repair can have'],
    ['sameDay', { sameDay: 'maybe' }, 'sameDay must be true or false'],
    ['q', { q: 'x'.repeat(301) }, 'q must be at most 300 characters'],
    ['q', { q: 'a\0b' }, 'q contains characters that cannot be printed'],
    [
      'technicianId',
      { technicianId: 'a\0' },
      'technicianId contains characters that cannot be printed',
    ],
    ['colour', { colour: 'red' }, 'colour is not a known field'],
    ['constructor', { constructor: 'x' }, 'constructor is not a known field'],
  ])('refuses a wrong %s by name: %j', async (path, query, message) => {
    const problem = (await shop.staff.attempt('listRepairs', { query })).problem();
    expect(problem).toMatchObject({ status: 422, code: 'validation-failed', detail: message });
    expect(problem.errors?.[0]?.path.split('.')[0]).toBe(path);
    expect(problem.errors?.[0]?.message).toBe(message);
  });
});
