import { expect, it, vi } from 'vitest';
import { untilRead } from './idle.ts';
import { queryClient } from './queries.ts';

it('work that nobody waits for begins after the last answer, good or bad', async () => {
  const said = vi.fn();
  const lists = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const reads = lists.map(({ promise }, at) =>
    queryClient.fetchQuery({ queryKey: [at], queryFn: () => promise, retry: false }),
  );
  const done = untilRead().then(said);
  lists[0]?.resolve('here');
  await reads[0];
  expect(said).not.toHaveBeenCalled();
  lists[1]?.reject(new Error('gone'));
  await expect(reads[1]).rejects.toThrow('gone');
  await done;
  await untilRead();
});
