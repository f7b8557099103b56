import { expect, it } from 'vitest';
import { isSameSerial } from './serial-number.ts';

it.each([
  ['V6Z41937', 'v6z-41937', true],
  ['V6Z 41 937', 'V6Z/41.937', true],
  ['V6Z41937', 'V6Z41938', false],
  ['V6Z41937', 'V6Z4193', false],
  ['', '', false],
  ['-', '-', false],
  [null, null, false],
  [null, 'V6Z41937', false],
])('%j and %j are the same serial number: %j', (one, other, isSame) => {
  expect(isSameSerial(one, other)).toBe(isSame);
  expect(isSameSerial(other, one)).toBe(isSame);
});
