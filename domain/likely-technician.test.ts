import { expect, it } from 'vitest';
import { likelyTechnician } from './likely-technician.ts';

const technicians = [
  { id: 'ana', specialties: ['Rolex', 'Omega', 'Swiss'], activeRepairs: 9 },
  { id: 'ben', specialties: ['Citizen', 'Seiko', 'Casio'], activeRepairs: 3 },
  { id: 'tom', specialties: ['TAG Heuer', 'Omega'], activeRepairs: 4 },
  { id: 'zoe', specialties: [], activeRepairs: 3 },
];

it.each([
  ['the specialist, however much there is to do', 'Rolex', null, 'ana'],
  ['of two specialists the one with less to do', 'Omega', null, 'tom'],
  ['regardless of case and punctuation', 'tag-heuer', null, 'tom'],
  ['a brand with one more word', 'Seiko Instruments', null, 'ben'],
  ['no part of a word', 'Casiotone', null, undefined],
  ['no one’s brand: none, however little there is to do', 'Poljot', null, undefined],
  ['no brand', ' ', null, undefined],
  ['no one’s brand, but someone had it before', 'Poljot', 'ana', 'ana'],
  ['the one who had it before', 'Rolex', 'zoe', 'zoe'],
  ['the one who had it is not offered anymore', 'Rolex', 'max', 'ana'],
])('%s', (_, watchBrand, assignedTo, expected) => {
  expect(likelyTechnician({ watchBrand, assignedTo }, technicians)?.id).toBe(expected);
});

it('is no one if no one may be given work', () => {
  expect(likelyTechnician({ watchBrand: 'Omega', assignedTo: null }, [])).toBeUndefined();
});
