import { describe, expect, it } from 'vitest';
import { dueInAll, firstNameOf, namedCollectors, ticketsNotNaming } from './hand-over.ts';

describe('the total due', () => {
  it.each([
    [[], 0],
    [[null], 0],
    [[320, 65], 385],
    // Dollars do not add up exactly.
    [[0.1, 0.2], 0.3],
    [[80, null, 0], 80],
    // A refund for one watch pays for no other.
    [[80, -40], 80],
    [[-40], 0],
    [[999_999.99, 999_999.99], 1_999_999.98],
  ])('of %j is %d', (balances, due) => {
    expect(dueInAll(balances)).toBe(due);
  });
});

const customerName = 'Alexandra Konstantinopoulos';
const ticket = (otherCollector: string | null, name = customerName) => ({
  customerName: name,
  otherCollector,
});

describe('who is named at intake', () => {
  it.each([
    [[null], []],
    [['Peter Whitfield'], ['Peter Whitfield']],
    [
      ['Peter Whitfield', null, ' peter  WHITFIELD', 'Zoë'],
      ['Peter Whitfield', 'Zoë'],
    ],
    // The customer may collect anyway.
    [['alexandra konstantinopoulos'], []],
  ])('of %j is %j', (others, names) => {
    expect(namedCollectors(others.map((other) => ticket(other)))).toEqual(names);
  });

  it('is nobody if an older version kept the ticket', () => {
    expect(namedCollectors([{ customerName } as ReturnType<typeof ticket>])).toEqual([]);
  });
});

describe('a warning about who comes', () => {
  const named = ticket('Peter Whitfield');
  const unnamed = ticket(null);
  it.each([
    ['', []],
    ['  ', []],
    [customerName, []],
    ['ALEXANDRA konstantinopoulos ', []],
    ['Peter Whitfield', [unnamed]],
    ['peter whitfield', [unnamed]],
    ['Peter', [named, unnamed]],
    ['Her brother', [named, unnamed]],
  ])('if %j comes', (by, tickets) => {
    expect(ticketsNotNaming(by, [named, unnamed])).toEqual(tickets);
  });
});

it.each([
  ['Alexandra Konstantinopoulos-Whitfield', 'Alexandra'],
  [' Nguyễn  Thị Thanh Hương ', 'Nguyễn'],
  ['Cher', 'Cher'],
  ['', ''],
])('%j is called %j', (name, called) => {
  expect(firstNameOf(name)).toBe(called);
});
