import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWakeableSleep } from './workflow-test-tab.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What has become of a promise so far. */
function watched(promise: Promise<void>) {
  const seen = { state: 'asleep' };
  promise.then(
    () => {
      seen.state = 'awake';
    },
    (error: unknown) => {
      seen.state = String(error);
    },
  );
  return seen;
}

it('sleeps its time', async () => {
  const { sleep } = createWakeableSleep();
  const seen = watched(sleep(5_000, new AbortController().signal));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(seen.state).toBe('asleep');
  await vi.advanceTimersByTimeAsync(1);
  expect(seen.state).toBe('awake');
});

it('is woken once, and the next sleep is a whole one', async () => {
  const { sleep, wake } = createWakeableSleep();
  const { signal } = new AbortController();
  wake();
  const first = watched(sleep(5_000, signal));
  wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(first.state).toBe('awake');
  const second = watched(sleep(5_000, signal));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(second.state).toBe('asleep');
});

it('ends at once when it is stopped, and leaves no timer behind', async () => {
  const { sleep } = createWakeableSleep();
  const stopping = new AbortController();
  const seen = watched(sleep(5_000, stopping.signal));
  stopping.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(seen.state).toContain('AbortError');
  expect(vi.getTimerCount()).toBe(0);
  await expect(sleep(5_000, stopping.signal)).rejects.toThrow();
});
