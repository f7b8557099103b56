import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decideReply,
  type EstimateAnswerState,
  mayReplyAutomatically,
  type ReplySituation,
} from './reply-decision.ts';
import { type ReplyReading, replyMeanings } from './reply-meaning.ts';
import { composeText } from './texts.ts';

describe('mayReplyAutomatically', () => {
  const minute = 60_000;
  const now = 1_763_700_000_000;
  type Kind = Parameters<typeof mayReplyAutomatically>[0];
  const sent = (kind: Kind, ...minutesAgo: number[]) =>
    minutesAgo.map((ago) => ({ kind, sentAt: now - ago * minute }));

  const day = 24 * 60;
  it.each<[Kind, { kind: Kind; sentAt: number }[], boolean]>([
    // Three in an hour.
    ['clarify', [], true],
    ['not-open', sent('not-open', 1, 59), true],
    ['not-open', sent('not-open', 1, 2, 59), false],
    ['not-open', sent('not-open', 1, 2, 60), true],
    ['confirm-accept', sent('which', 0, 5, 30, 31), false],
    // Each question about what was meant, once an hour.
    ['clarify', sent('clarify', 59), false],
    ['clarify', sent('clarify', 60), true],
    ['which', sent('which', 59), false],
    ['which', sent('clarify', 1), true],
    ['confirm-accept', sent('clarify', 1), true],
    // A stranger once in 24 hours.
    ['unknown-number', sent('unknown-number', day - 1), false],
    ['unknown-number', sent('unknown-number', day), true],
    ['unknown-number', sent('clarify', 61), true],
    ['clarify', sent('unknown-number', 1), true],
    ['unknown-number', sent('clarify', 1, 2, 3), false],
  ])('%s after %j: %s', (kind, earlier, may) => {
    expect(mayReplyAutomatically(kind, earlier, now)).toBe(may);
  });
});

describe('decideReply with any reply', () => {
  const numbers = ['WH123456ABC', 'WH234567DEF', 'WH345678GHJ', 'WH999999ZZZ'];
  const states = [
    ...['open', 'open', 'open', 'accepted', 'declined'],
    ...['work-started', 'returned', 'closed', 'expired'],
  ] as EstimateAnswerState[];
  const anyReading: fc.Arbitrary<ReplyReading> = fc.record({
    meaning: fc.constantFrom('ACCEPT', 'DECLINE', ...replyMeanings),
    ticketNumbers: fc.uniqueArray(fc.constantFrom(...numbers), { maxLength: 2 }),
    isYes: fc.boolean(),
  });
  const anySituation: fc.Arbitrary<ReplySituation> = fc.record({
    optedOut: fc.boolean(),
    knownPhone: fc.boolean(),
    mediaCount: fc.nat(2),
    lastTicket: fc.constantFrom(null, 'WH888888YYY'),
    onlyOpenTicket: fc.constantFrom(null, 'WH777777XXX'),
    unresolved: fc.oneof(fc.constant([]), fc.subarray(numbers)),
    told: fc.oneof(fc.constant([]), fc.subarray(numbers)),
    estimates: fc
      .array(fc.tuple(fc.constantFrom(...states), fc.constantFrom(...numbers.slice(0, 3))), {
        maxLength: 5,
      })
      .map((drawn) =>
        drawn.map(([state, ticketNumber], index) => ({
          estimateId: String(index),
          ticketNumber,
          watch: 'Omega Seamaster',
          priceCents: 15000 + index,
          state,
        })),
      ),
  });

  it('applies an answer only when there is no doubt, and never automatically against staff', () => {
    fc.assert(
      fc.property(anyReading, anySituation, (reading, given) => {
        const { action, reply } = decideReply(reading, given);
        const open = given.estimates.filter(({ state }) => state === 'open');
        if (action.kind !== 'apply-accept' && action.kind !== 'apply-decline') {
          expect(reply?.kind ?? '').not.toMatch(/^confirm/);
          return;
        }
        expect(`apply-${reading.meaning.toLowerCase()}`).toBe(action.kind);
        const target = given.estimates.find(({ estimateId }) => estimateId === action.estimateId);
        const changeable = action.kind === 'apply-accept' ? 'declined' : 'accepted';
        expect(['open', changeable]).toContain(target?.state);
        if (reading.ticketNumbers.length > 0) {
          expect(reading.ticketNumbers).toEqual([target?.ticketNumber]);
        } else {
          expect(open.length).toBeLessThan(2);
          if (open.length === 1) expect(target).toBe(open[0]);
          expect([...given.unresolved, ...given.told]).toEqual([]);
        }
        expect([...given.unresolved, ...given.told]).not.toContain(target?.ticketNumber);
      }),
      { numRuns: 3000 },
    );
  });

  it('texts nothing to a phone that opted out, nor in reply to STOP, HELP, reactions or machines', () => {
    fc.assert(
      fc.property(anyReading, anySituation, (reading, given) => {
        const { reply, action } = decideReply(reading, given);
        const silentMeanings = ['STOP', 'OPT_OUT_REQUEST', 'HELP', 'REACTION', 'AUTO_REPLY'];
        const isSilent =
          silentMeanings.includes(reading.meaning) ||
          (given.optedOut && action.kind !== 'clear-opt-out');
        if (isSilent) expect(reply).toBeNull();
      }),
      { numRuns: 1000 },
    );
  });

  it('says only what is true', () => {
    fc.assert(
      fc.property(anyReading, anySituation, (reading, given) => {
        const { reply, about } = decideReply(reading, given);
        const open = given.estimates.filter(({ state }) => state === 'open');
        if (reply?.kind === 'not-open') expect(open).toEqual([]);
        if (reply !== null && reading.ticketNumbers.length === 0) expect(given.told).toEqual([]);
        if (reply?.kind === 'clarify') {
          expect(open.map(({ ticketNumber }) => ticketNumber)).toEqual([reply.ticketNumber]);
        }
        if (reply?.kind === 'which') {
          expect(open.length).toBeGreaterThan(1);
          expect(reply.estimates).toHaveLength(open.length);
        }
        const own = given.estimates.map(({ ticketNumber }) => ticketNumber);
        const pictured = given.mediaCount > 0 ? [given.onlyOpenTicket] : [];
        const others = [given.lastTicket, ...pictured].filter((one) => one !== null);
        const shown = [...own, ...given.unresolved, ...given.told, ...others];
        const known = shown.filter((one) => !given.told.includes(one));
        expect(known.length === 0 ? [null, ...shown] : shown).toContain(about);
        if (reply !== null) {
          const body = composeText({ name: 'Shop', phone: '(212) 555-0100' }, reply);
          expect(body).toMatch(/^Shop: .*(555-0100|WH\d{6}[A-Z]{3})$/);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
