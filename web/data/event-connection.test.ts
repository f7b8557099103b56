import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEventConnection } from './event-connection.ts';
import { answerPatienceMs } from './failure-toast.ts';

interface Question {
  path: string;
  signal: AbortSignal | undefined;
  answer: (response: Response) => void;
}

/** A network in which the test says how each request ends. */
function network() {
  const questions: Question[] = [];
  vi.stubGlobal('fetch', (path: string, { signal }: { signal?: AbortSignal }) => {
    return new Promise<Response>((answer, fail) => {
      questions.push({ path, signal, answer });
      signal?.addEventListener('abort', () => fail(signal.reason));
    });
  });
  return {
    asked: () => questions.map(({ path }) => path),
    refuse: () => questions.at(-1)?.answer(new Response(null, { status: 503 })),
    /** As with a real one, the connection ends with its request. */
    openLine() {
      const { signal, answer } = questions.at(-1) ?? {};
      const start = (line: ReadableStreamDefaultController) => {
        signal?.addEventListener('abort', () => line.error(signal.reason));
      };
      answer?.(new Response(new ReadableStream({ start })));
    },
    answer: (index: number) => questions[index]?.answer(Response.json({})),
  };
}

/** As the screens see it. */
function screen() {
  const seen: string[] = [];
  const line = createEventConnection({
    onEvent: () => undefined,
    onOpen: () => seen.push('live'),
    onInterrupted: (reason) => seen.push(reason),
  });
  return { seen, line };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('says nothing about a connection that was given up, once another is open', async () => {
  const { asked, refuse, openLine, answer } = network();
  const { seen, line } = screen();
  const hidden = new AbortController();
  const first = line.keep(hidden.signal);
  refuse();
  await settle();
  expect(asked()).toEqual(['/api/events', '/api/session']);
  // The tab is hidden and shown again while nobody has said yet why the connection broke.
  hidden.abort();
  const shown = new AbortController();
  const second = line.keep(shown.signal);
  openLine();
  await settle();
  expect(seen).toEqual(['live']);
  answer(1);
  await settle();
  expect(seen).toEqual(['live']);
  shown.abort();
  await Promise.all([first, second]);
});

it('tries again though nobody says why the connection broke', async () => {
  // Node's own timer behind it can't be faked.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const tooLate = new AbortController();
    setTimeout(() => tooLate.abort(), milliseconds);
    return tooLate.signal;
  });
  const { asked, refuse, openLine } = network();
  const { seen, line } = screen();
  const closed = new AbortController();
  const kept = line.keep(closed.signal);
  refuse();
  await settle();
  await vi.advanceTimersByTimeAsync(2 * answerPatienceMs);
  expect(seen).toEqual(['unreachable']);
  expect(asked().slice(0, 3)).toEqual(['/api/events', '/api/session', '/api/events']);
  openLine();
  await settle();
  expect(seen).toEqual(['unreachable', 'live']);
  closed.abort();
  await kept;
});
