import { describe, expect, it } from 'vitest';
import { isAwaited, lateness, type PartDates, partState } from './part-state.ts';

const needed: PartDates = {
  orderedOn: null,
  expectedOn: null,
  receivedOn: null,
  returnedOn: null,
};
const ordered = { ...needed, orderedOn: '2026-03-02' };
const received = { ...ordered, receivedOn: '2026-03-05' };
const returned = { ...received, returnedOn: '2026-03-06' };

describe('the state of a part', () => {
  it.each([
    ['needed', needed, true],
    ['ordered', ordered, true],
    ['received', received, false],
    ['returned', returned, false],
    // Sent back unopened, or received without an order.
    ['returned', { ...ordered, returnedOn: '2026-03-06' }, false],
    ['received', { ...needed, receivedOn: '2026-03-05' }, false],
  ] as const)('is %s by its dates', (state, dates, isOpen) => {
    expect(partState(dates)).toBe(state);
    expect(isAwaited(dates)).toBe(isOpen);
  });
});

describe('how late something is', () => {
  it.each([
    ['2026-03-10', '2026-03-09', true, '1 day later than promised'],
    ['2026-03-15', '2026-03-09', true, '6 days later than promised'],
    // Both: what the customer was told matters more.
    ['2026-03-02', '2026-03-01', true, '1 day later than promised'],
    ['2026-03-02', '2026-03-09', false, '3 days late'],
    ['2026-03-04', null, false, '1 day late'],
  ])('expected on %s, promised for %s', (expectedOn, promisedOn, isPromiseBroken, words) => {
    expect(lateness(expectedOn, promisedOn, '2026-03-05')).toEqual({ isPromiseBroken, words });
  });

  it.each([
    [null, '2026-03-09'],
    ['2026-03-05', null],
    ['2026-03-09', '2026-03-09'],
  ])('is nothing: expected on %s, promised for %s', (expectedOn, promisedOn) => {
    expect(lateness(expectedOn, promisedOn, '2026-03-05')).toBeNull();
  });
});
