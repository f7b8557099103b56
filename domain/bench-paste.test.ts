import { describe, expect, it } from 'vitest';
import { readPaste } from './bench-paste.ts';

const first = { position: 'CH', reading: 'rate' } as const;

/** As "CH rate 10". */
const read = (text: string, from: Parameters<typeof readPaste>[1] = first) => {
  const pasted = readPaste(text, from);
  return 'message' in pasted
    ? pasted.message
    : pasted.values.map(({ position, reading, typed }) => `${position} ${reading} ${typed}`);
};

describe('what is pasted from a spreadsheet', () => {
  it('starts at the first position if none is named', () => {
    expect(read('10\t251\t0.8\n8\t248\t0.9\n')).toEqual([
      ...['CH rate 10', 'CH amplitude 251', 'CH beatError 0.8'],
      ...['FH rate 8', 'FH amplitude 248', 'FH beatError 0.9'],
    ]);
  });

  it('goes where it is pasted, even a single column', () => {
    expect(read('208\n219', { position: '9H', reading: 'amplitude' })).toEqual([
      '9H amplitude 208',
      '3H amplitude 219',
    ]);
  });

  it('goes by the names of positions, old, new or in words, in any order, below headings', () => {
    const text =
      'Position\tRate s/d\tAmpl. °\r\nCD\t−15,5\t208\r\nDial up (DU)\t+10 s/d\t251°\r\n12h\t3';
    expect(read(text, { position: '12H', reading: 'beatError' })).toEqual([
      '9H rate -15.5',
      '9H amplitude 208',
      'CH rate 10',
      'CH amplitude 251',
      '12H rate 3',
    ]);
  });

  it.each(['', '-', '–', 'n/a'])('may have %j where nothing was measurable', (cell) => {
    expect(read(`3\t${cell}\t0.2`)).toEqual(['CH rate 3', 'CH amplitude ', 'CH beatError 0.2']);
  });

  it.each([
    [
      '1\t2\t3\t4',
      'This has 4 columns of values, but there is room for only 3: rate, amplitude, beat error. Nothing was pasted.',
    ],
    [
      'CH\t1\t2\t3\t4',
      'This has 4 columns of values, but there is room for only 3: rate, amplitude, beat error. Nothing was pasted.',
    ],
    [
      '1\n2\n3\n4\n5\n6\n7',
      'This has 7 rows, but there are only 6 positions from here. Nothing was pasted.',
    ],
    [
      'CH\t1\nMean\t2',
      '“Mean” is not a position: use CH, FH, 6H, 9H, 3H, 12H or DU, DD, CL, CD, CU, CR. Nothing was pasted.',
    ],
    ['CH\t1\nDU\t2', 'CH appears twice. Nothing was pasted.'],
    [
      'CH\tfast',
      'CH: Rate must be a number from −999.9 to 999.9 with at most 3 decimals. Nothing was pasted.',
    ],
    [
      'CH\t1\t361',
      'CH: Amplitude must be a number from 0 to 360 with at most 3 decimals. Nothing was pasted.',
    ],
    [
      'CH\t1\t1\t10',
      'CH: Beat error must be a number from 0 to 9.9 with at most 3 decimals. Nothing was pasted.',
    ],
  ])('is refused whole: %j', (text, message) => {
    expect(read(text)).toBe(message);
  });

  it('is refused if there is no room for all its columns', () => {
    expect(read('0.8\t1', { position: 'CH', reading: 'beatError' })).toBe(
      'This has 2 columns of values, but there is room for only 1: beat error. Nothing was pasted.',
    );
  });
});
