import { expect, it } from 'vitest';
import { surnameOf } from './surname.ts';

it.each([
  ['Alexandra Konstantinopoulos-Whitfield', 'Konstantinopoulos-Whitfield'],
  ['José de la Cruz', 'de la Cruz'],
  ['Ludwig  van Beethoven', 'van Beethoven'],
  ['Loïc L’Écuyer', 'L’Écuyer'],
  ['Martin Luther King Jr.', 'King'],
  ['Martin Luther King, Jr.', 'King'],
  ['Byron, Ada', 'Byron'],
  ['De La Cruz', 'De La Cruz'],
  ['Cher', 'Cher'],
  [' Ada ', 'Ada'],
  ['Pine Street Jewelers', 'Pine Street Jewelers'],
  ['Smith & Sons', 'Smith & Sons'],
  ['Byron Holdings LLC', 'Byron Holdings LLC'],
  ['李小明', '李小明'],
  ['فاطمة الخطيب', 'فاطمة الخطيب'],
  ['', ''],
])('%j is labeled %j', (name, label) => {
  expect(surnameOf(name)).toBe(label);
});
