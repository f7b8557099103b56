import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { keepResults, rowOf } from '../../../bench/results.ts';

const folder = mkdtempSync(join(tmpdir(), 'watch-results-'));
const file = join(folder, 'results.md');
afterAll(() => rmSync(folder, { recursive: true }));

const row = (name: string, ours: number, engine: string, note = '') =>
  rowOf(
    { name, comparedWith: 'something bare', unit: 'ms', limit: { most: 2 } },
    { ours, theirs: 10, ratio: ours / 10, note },
    engine,
    '-',
  );

const tableIn = (text: string) => text.split('\n').filter((line) => line.startsWith('| '));

it('keeps the rows that a later run did not measure, and none of another machine', () => {
  keepResults(
    'one',
    [row('a', 12, 'SQLite 3.53.4', 'p50 | p99'), row('b', 34, 'SQLite 3.53.4')],
    file,
  );
  keepResults('one', [row('a', 5, 'PostgreSQL 18.4')], file);
  keepResults('one', [row('b', 15, 'SQLite 3.54.0')], file);
  const kept = readFileSync(file, 'utf8');
  expect(kept).toContain('\nMachine: one\n');
  expect(tableIn(kept).slice(2)).toEqual([
    '| a | SQLite 3.53.4 | - | 1.20 | ≤ 2 | holds | 12.0 ms against 10.0 ms: something bare | p50 / p99 |',
    '| b | SQLite 3.54.0 | - | 1.50 | ≤ 2 | holds | 15.0 ms against 10.0 ms: something bare |  |',
    '| a | PostgreSQL 18.4 | - | 0.50 | ≤ 2 | holds | 5.00 ms against 10.0 ms: something bare |  |',
  ]);
  keepResults('another', [row('c', 34, 'SQLite 3.53.4')], file);
  expect(tableIn(readFileSync(file, 'utf8')).slice(2)).toEqual([
    '| c | SQLite 3.53.4 | - | 3.40 | ≤ 2 | BROKEN | 34.0 ms against 10.0 ms: something bare |  |',
  ]);
});
