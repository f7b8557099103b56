import { expect, it } from 'vitest';
import { isSameRoom, toastPlace } from './toast-place.ts';

const frame = { left: 0, right: 1000, top: 0, bottom: 800 };
const size = { width: 400, height: 60 };
const at = (left: number, top: number) => ({ left, top, right: left + 100, bottom: top + 20 });

it('stays at the bottom left if nothing is in the way', () => {
  expect(toastPlace(frame, size, [])).toEqual({ side: 'left', above: 0 });
  expect(toastPlace(frame, size, [at(40, 100), at(450, 770)])).toEqual({ side: 'left', above: 0 });
});

it('goes to the right of a column of numbers', () => {
  const rows = Array.from({ length: 20 }, (_, row) => at(60, row * 42));
  expect(toastPlace(frame, size, rows)).toEqual({ side: 'right', above: 0 });
});

it('rises just above a number if there is one on both sides', () => {
  const above = 800 - (770 - 8);
  expect(toastPlace(frame, size, [at(40, 770), at(800, 770)])).toEqual({ side: 'left', above });
  expect(toastPlace(frame, size, [at(40, 770), at(40, 700), at(800, 770)])).toEqual({
    side: 'right',
    above,
  });
});

it('stays in its place if numbers are everywhere', () => {
  const all = Array.from({ length: 60 }, (_, row) => [at(60, row * 20), at(800, row * 20)]).flat();
  expect(toastPlace(frame, size, all)).toEqual({ side: 'left', above: 0 });
});

it('rises above a bar that spans the page, and moves right of a shorter one', () => {
  const bar = { left: 0, right: 1000, top: 740, bottom: 800 };
  expect(toastPlace(frame, size, [bar])).toEqual({ side: 'left', above: 68 });
  expect(toastPlace(frame, size, [{ ...bar, right: 580 }])).toEqual({ side: 'right', above: 0 });
});

it('rises above a button on a phone, where it is as wide as the window', () => {
  const phone = { left: 16, right: 359, top: 0, bottom: 700 };
  const button = { left: 250, right: 343, top: 640, bottom: 684 };
  expect(toastPlace(phone, { width: 343, height: 60 }, [button])).toEqual({
    side: 'left',
    above: 68,
  });
});

it('rises above a text that is being written, however much of a phone it takes', () => {
  const phone = { left: 16, right: 359, top: 0, bottom: 804 };
  const draft = { left: 16, right: 359, top: 412, bottom: 742 };
  expect(toastPlace(phone, { width: 343, height: 110 }, [draft])).toEqual({
    side: 'left',
    above: 400,
  });
});

it('stays while the bars are the same, and as high as before', () => {
  const [dialog, foot] = [{}, {}];
  expect(isSameRoom([dialog, 500, foot, 60], [dialog, 500, foot, 60])).toBe(true);
  expect(isSameRoom([dialog, 500, foot, 60], [dialog, 500, foot, 90])).toBe(false);
  expect(isSameRoom([dialog, 500], [dialog, 500, foot, 60])).toBe(false);
  expect(isSameRoom([dialog, 500], [foot, 500])).toBe(false);
});
