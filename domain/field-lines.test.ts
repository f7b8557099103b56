import { expect, it } from 'vitest';
import { fieldLines } from './field-lines.ts';
import { isolated } from './isolated.ts';

const list = {
  name: { column: 'name', label: 'Name', kind: 'line', limit: 'name', isRequired: true },
  cost: { column: 'cost_cents', label: 'Cost', kind: 'price', isRequired: false },
  isPaid: { column: 'is_paid', label: 'Paid', kind: 'flag', isRequired: false },
} as const;

const said = (before: unknown, after: unknown) =>
  fieldLines(list, 'name', { before, after }).filter((line) => line !== null);

it('says what was typed, without the field in the title', () => {
  expect(said(null, { name: 'Crown', cost: 0.1, isPaid: null })).toEqual(['Cost: $0.10']);
  expect(said(null, { name: 'Crown', cost: null, isPaid: true })).toEqual(['Paid: yes']);
});

it('says what has changed, and what was typed keeps its direction', () => {
  expect(said({ name: 'Crown', cost: 2 }, { name: 'כתר', cost: null })).toEqual([
    `Name: Crown → ${isolated('כתר')}`,
    'Cost: $2.00 → nothing',
  ]);
});

it('says nothing about fields that are unknown or no longer stored', () => {
  expect(said(undefined, undefined)).toEqual([]);
  expect(said('gone', { other: 1 })).toEqual([]);
});
