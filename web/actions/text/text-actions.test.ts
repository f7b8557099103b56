import { describe, expect, it } from 'vitest';
import type { Estimate } from '../../../domain/api-answers.ts';
import { someEstimate, someRepair } from '../../../tests/harness/sample-rows.ts';
import { answerableEstimates, offeredAnswers } from './text-actions.tsx';

const waiting = someRepair({
  status: 'estimate-sent',
  estimateId: 'e1',
  estimatePrice: 95,
  estimateSentAt: '2026-03-04T10:00:00.000Z',
});
const reply = {
  direction: 'inbound',
  createdAt: '2026-03-04T11:00:00.000Z',
  ticketNumber: waiting.ticketNumber,
  meaning: 'UNCLEAR',
  attention: null,
  attentionHandledAt: null,
} as const;
const both = ['accepted', 'declined'];
const accepted = someRepair({ ...waiting, status: 'estimate-accepted' });
const declined = someRepair({ ...waiting, status: 'estimate-declined' });

describe('offeredAnswers', () => {
  it('are both for a text that was not understood, while the estimate waits', () => {
    expect(offeredAnswers(reply, waiting, true)).toEqual(both);
    expect(offeredAnswers(reply, waiting, false)).toEqual([]);
    expect(offeredAnswers({ ...reply, meaning: 'HELP' }, waiting, true)).toEqual([]);
  });

  it('are what the table of states allows, for a case that is open', () => {
    const open = { ...reply, attention: 'unclear' } as const;
    expect(offeredAnswers(open, accepted, false)).toEqual(['declined']);
    expect(offeredAnswers(open, declined, false)).toEqual(['accepted']);
    expect(
      offeredAnswers({ ...open, attentionHandledAt: reply.createdAt }, declined, true),
    ).toEqual([]);
    expect(offeredAnswers(reply, declined, true)).toEqual([]);
  });

  it.each([
    ['expired', both],
    ['answered-while-opted-out', both],
    ['changed-mind', []],
    ['moved-on', []],
    ['opted-out', []],
  ] as const)('for a case of %s: %j', (attention, offered) => {
    expect(offeredAnswers({ ...reply, meaning: 'ACCEPT', attention }, waiting, false)).toEqual(
      offered,
    );
  });

  it.each([
    ['of ours', { direction: 'outbound' }],
    ['before the estimate', { createdAt: '2026-03-04T09:00:00.000Z' }],
    ['on another ticket', { ticketNumber: 'WH999999ZZZ' }],
  ] as const)('are none for a text %s', (_what, other) => {
    expect(offeredAnswers({ ...reply, ...other }, waiting, true)).toEqual([]);
  });
});

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
