import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Problem, type ProblemCode, problemTexts } from '../../domain/problems.ts';
import type { Dialect } from '../database/dialect.ts';
import { PhotoStoreError } from '../ports/photo-store.ts';

/** Refusals as `application/problem+json` (RFC 9457). The one place where they become HTTP. */

const fastifyCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad-request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad-request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad-request',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload-too-large',
  FST_ERR_BAD_URL: 'not-found',
  FST_ERR_MAX_PARAM_LENGTH: 'not-found',
};

/** Possible attempts to break in: logged, so that the people who run the shop can see them. */
const suspicious: readonly ProblemCode[] = [
  'invalid-password',
  'too-many-logins',
  'cross-site',
  'not-from-provider',
];

/** When to ask again what was unavailable. */
export const unavailableRetrySeconds = 5;

function asProblem(error: unknown, dialect: Dialect): Problem {
  if (error instanceof Problem) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  const isOutage = dialect.outageOf(error) !== null || error instanceof PhotoStoreError;
  const known = isOutage ? 'unavailable' : fastifyCodes[code ?? ''];
  if (known === 'unavailable') {
    return new Problem(known, { retryAfterSeconds: unavailableRetrySeconds });
  }
  if (known !== undefined) return new Problem(known);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Problem('bad-request');
  }
  return new Problem('internal');
}

/** A refusal as it is sent. */
function problemDocument({ code, facts }: Problem): Record<string, unknown> {
  const { status, title, detail } = problemTexts[code];
  return {
    type: `/api/docs#problem-${code}`,
    title,
    status,
    detail: facts.detail ?? detail,
    code,
    ...(facts.errors ? { errors: facts.errors } : {}),
  };
}

/** Answers with a refusal; what nobody expected is logged with its cause. */
export function replyWithProblem(
  error: unknown,
  dialect: Dialect,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = asProblem(error, dialect);
  const { code, facts } = problem;
  const { status, title } = problemTexts[code];
  // What an outside service refused is not the product's fault.
  if (error instanceof Problem) {
    if (status >= 500) request.log.warn({ code }, title);
  } else if (status >= 500) {
    request.log.error({ err: error }, title);
  }
  if (suspicious.includes(code)) {
    // Not the address that was asked for: a search is in it.
    const { method, ip } = request;
    request.log.warn({ code, method, route: request.routeOptions.url, address: ip }, 'Refused');
  }
  if (facts.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(facts.retryAfterSeconds));
  }
  return reply
    .code(status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(
      JSON.stringify({
        ...problemDocument(problem),
        ...(code === 'internal' ? { requestId: request.id } : {}),
        ...facts.extra,
      }),
    );
}

/** What Node's parser refuses before there is a request, by its own codes. */
const parserCodes: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/**
 * Answers what never became a request: endless headers, a body that does not arrive, two lengths that
 * contradict each other. The connection is closed after it, so that nothing that follows on it can be taken
 * for another request. What is wrong with a body whose request was refused before it was read gets no second
 * answer.
 *
 * @param headers those of every answer
 * @param latest the answer to the request that the connection brought last, if there was one
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
  latest: ServerResponse | undefined,
): void {
  const isAnswering = latest?.headersSent === true && !latest.writableEnded;
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable || isAnswering) {
    socket.destroy();
    return;
  }
  if (latest?.headersSent && !latest.req.complete) {
    socket.end();
    return;
  }
  const problem = new Problem(parserCodes[error.code ?? ''] ?? 'bad-request');
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
