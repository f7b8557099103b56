import { expect, it } from 'vitest';
import { answerMemo } from './revision.ts';

it('an answer is made once for all who ask at one revision, and a failure is not kept', async () => {
  const remember = answerMemo();
  let made = 0;
  const make = async () => {
    made += 1;
    if (made === 3) throw new Error('The database is away');
    return Buffer.from(`answer ${made}`);
  };
  const ask = async (tag: string) => String(await remember(tag, '/api/repairs', make));
  expect(await Promise.all([ask('1'), ask('1')])).toEqual(['answer 1', 'answer 1']);
  expect(await ask('1')).toBe('answer 1');
  expect(await ask('2')).toBe('answer 2');
  await expect(ask('3')).rejects.toThrow('The database is away');
  expect(await ask('3')).toBe('answer 4');
  expect(await ask('2')).toBe('answer 2');
});

it('an answer that is too large to keep is made each time', async () => {
  const remember = answerMemo();
  const make = async () => Buffer.alloc(2 * 1024 * 1024);
  expect(await remember('1', '/api/repairs', make)).toHaveLength(2 * 1024 * 1024);
  expect(await remember('1', '/api/repairs', make)).toHaveLength(2 * 1024 * 1024);
});
