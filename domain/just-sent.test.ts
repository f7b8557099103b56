import { describe, expect, it } from 'vitest';
import { justSentQuestion, secondsSinceSent } from './just-sent.ts';

describe('secondsSinceSent', () => {
  const sentAt = '2026-03-02T15:04:05.000Z';
  const at = (milliseconds: number) => secondsSinceSent(sentAt, Date.parse(sentAt) + milliseconds);

  it.each([
    [0, 0],
    [999, 0],
    [1000, 1],
    [119_999, 119],
    [120_000, null],
    [3_600_000, null],
  ])('after %d milliseconds: %j', (milliseconds, seconds) => {
    expect(at(milliseconds)).toBe(seconds);
  });

  it.each([
    [-1, 0],
    [-119_999, 0],
    [-120_000, null],
    [-6 * 3_600_000, null],
  ])('on a clock that was set back, %d milliseconds: %j', (milliseconds, seconds) => {
    expect(at(milliseconds)).toBe(seconds);
  });
});

it('asks in plain words', () => {
  expect(justSentQuestion('Ada Lovelace', 12)).toBe(
    'Already sent to Ada Lovelace 12 seconds ago. Send again?',
  );
  expect(justSentQuestion('Ada', 1)).toBe('Already sent to Ada 1 second ago. Send again?');
});
