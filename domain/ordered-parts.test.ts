import { describe, expect, it } from 'vitest';
import type { OrderedPart } from './api-parts.ts';
import { bySupplier, costOfParts, orderedPartsPaper, partsAsText } from './ordered-parts.ts';

const crown: OrderedPart = {
  id: '1',
  ticketNumber: 'WH123456ABC',
  description: 'Crown',
  supplier: 'Cousins',
  number: 'CR-53',
  cost: 48.1,
  orderedOn: '2026-03-02',
  expectedOn: '2026-03-12',
  receivedOn: null,
  returnedOn: null,
  createdAt: '2026-03-02T10:00:00.000Z',
  updatedAt: '2026-03-02T10:00:00.000Z',
  customerName: 'Ada Byron',
  watchBrand: 'Omega',
  watchModel: 'Seamaster',
  initialPhotoUrl: null,
  promisedOn: '2026-03-10',
};
const gasket = { ...crown, id: '2', description: 'Gasket', supplier: 'COUSINS', cost: 0.2 };
const stem = { ...crown, id: '3', description: 'Stem', supplier: 'Otto Frei', cost: null };
const strap = { ...crown, id: '0', description: 'Strap', supplier: null, number: null };

describe('the parts on order', () => {
  it('are grouped by supplier, however its name was typed', () => {
    expect(bySupplier([strap, crown, gasket, stem])).toEqual([
      { supplier: null, parts: [strap], cost: 48.1 },
      { supplier: 'Cousins', parts: [crown, gasket], cost: 48.3 },
      { supplier: 'Otto Frei', parts: [stem], cost: 0 },
    ]);
    expect(bySupplier([])).toEqual([]);
  });

  it('are summed in whole cents', () => {
    expect(costOfParts([crown, gasket, gasket])).toBe(48.5);
  });

  it('are listed one per line', () => {
    expect(partsAsText([crown, strap])).toBe('CR-53 · Crown\nStrap');
  });

  it('are printed with what they are for and how late they are', () => {
    const paper = orderedPartsPaper([strap, crown], '2026-03-05');
    expect(paper.title).toBe('Parts on order');
    expect(paper.facts).toEqual([
      { label: 'Date', value: 'Thu, Mar 5, 2026' },
      { label: 'Parts', value: '2' },
      { label: 'Cost', value: '$96.20' },
    ]);
    expect(paper.groups.map(({ title, sum }) => [title, sum])).toEqual([
      ['No supplier', '$48.10'],
      ['Cousins', '$48.10'],
    ]);
    expect(paper.groups[1]?.rows).toEqual([
      [
        ['Crown', 'no. CR-53'],
        ['Ada Byron', 'WH123456ABC', 'Omega Seamaster'],
        ['Mon, Mar 2'],
        ['Thu, Mar 12', '2 days later than promised'],
        ['$48.10'],
      ],
    ]);
    expect(paper.groups[0]?.rows[0]?.[0]).toEqual(['Strap']);
    for (const { rows } of paper.groups) {
      for (const cells of rows) expect(cells).toHaveLength(paper.columns.length);
    }
  });
});
