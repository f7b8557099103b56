import { describe, expect, it } from 'vitest';
import {
  attentionReasonOf,
  attentionText,
  caseReasons,
  casesClosedBy,
  replyAttentions,
} from './attention.ts';
import { goesOutOnce } from './text-delivery.ts';
import { messageKinds } from './text-kinds.ts';

describe('attentionReasonOf', () => {
  const states = [
    ['sending', 'unsettled', 'unsettled'],
    ['unknown', 'unsettled', 'unsettled'],
    ['sending', null, null],
    ['unknown', null, null],
    ['failed', null, 'not-delivered'],
    ['undelivered', null, 'not-delivered'],
    ['failed', 'unsettled', 'not-delivered'],
    // The outcome of an unsettled text is known by now.
    ['accepted', 'unsettled', null],
    ['sent', 'unsettled', null],
    ['delivered', 'unsettled', null],
    ['delivered', null, null],
    ['received', null, null],
    ['received', 'unsettled', null],
    ['received', 'something else', null],
    ...replyAttentions.map((reason) => ['received', reason, reason] as const),
  ] as const;
  it.each(states)('%s, marked %s: %s', (state, attention, reason) => {
    expect(attentionReasonOf({ state, attention })).toBe(reason);
  });
});

describe('attentionText', () => {
  it.each(caseReasons)('%s: says what happened and what to do, for every text', (reason) => {
    for (const kind of messageKinds) {
      for (const errorCode of [null, '30003', '99999', 'never-sent']) {
        const { happened, advice } = attentionText(reason, { kind, errorCode });
        for (const text of [happened, advice]) expect(text).toMatch(/^[A-Z].*\.$/);
        expect(happened).not.toBe(advice);
      }
    }
  });

  it('says something of its own for each reason', () => {
    const text = { kind: 'reply', errorCode: null } as const;
    const happened = caseReasons.map((reason) => attentionText(reason, text).happened);
    expect(new Set(happened).size).toBe(caseReasons.length);
    expect(attentionText('accepted', text).happened).toBe('The customer accepted the estimate.');
    expect(attentionText('declined', text).happened).toBe('The customer declined the estimate.');
  });

  it('names the text and what to do', () => {
    expect(attentionText('not-delivered', { kind: 'estimate', errorCode: '30003' })).toEqual({
      happened: 'The estimate was not delivered.',
      advice: 'The phone is off or unreachable. Try again later.',
    });
    expect(attentionText('unsettled', { kind: 'done', errorCode: null }).happened).toBe(
      'We can’t tell yet whether the completion text was sent.',
    );
  });

  it('does not advise sending again what is only sent once', () => {
    for (const kind of messageKinds) {
      const isOnce = goesOutOnce(kind);
      for (const errorCode of ['never-sent', '20429', '30003']) {
        const { advice } = attentionText('not-delivered', { kind, errorCode });
        expect([kind, /again|once more/i.test(advice)]).toEqual([kind, !isOnce]);
        expect(advice).toMatch(isOnce ? /call the customer/i : /./);
      }
    }
  });

  it.each(['opted-out', 'answered-while-opted-out'] as const)('%s: says to call', (reason) => {
    expect(attentionText(reason, { kind: 'reply', errorCode: null }).advice).toMatch(/call them/i);
  });
});

it('what happens closes only cases made by a reply, and only a text closes those about work that continued', () => {
  for (const [happening, reasons] of Object.entries(casesClosedBy)) {
    for (const reason of reasons) expect(replyAttentions).toContain(reason);
    // Staff have to talk to the customer; a text from staff does just that.
    expect([happening, reasons.some((reason) => reason === 'moved-on')]).toEqual([
      happening,
      happening === 'text',
    ]);
  }
  expect(casesClosedBy.answer).not.toContain('opted-out');
});
