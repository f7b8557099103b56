import type { Socket } from 'node:net';
import { Problem, type ProblemCode, problemTexts } from '../../domain/problems.ts';
import { problemDocument } from './problem-reply.ts';

/** What Node's parser refuses before there is a request, by its own codes. */
const codes: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/**
 * Answers what never became a request: headers without end, a body that does not come, two lengths
 * that contradict each other. The line is closed after it, so that nothing that follows on it can be
 * taken for another request.
 *
 * @param headers those of every answer
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = new Problem(codes[error.code ?? ''] ?? 'bad-request');
  const body = JSON.stringify(problemDocument(problem));
  const all = {
    ...headers,
    'cache-control': 'no-store',
    connection: 'close',
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  };
  const { status } = problemTexts[problem.code];
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} Refused\r\n${head.join('')}\r\n${body}`);
}
