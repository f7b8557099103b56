import { connect } from 'node:net';

/** What no client of HTTP would send, byte by byte. */

export interface RawAnswers {
  /** Everything that came back until the server closed the line, or fell silent. */
  text: string;
  /** The statuses in it, one for each answer. */
  statuses: number[];
  /** Whether the server closed the line. */
  isClosed: boolean;
}

const silenceMs = 400;

/**
 * @param pieces sent one after the other
 * @param patienceMs how long to wait for the line to be closed; by default only for silence
 */
export function sendRaw(
  origin: string,
  pieces: readonly string[],
  patienceMs?: number,
): Promise<RawAnswers> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    let text = '';
    let isClosed = false;
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) =>
        Number(status),
      );
      resolve({ text, statuses, isClosed });
    };
    let timer = setTimeout(finish, patienceMs ?? 5000);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (patienceMs !== undefined) return;
      clearTimeout(timer);
      timer = setTimeout(finish, silenceMs);
    });
    socket.on('end', () => {
      isClosed = true;
      finish();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') {
        reject(error);
        return;
      }
      isClosed = true;
      finish();
    });
    for (const piece of pieces) socket.write(piece, 'latin1');
  });
}
