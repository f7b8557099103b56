import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areaNames,
  areaStates,
  type Condition,
  conditionParts,
  loadCondition,
  partTexts,
  readCondition,
  readPartTexts,
  runningAnswers,
  storeCondition,
  tidyCondition,
  typedInCondition,
  unsaid,
  writePartTexts,
} from './condition.ts';
import { optionalCondition, readConditionCell } from './condition-schema.ts';
import { maxCents } from './money.ts';

const nothing: Condition = {
  areas: {},
  running: null,
  hasWater: false,
  accessories: null,
  statedValue: null,
  doNotPolish: false,
  returnOldParts: false,
};
const some: Condition = {
  ...nothing,
  areas: {
    crystal: { state: 'damaged', note: 'deep scratch' },
    crown: { state: 'fine', note: null },
    clasp: { state: null, note: 'customer keeps it' },
  },
  running: 'no',
  hasWater: true,
  accessories: 'Box: "papers", 2 links',
  statedValue: 6500,
  returnOldParts: true,
};
const check = optionalCondition('Condition');
const write = (condition: Condition) => writePartTexts(partTexts(condition));
const readCell = (cell: string) => readConditionCell('Condition', cell, check);

/** One line as the checks let it through. */
const line = fc
  .string({
    unit: fc.oneof(fc.constantFrom(...'“”",: a'), fc.string({ maxLength: 1 })),
    maxLength: 60,
  })
  .filter((text) => check.safeParse({ accessories: text }).data?.accessories === text);
const orNull = <Value>(one: fc.Arbitrary<Value>) => fc.option(one, { nil: null });
const anyCondition: fc.Arbitrary<Condition> = fc.record({
  areas: fc.record(
    Object.fromEntries(
      areaNames.map((area) => [
        area,
        fc.record({ state: orNull(fc.constantFrom(...areaStates)), note: orNull(line) }),
      ]),
    ),
    { requiredKeys: [] },
  ),
  running: orNull(fc.constantFrom(...runningAnswers)),
  hasWater: fc.boolean(),
  accessories: orNull(line),
  statedValue: orNull(fc.integer({ min: 0, max: maxCents }).map((cents) => cents / 100)),
  doNotPolish: fc.boolean(),
  returnOldParts: fc.boolean(),
});

it('is written as lines that people read', () => {
  expect(write(some).split('\n')).toEqual([
    'Crystal: damaged, “deep scratch”',
    'Crown: fine',
    'Clasp: not checked, “customer keeps it”',
    'Running: no',
    'Traces of water: yes',
    'Accessories left: Box: "papers", 2 links',
    'Value stated: $6,500.00',
    'Return old parts: yes',
  ]);
  expect(write(nothing)).toBe('');
});

it('comes back from its column, from its lines in a form and from a cell exactly', () => {
  fc.assert(
    fc.property(anyCondition, (given) => {
      const tidy = tidyCondition(given);
      expect(check.parse(given)).toEqual(tidy);
      if (tidy === null) return;
      expect(loadCondition(storeCondition(tidy))).toEqual(tidy);
      expect(check.parse(readCondition(write(tidy)))).toEqual(tidy);
      expect(readCell(write(tidy).replaceAll('\n', '\r\n'))).toEqual({ value: tidy });
      // Compared by the history as text.
      expect(JSON.stringify(check.parse(tidy))).toBe(JSON.stringify(tidy));
    }),
  );
});

it('is kept in whole cents', () => {
  expect(JSON.parse(storeCondition({ ...nothing, statedValue: 1.15 }))).toMatchObject({
    statedValueCents: 115,
  });
});

describe('an empty condition', () => {
  it.each([
    ['nothing is given', null],
    ['nothing is in it', {}],
    ['all is empty', { areas: { dial: { state: null, note: ' ' } }, accessories: '  ' }],
    ['areas are null', { areas: { dial: null }, hasWater: false, statedValue: null }],
  ])('is no value: %s', (_how, given) => {
    expect(check.parse(given)).toBeNull();
  });

  it('becomes a value as soon as anything is entered', () => {
    for (const said of [
      { areas: { dial: { state: 'fine' } } },
      { areas: { dial: { note: 'lume gone' } } },
      { running: 'unknown' },
      { hasWater: true },
      { accessories: 'box' },
      { statedValue: 0 },
      { doNotPolish: true },
      { returnOldParts: true },
    ]) {
      expect(check.parse(said)).toMatchObject(said);
    }
  });

  it('says for each part that nothing was entered', () => {
    expect(conditionParts.map(unsaid)).toEqual([
      ...areaNames.map(() => 'not checked'),
      ...['not checked', 'no', 'nothing', 'nothing', 'no', 'no'],
    ]);
  });
});

describe('an error is named', () => {
  it.each([
    [5, 'Condition must be given area by area'],
    [[], 'Condition must be given area by area'],
    [{ areas: [] }, 'Areas must be named, each with its state'],
    [
      { areas: { crystal: 'fine' } },
      'Crystal must have a state (fine, worn, damaged, missing), a note or both',
    ],
    [
      { areas: { crystal: { state: 'dusty' } } },
      'Crystal must be fine, worn, damaged, missing or not checked',
    ],
    [
      { areas: { bracelet: { note: 'x'.repeat(201) } } },
      'Note on bracelet or strap must be at most 200 characters',
    ],
    [
      { areas: { dial: { note: 'a\nb' } } },
      'Note on dial contains characters that cannot be printed',
    ],
    [{ running: 'maybe' }, 'Running must be yes, no or unknown'],
    [{ hasWater: 'yes' }, 'Traces of water must be true or false'],
    [{ accessories: 'x'.repeat(201) }, 'Accessories left must be at most 200 characters'],
    [{ statedValue: -1 }, 'Value stated must be 0 or more'],
    [{ statedValue: '5' }, 'Value stated must be a number'],
  ])('in %j', (given, message) => {
    expect(check.safeParse(given).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  it('for an area, or a part of one, that does not exist', () => {
    for (const given of [{ color: 1 }, { areas: { lug: {} } }, { areas: { dial: { age: 1 } } }]) {
      expect(check.safeParse(given).error?.issues[0]?.code).toBe('unrecognized_keys');
    }
  });
});

describe('a cell that people have written', () => {
  it('may differ from how the product writes it', () => {
    const cell =
      ' CRYSTAL : Damaged , "deep"\n\nrunning: NO\nvalue stated: 6,500\ndo not polish: no';
    expect(readCell(cell)).toEqual({
      value: {
        ...nothing,
        areas: { crystal: { state: 'damaged', note: 'deep' } },
        running: 'no',
        statedValue: 6500,
      },
    });
    expect(readCell('  ')).toEqual({ value: null });
  });

  it.each([
    ['Lug: bent', 'Condition has a line that cannot be read: "Lug: bent"'],
    ['scratched', 'Condition has a line that cannot be read: "scratched"'],
    ['Crystal: dusty', 'Crystal must have a state (fine, worn, damaged, missing), a note or both'],
    ['Value stated: a lot', 'Value stated must be a number'],
    ['Traces of water: a few', 'Traces of water must be true or false'],
  ])('%j is refused', (cell, message) => {
    expect(readCell(cell)).toEqual({ message });
  });
});

it('keeps what is typed in a form as it is typed', () => {
  const typed = { ...readPartTexts('').said, crystal: 'worn, “a ”', statedValue: '$6,5' };
  expect(readPartTexts(writePartTexts(typed))).toEqual({ said: typed, unknown: [] });
});

it('is found by what staff typed in it', () => {
  expect(typedInCondition(some)).toEqual([
    'deep scratch',
    'customer keeps it',
    'Box: "papers", 2 links',
  ]);
});
