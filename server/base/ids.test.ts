import { expect, it } from 'vitest';
import { newId } from './ids.ts';

const time = Date.parse('2026-03-02T10:00:00.123Z');

it('is a UUID of version 7 that begins with its time', () => {
  const id = newId(time);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(time);
});

it('sorts in order of creation, even within one millisecond', () => {
  const ids = [time, time, time, time + 1, time + 2, time + 2].map((at) => newId(at));
  expect([...ids].sort()).toEqual(ids);
});

it('does not repeat itself', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => newId(time))).size).toBe(10_000);
});
