import { expect, it } from 'vitest';
import { answerMemo } from './revision.ts';

it('an answer is made once for all who ask at the same moment, and kept for those who ask again', async () => {
  const remember = answerMemo();
  let made = 0;
  const make = async () => {
    made += 1;
    if (made === 4) throw new Error('The database is away');
    return Buffer.from(`answer ${made}`);
  };
  const ask = async (tag: string, address = '/api/repairs') =>
    String(await remember(tag, address, make));
  expect(await Promise.all([ask('1'), ask('1')])).toEqual(['answer 1', 'answer 1']);
  expect(await ask('1')).toBe('answer 2');
  expect(await ask('1')).toBe('answer 2');
  expect(await ask('2')).toBe('answer 3');
  await expect(ask('3')).rejects.toThrow('The database is away');
  expect([await ask('3'), await ask('3')]).toEqual(['answer 5', 'answer 5']);
  for (let other = 0; other < 100; other += 1) await ask('3', `/api/clients?cursor=${other}`);
  expect(await ask('3')).toBe('answer 106');
});
