import { describe, expect, it } from 'vitest';
import { dueRange, dueStatuses } from './repair-lists.ts';
import { isOpen } from './repair-status.ts';

describe('dueRange', () => {
  it.each([
    ['overdue', '2026-03-09', { from: null, to: '2026-03-08' }],
    ['overdue', '2028-03-01', { from: null, to: '2028-02-29' }],
    ['overdue', '2027-01-01', { from: null, to: '2026-12-31' }],
    ['today', '2026-03-09', { from: '2026-03-09', to: '2026-03-09' }],
    ['week', '2026-03-09', { from: '2026-03-09', to: '2026-03-15' }],
    ['week', '2026-12-29', { from: '2026-12-29', to: '2027-01-04' }],
  ] as const)('%s on %s', (due, today, range) => {
    expect(dueRange(due, today)).toEqual(range);
  });
});

it('nothing that is completed or waits for the customer is due', () => {
  expect(dueStatuses.every(isOpen)).toBe(true);
  expect(dueStatuses).not.toContain('estimate-sent');
});
