import { describe, expect, it } from 'vitest';
import type { RepairCounts } from '../../../domain/api-answers.ts';
import { openFilters } from '../../../domain/repair-status.ts';
import type { RepairFilter } from '../../data/queries.ts';
import { totalOf } from './list-total.ts';

const counts: RepairCounts = {
  byStatus: { pending: 7, assigned: 5, 'waiting-for-parts': 2 },
  byTechnician: {},
  overdue: 3,
  dueToday: 4,
  dueThisWeek: 6,
  takenInToday: 8,
  sameDay: 1,
  aboveApproved: 9,
  waitingDays: { '30': 0, '60': 0, '90': 0 },
};

const counted: readonly [string, RepairFilter, number][] = [
  ['all, finished ones included', {}, 114],
  ['all open ones, another program’s status included', { status: [...openFilters] }, 14],
  ['those in an order of open repairs', { sort: 'longest' }, 14],
  ['of one status', { status: ['assigned'] }, 5],
  ['another program’s', { status: ['other'] }, 2],
  ['what is overdue', { status: ['pending', 'assigned'], due: 'overdue' }, 3],
  ['what was taken in today', { takenIn: 'today' }, 8],
  ['what costs more than was approved', { status: ['pending'], price: 'above-approved' }, 9],
  ['what is done', { status: ['completed', 'ready'] }, 100],
];

describe('totalOf', () => {
  it.each(counted)('counts %s', (_, filter, expected) => {
    expect(totalOf(filter, counts, 100)).toBe(expected);
  });

  it.each([
    { technicianId: 'ana' },
    { status: ['completed' as const] },
    { status: ['completed' as const, 'ready' as const], pickup: 'waiting' as const },
    { clientId: 'a' },
  ])('says nothing if no count covers it: %o', (filter) => {
    expect(totalOf(filter, counts, 100)).toBeNull();
  });
});
