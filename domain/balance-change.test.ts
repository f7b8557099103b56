import { describe, expect, it } from 'vitest';
import { balanceChange, balanceNews } from './balance-change.ts';

it.each([
  [50, 0, 'The balance is now $0.00, not $50.00.'],
  [1250, 30.5, 'The balance is now $30.50, not $1,250.00.'],
  [50, -20, 'The balance is now a refund due of $20.00, not $50.00.'],
  [-20, 0, 'The balance is now $0.00, not a refund due of $20.00.'],
  [null, 80, 'The balance is now $80.00. There was none before.'],
  [-40, null, 'There is no balance now. It was a refund due of $40.00.'],
])('a balance of %s that is %s now', (seen, now, words) => {
  expect(balanceChange(seen, now)).toBe(words);
});

describe('what has happened in between', () => {
  const [before, seenAt, after] = ['2026-03-01T10:00', '2026-03-02T10:00', '2026-03-02T10:01'];
  const ticket = {
    repairPrice: 50,
    estimatePrice: null,
    estimateAcceptedAt: null,
    estimateDeclinedAt: null,
    isUnrepaired: false,
    balance: 50,
    updatedAt: seenAt,
  };
  const payment = {
    kind: 'payment',
    method: 'cash',
    amount: 50,
    at: after,
    voidedAt: null,
    initials: null,
  } as const;
  const news = (now: object, payments: Parameters<typeof balanceNews>[2]) =>
    balanceNews(ticket, { ...ticket, balance: 0, ...now }, payments);

  it('is what a colleague has taken, with both balances', () => {
    expect(news({}, [{ ...payment, at: seenAt, amount: 10 }, payment])).toBe(
      'Someone else just took $50.00 in cash. The balance is now $0.00, not $50.00.',
    );
  });

  it('names one colleague, but not two at once, nor who voided something', () => {
    const took = { ...payment, initials: 'MB' };
    expect(news({}, [took, took])).toContain(
      'MB just took $50.00 in cash and took $50.00 in cash.',
    );
    for (const other of [
      payment,
      { ...payment, initials: 'RK' },
      { ...took, at: before, voidedAt: after },
    ]) {
      expect(news({}, [took, other])).toMatch(/^Someone else just /);
    }
  });

  it('is all that was taken, refunded and voided since, in one sentence', () => {
    const old = { ...payment, at: before };
    expect(
      news({ balance: 35 }, [
        { ...old, kind: 'deposit', amount: 20, voidedAt: after },
        { ...old, amount: 99, voidedAt: seenAt },
        { ...payment, amount: 98, voidedAt: after },
        { ...payment, amount: 40, method: 'card' },
        { ...payment, kind: 'refund', amount: 5, method: 'other' },
      ]),
    ).toBe(
      'Someone else just voided a deposit of $20.00, took $40.00 by card, and refunded $5.00. The balance is now $35.00, not $50.00.',
    );
  });

  it('is another price if one was agreed', () => {
    const accepted = { estimatePrice: 150, estimateAcceptedAt: after, balance: 150 };
    expect(news(accepted, [])).toBe(
      'The price changed from $50.00 to $150.00. The balance is now $150.00, not $50.00.',
    );
    expect(news({ estimateDeclinedAt: after, balance: null }, [])).toBe(
      'There is no balance now. It was $50.00.',
    );
  });
});
