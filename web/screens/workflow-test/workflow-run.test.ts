import { describe, expect, it } from 'vitest';
import type { Message } from '../../../domain/api-answers.ts';
import {
  confirmation,
  freshRepair,
  ScriptedShop,
  ticketNumber,
} from '../../../tests/harness/scripted-shop.ts';
import { CallProblem } from '../../data/call.ts';
import type { CallName } from '../../data/calls.ts';
import { fictionalPhone } from './workflow-run.ts';

const answeredAt = (sleep: number, answer: 'accepted' | 'declined') => {
  const shop = new ScriptedShop();
  shop.asleep = (times) => {
    if (times === sleep) shop.answers(answer);
  };
  return shop;
};

const problem = (code: string, detail: string) =>
  new CallProblem({ code, title: 'Title', detail }, 502, null);

const failedAt = (step: number) => [
  ...Array<string>(step).fill('success'),
  'error',
  ...Array<string>(5 - step).fill('pending'),
];

const offline = problem('offline', 'The shop’s server can’t be reached.');

describe('a test that passes', () => {
  it.each([
    ['accepted', 'ACCEPT', 'confirm-accept', 'Estimate Accepted'],
    ['declined', 'DECLINE', 'confirm-decline', 'Estimate Declined'],
  ] as const)('follows an answer (%s) to its confirmation', async (answer, word, kind, status) => {
    const shop = answeredAt(3, answer);
    const { ended, states, lines, polls } = await shop.run();
    expect(ended).toBe('passed');
    expect(new Set(states)).toEqual(new Set(['success']));
    expect(shop.times('listEstimates')).toBe(3);
    expect(polls).toEqual([1, 2, 3]);
    expect(lines[0]).toBe('$150.00 to (212) 555-0123');
    expect(lines[1]).toBe(`“${word}”`);
    expect(lines[2]).toBe('SM-reply · Received');
    expect(lines[3]).toContain('Read as');
    expect(lines[4]).toBe(`The repair is at “${status}”`);
    expect(lines[5]).toBe(`SM-${kind} · Sent`);
  });

  it('takes in a repair that no one mistakes for a customer’s', async () => {
    const shop = answeredAt(1, 'accepted');
    await shop.run();
    const made = shop.asked.find(({ name }) => name === 'createRepair')?.given;
    expect(made).toMatchObject({
      body: {
        customerName: 'Workflow test',
        customerEmail: 'workflow-test-2125550123@example.com',
        customerPhone: fictionalPhone,
        issue: expect.stringMatching(/^Workflow test on /),
      },
    });
    const sent = shop.asked.find(({ name }) => name === 'sendEstimate')?.given;
    expect(sent).toMatchObject({ body: { repairId: ticketNumber, amount: 150, again: true } });
  });

  it('reuses the repair of an earlier test with the same phone, and nobody else’s', async () => {
    const shop = answeredAt(1, 'accepted');
    shop.repair = { ...freshRepair, customerPhone: '+1 212 555 0123' };
    shop.earlier = [
      { ...freshRepair, id: 'r2', customerName: 'Workflow test pilot' },
      { ...freshRepair, id: 'r3', customerPhone: '(212) 555-0124' },
      shop.repair,
    ];
    expect((await shop.run()).ended).toBe('passed');
    expect(shop.times('createRepair')).toBe(0);

    const another = answeredAt(1, 'accepted');
    another.earlier = shop.earlier.slice(0, 2);
    await another.run();
    expect(another.times('createRepair')).toBe(1);
    const { given } = another.asked[0] ?? {};
    expect(given).toMatchObject({
      query: {
        q: 'Workflow test 2125550123',
        status: [
          'pending',
          'assigned',
          'in-progress',
          'estimate-sent',
          'estimate-accepted',
          'estimate-declined',
        ],
      },
    });
  });

  it('looks again at a confirmation that is still being sent', async () => {
    const shop = answeredAt(1, 'accepted');
    shop.before = (name, times) => {
      if (name !== 'getRepair') return;
      const state = times < 4 ? 'sending' : 'delivered';
      shop.texts[0] = confirmation('confirm-accept', { state });
    };
    const { ended, lines } = await shop.run();
    expect(ended).toBe('passed');
    expect(shop.times('getRepair')).toBe(4);
    expect(lines[5]).toContain('Delivered');
  });

  it('takes an answer that comes with the 60th poll', async () => {
    expect((await answeredAt(60, 'declined').run()).ended).toBe('passed');
  });
});

describe('a test that fails', () => {
  it('gives up after exactly 60 polls without an answer', async () => {
    const shop = new ScriptedShop();
    const { ended, lines, states } = await shop.run();
    expect(ended).toBe('Timeout: No customer reply received');
    expect(lines[1]).toBe(ended);
    expect(shop.times('listEstimates')).toBe(60);
    expect(states).toEqual(failedAt(1));
  });

  /** At which call the server goes away, and in which step that is. */
  const losses: [name: CallName, times: number, step: number][] = [
    ['listRepairs', 1, 0],
    ['createRepair', 1, 0],
    ['sendEstimate', 1, 0],
    ['listEstimates', 2, 1],
    ['getRepair', 1, 2],
    ['getRepair', 2, 5],
  ];
  it.each(losses)(
    'stops at the step where the server was lost: %s, call %i',
    async (lost, at, step) => {
      const shop = answeredAt(2, 'accepted');
      shop.before = (name, times) => {
        if (name === lost && times === at) throw offline;
        if (step === 5) shop.texts = shop.texts.map((one) => ({ ...one, state: 'sending' }));
      };
      const { ended, states } = await shop.run();
      expect(ended).toBe(offline.detail);
      expect(states).toEqual(failedAt(step));
    },
  );

  it('shows the server’s words when the estimate is refused, and knows the ticket', async () => {
    const shop = new ScriptedShop();
    shop.before = (name) => {
      if (name === 'sendEstimate') throw problem('sms-failed', 'Please verify.');
    };
    const { ended, lines, ticketNumber: made } = await shop.run();
    expect(ended).toBe('Please verify.');
    expect(lines[0]).toBe(ended);
    expect(made).toBe(ticketNumber);
  });
});

describe('a test that is stopped', () => {
  it('polls no more', async () => {
    const shop = new ScriptedShop();
    shop.asleep = (times) => {
      if (times === 4) shop.stopping.abort();
    };
    const { ended, states, lines, polls } = await shop.run();
    expect(ended).toBe('stopped');
    expect(lines[1]).toBe('Stopped.');
    expect(polls).toEqual([1, 2, 3]);
    expect(states).toEqual(['success', ...Array(5).fill('pending')]);
  });

  it('knows the repair that was being created, and sends no estimate for it', async () => {
    const shop = new ScriptedShop();
    shop.before = (name) => {
      if (name === 'createRepair') shop.stopping.abort();
    };
    const { ended, ticketNumber: made } = await shop.run();
    expect(ended).toBe('stopped');
    expect(made).toBe(ticketNumber);
    expect(shop.times('sendEstimate')).toBe(0);
  });

  it('asks nothing at all when it was stopped beforehand', async () => {
    const shop = new ScriptedShop();
    shop.stopping.abort();
    expect((await shop.run()).ended).toBe('stopped');
    expect(shop.asked).toEqual([]);
  });
});

/** A shop where the customer accepts, and then something is not as it should be. */
const afterReply = (change: (shop: ScriptedShop) => void): ScriptedShop => {
  const shop = new ScriptedShop();
  shop.asleep = (times) => {
    if (times !== 1) return;
    shop.answers('accepted');
    change(shop);
  };
  return shop;
};
const without = (kind: string) => (shop: ScriptedShop) => {
  shop.texts = shop.texts.filter((one) => one.kind !== kind);
};
const instead = (kind: string, given: Partial<Message>) => (shop: ScriptedShop) => {
  shop.texts = shop.texts.map((one) => (one.kind === kind ? { ...one, ...given } : one));
};

const faults: [what: string, step: number, words: RegExp, change: (shop: ScriptedShop) => void][] =
  [
    [
      'an estimate that was deleted or replaced',
      1,
      /no longer waiting/,
      (shop) => {
        shop.estimates = [];
      },
    ],
    ['a text that is not on record', 2, /text is not on record/, without('reply')],
    [
      'a text that was read as something else',
      3,
      /^Read as: DECLINE, but the estimate is accepted/,
      instead('reply', { meaning: 'DECLINE' }),
    ],
    [
      'a repair that did not move',
      4,
      /“Estimate Sent” and should be at “Estimate Accepted”/,
      (shop) => {
        shop.repair = { ...shop.repair, status: 'estimate-sent' };
      },
    ],
    ['no confirmation', 5, /^No confirmation was sent/, without('confirm-accept')],
    [
      'a confirmation that did not go out',
      5,
      /^Not sent\. Call the customer\.$/,
      instead('confirm-accept', { state: 'failed', advice: 'Call the customer.' }),
    ],
    [
      'a confirmation whose outcome nobody knows',
      5,
      /^Can’t tell yet if/,
      instead('confirm-accept', { state: 'unknown', advice: null }),
    ],
  ];
it.each(faults)('finds %s', async (_what, step, words, change) => {
  const outcome = await afterReply(change).run();
  expect(outcome.ended).toMatch(words);
  expect(outcome.states).toEqual(failedAt(step));
});
