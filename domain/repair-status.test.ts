import { describe, expect, it } from 'vitest';
import {
  allowedActions,
  isAllowed,
  isKnownStatus,
  isOpen,
  openStatuses,
  overviewStatuses,
  type RepairAction,
  type RepairStatus,
  repairActions,
  repairStatuses,
  statusAfter,
  statusAfterEstimateDeleted,
} from './repair-status.ts';

/** Written out by hand, a row for each status: every action that is not named is refused. */
const expected: Record<RepairStatus, Partial<Record<RepairAction, RepairStatus | 'gone'>>> = {
  pending: {
    'send-estimate': 'estimate-sent',
    assign: 'assigned',
    'toggle-same-day': 'pending',
    edit: 'pending',
    delete: 'gone',
  },
  assigned: {
    'send-estimate': 'estimate-sent',
    reassign: 'assigned',
    start: 'in-progress',
    complete: 'completed',
    edit: 'assigned',
    delete: 'gone',
  },
  'in-progress': {
    'send-estimate': 'estimate-sent',
    reassign: 'in-progress',
    complete: 'completed',
    edit: 'in-progress',
    delete: 'gone',
  },
  completed: { delete: 'gone' },
  ready: { delete: 'gone' },
  'estimate-sent': {
    'send-estimate': 'estimate-sent',
    'accept-estimate': 'estimate-accepted',
    'decline-estimate': 'estimate-declined',
    edit: 'estimate-sent',
    delete: 'gone',
  },
  'estimate-accepted': {
    'decline-estimate': 'estimate-declined',
    'assign-accepted': 'assigned',
    edit: 'estimate-accepted',
    delete: 'gone',
  },
  'estimate-declined': {
    'send-estimate': 'estimate-sent',
    'accept-estimate': 'estimate-accepted',
    'complete-declined': 'completed',
    edit: 'estimate-declined',
    delete: 'gone',
  },
};

const everyPair = repairStatuses.flatMap((status) =>
  repairActions.map((action) => ({ status, action, after: expected[status][action] ?? null })),
);

describe('the states', () => {
  it('are the specification’s eight', () => {
    expect(repairStatuses).toEqual([
      'pending',
      'assigned',
      'in-progress',
      'completed',
      'ready',
      'estimate-sent',
      'estimate-accepted',
      'estimate-declined',
    ]);
  });

  it('are walked with all twelve actions', () => {
    expect(repairActions).toHaveLength(12);
    expect(everyPair).toHaveLength(96);
  });

  it.each(everyPair)('$status, $action: $after', ({ status, action, after }) => {
    expect(statusAfter(action, status)).toBe(after);
    expect(isAllowed(action, status)).toBe(after !== null);
    expect(allowedActions(status).includes(action)).toBe(after !== null);
  });

  it('lists the allowed actions once each, in the order of the table', () => {
    expect(allowedActions('pending')).toEqual([
      'send-estimate',
      'assign',
      'toggle-same-day',
      'edit',
      'delete',
    ]);
    expect(allowedActions('assigned')).toEqual([
      'send-estimate',
      'reassign',
      'start',
      'complete',
      'edit',
      'delete',
    ]);
    expect(allowedActions('ready')).toEqual(['delete']);
  });

  it('never reach ready by an action, nor leave it but by deletion', () => {
    const reached = everyPair.map(({ status, action }) => statusAfter(action, status));
    expect(reached.filter((after) => after === 'ready')).toEqual([]);
  });
});

describe('a status that another program stored', () => {
  it.each(['waiting-for-parts', 'Pending', ''])(
    '%j is open, and allows nothing but deleting',
    (status) => {
      expect(isKnownStatus(status)).toBe(false);
      expect(isOpen(status)).toBe(true);
      expect(allowedActions(status)).toEqual(['delete']);
      expect(statusAfter('delete', status)).toBe('gone');
      expect(statusAfter('complete', status)).toBeNull();
      expect(statusAfterEstimateDeleted(status, true)).toBeNull();
    },
  );
});

describe('deleting the open estimate', () => {
  it.each([
    { status: 'pending', unassigned: null, assigned: null },
    { status: 'assigned', unassigned: null, assigned: null },
    { status: 'in-progress', unassigned: null, assigned: null },
    { status: 'completed', unassigned: null, assigned: null },
    { status: 'ready', unassigned: null, assigned: null },
    { status: 'estimate-sent', unassigned: 'pending', assigned: 'assigned' },
    { status: 'estimate-accepted', unassigned: 'pending', assigned: 'assigned' },
    { status: 'estimate-declined', unassigned: 'pending', assigned: 'assigned' },
  ] as const)('$status: back to $unassigned or $assigned', ({ status, unassigned, assigned }) => {
    expect(statusAfterEstimateDeleted(status, false)).toBe(unassigned);
    expect(statusAfterEstimateDeleted(status, true)).toBe(assigned);
  });
});

describe('the lists and counts', () => {
  it('open is everything not completed', () => {
    expect(openStatuses).toEqual([
      'pending',
      'assigned',
      'in-progress',
      'estimate-sent',
      'estimate-accepted',
      'estimate-declined',
    ]);
  });

  it('each count adds up its own statuses', () => {
    expect(overviewStatuses).toEqual({
      pending: ['pending'],
      sameDay: ['pending', 'assigned'],
      inProgress: ['assigned', 'in-progress'],
      completed: ['completed', 'ready'],
    });
  });
});
