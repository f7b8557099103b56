import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  byteOrderMark,
  CsvError,
  csvRecords,
  csvRow,
  type Delimiter,
  delimiterOf,
  maxCells,
} from './csv.ts';

const read = (text: string, delimiter?: Delimiter) =>
  [...csvRecords(text, delimiter)].map(({ row, cells }) => [row, ...cells]);

describe('a CSV file', () => {
  it('returns what was written, for any cells', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[='+\-@\t\r\n",; a\uFF1D]{0,6}$/),
    );
    // A row without a visible cell counts as blank.
    const row = fc
      .array(cell, { minLength: 1, maxLength: 5 })
      .filter((cells) => cells.some((text) => text.trim() !== ''));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
        const text = byteOrderMark + rows.map(csvRow).join('');
        expect([...csvRecords(text, ',')].map(({ cells }) => cells)).toEqual(rows);
      }),
    );
  });

  it('has no cell that a spreadsheet program would run', () => {
    for (const text of ['=1+1', '+1', '-1', '@sum', '\t=1', '\r=1', "'=1", '＝1']) {
      expect(csvRow([text])).toMatch(/^"?'/);
      expect(read(csvRow([text]), ',')).toEqual([[1, text]]);
    }
    expect(csvRow(["O'Neill", "'quoted'", '5-6'])).toBe("O'Neill,'quoted',5-6\r\n");
  });

  it('has amounts as numbers, which a spreadsheet program adds up', () => {
    expect(csvRow([-1.5, 12_450.5, 0])).toBe('-1.50,12450.50,0.00\r\n');
  });

  it('is read with rows as a spreadsheet counts them, blank ones left out', () => {
    expect(read('a,b\n\n"c\nd",e\r\n , \r\nf,g')).toEqual([
      [1, 'a', 'b'],
      [3, 'c\nd', 'e'],
      [5, 'f', 'g'],
    ]);
    expect(read('a,b,\n1,2,')).toEqual([
      [1, 'a', 'b', ''],
      [2, '1', '2', ''],
    ]);
    expect(read('sep=;\r\na;b')).toEqual([[2, 'a', 'b']]);
    expect(read('a\rb')).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
    expect(read('6" strap,"say ""hi"""')).toEqual([[1, '6" strap', 'say "hi"']]);
    expect(read('')).toEqual([]);
  });

  it('is separated by the separator that its first row has most often outside quotes', () => {
    expect(delimiterOf('a;b,c;d')).toBe(';');
    expect(delimiterOf('a\tb\n1,2,3')).toBe('\t');
    expect(delimiterOf('"x;y;z",b\n')).toBe(',');
    expect(delimiterOf('name\nLee; Ann')).toBe(',');
    expect(delimiterOf('sep=\t\na,b')).toBe('\t');
  });

  it('is refused if its quotes do not match, naming the row', () => {
    const refusal = (text: string) => {
      try {
        return read(text);
      } catch (error) {
        return error instanceof CsvError ? [error.row, error.message] : error;
      }
    };
    expect(refusal('a\n"b\nc')).toEqual([2, 'A quotation mark is never closed']);
    expect(refusal('a\n"b"c')).toEqual([2, 'There is text after a closing quotation mark']);
    expect(refusal(','.repeat(maxCells))).toEqual([1, `The row has more than ${maxCells} cells`]);
  });
});
