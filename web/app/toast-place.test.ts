import { expect, it } from 'vitest';
import { toastPlace } from './toast-place.ts';

const frame = { left: 0, right: 1000, top: 0, bottom: 800 };
const size = { width: 400, height: 60 };
const at = (left: number, top: number) => ({ left, top, right: left + 100, bottom: top + 20 });

it('stays at the bottom left where nothing is in the way', () => {
  expect(toastPlace(frame, size, [])).toEqual({ side: 'left', above: 0 });
  expect(toastPlace(frame, size, [at(40, 100), at(450, 770)])).toEqual({ side: 'left', above: 0 });
});

it('goes to the right of a column of numbers', () => {
  const rows = Array.from({ length: 20 }, (_, row) => at(60, row * 42));
  expect(toastPlace(frame, size, rows)).toEqual({ side: 'right', above: 0 });
});

it('rises just above a number where one is on both sides', () => {
  const above = 800 - (770 - 8);
  expect(toastPlace(frame, size, [at(40, 770), at(800, 770)])).toEqual({ side: 'left', above });
  expect(toastPlace(frame, size, [at(40, 770), at(40, 700), at(800, 770)])).toEqual({
    side: 'right',
    above,
  });
});

it('stays in its place where numbers are everywhere', () => {
  const all = Array.from({ length: 60 }, (_, row) => [at(60, row * 20), at(800, row * 20)]).flat();
  expect(toastPlace(frame, size, all)).toEqual({ side: 'left', above: 0 });
});
