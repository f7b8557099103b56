import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodingOf } from './file-encoding.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isBig: boolean) =>
  Uint8Array.from(
    Array.from(text, (character) => character.charCodeAt(0)).flatMap((unit) =>
      isBig ? [unit >> 8, unit & 0xff] : [unit & 0xff, unit >> 8],
    ),
  );

describe('the encoding of a file', () => {
  it('is UTF-8 for every text in UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(encodingOf(bytesOf(`Name,${text}`))).toEqual({ encoding: 'utf-8' });
      }),
    );
    expect(encodingOf(bytesOf('\uFEFFName'))).toEqual({ encoding: 'utf-8' });
  });

  it('is UTF-16 by its byte order mark', () => {
    for (const isBig of [false, true]) {
      const encoding = isBig ? 'utf-16be' : 'utf-16le';
      expect(encodingOf(utf16('\uFEFFŻółć', isBig))).toEqual({ encoding });
    }
  });

  it('is Windows-1252 if it is not UTF-8 and could be that', () => {
    const latin = Uint8Array.from('Zo\u00eb \u0080 \u0093', (character) => character.charCodeAt(0));
    expect(encodingOf(latin)).toEqual({ encoding: 'windows-1252' });
    // UTF-8 that was cut off in the middle of a letter.
    expect(encodingOf(Uint8Array.from([0x41, 0xc3]))).toEqual({ encoding: 'windows-1252' });
  });

  it('is refused if the file is something else', () => {
    const refusalOf = (...bytes: number[]) => encodingOf(Uint8Array.from(bytes));
    for (const bytes of [
      [0x50, 0x4b, 3, 4],
      [0xd0, 0xcf, 0x11, 0xe0],
      [0x25, 0x50, 0x44, 0x46],
      [0xff, 0x00, 0x81],
      [0xc3, 0x28, 0x9d],
    ]) {
      expect(refusalOf(...bytes)).toEqual({ refusal: expect.stringMatching(/CSV/) });
    }
  });
});
