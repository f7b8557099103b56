import { describe, expect, it } from 'vitest';
import { Problem } from './problems.ts';
import { repairStatuses } from './repair-status.ts';
import {
  adviceForFailure,
  collectedCode,
  isAboutNumber,
  justSentQuestion,
  neverSentCode,
  type ResendFacts,
  resendPolicy,
  resendRefusal,
  resendRefusalText,
  secondsSinceSent,
  unknownAdvice,
} from './text-delivery.ts';
import {
  automaticKinds,
  isAutomatic,
  messageKinds,
  messageStates,
  textName,
} from './text-kinds.ts';

describe('adviceForFailure', () => {
  it.each([
    ['21211', /isn’t valid.*check/i],
    ['21614 21635 30006', /landline.*call/i],
    ['21610', /STOP.*START/],
    ['21408 21612', /aren’t possible.*call/i],
    ['21608', /trial or unapproved.*verified/i],
    ['20003 21606 21659 30002', /isn’t set up.*owner/i],
    ['20429', /busy.*retrying/i],
    ['30003', /off or unreachable.*again/i],
    ['30005', /not in service.*check/i],
    ['30007', /spam.*don’t resend.*call/i],
    ['30034 30032', /isn’t registered.*owner/i],
    [collectedCode, /^The watch left the shop before this text was sent\.$/],
    ['30008', /^Not delivered \(code 30008\); call the customer\.$/],
  ])('says what to do about %s', (codes, advice) => {
    for (const code of codes.split(' ')) expect(adviceForFailure(code), code).toMatch(advice);
  });

  it('knows when another number would help', () => {
    const aboutNumber = ['21211', '21614', '30005'].map(adviceForFailure);
    expect(aboutNumber.map(isAboutNumber)).toEqual([true, true, true]);
    expect(isAboutNumber(new Problem('phone-not-textable').message)).toBe(true);
    const others = [...['20003', '30003', '21610', '99999', null].map(adviceForFailure), null];
    expect(others.filter(isAboutNumber)).toEqual([]);
  });

  it('has advice for a missing code, and for a text that was never sent', () => {
    expect(adviceForFailure(null)).toBe('Not delivered; call the customer.');
    expect(adviceForFailure(neverSentCode)).toMatch(/was not sent/);
  });

  it('does not claim to know what it does not', () => {
    expect(unknownAdvice).toBe('We can’t tell yet whether this was sent.');
  });
});

describe('resendPolicy', () => {
  it.each([
    ['same-number', ['30003', '20429', '21608', '20003', '21606', '21659', '30002']],
    ['same-number', ['30034', '30032', '30008', '99999', neverSentCode, collectedCode, null]],
    ['new-number', ['21211', '21614', '21635', '30006', '30005', '21408', '21612', '21610']],
    ['never', ['30007']],
  ] as const)('%s for %j', (policy, codes) => {
    for (const code of codes) expect([code, resendPolicy(code)]).toEqual([code, policy]);
  });

  it('never offers what the advice forbids', () => {
    for (let code = 20_000; code < 32_000; code += 1) {
      const says = adviceForFailure(String(code));
      if (/don’t resend/i.test(says)) expect(resendPolicy(String(code))).toBe('never');
      if (/check it|replied STOP|landline/i.test(says)) {
        expect(resendPolicy(String(code))).toBe('new-number');
      }
    }
  });
});

const failed: ResendFacts = {
  direction: 'outbound',
  kind: 'manual',
  state: 'failed',
  errorCode: '30003',
  isResent: false,
  isReplaced: false,
  hasNewNumber: false,
  ticketStatus: 'pending',
  isTicketGone: false,
  isCollected: false,
};
const refusal = (changes: Partial<ResendFacts>) => resendRefusal({ ...failed, ...changes });

describe('resendRefusal', () => {
  it.each(messageStates)('of a text that is %s', (state) => {
    const expected: Record<string, string | null> = {
      sending: 'unresolved',
      unknown: 'unresolved',
      failed: null,
      undelivered: null,
      held: 'held',
    };
    expect(refusal({ state })).toBe(state in expected ? expected[state] : 'arrived');
  });

  it.each(messageKinds)('of a text of the kind %s', (kind) => {
    const isStaffs = ['created', 'estimate', 'done', 'manual', 'test'].includes(kind);
    const isReminder = ['reminder', 'pickup-reminder'].includes(kind);
    const otherwise = isReminder ? 'reminder' : kind === 'reply' ? null : 'automatic';
    const ticketStatus = kind === 'done' ? 'completed' : 'pending';
    expect(refusal({ kind, ticketStatus })).toBe(isStaffs ? null : otherwise);
    expect(refusal({ kind, direction: 'inbound' })).toBe('inbound');
  });

  it.each(repairStatuses)(
    'of a drop-off or completion text about a ticket that is %s',
    (ticketStatus) => {
      const isOver = ticketStatus === 'completed' || ticketStatus === 'ready';
      expect(refusal({ kind: 'created', ticketStatus })).toBe(isOver ? 'out-of-date' : null);
      expect(refusal({ kind: 'done', ticketStatus })).toBe(isOver ? null : 'reopened');
    },
  );

  it('of what has been sent again, replaced or deleted', () => {
    expect(refusal({ isResent: true })).toBe('resent');
    expect(refusal({ kind: 'estimate', isReplaced: true })).toBe('replaced');
    expect(refusal({ kind: 'done', ticketStatus: 'completed', isReplaced: true })).toBe(
      'done-again',
    );
    expect(refusal({ kind: 'done', ticketStatus: 'completed', isCollected: true })).toBe(
      'collected',
    );
    expect(refusal({ kind: 'manual', isReplaced: true, isCollected: true })).toBeNull();
    expect(refusal({ isTicketGone: true, ticketStatus: null })).toBe('ticket-gone');
    expect(refusal({ ticketStatus: null })).toBeNull();
  });

  it('depends on the code, and on whether the number has changed', () => {
    expect(refusal({ errorCode: '30007', hasNewNumber: true })).toBe('blocked');
    expect(refusal({ errorCode: '21610' })).toBe('same-number');
    expect(refusal({ errorCode: '21211' })).toBe('same-number');
    expect(refusal({ errorCode: '21211', hasNewNumber: true })).toBeNull();
    expect(refusal({ errorCode: null })).toBeNull();
  });

  it('has a text for each', () => {
    const facts: Partial<ResendFacts>[] = [
      { direction: 'inbound' },
      { state: 'unknown' },
      { state: 'delivered' },
      { kind: 'clarify' },
      { kind: 'reminder' },
      { isTicketGone: true },
      { kind: 'created', ticketStatus: 'completed' },
      { kind: 'estimate', isReplaced: true },
      { kind: 'done' },
      { kind: 'done', ticketStatus: 'completed', isReplaced: true },
      { kind: 'done', ticketStatus: 'completed', isCollected: true },
      { isResent: true },
      { errorCode: '30007' },
      { errorCode: '30005' },
    ];
    const texts = facts.map((changes) => {
      const found = refusal(changes);
      return found === null ? '' : resendRefusalText(found);
    });
    expect(new Set(texts).size).toBe(facts.length);
    for (const sentence of texts) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });
});

describe('secondsSinceSent', () => {
  const sentAt = '2026-03-02T15:04:05.000Z';
  const at = (milliseconds: number) => secondsSinceSent(sentAt, Date.parse(sentAt) + milliseconds);

  // Before the text, by a clock that was set back; after it; and much later.
  it.each<[number, number | null]>([
    [-6 * 3_600_000, null],
    [-120_000, null],
    [-119_999, 0],
    [-1, 0],
    [0, 0],
    [999, 0],
    [1000, 1],
    [119_999, 119],
    [120_000, null],
    [3_600_000, null],
  ])('after %d milliseconds: %j', (milliseconds, seconds) => {
    expect(at(milliseconds)).toBe(seconds);
  });
});

it('asks in plain words', () => {
  expect(justSentQuestion('Ada Lovelace', 12)).toBe(
    'Already sent to Ada Lovelace 12 seconds ago. Send again?',
  );
  expect(justSentQuestion('Ada', 1)).toBe('Already sent to Ada 1 second ago. Send again?');
});

it('every kind of text is there once, and has a name', () => {
  expect(new Set(messageKinds).size).toBe(messageKinds.length);
  for (const kind of messageKinds) expect(textName(kind)).toMatch(/^[A-Z][a-z’ -]+$/);
  expect(messageKinds.filter(isAutomatic)).toEqual([...automaticKinds]);
});
