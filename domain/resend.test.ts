import { describe, expect, it } from 'vitest';
import { messageStates } from './api-answers.ts';
import { repairStatuses } from './repair-status.ts';
import { type ResendFacts, resendRefusal, resendRefusalWords } from './resend.ts';
import { messageKinds } from './text-kinds.ts';

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
};
const refusal = (changes: Partial<ResendFacts>) => resendRefusal({ ...failed, ...changes });

describe('resendRefusal', () => {
  it.each(messageStates)('of a text that is %s', (state) => {
    const expected: Record<string, string | null> = {
      sending: 'unsettled',
      unknown: 'unsettled',
      failed: null,
      undelivered: null,
    };
    expect(refusal({ state })).toBe(state in expected ? expected[state] : 'arrived');
  });

  it.each(messageKinds)('of a text of the kind %s', (kind) => {
    const isStaffs = ['created', 'estimate', 'done', 'manual'].includes(kind);
    const otherwise = kind === 'reminder' ? 'reminder' : kind === 'reply' ? null : 'automatic';
    expect(refusal({ kind })).toBe(isStaffs ? null : otherwise);
    expect(refusal({ kind, direction: 'inbound' })).toBe('inbound');
  });

  it.each(repairStatuses)('of an intake text to a ticket that is %s', (ticketStatus) => {
    const isOver = ticketStatus === 'completed' || ticketStatus === 'ready';
    expect(refusal({ kind: 'created', ticketStatus })).toBe(isOver ? 'out-of-date' : null);
    expect(refusal({ kind: 'done', ticketStatus })).toBeNull();
  });

  it('of what has been sent again, replaced or deleted', () => {
    expect(refusal({ isResent: true })).toBe('resent');
    expect(refusal({ kind: 'estimate', isReplaced: true })).toBe('replaced');
    expect(refusal({ kind: 'manual', isReplaced: true })).toBeNull();
    expect(refusal({ isTicketGone: true, ticketStatus: null })).toBe('ticket-gone');
    expect(refusal({ ticketStatus: null })).toBeNull();
  });

  it('goes by the code, and by whether the number is another one now', () => {
    expect(refusal({ errorCode: '30007', hasNewNumber: true })).toBe('blocked');
    expect(refusal({ errorCode: '21610' })).toBe('same-number');
    expect(refusal({ errorCode: '21211' })).toBe('same-number');
    expect(refusal({ errorCode: '21211', hasNewNumber: true })).toBeNull();
    expect(refusal({ errorCode: null })).toBeNull();
  });

  it('has words for each', () => {
    const facts: Partial<ResendFacts>[] = [
      { direction: 'inbound' },
      { state: 'unknown' },
      { state: 'delivered' },
      { kind: 'clarify' },
      { kind: 'reminder' },
      { isTicketGone: true },
      { kind: 'created', ticketStatus: 'completed' },
      { kind: 'estimate', isReplaced: true },
      { isResent: true },
      { errorCode: '30007' },
      { errorCode: '30005' },
    ];
    const words = facts.map((changes) => {
      const found = refusal(changes);
      return found === null ? '' : resendRefusalWords(found);
    });
    expect(new Set(words).size).toBe(facts.length);
    for (const sentence of words) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });
});
