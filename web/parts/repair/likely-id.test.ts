import { expect, it } from 'vitest';
import type { TechnicianWithCounts } from '../../../domain/api-answers.ts';
import { likelyId } from './likely-id.ts';

const technician = (id: string, given: Partial<TechnicianWithCounts>) =>
  ({ id, name: id, specialties: [], activeRepairs: 0, ...given }) as TechnicianWithCounts;

const rolex = { watchBrand: 'Rolex', assignedTo: null };

it('names no one who is away or “Not used”, and tells brands and holders apart', () => {
  const all = [
    technician('ana', { specialties: ['Rolex'], isAway: true }),
    technician('ben', { specialties: ['Rolex'], isUnused: true }),
    technician('tom', { activeRepairs: 4 }),
    technician('zoe', { specialties: ['Seiko'] }),
    technician('max', { activeRepairs: 2 }),
  ];
  expect(likelyId(all, { watchBrand: 'Seiko', assignedTo: null })).toBe('zoe');
  expect(likelyId(all, { watchBrand: 'Seiko', assignedTo: 'tom' })).toBe('tom');
  expect(likelyId(all, rolex)).toBeUndefined();
  expect(likelyId([], rolex)).toBeUndefined();
});

it('is found once for the same technicians, and again for others', () => {
  let looks = 0;
  const counted = technician('ana', {});
  Object.defineProperty(counted, 'specialties', {
    get: () => {
      looks += 1;
      return ['Rolex'];
    },
  });
  const all = [counted];
  for (let row = 0; row < 1_000; row += 1) expect(likelyId(all, rolex)).toBe('ana');
  expect(looks).toBe(1);
  expect(likelyId([technician('ben', { specialties: ['Rolex'] })], rolex)).toBe('ben');
});
