import { Agent, request } from 'node:http';
import type { Route } from './description.ts';
import { type Draft, filled, latestTag, type Memory } from './requests.ts';

export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

export interface Received {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

const patienceMs = 15_000;
/** From here on a server may answer and hang up before everything was sent. */
const largeBytes = 200_000;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Nothing but what may stand in a request line; half surrogates cannot be encoded. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(text.toWellFormed()).replaceAll('.', '%2E');
}

function bodyBytes(body: Draft['body'], memory: Memory): Buffer | null {
  if (body === null) return null;
  if ('bytes' in body) return Buffer.from(body.bytes);
  return Buffer.from(JSON.stringify(filled(body.value, memory)) ?? 'null');
}

/** What goes over the line. */
export function prepared(route: Route, draft: Draft, cookie: string | null, memory: Memory): Sent {
  const params = filled(draft.params, memory) as Record<string, unknown>;
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encoded(params[name] ?? 'nothing-known-yet'),
  );
  const query = draft.query.flatMap(([name, value]) =>
    [filled(value, memory)]
      .flat()
      .filter((one) => one !== undefined)
      .map((one) => `${name}=${encoded(one)}`),
  );
  if (draft.rawQuery !== '') query.push(draft.rawQuery);
  const body = bodyBytes(draft.body, memory);
  const seen = draft.headers['if-none-match'];
  return {
    method: draft.method,
    path: query.length === 0 ? path : `${path}?${query.join('&')}`,
    headers: {
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...draft.headers,
      ...(seen === latestTag ? { 'if-none-match': memory.latest('tag') ?? '"none"' } : {}),
      ...(cookie === null ? {} : { cookie }),
      ...(body === null ? {} : { 'content-length': String(body.length) }),
    },
    body,
  };
}

/** @returns the answer; null when the line was cut after a body that was far too large */
export function send(origin: string, sent: Sent, isAgain = false): Promise<Received | null> {
  return new Promise((resolve, reject) => {
    const { method, path, headers, body } = sent;
    const outgoing = request(
      origin,
      { method, path, headers, agent, timeout: patienceMs },
      (response) => {
        const chunks: Buffer[] = [];
        const done = () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        };
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          // An event stream never ends by itself.
          if (response.headers['content-type']?.startsWith('text/event-stream')) {
            outgoing.destroy();
            done();
          }
        });
        response.on('end', done);
        response.on('error', () => undefined);
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer in ${patienceMs} ms`)));
    outgoing.on('error', (error) => {
      if (body !== null && body.length > largeBytes) resolve(null);
      // The server closed the line after its last answer, as it may: a browser asks once more, too.
      else if (outgoing.reusedSocket && !isAgain) send(origin, sent, true).then(resolve, reject);
      else reject(error);
    });
    outgoing.end(body ?? undefined);
  });
}

export const closeConnections = () => agent.destroy();
