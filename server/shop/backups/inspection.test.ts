import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { Inspections } from './inspection.ts';
import type { CheckedBackup } from './reader.ts';

afterEach(() => vi.useRealTimers());

const manifest = {
  at: '2026-03-01T00:00:00.000Z',
  rows: {},
  photos: 0,
  damagedPhotos: [],
  missingPhotos: [],
} as Partial<CheckedBackup['manifest']> as CheckedBackup['manifest'];

/** Two files: the check of the first goes on until it is given up. */
function endless() {
  const [first, second] = [`${import.meta.dirname}/inspection.ts`, import.meta.filename];
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const inspections = new Inspections(async (path, onShare = () => undefined) => {
    while (path === first) {
      begin();
      onShare(1, 2);
      await sleep(1);
    }
    return { manifest, bytes: 1, members: new Map() };
  });
  return { inspections, first, second, begun };
}

it('a check that no one asks about anymore makes room for the next', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { inspections, first, second, begun } = endless();
  inspections.look(first).catch(() => undefined);
  await begun;
  vi.setSystemTime(Date.now() + 60_000);
  expect(await inspections.contents(second)).toMatchObject({ bytes: 1 });
  // It begins again for someone who comes back.
  expect(await inspections.look(first)).toEqual({ share: 0.5, contents: null });
  vi.setSystemTime(Date.now() + 60_000);
  expect(await inspections.contents(second)).toMatchObject({ bytes: 1 });
});

it('a check continues while someone asks about it, or nothing else waits', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { inspections, first, second, begun } = endless();
  inspections.look(first).catch(() => undefined);
  await begun;
  vi.setSystemTime(Date.now() + 60_000);
  expect(await inspections.look(first)).toEqual({ share: 0.5, contents: null });
  const next = inspections.look(second);
  await inspections.look(first);
  expect(await next).toEqual({ share: 0, contents: null });
  vi.setSystemTime(Date.now() + 60_000);
  expect(await inspections.contents(second)).toMatchObject({ bytes: 1 });
});
