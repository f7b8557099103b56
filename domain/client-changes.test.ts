import { describe, expect, it } from 'vitest';
import { clientDifferences } from './client-changes.ts';

const paula = {
  name: 'Paula Castañeda',
  email: 'Paula@Example.com',
  phone: '(360) 555-0144',
  address: '1 Old Road',
};

describe('what changes on a client', () => {
  it('is named with what it was and what it becomes', () => {
    const after = { ...paula, name: 'Bob', phone: '212 555 0100', address: '2 New Road' };
    expect(clientDifferences(paula, after)).toEqual([
      { field: 'phone', from: '(360) 555-0144', to: '212 555 0100' },
      { field: 'name', from: 'Paula Castañeda', to: 'Bob' },
      { field: 'address', from: '1 Old Road', to: '2 New Road' },
    ]);
    expect(clientDifferences({ ...paula, phone: '' }, paula)).toEqual([
      { field: 'phone', from: '', to: '(360) 555-0144' },
    ]);
  });

  it('is not the way in which the same is written', () => {
    const written = {
      name: ' Paula Castan\u0303eda ',
      email: 'paula@example.COM',
      phone: '+1 360 555 0144',
      address: null,
    };
    expect(clientDifferences(paula, written)).toEqual([]);
  });
});
