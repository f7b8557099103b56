import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientSchema, repairSchema } from '../../domain/api-answers.ts';
import { repairStatuses } from '../../domain/repair-status.ts';
import { type CopyKey, copyKeys, repairCopyKeys } from './copy-keys.ts';
import {
  copyBounds,
  copyOf,
  fittingTexts,
  listText,
  merged,
  partitioned,
  rowsFromText,
} from './copy-rows.ts';
import { isClient, isRepair } from './copy-shape.ts';
import { someClient, someRepair } from './sample-rows.ts';

const dated = fc.record({
  id: fc.integer({ min: 0, max: 9 }).map(String),
  createdAt: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'),
  updatedAt: fc.constantFrom('2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'),
  name: fc.string(),
});

describe('merged', () => {
  it('holds each row once, newest first, none of them older than what any list gave', () => {
    fc.assert(
      fc.property(fc.array(dated), fc.array(dated), (one, other) => {
        const rows = merged(one, other);
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
        expect(new Set(rows.map(({ id }) => id))).toEqual(
          new Set([...one, ...other].map(({ id }) => id)),
        );
        for (const row of [...one, ...other]) {
          const kept = rows.find(({ id }) => id === row.id);
          expect(kept && kept.updatedAt >= row.updatedAt).toBe(true);
        }
        const order = rows.map(({ createdAt, id }) => `${createdAt} ${id}`);
        expect(order).toEqual(order.toSorted().toReversed());
      }),
    );
  });

  it('takes the later of two that were changed at the same time', () => {
    const before = someRepair({ customerName: 'Ida Rolf' });
    const after = { ...before, customerName: 'Ida Pauline Rolf' };
    expect(merged([before], [after])).toEqual([after]);
    expect(merged([after], [{ ...before, updatedAt: '2020-01-01T00:00:00.000Z' }])).toEqual([
      after,
    ]);
  });
});

describe('partitioned', () => {
  it('puts every repair into one copy, by its status', () => {
    const statuses = [...repairStatuses, 'waiting-for-parts'];
    const repairs = statuses.map((status) => someRepair({ id: status, status }));
    const parts = partitioned(repairs);
    const names = (key: (typeof repairCopyKeys)[number]) => parts[key].map(({ status }) => status);
    expect(names(copyKeys.completed)).toEqual(['completed', 'ready']);
    expect(names(copyKeys.estimateSent)).toEqual(['estimate-sent']);
    expect(names(copyKeys.open)).toEqual([
      'pending',
      'assigned',
      'in-progress',
      'estimate-accepted',
      'estimate-declined',
      'waiting-for-parts',
    ]);
    for (const key of repairCopyKeys)
      expect(names(key).map(copyOf)).toEqual(names(key).map(() => key));
  });
});

describe('fittingTexts', () => {
  it('gives the newest rows that fit, and no fewer', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary' })),
        fc.nat(20),
        fc.integer({ min: 2, max: 120 }),
        (rows, most, characters) => {
          const texts = fittingTexts(rows, { rows: most, characters });
          const text = listText(texts);
          expect(text.length).toBeLessThanOrEqual(characters);
          expect(JSON.parse(text)).toEqual(rows.slice(0, texts.length));
          const oneMore = listText(
            rows.slice(0, texts.length + 1).map((row) => JSON.stringify(row)),
          );
          const isAll = texts.length === Math.min(rows.length, most);
          expect(isAll || oneMore.length > characters).toBe(true);
        },
      ),
    );
  });

  it('leaves room in the smallest storage that browsers give', () => {
    const all = Object.values(copyBounds).reduce((sum, { characters }) => sum + characters, 0);
    expect(all).toBeLessThan(0.8 * 2.5 * 1024 * 1024);
  });
});

describe('rowsFromText', () => {
  const keys = Object.keys(copyBounds) as CopyKey[];
  const rowOf = (key: CopyKey) => (key === copyKeys.clients ? someClient() : someRepair());

  it.each(keys)('reads what was written: %s', (key) => {
    const rows = [rowOf(key), rowOf(key)];
    expect(rowsFromText(key, JSON.stringify(rows))).toEqual(rows);
    expect(rowsFromText(key, '[]')).toEqual([]);
  });

  it.each(keys)('takes nothing of another shape: %s', (key) => {
    const row = rowOf(key);
    const other = key === copyKeys.clients ? someRepair() : someClient();
    const { createdAt: _, ...older } = row;
    const broken = ['', '{', '[{"id":', 'null', 'true', '12', '"text"', '{}', '{"items":[]}'];
    const lists = [[null], [1], [[]], [row, null], [row, { ...row, id: 7 }], [older], [row, other]];
    for (const text of [...broken, ...lists.map((list) => JSON.stringify(list))]) {
      expect(rowsFromText(key, text), text).toBeNull();
    }
  });

  it('does not even parse what is longer than it would ever write', () => {
    const long = JSON.stringify([someRepair({ issue: 'x'.repeat(4_000_000) })]);
    expect(rowsFromText(copyKeys.open, long)).toBeNull();
  });
});

describe('the hand-written checks', () => {
  const strange = fc.oneof(
    fc.constantFrom(undefined, null, true, 0, 1.5, '', 'pending', 'lost', [], {}),
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  const cases = [
    { name: 'repair', row: someRepair(), schema: repairSchema, isRow: isRepair },
    { name: 'client', row: someClient(), schema: clientSchema, isRow: isClient },
  ];
  it.each(cases)('say of a $name what the contract says', ({ row, schema, isRow }) => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(schema.shape)), strange, (name, value) => {
        const changed = { ...row, [name]: value };
        expect(isRow(changed)).toBe(schema.safeParse(changed).success);
      }),
      { numRuns: 2_000 },
    );
  });
});
