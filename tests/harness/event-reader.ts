import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Change } from '../../domain/api-answers.ts';
import type { HttpClient } from './http-client.ts';
import { lookouts } from './lookouts.ts';

export interface StreamedEvent {
  id: number;
  event: string;
  data: unknown;
}

/** A browser's EventSource, more or less. */
export interface EventReader {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly events: StreamedEvent[];
  changes(): Change[];
  /** Resolves once this many have come. @throws when the stream ends first or it takes too long */
  until(count: number): Promise<StreamedEvent[]>;
  readonly ended: Promise<void>;
  close(): void;
}

const patienceMs = 8000;

function parseEvent(block: string): StreamedEvent | null {
  const fields = new Map(
    block
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith(':'))
      .map((line): [string, string] => {
        const colon = line.indexOf(': ');
        return [line.slice(0, colon), line.slice(colon + 2)];
      }),
  );
  const data = fields.get('data');
  if (data === undefined) return null;
  return {
    id: Number(fields.get('id')),
    event: fields.get('event') ?? 'message',
    data: JSON.parse(data),
  };
}

export function readEvents(
  client: HttpClient,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  return new Promise((resolve, reject) => {
    const request = get(
      `${client.origin}/api/events`,
      { headers: { ...(client.cookie === null ? {} : { cookie: client.cookie }), ...headers } },
      (response) => {
        const events: StreamedEvent[] = [];
        const { wake, until } = lookouts();
        let unread = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          const blocks = (unread + chunk).split('\n\n');
          unread = blocks.pop() ?? '';
          events.push(...blocks.map(parseEvent).filter((event) => event !== null));
          wake();
        });
        const ended = new Promise<void>((done) => response.once('close', done));
        // The test's own closing is no failure.
        response.on('error', () => undefined);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          events,
          changes: () =>
            events.filter(({ event }) => event === 'change').map(({ data }) => data as Change),
          until: async (count) => {
            const waited = sleep(patienceMs, 'Nothing more came', { ref: false });
            const over = ended.then(() => 'The stream ended');
            const enough = until(() => events.length >= count).then(() => null);
            const why = await Promise.race([enough, over, waited]);
            if (why) throw new Error(`${why} after ${events.length} of ${count} events`);
            return events.slice(0, count);
          },
          ended,
          close: () => request.destroy(),
        });
      },
    );
    request.on('error', reject);
  });
}
