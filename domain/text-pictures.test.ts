import { describe, expect, it } from 'vitest';
import {
  canBeFetched,
  maxPicturesADay,
  maxPicturesOfText,
  nextTryAt,
  photosText,
  pictureDetail,
  pictureStates,
  pictureStatesOf,
} from './text-pictures.ts';

const hour = 60 * 60_000;

describe('the pictures of a text', () => {
  const customers = { isCustomers: true, fetchedToday: 0 };

  it.each([0, 1, 2, 9, 10])('from a customer are fetched: %i', (count) => {
    expect(pictureStatesOf(count, customers)).toEqual(Array(count).fill('waiting'));
  });

  it('are ten at most', () => {
    expect(pictureStatesOf(11, customers)).toHaveLength(maxPicturesOfText);
    expect(pictureStatesOf(1e9, customers)).toHaveLength(maxPicturesOfText);
  });

  it('from an unknown phone are not fetched, however many came', () => {
    for (const fetchedToday of [0, 30]) {
      const states = pictureStatesOf(2, { isCustomers: false, fetchedToday });
      expect(states).toEqual(['unknown-phone', 'unknown-phone']);
    }
  });

  it.each([
    [27, 3, 0],
    [28, 2, 1],
    [29, 1, 2],
    [30, 0, 3],
    [99, 0, 3],
  ])('after %i others of the day: %i of three are fetched', (fetchedToday, fetched, left) => {
    expect(maxPicturesADay).toBe(30);
    expect(pictureStatesOf(3, { ...customers, fetchedToday })).toEqual([
      ...Array(fetched).fill('waiting'),
      ...Array(left).fill('daily-limit'),
    ]);
  });
});

describe('a picture that did not come', () => {
  it('is tried after twice as long each time, at most six hours, for two days', () => {
    const waits: number[] = [];
    let now = 0;
    for (let tries = 1; ; tries += 1) {
      const next = nextTryAt(tries, 0, now);
      if (next === null) break;
      waits.push((next - now) / 60_000);
      now = next;
    }
    expect(waits.slice(0, 11)).toEqual([0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 360]);
    expect(new Set(waits.slice(10))).toEqual(new Set([360]));
    expect(now).toBeLessThanOrEqual(48 * hour);
    expect(now).toBeGreaterThan(42 * hour);
  });

  it('is given up after two days to the millisecond, counted from when it was last asked for', () => {
    expect(nextTryAt(20, 0, 42 * hour)).toBe(48 * hour);
    expect(nextTryAt(20, 0, 42 * hour + 1)).toBeNull();
    expect(nextTryAt(1, 42 * hour, 42 * hour + 1)).toBe(42 * hour + 30_001);
    expect(nextTryAt(5000, 0, 0)).toBe(6 * hour);
  });
});

describe('the words for staff', () => {
  it('say why for each that can’t be seen, and for no other', () => {
    for (const state of pictureStates) {
      const isSilent = state === 'waiting' || state === 'stored';
      expect(pictureDetail(state) === null, state).toBe(isSilent);
    }
  });

  it('offer to fetch what would not be refused again', () => {
    expect(pictureStates.filter(canBeFetched)).toEqual([
      'gone',
      'unreached',
      'unknown-phone',
      'daily-limit',
    ]);
  });

  it('count the photos', () => {
    expect([1, 2, 10].map(photosText)).toEqual(['a photo', '2 photos', '10 photos']);
  });
});
