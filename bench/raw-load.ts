import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * Sends prepared HTTP requests over a few connections and counts the statuses. It does next to nothing per request: on a small machine a load generator that works as
 * hard as the server measures itself.
 */

export interface RawRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Load {
  url: string;
  connections: number;
  /** How many requests may be under way on one connection. */
  pipelining: number;
}

function toBytes({ method, path, headers, body = '' }: RawRequest): Buffer {
  const lines = Object.entries({
    host: 'localhost',
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

/** Reads one answer after the other off a connection and says its status. */
function onAnswers(socket: Socket, onStatus: (status: number) => void): void {
  let held = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    held += chunk;
    for (;;) {
      const end = held.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(held.slice(0, end))?.[1] ?? 0);
      if (held.length < end + 4 + length) return;
      const status = Number(held.slice(9, 12));
      held = held.slice(end + 4 + length);
      onStatus(status);
    }
  });
}

export interface Answers {
  /** Making the requests is not part of it. */
  perSecond: number;
  /** How long each answer took, in milliseconds. */
  took: number[];
}

/**
 * Sends every request once.
 *
 * @param expected the status that each must have
 * @throws when any answer has another status
 */
export async function sendAll(
  load: Load,
  requests: readonly RawRequest[],
  expected: number,
): Promise<Answers> {
  const prepared = requests.map(toBytes);
  const statuses = new Map<number, number>();
  const took: number[] = [];
  const sockets = await Promise.all(
    Array.from({ length: load.connections }, async () => {
      const socket = connect({
        port: Number(new URL(load.url).port),
        host: '127.0.0.1',
        noDelay: true,
      });
      await once(socket, 'connect');
      return socket;
    }),
  );
  const onAnswer = (status: number, ms: number) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    took.push(ms);
  };
  const before = performance.now();
  await Promise.all(sockets.map((socket) => useUp(socket, prepared, load.pipelining, onAnswer)));
  const seconds = (performance.now() - before) / 1000;
  for (const socket of sockets) socket.destroy();
  if (statuses.get(expected) !== requests.length) {
    throw new Error(`Not every answer was ${expected}: ${JSON.stringify([...statuses])}`);
  }
  return { perSecond: requests.length / seconds, took };
}

/** As {@link sendAll}. @returns answers per second */
export async function answersPerSecond(
  load: Load,
  requests: readonly RawRequest[],
  expected: number,
): Promise<number> {
  return (await sendAll(load, requests, expected)).perSecond;
}

/** Sends what is left, a few at a time, until nothing is left and all has been answered. */
function useUp(
  socket: Socket,
  prepared: Buffer[],
  pipelining: number,
  onAnswer: (status: number, ms: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    /** When those under way were sent, the oldest first: answers come in the same order. */
    const underWay: number[] = [];
    const send = () => {
      const request = prepared.pop();
      if (!request) return;
      underWay.push(performance.now());
      socket.write(request);
    };
    onAnswers(socket, (status) => {
      onAnswer(status, performance.now() - (underWay.shift() ?? Number.NaN));
      send();
      if (underWay.length === 0) resolve();
    });
    socket.on('error', reject);
    socket.cork();
    for (let first = 0; first < pipelining; first += 1) send();
    socket.uncork();
    if (underWay.length === 0) resolve();
  });
}
