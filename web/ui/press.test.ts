import { beforeEach, describe, expect, it, vi } from 'vitest';

describe('work between presses', () => {
  let page = new EventTarget();
  const press = (kind: string) => page.dispatchEvent(new Event(kind));
  let done: string[] = [];

  beforeEach(() => {
    vi.useFakeTimers();
    done = [];
    page = new EventTarget();
    vi.stubGlobal('window', page);
    vi.resetModules();
    return () => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    };
  });

  async function start() {
    const { soonBetweenPresses, watchPresses } = await import('./press.ts');
    watchPresses();
    return (name: string) => soonBetweenPresses(() => done.push(name));
  }

  it('is done soon while nothing is pressed', async () => {
    (await start())('answer');
    expect(done).toEqual([]);
    vi.advanceTimersByTime(10);
    expect(done).toEqual(['answer']);
  });

  it.each(['pointerup', 'pointercancel'])(
    'waits until %s, and for the click after it',
    async (end) => {
      const soon = await start();
      press('pointerdown');
      soon('first');
      soon('second');
      vi.advanceTimersByTime(300);
      press(end);
      expect(done).toEqual([]);
      soon('third');
      vi.advanceTimersByTime(10);
      expect(done).toEqual(['first', 'second', 'third']);
    },
  );

  it('waits no longer than a second', async () => {
    const soon = await start();
    press('pointerdown');
    soon('answer');
    vi.advanceTimersByTime(999);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(10);
    expect(done).toEqual(['answer']);
  });
});
