import { describe, expect, it } from 'vitest';
import {
  deletedForGoodBefore,
  isOldEnoughToSweep,
  keptUntil,
  restoredClientNotes,
  restoredRepairNotes,
} from './deletion.ts';

const day = 24 * 60 * 60_000;

describe('what was deleted', () => {
  it('can be restored for 30 days, to the millisecond', () => {
    const deletedAt = Date.UTC(2026, 0, 1);
    expect(new Date(keptUntil(deletedAt)).toISOString()).toBe('2026-01-31T00:00:00.000Z');
    expect(deletedForGoodBefore(keptUntil(deletedAt) - 1)).toBeLessThan(deletedAt);
    expect(deletedForGoodBefore(keptUntil(deletedAt))).toBe(deletedAt);
  });

  it('keeps its photos just as long', () => {
    expect(isOldEnoughToSweep(0, 30 * day)).toBe(false);
    expect(isOldEnoughToSweep(0, 30 * day + 1)).toBe(true);
    // A clock that was set back.
    expect(isOldEnoughToSweep(5 * day, 0)).toBe(false);
  });
});

describe('the warnings after a restore', () => {
  it('are empty if nothing has changed', () => {
    const none = { hasOptedOut: false, hasExpired: false, isClientDeleted: false };
    const facts = { ...none, unusedTechnician: null };
    expect(restoredRepairNotes({ ...facts, sameWatch: null })).toEqual([]);
    expect(restoredClientNotes({ hasOptedOut: false, sameEmail: null })).toEqual([]);
  });

  it('name everything that has changed', () => {
    const all = { hasOptedOut: true, hasExpired: true, isClientDeleted: true };
    const facts = { ...all, unusedTechnician: 'Tom' };
    expect(restoredRepairNotes({ ...facts, sameWatch: 'WH123456ABC' })).toEqual([
      'Ticket WH123456ABC was created for the same watch in the meantime.',
      'Tom is marked “Not used”, so no one has the repair.',
      'Its estimate has expired unanswered in the meantime.',
      'The customer replied STOP, so no text can be sent about it.',
      'Its client was deleted: the ticket keeps the details, the directory does not.',
    ]);
    expect(restoredClientNotes({ hasOptedOut: true, sameEmail: 'Bea' })).toEqual([
      'The directory has another client with the same email: Bea.',
      'The client replied STOP, so no text can be sent to the phone.',
    ]);
  });
});
