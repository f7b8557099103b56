import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../domain/problems.ts';

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
 * neither is no browser: it has no cookie that another site could make it send.
 */
function isCrossSite(request: FastifyRequest, publicUrl: string | null): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  // Sent along by a browser always as one word; anything else is nobody's to trust.
  if (site !== undefined || origin === undefined) return namesOtherSite(request.headers);
  return !isOwnOrigin(origin, request, publicUrl);
}

/** Whether a request may be one that another site is behind: then it has to be looked at in full. */
export function namesOtherSite(headers: IncomingHttpHeaders): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  return site === undefined ? origin !== undefined : site !== 'same-origin' && site !== 'none';
}

/**
 * Refuses requests that other sites make browsers send, before anything else is checked: those that
 * change something, and those that read the shop's data. The cookie's SameSite keeps them out
 * already; this also covers the login, and browsers that are lax.
 */
export function refuseCrossSite(app: FastifyInstance, publicUrl: string | null): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isOpen =
      signedPath.test(request.url) ||
      (readingMethods.includes(request.method) && !dataPath.test(request.url));
    done(!isOpen && isCrossSite(request, publicUrl) ? new Problem('cross-site') : undefined);
  });
}
