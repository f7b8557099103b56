import { describe, expect, it } from 'vitest';
import { csvRecords } from './csv.ts';
import {
  csvHeader,
  guessColumns,
  importFields,
  importKinds,
  missingFields,
  readColumns,
  writeColumns,
} from './transfer-columns.ts';

describe('which column is which field', () => {
  it.each(importKinds)('is recognized in our own export of %s', (kind) => {
    const { cells } = csvRecords(csvHeader(kind)).next().value ?? { cells: [] };
    const match = guessColumns(kind, cells);
    // Only photos, taxes, final checks and watches stay behind.
    const labels = importFields[kind].map(({ key, label }) => [cells[match[key] ?? -1], label]);
    expect(labels.filter(([column, label]) => column !== label)).toEqual([]);
    expect(cells.length - labels.length).toBe(kind === 'repairs' ? 6 : 0);
  });

  it('is guessed from the words of other programs, however they are written', () => {
    expect(guessColumns('clients', ['Full Name', 'E-MAIL', 'cell_phone', 'Notes', ''])).toEqual({
      name: 0,
      email: 1,
      phone: 2,
    });
    const headers = [
      'Work Order #',
      'customerName',
      'Make',
      'Model',
      'Complaint',
      'Date In',
      'Total',
    ];
    expect(guessColumns('repairs', headers)).toEqual({
      ticketNumber: 0,
      customerName: 1,
      watchBrand: 2,
      watchModel: 3,
      issue: 4,
      createdAt: 5,
      repairPrice: 6,
    });
  });

  it('is unambiguous, and our own words come first', () => {
    expect(guessColumns('repairs', ['Customer', 'Customer name', 'Date', 'Created at'])).toEqual({
      customerName: 1,
      createdAt: 3,
    });
    for (const kind of importKinds) {
      const names = importFields[kind].flatMap(({ label, aliases }) => [
        label.toLowerCase(),
        ...aliases.split(', ').filter(Boolean),
      ]);
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    }
  });

  it('can be written into an address, and nothing else is taken for it', () => {
    const match = { name: 3, email: 0 };
    expect(readColumns('clients', writeColumns(match))).toEqual(match);
    for (const text of ['', 'name', 'name:', 'name:1,', 'issue:1', '__proto__:1', 'name:1234']) {
      expect(readColumns('clients', text)).toBeNull();
    }
    expect(missingFields('clients', { phone: 1 })).toEqual(['Name', 'Email']);
    expect(missingFields('clients', match)).toEqual([]);
  });
});
