import { describe, expect, it } from 'vitest';
import { furtherTo } from './further-work.ts';
import { repairStatuses } from './repair-status.ts';

const accepted = {
  id: 'second',
  estimatePrice: 220,
  acceptedAt: '2026-03-02T10:00:00.000Z',
  furtherTo: null,
};
const first = { id: 'first', estimatePrice: 150, status: 'in-progress' as const };

describe('the price that another estimate would leave in force', () => {
  it.each(repairStatuses)('is the accepted price while work is in progress: %s', (status) => {
    const isInProgress = status === 'assigned' || status === 'in-progress';
    const before = { id: 'second', estimatePrice: 220, status };
    expect(furtherTo(status, accepted)).toEqual(isInProgress ? before : null);
    expect(furtherTo(status, { ...accepted, acceptedAt: null })).toBeNull();
    expect(furtherTo(status, null)).toBeNull();
  });

  it('is the one before an open estimate of more work', () => {
    const open = { ...accepted, acceptedAt: null, furtherTo: first };
    expect(furtherTo('estimate-sent', open)).toEqual(first);
  });

  it('is that of more work if it was accepted a moment ago', () => {
    const more = { ...accepted, furtherTo: first };
    const status = 'estimate-accepted';
    expect(furtherTo(status, more)).toEqual({ id: 'second', estimatePrice: 220, status });
  });
});
