import { expect, it } from 'vitest';
import { warrantyChangeLines, warrantyWords } from './warranties.ts';

it('says what was recorded, changed and removed', () => {
  const of = { warrantyId: 'w', what: 'Full service' };
  expect(
    warrantyWords['warranty-added']({
      ...of,
      before: null,
      after: { what: 'Full service', days: 60 },
    }),
  ).toEqual({ title: 'Warranty added: Full service', details: ['60 days'] });
  expect(
    warrantyWords['warranty-changed']({
      ...of,
      before: { what: 'Service', days: 1 },
      after: { what: 'Full service', days: 1000 },
    }),
  ).toEqual({
    title: 'Warranty changed: Full service',
    details: ['Renamed from Service', 'Days: 1 day → 1,000 days'],
  });
  expect(warrantyWords['warranty-removed'](of).title).toBe('Warranty removed: Full service');
  // Deleted for good.
  expect(warrantyWords['warranty-changed']({})).toEqual({
    title: 'Warranty changed:',
    details: [],
  });
});

it('says what a pickup began and what its undo stopped', () => {
  expect(
    warrantyChangeLines([
      { what: 'Full service', until: '2026-12-22' },
      { what: 'Gaskets', until: null },
      { until: null },
      null,
    ]),
  ).toEqual([
    'Under warranty until Tue, Dec 22, 2026: Full service',
    'No longer under warranty: Gaskets',
  ]);
  expect(warrantyChangeLines(undefined)).toEqual([]);
});
