import { describe, expect, it } from 'vitest';
import type { Backups } from '../../domain/api-shop.ts';
import { fileSize, progressOf, warningOf } from './backup-words.ts';

it.each([
  [0, '1 kB'],
  [1499, '1 kB'],
  [999_499, '999 kB'],
  [12_340_000, '12.3 MB'],
  [2_000_000_000, '2 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});

it('the progress of a backup never goes back from one phase to the next', () => {
  const values = (['photos', 'rows', 'checking'] as const).flatMap((phase) =>
    [0, 0.5, 1].map((share) => progressOf({ kind: 'by-hand', phase, share }).value),
  );
  expect(values).toEqual([...values].sort((one, other) => one - other));
  expect([values[0], values.at(-1)]).toEqual([0, 1]);
});

describe('a warning', () => {
  const fine: Backups = {
    folder: '/backups',
    schedule: null,
    running: null,
    last: { at: '2026-03-01T03:00:00.000Z', bytes: 1, kind: 'scheduled' },
    failure: null,
    isStale: false,
    items: [],
  };

  it('is given for a failure before all else, then for age, and not without a reason', () => {
    const at = '2026-03-03T03:00:00.000Z';
    const failure = { at, kind: 'scheduled', reason: 'the disk is full.' } as const;
    expect(warningOf(fine)).toBeNull();
    expect(warningOf({ ...fine, isStale: true })).toEqual({ kind: 'stale', at: fine.last?.at });
    expect(warningOf({ ...fine, isStale: true, failure })).toEqual({
      kind: 'failed',
      at,
      reason: 'the disk is full',
    });
  });
});
