import { expect, it } from 'vitest';
import { fileSize } from './counts.ts';

it.each([
  [0, '1 kB'],
  [1499, '1 kB'],
  [999_499, '999 kB'],
  [12_340_000, '12.3 MB'],
  [2_000_000_000, '2 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
