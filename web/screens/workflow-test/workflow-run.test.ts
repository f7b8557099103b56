import { describe, expect, it } from 'vitest';
import type { Message } from '../../../domain/api-answers.ts';
import {
  confirmation,
  freshRepair,
  inbound,
  ScriptedShop,
  ticketNumber,
} from '../../../tests/harness/scripted-shop.ts';
import { CallProblem, type Route } from '../../data/call.ts';
import { fictionalPhone, stepNames } from './workflow-run.ts';

const answeredAt = (sleep: number, answer: 'accepted' | 'declined') => {
  const shop = new ScriptedShop();
  shop.asleep = (times) => {
    if (times === sleep) shop.answers(answer);
  };
  return shop;
};

const problem = (code: string, detail: string, more: Record<string, unknown> = {}) =>
  new CallProblem({ code, title: 'Title', detail, ...more }, 502, null);

const failedAt = (step: number) => [
  ...Array<string>(step).fill('success'),
  'error',
  ...Array<string>(5 - step).fill('pending'),
];

const offline = problem('offline', 'The shop’s server cannot be reached.');

describe('a test that passes', () => {
  it.each([
    ['accepted', 'ACCEPT', 'confirm-accept', 'Estimate Accepted'],
    ['declined', 'DECLINE', 'confirm-decline', 'Estimate Declined'],
  ] as const)('follows an answer (%s) to its confirmation', async (answer, word, kind, status) => {
    const shop = answeredAt(3, answer);
    const { run, states, lines } = await shop.run();
    expect(run.phase).toBe('passed');
    expect(run.steps.map(({ name }) => name)).toEqual(stepNames);
    expect(new Set(states)).toEqual(new Set(['success']));
    expect(shop.times('GET /api/estimates')).toBe(3);
    expect(lines[0]).toMatch(/^SM-estimate · Sent · .* · \$150\.00 to \(212\) 555-0123$/);
    expect(lines[1]).toContain(`“${word}”`);
    expect(lines[2]).toMatch(new RegExp(`^SM-reply · Received · .* · “${word}”$`));
    expect(lines[3]).toContain(`${word} · Understood as`);
    expect(lines[4]).toContain(`Repair at “${status}”`);
    expect(lines[5]).toMatch(new RegExp(`^SM-${kind} · Sent`));
    expect(run.repair?.status).toBe(`estimate-${answer}`);
  });

  it('takes in a repair that nobody takes for a customer’s', async () => {
    const shop = answeredAt(1, 'accepted');
    await shop.run();
    const made = shop.asked.find(({ route }) => route === 'POST /api/repairs')?.given;
    expect(made).toMatchObject({
      body: {
        customerName: 'Workflow test',
        customerEmail: 'workflow-test-2125550123@example.com',
        customerPhone: fictionalPhone,
        issue: expect.stringMatching(/^Workflow test of /),
      },
    });
    const sent = shop.asked.find(({ route }) => route === 'POST /api/estimates')?.given;
    expect(sent).toMatchObject({ body: { repairId: ticketNumber, amount: 150, again: true } });
  });

  it('takes an earlier test’s repair from the same phone, and nobody else’s', async () => {
    const shop = answeredAt(1, 'accepted');
    shop.repair = { ...freshRepair, customerPhone: '+1 212 555 0123' };
    shop.earlier = [
      { ...freshRepair, id: 'r2', customerName: 'Workflow test pilot' },
      { ...freshRepair, id: 'r3', customerPhone: '(212) 555-0124' },
      shop.repair,
    ];
    expect((await shop.run()).run.phase).toBe('passed');
    expect(shop.times('POST /api/repairs')).toBe(0);

    const another = answeredAt(1, 'accepted');
    another.earlier = shop.earlier.slice(0, 2);
    await another.run();
    expect(another.times('POST /api/repairs')).toBe(1);
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
    shop.before = (route) => {
      const isSending = route === 'GET /api/messages' && shop.times('GET /api/estimates') > 0;
      if (isSending && shop.texts[0]?.kind === 'confirm-accept') {
        shop.texts[0] = confirmation('confirm-accept', {
          state: shop.times('GET /api/messages') < 6 ? 'sending' : 'delivered',
        });
      }
    };
    const { run, lines } = await shop.run();
    expect(run.phase).toBe('passed');
    expect(shop.times('GET /api/messages')).toBe(6);
    expect(lines[5]).toContain('Delivered');
  });

  it('says what is not the answer, and goes on waiting', async () => {
    const shop = new ScriptedShop();
    shop.asleep = (times) => {
      if (times === 2) shop.texts = [inbound('How long?', 'UNCLEAR'), ...shop.texts];
      if (times === 3) shop.texts = [inbound('ACCEPT', 'ACCEPT'), ...shop.texts];
      if (times === 4) shop.answers('accepted');
    };
    const { run, waits: notes } = await shop.run();
    expect(run.phase).toBe('passed');
    expect(notes.map(({ polls }) => polls)).toEqual([0, 1, 2, 3]);
    expect(notes[1]?.note).toBeNull();
    expect(notes[2]?.note).toMatch(/^“How long\?” came in\. Not understood: neither/);
    expect(notes[3]?.note).toMatch(/several open estimates.*Answer “ACCEPT WH123456ABC”\.$/);
  });
});

describe('a test that fails', () => {
  it('gives up after exactly 60 polls without an answer', async () => {
    const shop = new ScriptedShop();
    const { words, states } = await shop.run();
    expect(words).toBe('Timeout: No customer reply received');
    expect(shop.times('GET /api/estimates')).toBe(60);
    expect(states).toEqual(failedAt(1));
  });

  it('takes an answer that comes with the 60th poll', async () => {
    expect((await answeredAt(60, 'declined').run()).run.phase).toBe('passed');
  });

  /** At which call the server goes away, and in which step that is. */
  const losses: [route: Route, times: number, step: number][] = [
    ['GET /api/repairs', 1, 0],
    ['POST /api/repairs', 1, 0],
    ['POST /api/estimates', 1, 0],
    ['GET /api/messages', 1, 0],
    ['GET /api/messages', 2, 1],
    ['GET /api/estimates', 2, 1],
    ['GET /api/messages', 4, 2],
    ['GET /api/repairs/{ticketNumber}', 1, 4],
    ['GET /api/messages', 5, 5],
  ];
  it.each(losses)('stands where the server was lost: %s, time %i', async (lost, at, step) => {
    const shop = answeredAt(2, 'accepted');
    shop.before = (route, times) => {
      if (route === lost && times === at) throw offline;
    };
    const { words, states } = await shop.run();
    expect(words).toBe(offline.detail);
    expect(states).toEqual(failedAt(step));
  });

  it('shows the server’s words, with its advice, when the estimate is refused', async () => {
    const shop = new ScriptedShop();
    shop.before = (route) => {
      if (route === 'POST /api/estimates') {
        throw problem('sms-failed', 'Please verify.', { advice: 'Call the customer.' });
      }
    };
    const { words, run } = await shop.run();
    expect(words).toBe('Please verify. Call the customer.');
    expect(run.repair?.ticketNumber).toBe(ticketNumber);
  });

  it('shows the words of the field that the server refuses', async () => {
    const shop = new ScriptedShop();
    shop.before = (route) => {
      if (route === 'POST /api/repairs') {
        const errors = [{ path: 'customerPhone', message: 'Please enter a valid phone number' }];
        throw problem('validation-failed', 'Check the fields.', { errors });
      }
    };
    const { words, run } = await shop.run();
    expect(words).toBe('Please enter a valid phone number');
    expect(run.repair).toBeNull();
  });
});

describe('a test that is stopped', () => {
  it('polls no more', async () => {
    const shop = new ScriptedShop();
    shop.asleep = (times) => {
      if (times === 4) shop.stopping.abort();
    };
    const { run, states, lines } = await shop.run();
    expect(run).toMatchObject({ phase: 'stopped', waiting: null });
    expect(lines[1]).toBe('Stopped.');
    expect(shop.times('GET /api/estimates')).toBe(3);
    expect(states).toEqual(['success', ...Array(5).fill('pending')]);
  });

  it('knows the repair that was being made, and sends no estimate for it', async () => {
    const shop = new ScriptedShop();
    shop.before = (route) => {
      if (route === 'POST /api/repairs') shop.stopping.abort();
    };
    const { run } = await shop.run();
    expect(run.phase).toBe('stopped');
    expect(run.repair?.ticketNumber).toBe(ticketNumber);
    expect(shop.times('POST /api/estimates')).toBe(0);
  });

  it('asks nothing at all when it was stopped before', async () => {
    const shop = new ScriptedShop();
    shop.stopping.abort();
    expect((await shop.run()).run.phase).toBe('stopped');
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
      /no longer waits/,
      (shop) => {
        shop.estimates = [];
      },
    ],
    ['a text that is not on record', 2, /text is not on record/, without('reply')],
    [
      'a text that was read as something else',
      3,
      /^Understood as: declines the estimate, but the estimate is accepted/,
      instead('reply', { meaning: 'DECLINE' }),
    ],
    [
      'an estimate without its time',
      4,
      /not on record as accepted, with its time/,
      (shop) => {
        shop.estimates = shop.estimates.map((one) => ({ ...one, acceptedAt: null }));
      },
    ],
    [
      'a repair that did not move',
      4,
      /at “Estimate Sent” and should be at “Estimate Accepted”/,
      (shop) => {
        shop.repair = { ...shop.repair, status: 'estimate-sent' };
      },
    ],
    ['no confirmation', 5, /^No confirmation went out/, without('confirm-accept')],
    [
      'a confirmation that did not go out',
      5,
      /^Not sent\. Call the customer\.$/,
      instead('confirm-accept', { state: 'failed', advice: 'Call the customer.' }),
    ],
    [
      'a confirmation that nobody knows of',
      5,
      /^Not known whether/,
      instead('confirm-accept', { state: 'unknown', advice: null }),
    ],
    [
      'a confirmation that is being sent for ever',
      5,
      /still being sent/,
      instead('confirm-accept', { state: 'sending' }),
    ],
  ];
it.each(faults)('finds %s', async (_what, step, words, change) => {
  const outcome = await afterReply(change).run();
  expect(outcome.words).toMatch(words);
  expect(outcome.states).toEqual(failedAt(step));
});
