import { describe, expect, it } from 'vitest';
import { noClientExtras } from '../../../domain/client-fields.ts';
import { isMeant, searchFor } from './client-choice.ts';

const ana = {
  id: 'client-1',
  name: 'Ana Lima',
  email: 'Ana@Example.com',
  phone: '(212) 555-0101',
  address: '555 Main Street',
  ...noClientExtras,
  optedOutAt: null,
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
};

describe('recognizing a customer', () => {
  it('waits until enough is typed to tell people apart', () => {
    expect(searchFor('customerName', 'An')).toBeNull();
    expect(searchFor('customerName', ' Ana ')).toBe('Ana');
    expect(searchFor('customerPhone', '(212) 5')).toBeNull();
    expect(searchFor('customerPhone', '(212) 55')).toBe('(212) 55');
  });

  it('does not take an address or a name for an email or a phone', () => {
    expect(isMeant('customerName', 'líma an', ana)).toBe(true);
    expect(isMeant('customerName', 'main', ana)).toBe(false);
    expect(isMeant('customerEmail', 'ana@ex', ana)).toBe(true);
    expect(isMeant('customerEmail', 'main', ana)).toBe(false);
    expect(isMeant('customerPhone', '+1 212 555', ana)).toBe(true);
    expect(isMeant('customerPhone', '55555', ana)).toBe(false);
  });
});
