import { expect, it } from 'vitest';
import { oneAtATime } from './job.ts';

it('a job is not begun again before it is done, and one that failed is tried again', async () => {
  let begun = 0;
  let answer = Promise.withResolvers<void>();
  const warnings: unknown[] = [];
  const log = { warn: (...line: unknown[]) => warnings.push(line) };
  const job = oneAtATime(log, 'It failed', () => {
    begun += 1;
    return answer.promise;
  });
  const runs = [job.run(), job.run(), job.run()];
  expect(begun).toBe(1);
  answer.reject(new Error('away'));
  await Promise.all(runs);
  expect(warnings).toEqual([[{ error: 'Error: away' }, 'It failed']]);

  answer = Promise.withResolvers();
  const next = job.run();
  expect(begun).toBe(2);
  answer.resolve();
  await next;
  expect(warnings).toHaveLength(1);
});

it('a job that is stopped is notified and waited for', async () => {
  const answer = Promise.withResolvers<void>();
  const seen: boolean[] = [];
  const job = oneAtATime({ warn: () => undefined }, 'It failed', async (isStopping) => {
    seen.push(isStopping());
    await answer.promise;
    seen.push(isStopping());
  });
  void job.run();
  let hasStopped = false;
  const stopping = job.stop().then(() => {
    hasStopped = true;
  });
  await Promise.resolve();
  expect([seen, hasStopped]).toEqual([[false], false]);
  answer.resolve();
  await stopping;
  expect(seen).toEqual([false, true]);
});
