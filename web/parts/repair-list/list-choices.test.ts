import { describe, expect, it } from 'vitest';
import { operations } from '../../../domain/api.ts';
import { statusFilters } from '../../../domain/repair-status.ts';
import { showNames, wholeList } from '../../data/address.ts';
import { overviewFilters, pickupLists, waitingLonger } from '../../data/queries.ts';
import { choiceAfter, choiceFor, filterFor, isOpenOnly, ordersFor } from './list-choices.ts';

const choice = (given: Partial<typeof wholeList> = {}) => ({ ...wholeList, ...given });

describe('the query to the server', () => {
  const lists = [
    ['repairs', {}],
    ['pending', overviewFilters.pending],
    ['same-day', overviewFilters['same-day']],
    ['assigned', overviewFilters.assigned],
    ['completed', pickupLists.all],
    ['completed', pickupLists.waiting],
    ['completed', pickupLists.collected],
    ['completed', waitingLonger('60')],
    ['bench', { technicianId: 'technician-1' }],
  ] as const;

  it.each(lists)('is never refused, no matter what is chosen from %s', (list, base) => {
    const query = operations.listRepairs.query;
    for (const show of [null, ...showNames]) {
      for (const status of [null, ...statusFilters]) {
        const known = choiceFor(list, choice({ show, status }));
        for (const order of ordersFor(list, base, known.show)) {
          const filter = filterFor(base, known, order);
          expect(query.safeParse(filter).error, JSON.stringify(filter)).toBeUndefined();
        }
      }
    }
  });

  it.each(lists)('is the whole list while nothing is chosen from %s', (list, base) => {
    const [own = 'newest'] = ordersFor(list, base, null);
    expect(filterFor(base, choice(), own)).toEqual(
      list === 'bench' ? { ...base, sort: 'bench' } : base,
    );
  });

  it('stays within the list', () => {
    const { assigned } = overviewFilters;
    expect(filterFor(assigned, choice({ show: 'same-day' }), 'newest')).toEqual({
      status: ['assigned', 'in-progress'],
      sameDay: 'true',
    });
    expect(filterFor({}, choice({ show: 'waiting', technician: '2' }), 'oldest')).toEqual({
      status: ['estimate-sent'],
      technicianId: '2',
      sort: 'oldest',
    });
  });
});

describe('an order by date', () => {
  it.each([
    ['repairs', {}, {}, 'promised', true],
    ['repairs', {}, {}, 'oldest', false],
    ['repairs', {}, {}, 'longest', true],
    ['repairs', {}, { technician: '2' }, 'promised', true],
    ['repairs', {}, { status: 'completed' }, 'promised', false],
    ['repairs', {}, { show: 'overdue' }, 'promised', false],
    ['repairs', {}, { show: 'same-day' }, 'promised', false],
    ['pending', overviewFilters.pending, {}, 'promised', false],
    ['bench', { technicianId: 'technician-1' }, {}, 'bench', true],
    ['bench', { technicianId: 'technician-1' }, {}, 'newest', false],
  ] as const)('of %s leaves out what is done if nothing else does', (_, base, given, order, is) => {
    expect(isOpenOnly(filterFor(base, choice(given), order))).toBe(is);
  });
});

describe('the orders', () => {
  it.each([
    ['repairs', null, ['newest', 'oldest', 'promised', 'longest']],
    ['repairs', 'overdue', ['promised']],
    ['repairs', 'taken-in-today', ['newest', 'oldest']],
    ['repairs', 'waiting', ['newest', 'oldest', 'promised', 'longest']],
    ['bench', 'due-today', ['bench', 'promised']],
    ['completed', null, ['newest', 'oldest']],
  ] as const)('of %s where %s is shown are those in which it can come', (list, show, orders) => {
    expect(ordersFor(list, {}, show)).toEqual(orders);
  });

  it('begin with the longest waiting if repairs wait for pickup', () => {
    expect(ordersFor('completed', pickupLists.waiting, null)).toEqual([
      'waiting',
      'newest',
      'oldest',
    ]);
  });
});

describe('a choice', () => {
  it('is reduced to what the list knows: an address may say more', () => {
    const given = choice({
      show: 'waiting',
      status: 'pending',
      technician: 'technician-1',
      sort: 'bench',
    });
    expect(choiceFor('completed', given)).toEqual(choice({ technician: 'technician-1' }));
    expect(choiceFor('bench', given)).toEqual(choice({ show: 'waiting', sort: 'bench' }));
    expect(choiceFor('repairs', given)).toEqual(
      choice({ technician: 'technician-1', status: 'pending' }),
    );
  });

  it('is replaced by a later one that excludes it', () => {
    const waiting = choice({ show: 'waiting', technician: 'technician-1' });
    expect(choiceAfter(waiting, { status: 'estimate-sent' }).show).toBe('waiting');
    expect(choiceAfter(waiting, { status: 'pending' })).toEqual({
      ...waiting,
      show: null,
      status: 'pending',
    });
    const pending = choice({ status: 'pending' });
    expect(choiceAfter(pending, { show: 'overdue' }).status).toBe('pending');
    expect(choiceAfter(pending, { show: 'waiting' })).toEqual(choice({ show: 'waiting' }));
  });
});
