import { expect, it } from 'vitest';
import { knownInitials } from './staff-initials.ts';

const staff = [
  { name: 'Ana Lima', initials: 'AL' },
  { name: 'Zoë Ørsted', initials: 'zØ' },
  { name: 'Per Cent', initials: '%' },
];

it.each([
  ['AL', 'AL'],
  ['al', 'AL'],
  [encodeURIComponent('ZØ'), 'zØ'],
  [encodeURIComponent('%'), '%'],
  ['', null],
  ['A', null],
  ['ALX', null],
  ['%', null],
  ['%E0%A4%A', null],
  ['__proto__', null],
])('takes %j as %j', (given, initials) => {
  expect(knownInitials(given, staff)).toBe(initials);
});

it('finds no one in a shop without staff', () => {
  expect(knownInitials('AL', [])).toBeNull();
});
