import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operations } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import { openFilters, openStatuses, repairStatuses } from '../../domain/repair-status.ts';
import {
  clientFrom,
  clientsFrom,
  estimatesFrom,
  isCopyCursor,
  overviewFrom,
  repairFrom,
  repairsFrom,
  techniciansFrom,
} from './copy-answers.ts';
import { repairCopyKeys } from './copy-keys.ts';
import type { LocalCopies } from './copy-store.ts';
import { someClient, someRepair } from './sample-rows.ts';

function copiesOf(repairs: Repair[], given: Partial<LocalCopies> = {}): LocalCopies {
  return {
    repairs,
    has: new Set(repairCopyKeys),
    clients: [],
    note: { at: null, overview: null },
    ...given,
  };
}

const empty = copiesOf([], { has: new Set(), clients: null });

const pending = someRepair({ id: '1', ticketNumber: 'WH000001AAA', isSameDay: true });
const assigned = someRepair({
  id: '2',
  ticketNumber: 'WH000002BBB',
  clientId: 'client-2',
  customerName: 'Zoë Ångström',
  customerPhone: '+13125550188',
  status: 'assigned',
  assignedTo: 'ana',
  assignedWatchmaker: 'Ana',
});
const declined = someRepair({
  id: '3',
  ticketNumber: 'WH000003CCC',
  status: 'estimate-declined',
  estimateId: 'estimate-3',
  estimatePrice: 120.5,
  estimateSentAt: '2026-03-03T10:00:00.000Z',
  estimateDeclinedAt: '2026-03-03T11:00:00.000Z',
});
const sent = someRepair({
  id: '4',
  ticketNumber: 'WH000004DDD',
  status: 'estimate-sent',
  estimateId: 'estimate-4',
  estimatePrice: 95,
  estimateSentAt: '2026-03-04T10:00:00.000Z',
  estimateExpiredAt: '2026-04-04T10:00:00.000Z',
});
const done = someRepair({
  id: '5',
  ticketNumber: 'WH000005EEE',
  status: 'completed',
  assignedTo: 'ana',
  assignedWatchmaker: 'Ana',
});
const shop = copiesOf([pending, assigned, declined, sent, done], {
  clients: [someClient(), someClient({ id: 'client-2', name: 'Zoë Ångström', phone: '' })],
});

const idsOf = (page: { items: { id: string }[] } | undefined) => page?.items.map(({ id }) => id);

describe('repairsFrom', () => {
  it('filters as the server does', () => {
    expect(idsOf(repairsFrom(shop, {}))).toEqual(['1', '2', '3', '4', '5']);
    expect(idsOf(repairsFrom(shop, { status: ['pending', 'assigned'], sameDay: 'true' }))).toEqual([
      '1',
    ]);
    expect(idsOf(repairsFrom(shop, { sameDay: 'false' }))).toEqual(['2', '3', '4', '5']);
    expect(idsOf(repairsFrom(shop, { technicianId: 'ana', status: [...openStatuses] }))).toEqual([
      '2',
    ]);
    expect(idsOf(repairsFrom(shop, { clientId: 'client-2' }))).toEqual(['2']);
  });

  it('finds a status that another program stored among the open ones, as the server does', () => {
    const foreign = someRepair({ id: '6', status: 'waiting-for-parts' });
    const copies = copiesOf([pending, foreign, done]);
    expect(idsOf(repairsFrom(copies, { status: ['other'] }))).toEqual(['6']);
    expect(idsOf(repairsFrom(copies, { status: [...openFilters] }))).toEqual(['1', '6']);
    expect(idsOf(repairsFrom(copies, { status: [...openStatuses] }))).toEqual(['1']);
    expect(idsOf(repairsFrom(copies, {}))).toEqual(['1', '6', '5']);
  });

  it.each(['zoe ang', 'ÅNGSTRÖM', '(312) 555-0188', '5550188', 'wh000002', 'seamaster zoë'])(
    'finds by “%s”',
    (q) => expect(idsOf(repairsFrom(shop, { q }))).toEqual(['2']),
  );

  it('does not find by what a ticket is not found by', () => {
    expect(idsOf(repairsFrom(shop, { q: 'two minutes' }))).toEqual([]);
  });

  it('cannot tell what no copy holds, and tells what one holds', () => {
    expect(repairsFrom(empty, {})).toBeUndefined();
    const completedOnly = copiesOf([done], { has: new Set(['completed-repairs']) });
    expect(repairsFrom(completedOnly, { status: ['pending'] })).toBeUndefined();
    expect(idsOf(repairsFrom(completedOnly, { status: ['completed', 'ready'] }))).toEqual(['5']);
    expect(idsOf(repairsFrom(completedOnly, {}))).toEqual(['5']);
  });

  it('gives every repair once, page after page', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.integer({ min: 1, max: 12 }), (count, limit) => {
        const repairs = Array.from({ length: count }, (_, index) => someRepair({ id: `${index}` }));
        const copies = copiesOf(repairs);
        const given: (string[] | undefined)[] = [];
        let cursor: string | null | undefined;
        do {
          const page = repairsFrom(copies, { limit, ...(cursor && { cursor }) });
          given.push(idsOf(page));
          cursor = page?.nextCursor;
          if (cursor) expect(isCopyCursor(cursor)).toBe(true);
        } while (cursor);
        expect(given.flat()).toEqual(repairs.map(({ id }) => id));
        expect(given.every((page) => (page?.length ?? 0) <= limit)).toBe(true);
        expect(given.slice(1).every((page) => page?.length !== 0)).toBe(true);
      }),
    );
  });
});

describe('estimates', () => {
  it('are those that wait for the customer or for staff, last sent first', () => {
    const estimates = estimatesFrom(shop);
    expect(operations.listEstimates.responses[200].parse(estimates)).toEqual(estimates);
    expect(
      estimates?.items.map(({ repairId, estimatePrice, status, responseStatus, isExpired }) => ({
        repairId,
        estimatePrice,
        status,
        responseStatus,
        isExpired,
      })),
    ).toEqual([
      {
        repairId: 'WH000004DDD',
        estimatePrice: 95,
        status: 'sent',
        responseStatus: 'pending',
        isExpired: true,
      },
      {
        repairId: 'WH000003CCC',
        estimatePrice: 120.5,
        status: 'declined',
        responseStatus: 'declined',
        isExpired: false,
      },
    ]);
    expect(estimatesFrom(empty)).toBeUndefined();
  });
});

describe('repairFrom', () => {
  it('takes the ticket number in any case, and the repair id', () => {
    for (const reference of ['WH000004DDD', ' wh000004ddd ']) {
      const ticket = repairFrom(shop, reference);
      expect(ticket?.repair).toEqual(sent);
      expect(ticket?.estimates.map(({ id }) => id)).toEqual(['estimate-4']);
      expect(operations.getRepair.responses[200].parse(ticket)).toEqual(ticket);
    }
    expect(repairFrom(copiesOf([pending]), pending.repairId)?.repair).toEqual(pending);
    expect(repairFrom(shop, 'WH999999ZZZ')).toBeUndefined();
  });
});

describe('overviewFrom', () => {
  const counts = {
    pending: 1,
    sameDay: 1,
    inProgress: 1,
    completed: 1,
    estimates: 2,
    totalClients: 2,
    attention: 0,
  };

  it('counts what is there, in every status once where it belongs', () => {
    expect(overviewFrom(shop)).toEqual(counts);
    const all = repairStatuses.map((status) => someRepair({ id: status, status, isSameDay: true }));
    expect(overviewFrom(copiesOf(all))).toEqual({
      pending: 1,
      sameDay: 2,
      inProgress: 2,
      completed: 2,
      estimates: 3,
      totalClients: 0,
      attention: 0,
    });
  });

  it('gives the counts of the whole shop where they were noted', () => {
    const overview = { ...counts, completed: 20_134 };
    expect(overviewFrom({ ...shop, note: { at: null, overview } })).toEqual(overview);
  });

  it('cannot tell without one of the lists', () => {
    expect(overviewFrom({ ...shop, clients: null })).toBeUndefined();
    expect(overviewFrom({ ...shop, has: new Set(['watch-repairs']) })).toBeUndefined();
  });
});

describe('clients and technicians', () => {
  it('are found by the rules of the shop', () => {
    expect(idsOf(clientsFrom(shop, { q: 'zoe' }))).toEqual(['client-2']);
    expect(idsOf(clientsFrom(shop, { q: '555-0101' }))).toEqual(['client-1']);
    expect(clientsFrom(empty, {})).toBeUndefined();
    expect(clientFrom(shop, 'client-2')?.client.name).toBe('Zoë Ångström');
    expect(clientFrom(shop, 'client-9')).toBeUndefined();
  });

  it('has the technicians that the copies name, with what is counted there', () => {
    const technicians = techniciansFrom(shop);
    expect(operations.listTechnicians.responses[200].parse(technicians)).toEqual(technicians);
    expect(technicians?.items).toEqual([
      {
        id: 'ana',
        name: 'Ana',
        email: '',
        specialties: [],
        activeRepairs: 1,
        active: 1,
        total: 2,
        done: 1,
      },
    ]);
    expect(techniciansFrom(copiesOf([pending]))).toBeUndefined();
  });
});
