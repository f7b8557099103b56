import { describe, expect, it } from 'vitest';
import { repairStatuses } from './repair-status.ts';
import {
  isJustDoneWhileWaiting,
  judgeFinish,
  newTicket,
  type WaitingTicket,
} from './while-waiting.ts';

describe('finishing a repair while its customer waits', () => {
  const pending = (given: Partial<WaitingTicket> = {}): WaitingTicket => ({
    ...newTicket,
    ...given,
  });

  it.each(repairStatuses)('from %s: only from pending', (status) => {
    const { kind } = judgeFinish(pending({ status }), 18);
    expect(kind).toBe(status === 'pending' ? 'finish' : 'moved-on');
  });

  it('is not possible in a status that another program stored', () => {
    expect(judgeFinish(pending({ status: 'on hold' }), 18)).toEqual({ kind: 'moved-on' });
  });

  it.each([
    ['the whole price', 18, 0, 18, 0],
    ['nothing where there is no charge', 0, 0, 0, 0],
    ['the rest after a deposit', 18.95, 5.5, 13.45, 0],
    ['nothing where the deposit covers it', 40, 40, 0, 0],
    ['nothing where too much was paid, which is due back', 40, 50, 0, 10],
    ['nothing where there is no charge, and all that was paid is due back', 0, 50, 0, 50],
    ['cents exactly', 0.3, 0.1, 0.2, 0],
    ['the largest price', 999_999.99, 0, 999_999.99, 0],
  ])('asks for %s', (_what, price, paid, due, refund) => {
    expect(judgeFinish(pending({ paid }), price)).toEqual({
      kind: 'finish',
      due,
      owed: due,
      refund,
    });
  });

  it('asks a trade customer for nothing, though they may pay; a refund is due to everyone', () => {
    const trade = { customerPaysByStatement: true };
    expect(judgeFinish(pending({ ...trade, paid: 5 }), 18)).toEqual({
      kind: 'finish',
      due: 0,
      owed: 13,
      refund: 0,
    });
    expect(judgeFinish(pending({ ...trade, paid: 20 }), 18)).toMatchObject({ due: 0, refund: 2 });
  });

  it('ignores the price that was on the ticket', () => {
    expect(judgeFinish(pending({ repairPrice: 80 }), 18)).toMatchObject({ due: 18 });
  });

  it('does not go above what the customer approved, unless an estimate has been accepted since', () => {
    const approved = pending({ approvedUpTo: 80 });
    expect(judgeFinish(approved, 80)).toMatchObject({ kind: 'finish', due: 80 });
    expect(judgeFinish(approved, 80.01)).toEqual({
      kind: 'not-approved',
      detail: expect.stringContaining('$80.01 is above the $80.00 that the customer approved.'),
    });
    const accepted = {
      ...approved,
      estimatePrice: 120,
      estimateAcceptedAt: '2026-11-23T15:00:00Z',
    };
    expect(judgeFinish(accepted, 90)).toMatchObject({ kind: 'finish', due: 120 });
  });

  it('keeps to an accepted estimate, and asks for nothing after a declined one', () => {
    const at = '2026-11-23T15:00:00.000Z';
    const accepted = pending({ estimatePrice: 60, estimateAcceptedAt: at, paid: 10 });
    expect(judgeFinish(accepted, 18)).toMatchObject({ due: 50, refund: 0 });
    const declined = pending({ estimatePrice: 60, estimateDeclinedAt: at, paid: 10 });
    expect(judgeFinish(declined, 18)).toMatchObject({ due: 0, refund: 10 });
  });
});

describe('a repair that was just done while its customer waited', () => {
  const time = '2026-11-23T15:00:00.000Z';

  it.each([
    [time, time, true],
    [time, null, false],
    [null, time, false],
    [null, null, false],
  ])('held until %s, picked up at %s: %s', (heldUntil, collectedAt, isIt) => {
    expect(isJustDoneWhileWaiting({ heldUntil, collectedAt })).toBe(isIt);
  });
});
