import { describe, expect, it } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import { someRepair } from '../../../tests/harness/sample-rows.ts';
import { estimateSteps, stepsFor } from './repair-actions.tsx';

const first = (given: Partial<Repair>, canText?: boolean) =>
  stepsFor(someRepair(given), canText)[0]?.dialog;
const labels = (given: Partial<Repair>) =>
  stepsFor(someRepair(given))
    .map(({ label }) => label)
    .slice(0, 3);

describe('of the two ways to give a price', () => {
  it('the text is first if one may arrive', () => {
    const dialogs = estimateSteps(someRepair()).map(({ dialog }) => dialog);
    expect(dialogs).toEqual(['send-estimate', 'record-estimate']);
    expect(first({})).toBe('send-estimate');
  });

  it.each<[string, Partial<Repair>]>([
    ['no number', { customerPhone: '' }],
    ['a number that cannot be one', { customerPhone: '(123) 456-7890' }],
    ['a landline, or another number that failed', { numberFails: true }],
    ['STOP', { optedOutAt: '2026-03-01T10:00:00.000Z' }],
    ['“Don’t text”', { customerNoTexts: true }],
  ])('the other is first with %s', (_reason, given) => {
    expect(first(given)).toBe('record-estimate');
    // A ticket that knows of no obstacle doesn't change that.
    expect(first(given, true)).toBe('record-estimate');
  });

  it('the other is first if more is known than a row says', () => {
    expect(first({}, false)).toBe('record-estimate');
  });
});

describe('an estimate', () => {
  it('comes first if the price is above what was approved, before and after assigning', () => {
    const above = { repairPrice: 80.01, approvedUpTo: 80 };
    expect(labels(above)).toEqual(['Send estimate', 'Record estimate', 'Assign']);
    for (const status of ['assigned', 'in-progress']) {
      expect(labels({ ...above, status })).toEqual([
        'Send estimate',
        'Record estimate',
        'Complete',
      ]);
    }
    expect(first({ ...above, numberFails: true })).toBe('record-estimate');
  });

  it('comes after the next step if the price is within it, or agreed', () => {
    for (const given of [{ repairPrice: 80, approvedUpTo: 80 }, { repairPrice: 80 }]) {
      expect(labels(given)).toEqual(['Assign', 'Send estimate', 'Record estimate']);
    }
    expect(labels({ approvedUpTo: 80 })[0]).toBe('Assign');
  });

  it('comes before assigning if no price is known, nor a limit', () => {
    expect(labels({})).toEqual(['Send estimate', 'Assign', 'Record estimate']);
  });
});
