import { describe, expect, it } from 'vitest';
import { readAhead } from './read-ahead.ts';

describe('reading ahead', () => {
  /** Things that arrive when they are told to. */
  function readings() {
    const arrivals = new Map<number, (outcome: Promise<string>) => void>();
    let most = 0;
    const read = (item: number) =>
      new Promise<string>((resolve) => {
        arrivals.set(item, resolve);
        most = Math.max(most, arrivals.size);
      });
    const arrive = (item: number, outcome = Promise.resolve(`read ${item}`)) => {
      arrivals.get(item)?.(outcome);
      arrivals.delete(item);
    };
    return { read, arrive, begun: () => [...arrivals.keys()], most: () => most };
  }

  it('keeps the order, however they arrive, and never holds more than it may', async () => {
    const { read, arrive, begun, most } = readings();
    const reading = readAhead([1, 2, 3, 4, 5], read, 3);
    const first = reading.next();
    expect(begun()).toEqual([1, 2, 3]);
    arrive(3);
    arrive(1);
    expect((await first).value).toEqual([1, 'read 1']);
    const rest = Array.fromAsync(reading);
    await Promise.resolve();
    for (const item of [2, 4, 5]) {
      while (!begun().includes(item)) await new Promise((resolve) => setImmediate(resolve));
      arrive(item);
    }
    expect((await rest).map(([item, text]) => `${item} ${text}`)).toEqual([
      '2 read 2',
      '3 read 3',
      '4 read 4',
      '5 read 5',
    ]);
    expect(most()).toBe(3);
  });

  it('ends with the first failure in the order, and leaves no other unheard of', async () => {
    const read = async (item: number) => {
      if (item >= 2) throw new Error(`no ${item}`);
      return item;
    };
    const seen: number[] = [];
    const use = async () => {
      for await (const [item] of readAhead([1, 2, 3, 4], read, 4)) seen.push(item);
    };
    await expect(use()).rejects.toThrow('no 2');
    expect(seen).toEqual([1]);
  });

  it('of nothing is nothing', async () => {
    expect(await Array.fromAsync(readAhead([], async () => 1, 4))).toEqual([]);
  });
});
