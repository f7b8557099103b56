import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serialKey, serialKeys } from './serial-key.ts';

const separator = fc.constantFrom(...' -./_#:()+–'.split(''), '');
const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
/** A serial as it is engraved, with a letter and a digit. */
const engraved = fc
  .array(letter, { minLength: 1, maxLength: 20 })
  .map((letters) => `V6${letters.join('')}`);

/** The same as someone else writes it. */
const written = (text: string) =>
  fc
    .array(fc.record({ separator, isLower: fc.boolean() }), {
      minLength: text.length,
      maxLength: text.length,
    })
    .map((ways) =>
      ways
        .map(({ separator, isLower }, at) => {
          const one = text.charAt(at);
          return separator + (isLower ? one.toLowerCase() : one);
        })
        .join(''),
    );

describe('the key of a serial', () => {
  it('is the same however it is written', () => {
    const any = engraved.chain((serial) => fc.tuple(fc.constant(serial), written(serial)));
    fc.assert(
      fc.property(any, ([serial, other]) => {
        expect(serialKey('ROLEX', other)).toBe(serialKey('Rolex', serial));
      }),
    );
  });

  it('differs if a letter, a digit or the brand does', () => {
    fc.assert(
      fc.property(engraved, engraved, (one, other) => {
        fc.pre(one !== other);
        expect(serialKey('Rolex', one)).not.toBe(serialKey('Rolex', other));
        expect(serialKey('Rolex', one)).not.toBe(serialKey('Omega', one));
      }),
    );
  });

  it('never mixes up brand and serial', () => {
    expect(serialKey('Omega 1', '23')).toBeNull();
    expect(serialKey('Omega', '1234')).not.toBe(serialKey('Omega 1', '234'));
  });

  it('ignores accents, width and how a brand is spelled out', () => {
    expect(serialKey('A. Lange & Söhne', '１１０-２２Ａ')).toBe('alangesohne 11022a');
    expect(serialKey('a lange  sohne', ' 11022 a ')).toBe('alangesohne 11022a');
  });

  it.each([null, '', ' - ', 'none', 'N/A', 'illegible', '12', '#7', '0000', '?'])(
    'is none for %j',
    (serial) => {
      expect(serialKey('Rolex', serial)).toBeNull();
    },
  );
});

it('keys a watch by its case and its movement, each once', () => {
  const watch = { watchBrand: 'Rolex', serialNumber: 'V6-1', movementSerial: 'v61' };
  expect(serialKeys(watch)).toEqual(['rolex v61']);
  expect(serialKeys({ ...watch, movementSerial: '362 188' })).toEqual([
    'rolex v61',
    'rolex 362188',
  ]);
  expect(serialKeys({ ...watch, serialNumber: null, movementSerial: 'none' })).toEqual([]);
});
