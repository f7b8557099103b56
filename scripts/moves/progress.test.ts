import { expect, it } from 'vitest';
import { durationText, moveProgress } from './progress.ts';

function written(isTTY: boolean) {
  let text = '';
  const start = Date.parse('2026-03-01T09:00:00Z');
  let now = start;
  const output = {
    isTTY,
    write: (part: string | Uint8Array) => {
      text += String(part);
      return true;
    },
  };
  const progress = moveProgress(output, () => now);
  const show = (done: number, atSecond: number, table: string | null = 'events') => {
    now = start + atSecond * 1000;
    progress.show({ what: table === null ? 'photos' : 'rows', table, done, total: 6000 });
  };
  return { show, endLine: progress.endLine, text: () => text };
}

it('shows on a terminal how far it is, how fast, and what is left', () => {
  const { show, endLine, text } = written(true);
  show(0, 0);
  show(10, 0.05);
  show(1500, 3);
  show(6000, 12);
  show(0, 12, null);
  endLine();
  expect(
    text()
      .replaceAll('\x1b[K', '')
      .split(/[\r\n]+/),
  ).toEqual([
    '',
    '  Copying events             0 of 6,000 (0 %)',
    '  Copying events             1,500 of 6,000 (25 %), 500/s, 9 s left',
    '  Copying events             6,000 of 6,000 (100 %), 500/s',
    '  Photos                     0 of 6,000 (0 %)',
    '',
  ]);
});

it('says elsewhere only what is done', () => {
  const { show, text } = written(false);
  show(0, 0);
  show(3000, 1);
  show(6000, 2);
  show(6000, 3, null);
  expect(text()).toBe(
    '  Copying events             6,000 of 6,000 (100 %), 3,000/s\n  Photos                     6,000 of 6,000 (100 %)\n',
  );
});

it('says times as people do', () => {
  expect([400, 99_000, 100_000, 11_100_000].map(durationText)).toEqual([
    '1 s',
    '99 s',
    '2 min',
    '3 h 5 min',
  ]);
});
