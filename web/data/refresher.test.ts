import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRefresher } from './refresher.ts';

/** A client that notes which keys were fetched again; each round takes as long as it is told. */
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

  it('does not let the first change after a quiet spell wait for others', async () => {
    const { refresher, rounds } = followed();
    refresher.refresh([['repairs']]);
    await vi.advanceTimersByTimeAsync(20);
    expect(rounds).toEqual([['repairs']]);
  });

  it('gathers what keeps coming into rounds', async () => {
    const { refresher, rounds } = followed(5);
    for (let change = 0; change < 100; change += 1) {
      refresher.refresh([['repairs']]);
      await vi.advanceTimersByTimeAsync(10);
    }
    // A second of changes, ten milliseconds apart: the first at once, the others gathered.
    expect(rounds.length).toBeGreaterThan(8);
    expect(rounds.length).toBeLessThan(15);
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

  it('continues when an answer never comes', async () => {
    const { refresher, rounds } = followed(1_000_000);
    refresher.refresh([['repairs']]);
    await vi.advanceTimersByTimeAsync(500);
    refresher.refresh([['clients']]);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(rounds).toEqual([['repairs'], ['clients']]);
  });

  it('fetches everything in one go if that is asked for', async () => {
    const { refresher, rounds } = followed();
    refresher.refresh([['repairs']]);
    refresher.refresh(null);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds).toEqual([undefined]);
  });

  describe('while something is being fetched for the first time', () => {
    /** A ticket on a server that answers when the test says so. */
    function slowTicket() {
      const queryClient = new QueryClient();
      const answers: ((status: string) => void)[] = [];
      const query = {
        queryKey: ['repair', 'WH123456ABC'],
        queryFn: () => new Promise<string>((resolve) => void answers.push(resolve)),
        staleTime: 2_000,
      };
      const { refresh } = createRefresher(queryClient);
      return { queryClient, answers, query, hear: () => refresh([['repairs'], query.queryKey]) };
    }

    it('fetches it again, no matter what the first answer was', async () => {
      const { queryClient, answers, query, hear } = slowTicket();
      const observer = new QueryObserver(queryClient, query);
      const leave = observer.subscribe(() => undefined);
      for (let change = 0; change < 3; change += 1) {
        hear();
        await vi.advanceTimersByTimeAsync(6_000);
      }
      expect(answers).toHaveLength(1);
      answers[0]?.('from before the changes');
      await vi.advanceTimersByTimeAsync(10);
      expect(answers).toHaveLength(2);
      answers[1]?.('from after them');
      await vi.advanceTimersByTimeAsync(10);
      expect(observer.getCurrentResult().data).toBe('from after them');
      leave();
      queryClient.clear();
    });

    it('what is shown of it afterward is fetched again', async () => {
      const { queryClient, answers, query, hear } = slowTicket();
      void queryClient.fetchQuery(query);
      hear();
      await vi.advanceTimersByTimeAsync(10);
      answers[0]?.('from before the change');
      await vi.advanceTimersByTimeAsync(10);
      const leave = new QueryObserver(queryClient, query).subscribe(() => undefined);
      expect(answers).toHaveLength(2);
      leave();
      queryClient.clear();
    });
  });
});
