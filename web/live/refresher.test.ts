import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRefresher } from './refresher.ts';

/** A client that notes which keys were fetched anew; each round takes as long as it is told. */
function followed(roundTakesMs = 0) {
  const queryClient = new QueryClient();
  const rounds: unknown[] = [];
  queryClient.invalidateQueries = (filters) => {
    rounds.push(filters?.queryKey);
    return new Promise((resolve) => setTimeout(resolve, roundTakesMs));
  };
  return { refresher: createRefresher(queryClient), rounds };
}

describe('createRefresher', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('fetches once what a burst of changes touched', async () => {
    const { refresher, rounds } = followed();
    refresher.refresh([['overview'], ['repairs']]);
    refresher.refresh([['repairs'], ['repair', 'WH123456ABC']]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds).toEqual([['overview'], ['repairs'], ['repair', 'WH123456ABC']]);
  });

  it('does not begin a round before the one before has its answers', async () => {
    const { refresher, rounds } = followed(2_000);
    refresher.refresh([['repairs']]);
    await vi.advanceTimersByTimeAsync(500);
    refresher.refresh([['repairs']]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds).toHaveLength(2);
  });

  it('goes on when an answer never comes', async () => {
    const { refresher, rounds } = followed(1_000_000);
    refresher.refresh([['repairs']]);
    await vi.advanceTimersByTimeAsync(500);
    refresher.refresh([['clients']]);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(rounds).toEqual([['repairs'], ['clients']]);
  });

  it('fetches everything in one go where that is asked for', async () => {
    const { refresher, rounds } = followed();
    refresher.refresh([['repairs']]);
    refresher.refresh(null);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds).toEqual([[]]);
  });
});
