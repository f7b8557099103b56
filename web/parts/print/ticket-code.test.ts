import jsqr from 'jsqr';
import { describe, expect, it } from 'vitest';
import { codeModules } from './ticket-code.ts';

/** What a scanner sees: four pixels for each module, four modules of white around. */
function scan(modules: readonly (readonly boolean[])[]) {
  const [pixels, quiet] = [4, 4];
  const width = (modules.length + 2 * quiet) * pixels;
  const image = new Uint8ClampedArray(width * width * 4).map((_, at) => {
    const pixel = Math.floor(at / 4);
    const x = Math.floor((pixel % width) / pixels) - quiet;
    const y = Math.floor(pixel / width / pixels) - quiet;
    return at % 4 !== 3 && modules[y]?.[x] === true ? 0 : 255;
  });
  const code = jsqr.default(image, width, width);
  return code && { text: code.data, version: code.version, kinds: code.chunks.map((c) => c.type) };
}

const levels: Readonly<Record<string, string>> = { '01': 'L', '00': 'M', '11': 'Q', '10': 'H' };

/** The error correction level, as the code itself says it: two bits beside the upper left corner. */
function correction(modules: readonly (readonly boolean[])[]): string | undefined {
  const [first = false, second = false] = modules[8] ?? [];
  // The format's mask begins with 1, 0.
  return levels[`${+!first}${+second}`];
}

describe('the code of a ticket number', () => {
  it.each([
    ['WH123456ABC', 'Q'],
    ['WH1767225600000XYZ', 'M'],
  ])('%s is the smallest code there is, in capitals, corrected at %s', (number, level) => {
    const modules = codeModules(number);
    expect(modules).toHaveLength(21);
    expect(scan(modules)).toEqual({ text: number, version: 1, kinds: ['alphanumeric'] });
    expect(correction(modules)).toBe(level);
  });

  it('grows rather than leave out part of an imported number', () => {
    const number = 'TK-3f2504e0-4f89-41d3-9a0c-0305e82c3301';
    expect(scan(codeModules(number))?.text).toBe(number);
  });
});
