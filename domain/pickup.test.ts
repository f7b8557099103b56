import { expect, it } from 'vitest';
import { collectedBeforeRecords, isBeforeRecords, pickupWords } from './pickup.ts';

const at = '2026-03-02T15:00:00.000Z';

it.each([
  [null, null, null, null],
  [at, 'Peter', null, 'picked up by Peter'],
  [at, null, null, 'picked up'],
  [at, null, 'UPS', 'shipped by UPS'],
])('left at %s by %s or %s: %s', (collectedAt, collectedBy, shippedBy, words) => {
  expect(pickupWords({ collectedAt, collectedBy, shippedBy })).toBe(words);
});

it.each([
  ['completed', 1, null, 0, true],
  ['ready', 1, null, 2, true],
  ['completed', 1, at, collectedBeforeRecords, true],
  ['completed', 1, at, 0, false],
  ['completed', 1, at, 2, false],
  // It waits: staff have said that it is still here.
  ['completed', 0, null, collectedBeforeRecords, false],
  ['completed', 0, null, 0, false],
  // It was reopened.
  ['in-progress', 1, null, collectedBeforeRecords, false],
])(
  '%s, handed over %i, collected %s, reminders %i: before records %s',
  (status, handedOut, collectedAt, reminders, is) => {
    const stored = {
      status,
      is_handed_out: handedOut,
      collected_at: collectedAt,
      pickup_reminders: reminders,
    };
    expect(isBeforeRecords(stored)).toBe(is);
  },
);
