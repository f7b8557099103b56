import { describe, expect, it } from 'vitest';
import { isolated } from './isolated.ts';
import { type PartValues, partWords } from './parts.ts';

const part: PartValues = {
  description: 'Crown',
  supplier: 'Cousins',
  number: null,
  cost: 12.5,
  orderedOn: '2026-03-02',
  expectedOn: null,
  receivedOn: null,
  returnedOn: null,
};

describe('the words of a part', () => {
  it('say what was typed when it was added', () => {
    const data = { partId: '1', description: 'Crown', before: null, after: part };
    expect(partWords['part-added'](data)).toEqual({
      title: 'Part added: Crown',
      details: ['Supplier: Cousins', 'Cost: $12.50', 'Date ordered: Mon, Mar 2, 2026'],
    });
  });

  it('say what has changed, its name too', () => {
    const before = { description: 'Crown', cost: 12.5, receivedOn: null };
    const after = { description: 'כתר', cost: null, receivedOn: '2026-03-05' };
    expect(partWords['part-changed']({ description: 'כתר', before, after })).toEqual({
      title: `Part changed: ${isolated('כתר')}`,
      details: [
        `Part: Crown → ${isolated('כתר')}`,
        'Cost: $12.50 → nothing',
        'Date received: nothing → Thu, Mar 5, 2026',
      ],
    });
  });

  it('say which was removed', () => {
    expect(partWords['part-removed']({ description: 'Crown', before: part, after: null })).toEqual({
      title: 'Part removed: Crown',
      details: [],
    });
  });

  it('remain after the ticket is deleted for good', () => {
    for (const words of Object.values(partWords)) {
      const { title, details } = words({});
      expect([title, ...details].join()).not.toMatch(/undefined|null/);
    }
  });
});
