import { describe, expect, it } from 'vitest';
import type { Estimate } from '../../domain/api-answers.ts';
import { someEstimate } from '../../tests/harness/sample-rows.ts';
import { answerableEstimates } from './text-actions.tsx';

const message = {
  phone: '+12125550101',
  createdAt: '2026-03-04T11:00:00.000Z',
  ticketNumber: 'WH000002BBB',
};

const estimate = (repairId: string, given: Partial<Estimate> = {}) =>
  someEstimate({ id: `of ${repairId}`, repairId, ...given });

describe('answerableEstimates', () => {
  it('are those of the phone, the text’s own ticket first', () => {
    const listed = [
      estimate('WH000001AAA'),
      estimate('WH000002BBB'),
      estimate('WH000003CCC', { customerPhone: '(212) 555-0102' }),
      estimate('WH000004DDD', { sentAt: '2026-03-04T12:00:00.000Z' }),
    ];
    const tickets = answerableEstimates(message, 'accepted', listed).map((each) => each.repairId);
    expect(tickets).toEqual(['WH000002BBB', 'WH000001AAA']);
  });

  it.each([
    ['accepted', ['sent', 'declined']],
    ['declined', ['sent', 'accepted']],
  ] as const)('can still be %s: %j', (answer, open) => {
    const listed = (['sent', 'accepted', 'declined', 'assigned', 'completed'] as const).map(
      (status) => estimate(status, { status }),
    );
    const found = answerableEstimates(message, answer, listed).map(({ status }) => status);
    expect(found.toSorted()).toEqual([...open].toSorted());
  });
});
