import { describe, expect, it } from 'vitest';
import { knownBrands, knownModels } from './watch-history.ts';

const watches = [
  { watchBrand: 'Seiko', watchModel: 'SKX007' },
  { watchBrand: 'Omega', watchModel: 'Speedmaster' },
  { watchBrand: 'omega', watchModel: 'Seamaster' },
  { watchBrand: 'Omega', watchModel: 'Seamaster' },
];

describe('what the shop has taken in before', () => {
  it('offers each brand once, the most frequent first, as it is most often written', () => {
    expect(knownBrands(watches)).toEqual(['Omega', 'Seiko']);
  });

  it('offers the models of the brand that was typed, however it was typed', () => {
    expect(knownModels(watches, ' OMEGA ')).toEqual(['Seamaster', 'Speedmaster']);
    expect(knownModels(watches, 'Casio')).toEqual([]);
  });

  it('leaves out what only one ticket says once there are enough others', () => {
    const often = ['Omega', 'Seiko', 'Rolex'].map((watchBrand) => ({ watchBrand, watchModel: '' }));
    const slip = { watchBrand: 'Omgea', watchModel: '' };
    expect(knownBrands([...often, ...often, slip])).toEqual(['Omega', 'Rolex', 'Seiko']);
    expect(knownBrands([...often, slip])).toContain('Omgea');
  });

  it('offers all models while no brand is typed', () => {
    expect(knownModels(watches, '')).toEqual(['Seamaster', 'SKX007', 'Speedmaster']);
  });
});
