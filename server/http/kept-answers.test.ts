import { beforeEach, describe, expect, it } from 'vitest';
import { keptAnswers } from './kept-answers.ts';

const limits = { answers: 3, bytes: 800 };

describe('answers that are kept', () => {
  let tag: string;
  let made: string[];
  let answers: ReturnType<typeof keptAnswers>;
  beforeEach(() => {
    tag = '"1"';
    made = [];
    answers = keptAnswers(() => tag, limits);
  });

  const ask = async (address: string, label = tag, body = `${address} ${label}`) =>
    (
      await answers.get(address, label, async () => {
        made.push(address);
        await new Promise((resolve) => setTimeout(resolve, 1));
        return Buffer.from(body);
      })
    ).toString();

  it('are made once for all who ask at the same time, and then not again', async () => {
    expect(await Promise.all([ask('/a'), ask('/a'), ask('/b')])).toEqual([
      '/a "1"',
      '/a "1"',
      '/b "1"',
    ]);
    await ask('/a');
    expect(made).toEqual(['/a', '/b']);
  });

  it('are made anew when something has changed', async () => {
    await ask('/a');
    tag = '"2"';
    expect(answers.find('/a')).toBeUndefined();
    expect(await ask('/a')).toBe('/a "2"');
    expect(made).toEqual(['/a', '/a']);
  });

  it('do not reach who asks after a change that came while they were made', async () => {
    const before = ask('/a');
    tag = '"2"';
    const after = ask('/a');
    expect([await before, await after]).toEqual(['/a "1"', '/a "2"']);
    expect(answers.find('/a')?.body.toString()).toBe('/a "2"');
  });

  it('are not kept when a change came while they were made and nobody has asked since', async () => {
    const before = ask('/a');
    tag = '"2"';
    answers.find('/a');
    await before;
    expect(answers.find('/a')).toBeUndefined();
  });

  it('are not kept for who had read the tag before a change', async () => {
    tag = '"2"';
    const late = ask('/a', '"1"');
    const next = ask('/a');
    expect([await late, await next]).toEqual(['/a "1"', '/a "2"']);
    expect(answers.find('/a')?.body.toString()).toBe('/a "2"');
  });

  it('are asked for again when making them failed', async () => {
    const failing = () => answers.get('/a', tag, () => Promise.reject(new Error('away')));
    const [one, other] = await Promise.allSettled([failing(), failing()]);
    expect([one?.status, other?.status]).toEqual(['rejected', 'rejected']);
    expect(await ask('/a')).toBe('/a "1"');
  });

  it('are only so many, the oldest going first', async () => {
    for (const address of ['/1', '/2', '/3', '/4']) await ask(address);
    expect(answers.find('/1')).toBeUndefined();
    expect(answers.find('/4')).toBeDefined();
    expect(answers.size.answers).toBe(3);
  });

  it('take only so much room', async () => {
    answers = keptAnswers(() => tag, { answers: 1000, bytes: 800 });
    for (let number = 0; number < 50; number += 1) await ask(`/${number}`, tag, 'x'.repeat(90));
    expect(answers.size.bytes).toBeLessThanOrEqual(800);
    expect(answers.size.answers).toBeGreaterThan(5);
    await ask('/large', tag, 'x'.repeat(120));
    expect(answers.find('/large')).toBeUndefined();
    expect(answers.find('/49')).toBeDefined();
    tag = '"2"';
    answers.find('/49');
    expect(answers.size).toEqual({ answers: 0, bytes: 0 });
  });

  it('go out with what went with them, unless that was of another moment or for one reader', async () => {
    await ask('/a');
    await ask('/b');
    answers.noteHeaders('/a', { etag: '"0"', 'x-one': 1 });
    expect(answers.find('/a')?.headers).toBeNull();
    answers.noteHeaders('/a', { etag: tag, 'x-one': 1 });
    expect(answers.find('/a')?.headers).toEqual(['etag', tag, 'x-one', '1']);
    answers.noteHeaders('/b', { etag: tag, 'set-cookie': 'mine' });
    expect(answers.find('/b')?.headers).toBeNull();
  });
});
