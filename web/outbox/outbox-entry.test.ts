import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ticketNumberPattern } from '../../domain/ticket-number.ts';
import { provisionalNumber } from './outbox-entry.ts';

describe('the provisional number', () => {
  it('is the same every time, and another for another repair', () => {
    const number = provisionalNumber('0d3a7c1e-1111-4222-8333-444455556666');
    expect(number).toMatch(/^P-[34679A-HJKMNP-TV-Z]{5}$/);
    expect(provisionalNumber('0d3a7c1e-1111-4222-8333-444455556666')).toBe(number);
    expect(provisionalNumber('1d3a7c1e-1111-4222-8333-444455556666')).not.toBe(number);
  });

  it('never looks like a ticket’s number, nor has letters that are taken for another', () => {
    fc.assert(
      fc.property(fc.uuid(), (repairId) => {
        const number = provisionalNumber(repairId);
        expect(number).not.toMatch(ticketNumberPattern);
        expect(number).toMatch(/^P-[^01258ILOU]{5}$/);
      }),
    );
  });
});
