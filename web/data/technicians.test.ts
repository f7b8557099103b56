import { afterEach, expect, it, vi } from 'vitest';
import type { TechnicianWithCounts } from '../../domain/api-answers.ts';
import { queryClient, techniciansQuery } from './queries.ts';
import { followTechnicians, techniciansNow } from './technicians.ts';

const { queryKey } = techniciansQuery;

const put = (...names: string[]) =>
  queryClient.setQueryData(queryKey, {
    items: names.map((name) => ({ id: name, name }) as TechnicianWithCounts),
  });

const readers = () => queryClient.getQueryCache().find({ queryKey })?.getObserversCount();

afterEach(() => {
  queryClient.setQueryDefaults(queryKey, {});
  queryClient.clear();
});

it('reads the technicians once for all listeners, for as long as there are any', async () => {
  queryClient.setQueryDefaults(queryKey, { staleTime: Number.POSITIVE_INFINITY });
  expect(techniciansNow()).toEqual([]);
  put('Ana');
  const notified = vi.fn();
  const stops = [1, 2, 3].map((row) => followTechnicians(() => notified(row)));
  expect(readers()).toBe(1);
  put('Ana', 'Ben');
  await vi.waitFor(() => expect(notified).toHaveBeenCalledTimes(3));
  expect(techniciansNow().map(({ name }) => name)).toEqual(['Ana', 'Ben']);

  // The same answer again changes nothing.
  put('Ana', 'Ben');
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(notified).toHaveBeenCalledTimes(3);

  for (const stop of stops) stop();
  expect(readers()).toBe(0);
});

it('reads them again after the cache was cleared', () => {
  queryClient.setQueryDefaults(queryKey, { staleTime: Number.POSITIVE_INFINITY });
  put('Ana');
  followTechnicians(() => undefined)();
  queryClient.clear();
  put('Ben');
  const stop = followTechnicians(() => undefined);
  expect(readers()).toBe(1);
  stop();
});
