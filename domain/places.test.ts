import { describe, expect, it } from 'vitest';
import { isolated } from './isolated.ts';
import { moveWords, placeNow } from './places.ts';

describe('where a watch is now', () => {
  it.each([
    ['pending', false, 'Safe'],
    ['in-progress', false, 'Safe'],
    ['completed', true, 'Safe'],
    ['ready', true, 'Safe'],
    // It was picked up: what the ticket says is where it was last.
    ['completed', false, null],
  ])('%s, waiting for pickup %s: %s', (status, isWaitingForPickup, shown) => {
    const sentOut = null;
    expect(placeNow({ status, isWaitingForPickup, place: 'Safe', sentOut })).toBe(shown);
    expect(placeNow({ status, isWaitingForPickup, place: null, sentOut })).toBeNull();
    const out = placeNow({ status, isWaitingForPickup, place: 'Safe', sentOut: {} });
    expect(out).toBe(shown && 'Sent out');
  });
});

describe('the words of a move', () => {
  it.each([
    [null, 'Safe', 'moved it to Safe'],
    ['Safe', 'Tray 4', 'moved it from Safe to Tray 4'],
    ['Safe', null, 'took it out of Safe'],
    [null, null, 'moved it'],
    ['כספת', 'Safe', `moved it from ${isolated('כספת')} to Safe`],
  ])('from %s to %s', (from, to, words) => {
    expect(moveWords(from, to)).toBe(words);
  });
});
