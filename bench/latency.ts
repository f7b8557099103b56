import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * A connection that sends one request after the other and says how long each took. It does next to
 * nothing of its own: a client that works as hard as the server measures itself.
 */

export interface Reply {
  status: number;
  /** From writing the request until the last byte of the answer was there. */
  ms: number;
  body: Buffer;
}

export interface Line {
  ask(path: string): Promise<Reply>;
  send(method: string, path: string, body: unknown): Promise<Reply>;
  close(): void;
}

const headEnd = Buffer.from('\r\n\r\n');

/** @returns the answer where all of it is there */
function whole(received: Buffer): { status: number; body: Buffer } | null {
  const end = received.indexOf(headEnd);
  if (end < 0) return null;
  const head = received.toString('latin1', 0, end);
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined && !head.startsWith('HTTP/1.1 204')) {
    throw new Error(`An answer does not say how long it is: ${head}`);
  }
  const total = end + 4 + Number(length ?? 0);
  if (received.length < total) return null;
  return { status: Number(head.slice(9, 12)), body: received.subarray(end + 4, total) };
}

function exchange(socket: Socket, request: Buffer): Promise<Reply> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const finish = () => {
      socket.off('data', onData);
      socket.off('error', onError);
    };
    const onError = (error: Error) => {
      finish();
      reject(error);
    };
    const onData = (chunk: Buffer) => {
      const ms = performance.now() - before;
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const answer = whole(received);
      if (answer === null) return;
      finish();
      resolve({ ...answer, ms });
    };
    socket.on('data', onData);
    socket.on('error', onError);
    const before = performance.now();
    socket.write(request);
  });
}

/** @param cookie the session, as a Cookie header */
export async function openLine(url: string, cookie: string): Promise<Line> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, noDelay: true });
  await once(socket, 'connect');
  const head = (method: string, path: string) =>
    `${method} ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\n`;
  return {
    ask: (path) => exchange(socket, Buffer.from(`${head('GET', path)}\r\n`)),
    send: (method, path, body) => {
      const text = JSON.stringify(body);
      const length = Buffer.byteLength(text);
      return exchange(
        socket,
        Buffer.from(
          `${head(method, path)}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${text}`,
        ),
      );
    },
    close: () => socket.destroy(),
  };
}

/** @returns the value that so large a share of all lies at or below */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
