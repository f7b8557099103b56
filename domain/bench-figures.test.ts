import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amplitudeDrop,
  amplitudeText,
  type PositionName,
  positionNames,
  positions,
  type Readings,
  rateText,
  shownNumber,
  timingFigures,
  toOneDecimal,
} from './bench-figures.ts';

/** Readings with rates, by the position names of older instruments. */
const byOlderName = (rates: Readonly<Record<string, number>>): Readings =>
  Object.fromEntries(
    positionNames
      .filter((name) => positions[name].older in rates)
      .map((name) => [
        name,
        { rate: rates[positions[name].older] ?? null, amplitude: null, beatError: null },
      ]),
  );

const amplitudes = (...values: (number | null)[]): Readings =>
  Object.fromEntries(
    values.map((amplitude, at) => [
      positionNames[at] ?? '',
      { rate: null, amplitude, beatError: null },
    ]),
  );

describe('the figures of a watch', () => {
  it('are the mean, the greatest difference, and the vertical less the horizontal mean', () => {
    const rates = { DU: 10, DD: 8, CU: 14, CD: -15, CL: -1, CR: 3 };
    // X = 3.17 and the verticals differ by −8.75, shown to one decimal, halves away from zero.
    expect(timingFigures(byOlderName(rates))).toEqual({
      meanRate: 3.2,
      difference: 29,
      verticalLessHorizontal: -8.8,
      meanAmplitude: null,
    });
  });

  it('may be zero', () => {
    expect(timingFigures(byOlderName({ DU: 7.5, CU: -7.5, CD: 0 }))).toMatchObject({
      meanRate: 0,
      difference: 15,
    });
    expect(Object.is(timingFigures(byOlderName({ DU: 0.04, DD: -0.08 })).meanRate, 0)).toBe(true);
  });

  // The limits of ISO 3159, which gives the horizontal less the vertical: only to check the arithmetic.
  it.each([
    [{ DU: 6, DD: 6, CU: -4, CD: 0, CL: -2, CR: -2 }, 0.7, -8],
    [{ DU: -4, DD: -4, CU: 6, CD: -2, CL: 2, CR: 2 }, 0, 6],
  ])('of %j are exact at a limit', (rates, meanRate, verticalLessHorizontal) => {
    expect(timingFigures(byOlderName(rates))).toMatchObject({
      ...{ meanRate, difference: 10, verticalLessHorizontal },
    });
  });

  it('use only measured positions, and need at least two', () => {
    const none = {
      meanRate: null,
      difference: null,
      verticalLessHorizontal: null,
      meanAmplitude: null,
    };
    expect(timingFigures({})).toEqual(none);
    expect(timingFigures(byOlderName({ DU: 4 }))).toEqual(none);
    // Two positions of the same orientation have nothing to compare with.
    expect(timingFigures(byOlderName({ DU: 4, DD: 6 }))).toEqual({
      ...none,
      meanRate: 5,
      difference: 2,
    });
    expect(timingFigures(byOlderName({ DU: 4, CD: 6 })).verticalLessHorizontal).toBe(2);
    expect(timingFigures(amplitudes(251, 248, 214, 208, 219, null)).meanAmplitude).toBe(228);
    expect(timingFigures(amplitudes(251)).meanAmplitude).toBeNull();
  });

  it('say how much amplitude is lost in a day', () => {
    const at0 = amplitudes(292, 288, 262, 258, 265, 260);
    const at24 = amplitudes(268, 265, 238, 233, 241, 236);
    expect(amplitudeDrop(at0, at24)).toBe(-24);
    expect(amplitudeDrop(at0, amplitudes(268))).toBeNull();
    expect(amplitudeDrop({}, at24)).toBeNull();
  });
});

/** Long division as on paper: digits as text, without dividing JavaScript numbers. */
function slowFraction(texts: readonly string[]): [sum: bigint, count: bigint] {
  const inThousandths = texts.map((text) => {
    const [whole = '', places = ''] = text.replace('-', '').split('.');
    const digits = BigInt(whole + places.padEnd(3, '0'));
    return text.startsWith('-') ? -digits : digits;
  });
  return [inThousandths.reduce((sum, one) => sum + one, 0n), BigInt(texts.length)];
}

/** Counts tenths up from zero until the next one would be nearer, a half counting as nearer. */
function slowTenths(sum: bigint, count: bigint): string {
  const [size, sign] = sum < 0n ? [-sum, '-'] : [sum, ''];
  let tenths = size / (100n * count);
  if ((size - tenths * 100n * count) * 2n >= 100n * count) tenths += 1n;
  const digits = tenths.toString().padStart(2, '0');
  return `${tenths === 0n ? '' : sign}${digits.slice(0, -1)}.${digits.slice(-1)}`;
}

const value = (most: number) =>
  fc.integer({ min: -most * 1000, max: most * 1000 }).map((thousandths) => thousandths / 1000);

const readings = fc
  .uniqueArray(fc.constantFrom(...positionNames), { minLength: 2, maxLength: 6 })
  .chain((names) =>
    fc
      .tuple(...names.map(() => fc.tuple(value(999), fc.integer({ min: 0, max: 360_000 }))))
      .map((pairs) =>
        pairs.map(
          ([rate, amplitude], at) =>
            [
              names[at] as PositionName,
              { rate: rate ?? 0, amplitude: (amplitude ?? 0) / 1000, beatError: null },
            ] as const,
        ),
      ),
  );

describe('against a slow exact count', () => {
  const often = { numRuns: 3000 };

  it('every figure is the same to the last digit', () => {
    fc.assert(
      fc.property(readings, readings, (one, other) => {
        const of = (entries: typeof one): Readings => Object.fromEntries(entries);
        const rates = (isVertical?: boolean) =>
          one
            .filter(([name]) => [undefined, positions[name].isVertical].includes(isVertical))
            .map(([, { rate }]) => String(rate));
        const found = timingFigures(of(one));
        const [sum, count] = slowFraction(rates());
        expect(found.meanRate?.toFixed(1)).toBe(slowTenths(sum, count));

        const spread = rates().map((rate) => slowFraction([rate])[0]);
        const [most, least] = [
          spread.reduce((a, b) => (a > b ? a : b)),
          spread.reduce((a, b) => (a < b ? a : b)),
        ];
        expect(found.difference?.toFixed(1)).toBe(slowTenths(most - least, 1n));

        const [up, ups] = slowFraction(rates(true));
        const [flat, flats] = slowFraction(rates(false));
        expect(found.verticalLessHorizontal?.toFixed(1)).toBe(
          ups === 0n || flats === 0n ? undefined : slowTenths(up * flats - flat * ups, ups * flats),
        );

        const inText = (entries: typeof one) =>
          entries.map(([, { amplitude }]) => String(amplitude));
        const [first, firsts] = slowFraction(inText(one));
        const [last, lasts] = slowFraction(inText(other));
        expect(found.meanAmplitude?.toFixed(1)).toBe(slowTenths(first, firsts));
        expect(amplitudeDrop(of(one), of(other))?.toFixed(1)).toBe(
          slowTenths(last * firsts - first * lasts, firsts * lasts),
        );
      }),
      often,
    );
  });
});

describe('a value on the screen', () => {
  it.each([
    [3.1666, '+3.2'],
    [-8.75, '−8.8'],
    [8.75, '+8.8'],
    [0, '0.0'],
    [-0.04, '0.0'],
    [0.05, '+0.1'],
    [999.9, '+999.9'],
    [null, '–'],
  ])('%s is %s', (rate, shown) => {
    expect(rateText(rate)).toBe(shown);
  });

  it('keeps its decimal, and has no plus unless asked for', () => {
    expect([amplitudeText(251), amplitudeText(250.5), amplitudeText(null)]).toEqual([
      '251',
      '250.5',
      '–',
    ]);
    expect([shownNumber(29), shownNumber(0.8)]).toEqual(['29.0', '0.8']);
    expect(toOneDecimal(1.005)).toBe(1);
  });
});
