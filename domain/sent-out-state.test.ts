import { describe, expect, it } from 'vitest';
import { isolated } from './isolated.ts';
import { outFor, outNow, outWords, sendingState } from './sent-out-state.ts';

describe('the state of a watch that is sent out', () => {
  it.each([
    ['planned', null, null],
    ['out', '2026-03-02', null],
    ['back', '2026-03-02', '2026-03-09'],
    // Nobody wrote down when it left.
    ['back', null, '2026-03-09'],
  ])('is %s by its dates', (state, sentOn, receivedOn) => {
    expect(sendingState({ sentOn, receivedOn })).toBe(state);
  });
});

describe('who has the watch now', () => {
  const sentOut = { sentTo: 'Kirk Dial', sentOn: '2026-03-02', expectedOn: null };
  it.each([
    ['pending', false, sentOut],
    ['completed', true, sentOut],
    ['completed', false, null],
  ])('%s, waiting for pickup %s: %j', (status, isWaitingForPickup, shown) => {
    expect(outNow({ status, isWaitingForPickup, sentOut })).toEqual(shown);
    expect(outNow({ status, isWaitingForPickup, sentOut: null })).toBeNull();
  });
});

describe('how long it has been out', () => {
  it.each([
    ['2026-03-04', null],
    ['2026-03-03', null],
    ['2026-03-02', 'for 1 day'],
    ['2026-02-19', 'for 12 days'],
  ])('sent on %s: %s', (sentOn, words) => {
    expect(outFor(sentOn, '2026-03-03')).toBe(words);
    const sentTo = 'Kirk Dial';
    expect(outWords({ sentTo, sentOn, expectedOn: null }, '2026-03-03')).toBe(
      `Out at Kirk Dial${words === null ? '' : ` ${words}`}`,
    );
  });

  it('is shown with a name in any script', () => {
    const sentOut = { sentTo: 'כתר', sentOn: '2026-03-02', expectedOn: null };
    expect(outWords(sentOut, '2026-03-03')).toBe(`Out at ${isolated('כתר')} for 1 day`);
  });
});
