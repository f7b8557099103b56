import { describe, expect, it } from 'vitest';
import {
  goingOn,
  isAllowed,
  isKnownStatus,
  isOpen,
  openStatuses,
  overviewStatuses,
  type RepairAction,
  type RepairStatus,
  reopening,
  repairActions,
  repairStatuses,
  statusAfter,
  statusAfterEstimateDeleted,
} from './repair-status.ts';

const open = 'pending assigned in-progress estimate-sent estimate-accepted estimate-declined';

/** Written out by hand, a row for each status: every action that is not named is refused. */
const written: Record<RepairStatus, string> = {
  pending:
    'send-estimate → estimate-sent, assign → assigned, finish-while-waiting → completed, toggle-same-day → pending',
  assigned:
    'send-estimate → estimate-sent, undo-assign → pending, undo-assign-accepted → estimate-accepted, reassign → assigned, start → in-progress, complete → completed',
  'in-progress': 'send-estimate → estimate-sent, reassign → in-progress, complete → completed',
  completed:
    'collect → completed, undo-collect → completed, reopen → in-progress, reopen-unassigned → pending, reopen-declined → estimate-declined, edit-completion → completed',
  ready: 'collect → ready, undo-collect → ready, edit-completion → ready',
  'estimate-sent':
    'send-estimate → estimate-sent, accept-estimate → estimate-accepted, decline-estimate → estimate-declined, resume-in-progress → in-progress, resume-assigned → assigned, resume-accepted → estimate-accepted',
  'estimate-accepted':
    'send-estimate → estimate-sent, decline-estimate → estimate-declined, resume-in-progress → in-progress, resume-assigned → assigned, resume-accepted → estimate-accepted, assign-accepted → assigned',
  'estimate-declined':
    'send-estimate → estimate-sent, accept-estimate → estimate-accepted, complete-declined → completed, go-on → assigned, go-on-unassigned → estimate-accepted',
};

function expected(status: RepairStatus, action: RepairAction): string | null {
  if (action === 'delete') return 'gone';
  if (action === 'edit') return open.split(' ').includes(status) ? status : null;
  const named = written[status].split(', ').find((one) => one.startsWith(`${action} `));
  return named?.split(' → ')[1] ?? null;
}

const allowedActions = (status: string) =>
  repairActions.filter((action) => isAllowed(action, status));

const everyPair = repairStatuses.flatMap((status) =>
  repairActions.map((action) => ({ status, action, after: expected(status, action) })),
);

describe('the states', () => {
  it('are the specification’s eight', () => {
    const lists = { open: open.split(' '), done: ['completed', 'ready'] };
    expect([...repairStatuses].sort()).toEqual([...lists.open, ...lists.done].sort());
  });

  it('are tested here with all twenty-six actions', () => {
    expect(repairActions).toHaveLength(26);
    expect(everyPair).toHaveLength(208);
  });

  it.each(everyPair)('$status, $action: $after', ({ status, action, after }) => {
    expect(statusAfter(action, status)).toBe(after);
    expect(isAllowed(action, status)).toBe(after !== null);
  });

  it('lists the allowed actions once each, in the order of the table', () => {
    const inPending = 'send-estimate assign finish-while-waiting toggle-same-day edit delete';
    expect(allowedActions('pending')).toEqual(inPending.split(' '));
    const inAssigned =
      'send-estimate undo-assign undo-assign-accepted reassign start complete edit delete';
    expect(allowedActions('assigned')).toEqual(inAssigned.split(' '));
    expect(allowedActions('ready')).toEqual([
      'collect',
      'undo-collect',
      'edit-completion',
      'delete',
    ]);
  });

  it('never become ready by an action', () => {
    const others = everyPair.filter(({ status }) => status !== 'ready');
    const reached = others.map(({ status, action }) => statusAfter(action, status));
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
  it.each(repairStatuses)('%s: back to the bench or the queue', (status) => {
    const waits = status.startsWith('estimate-');
    expect(statusAfterEstimateDeleted(status, false)).toBe(waits ? 'pending' : null);
    expect(statusAfterEstimateDeleted(status, true)).toBe(waits ? 'assigned' : null);
  });
});

describe('reopening', () => {
  it.each([
    [{ isAssigned: true, wasDeclined: false }, 'in-progress'],
    [{ isAssigned: false, wasDeclined: false }, 'pending'],
    [{ isAssigned: true, wasDeclined: true }, 'estimate-declined'],
    [{ isAssigned: false, wasDeclined: true }, 'estimate-declined'],
  ])('%j: %s', (ticket, status) => {
    expect(statusAfter(reopening(ticket), 'completed')).toBe(status);
  });
});

describe('continuing at the price accepted earlier', () => {
  it.each([
    [true, 'assigned'],
    [false, 'estimate-accepted'],
  ])('with a technician %s: %s', (isAssigned, status) => {
    expect(statusAfter(goingOn(isAssigned), 'estimate-declined')).toBe(status);
  });
});

describe('the lists and counts', () => {
  it('open is everything not completed', () => {
    expect(openStatuses).toEqual(open.split(' '));
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
