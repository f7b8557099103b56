import { expect, it } from 'vitest';
import { limits } from '../../domain/field-list.ts';
import { longestQuery } from './typed-query.ts';

it('lets nobody type more than the server takes', () => {
  expect(longestQuery).toBe(limits.query);
});
