import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { Problem, type ProblemCode } from '../../domain/problems.ts';
import type { Dialect } from '../database/dialect.ts';
import { answerClientError, replyWithProblem, unavailableRetrySeconds } from './problem-reply.ts';

const readingMethods = ['GET', 'HEAD', 'OPTIONS'];

/** The provider's own addresses: what is sent there proves itself by a signature, not by a session. */
const signedPath = /^\/webhooks\//;
/** Where the shop's data is read. Photos are public by their names, screens hold no data. */
const dataPath = /^\/api(\/|\?|$)/;

/** Whether an Origin header names the host that was asked, or the shop's own address. */
function isOwnOrigin(origin: string, request: FastifyRequest, publicUrl: string | null): boolean {
  if (origin === publicUrl) return true;
  // Also "null", which documents of no known origin send.
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  // A page over http must not speak for the same host over https.
  if (publicUrl !== null && host === new URL(publicUrl).host) return false;
  return /^https?:$/.test(protocol) && host === request.host.toLowerCase();
}

/**
 * Whether a browser says that another site is behind a request. It says so by Sec-Fetch-Site over
 * https and on localhost, by Origin elsewhere; no script can forge either. A program that sends
 * neither is not a browser: it has no cookie that another site could make it send.
 */
function isCrossSite(request: FastifyRequest, publicUrl: string | null): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  // A browser always sends it as one word; anything else can't be trusted.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && !isOwnOrigin(origin, request, publicUrl);
}

/**
 * Refuses requests that other sites make browsers send, before anything else is checked: those that
 * change something, and those that read the shop's data. The cookie's SameSite keeps them out
 * already; this also covers the login, and browsers that are lax.
 */
function refuseCrossSite(app: FastifyInstance, publicUrl: string | null): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // The route's own path: a browser may spell `/api` as `/%61pi`.
    const path = request.routeOptions.url ?? request.url;
    const isOpen =
      signedPath.test(path) || (readingMethods.includes(request.method) && !dataPath.test(path));
    done(!isOpen && isCrossSite(request, publicUrl) ? new Problem('cross-site') : undefined);
  });
}

/** JSON is small here: the largest form is a few kilobytes. */
const maxJsonBytes = 256 * 1024;

/** A slow phone on a slow connection may take a while for a photo, but not forever. In milliseconds. */
const usualRequestTimeoutMs = 120_000;
/** How often to look for requests that take too long, in milliseconds. */
const lookForSlowEveryMs = 15_000;
/**
 * No one waits forever for an answer, e.g. from a network drive that is gone. Longer than a text
 * may take when its provider is slow to accept it.
 */
const usualPatienceMs = 60_000;
/** For a photo, this includes the time to arrive. */
const filePatienceMs = usualRequestTimeoutMs + usualPatienceMs;
/** Longer than the proxies' usual minute, so that they are the ones to close. */
const keepAliveTimeout = 72_000;

const hstsSeconds = 31_536_000;

/** A number is how many proxies are in front: this many addresses from the near end are theirs. */
function trusted(setting: boolean | number | string) {
  if (typeof setting !== 'number') return setting;
  return (_address: string, hop: number) => hop < setting;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long an answer may take if not as long as usual, in milliseconds. */
    patienceMs?: number;
  }
}

export interface ServerParts {
  dialect: Dialect;
  trustProxy: boolean | number | string;
  isSecure: boolean;
  /** The shop's own address from outside, or null. */
  publicUrl: string | null;
  requestTimeoutMs?: number | undefined;
  /** How long an answer may take, in milliseconds. */
  patienceMs?: number;
  /** Closing waits for nobody: what is under way is cut off. */
  closesAtOnce?: boolean;
  log: FastifyBaseLogger;
}

/** What goes with an answer that is given before there is a request. */
const bareHeaders = (isSecure: boolean): Record<string, string> => ({
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  ...(isSecure ? { 'strict-transport-security': `max-age=${hstsSeconds}` } : {}),
});

/** What goes with every other answer: the headers that Helmet would build for each answer. */
const usualHeaders = (isSecure: boolean): Record<string, string> => ({
  ...bareHeaders(isSecure),
  'content-security-policy':
    "default-src 'self';img-src 'self' blob:;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
  // The print window is opened by the page itself.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
});

/**
 * Eventually refuses what is not answered. Fastify's `handlerTimeout` does the same, and aborts a
 * signal after every answer, which took a third of the time of an unchanged poll.
 */
function limitPatience(app: FastifyInstance, usualMs: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const timer = setTimeout(() => {
      // What has begun to be sent, such as an export, can't become a refusal anymore.
      if (reply.sent || reply.raw.headersSent) return;
      reply.send(new Problem('unavailable', { retryAfterSeconds: unavailableRetrySeconds }));
    }, request.routeOptions.config.patienceMs ?? usualMs);
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}

/** In place of Fastify's own checks of routes, a hundred files that nothing needs: the contract has its own. */
function unused(): never {
  throw new Error('No route has a schema of Fastify’s');
}

/** The HTTP server with what holds for every answer: headers, limits, refusals. */
export async function createHttpServer(parts: ServerParts): Promise<FastifyInstance> {
  const bare = bareHeaders(parts.isSecure);
  const { requestTimeoutMs: requestTimeout = usualRequestTimeoutMs } = parts;
  const latestAnswers = new WeakMap<Socket, ServerResponse>();
  const options: FastifyHttpOptions<Server, FastifyBaseLogger> = {
    loggerInstance: parts.log,
    // While the process stops, requests on open connections are answered before those are closed.
    return503OnClosing: false,
    forceCloseConnections: parts.closesAtOnce ? true : 'idle',
    trustProxy: trusted(parts.trustProxy),
    bodyLimit: maxJsonBytes,
    routerOptions: { maxParamLength: 200 },
    // Every poll and photo in the log would bury what matters.
    logController: new LogController({ disableRequestLogging: true }),
    // What cannot even be routed, e.g. an address that is not text.
    frameworkErrors: (error, request, reply) => {
      replyWithProblem(error, parts.dialect, request, reply.headers(bare));
    },
    clientErrorHandler: (error, socket) =>
      answerClientError(error, socket, bare, latestAnswers.get(socket)),
    requestTimeout,
    keepAliveTimeout,
    http: {
      headersTimeout: Math.min(requestTimeout, 60_000),
      connectionsCheckingInterval: Math.min(requestTimeout, lookForSlowEveryMs),
    },
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
  };
  const app: FastifyInstance = fastify(options);
  app.server.on('request', ({ socket }, answer) => latestAnswers.set(socket, answer));
  const headers = usualHeaders(parts.isSecure);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  limitPatience(app, parts.patienceMs ?? usualPatienceMs);
  refuseCrossSite(app, parts.publicUrl);
  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Many clients name the content type of every request, even of those without a body.
    if (body === '') done(null, undefined);
    else parseJson(request, body.toString(), done);
  });
  app.setErrorHandler((error, request, reply) =>
    replyWithProblem(error, parts.dialect, request, reply),
  );
  return app;
}

/**
 * Makes a part of the server take files as bytes, under any content type: many browsers know no
 * type for a phone's picture. No other part does, so that nothing large is read there.
 */
export function takeFiles(
  part: FastifyInstance,
  dialect: Dialect,
  most: { bytes: number; problem: ProblemCode; unnamed: ProblemCode },
): void {
  part.addHook('onRoute', (route) => {
    route.config = { ...route.config, patienceMs: filePatienceMs };
  });
  part.removeAllContentTypeParsers();
  part.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: most.bytes },
    (_request, body, done) => done(null, body),
  );
  part.setErrorHandler((error, request, reply) => {
    const refusals: Record<string, ProblemCode> = {
      FST_ERR_CTP_BODY_TOO_LARGE: most.problem,
      // An invalid content type: "Send JSON" would be no help here.
      FST_ERR_CTP_INVALID_MEDIA_TYPE: most.unnamed,
    };
    const code = refusals[String((error as { code?: unknown }).code)];
    return replyWithProblem(
      code === undefined ? error : new Problem(code),
      dialect,
      request,
      reply,
    );
  });
}
