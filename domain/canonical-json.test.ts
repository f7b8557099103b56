import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

describe('canonical JSON', () => {
  it.each([
    [null, 'null'],
    ['Zoë “1”\n', '"Zoë “1”\\n"'],
    [[3, [], {}], '[3,[],{}]'],
    [{ b: 1, a: [{ d: null, c: true }] }, '{"a":[{"c":true,"d":null}],"b":1}'],
    [{ a: undefined, b: 1 }, '{"b":1}'],
    // RFC 8785, section 3.2.3: by UTF-16 code units, and not by code points.
    [
      { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 },
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
    ],
    // RFC 8785, section 3.2.2.
    [
      { numbers: [1e30, 4.5, 2e-3, 0.000000000000000000000000001] },
      '{"numbers":[1e+30,4.5,0.002,1e-27]}',
    ],
  ])('of %j is %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('is the same for the same value, whatever the order of its keys, and reads back as it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = canonicalJson(value);
        const turned = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(turned)).toBe(text);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        // JSON has no negative zero.
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
