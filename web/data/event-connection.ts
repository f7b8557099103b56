import { sleep } from './connection.ts';
import { eventReader, type StreamEvent } from './event-stream.ts';
import { whoAnswers } from './failure-toast.ts';

/** The server says something at least every 20 seconds; after this long the connection is dead. */
const longestSilenceMs = 45_000;

/** A connection that held this long has proven itself: the next interruption starts counting again. */
const provenAfterMs = 10_000;

const firstRetryMs = 1_000;
const longestRetryMs = 5_000;

interface EventConnectionHandlers {
  onEvent(event: StreamEvent): void;
  /** @param missed whether something may have happened that no event will report */
  onOpen(missed: boolean): void;
  onInterrupted(reason: 'interrupted' | 'unreachable'): void;
}

/**
 * One open connection to the server's live events. `EventSource` is not used because it cannot say why it
 * failed, cannot wait longer each time, and forgets where it was when it has to be made again.
 *
 * @returns `wake` tries again at once, `restart` also gives up a connection that seems to be open
 */
export function createEventConnection(handlers: EventConnectionHandlers) {
  let lastId = '';
  let attempt: AbortController | null = null;
  let pause = new AbortController();

  async function listen(signal: AbortSignal): Promise<void> {
    const response = await fetch('/api/events', {
      headers: {
        accept: 'text/event-stream',
        ...(lastId === '' ? {} : { 'last-event-id': lastId }),
      },
      cache: 'no-store',
      credentials: 'same-origin',
      signal,
    });
    if (!response.ok || response.body === null) throw new Error(`Events: ${response.status}`);
    handlers.onOpen(lastId === '');
    const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const read = eventReader();
    for (;;) {
      const silence = setTimeout(() => attempt?.abort(), longestSilenceMs);
      const { done, value } = await pieces.read().finally(() => clearTimeout(silence));
      if (done) return;
      for (const event of read(value)) {
        if (event.id !== '') lastId = event.id;
        handlers.onEvent(event);
      }
    }
  }

  return {
    wake: () => pause.abort(),
    restart(): void {
      attempt?.abort();
      pause.abort();
    },
    /** Keeps a connection open until the signal aborts, as far as the network allows. */
    async keep(signal: AbortSignal): Promise<void> {
      let failures = 0;
      const stop = () => {
        attempt?.abort();
        pause.abort();
      };
      signal.addEventListener('abort', stop);
      while (!signal.aborted) {
        attempt = new AbortController();
        const openedAt = Date.now();
        // Every way a connection can end is the same to us: it is made again.
        await listen(attempt.signal).catch(() => undefined);
        if (signal.aborted) break;
        if (Date.now() - openedAt > provenAfterMs) failures = 0;
        // Also finds out whether the session is still alive: a refusal opens the login.
        const isUnreachable = (await whoAnswers()) === 'nobody';
        // Another connection may be open by now, and what this one ran into is no longer true.
        if (signal.aborted) break;
        handlers.onInterrupted(isUnreachable ? 'unreachable' : 'interrupted');
        const wait = Math.min(longestRetryMs, firstRetryMs * 2 ** failures);
        failures += 1;
        pause = new AbortController();
        await sleep(wait * (0.5 + Math.random() / 2), pause.signal);
      }
      signal.removeEventListener('abort', stop);
    },
  };
}
