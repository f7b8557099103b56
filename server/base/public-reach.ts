import { isIP } from 'node:net';
import { isPublicAddress, notPublicCode, publicLookup } from './public-addresses.ts';

/**
 * Asks the shop's public address as someone outside would. The address is typed by people, so nothing in a
 * private network is contacted, whatever name leads there; redirects are not followed, and no body is read.
 */

/** What is said about an address that nobody outside could reach. */
export const privateAddress = 'a private address';

export interface Asked {
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Whether it may lie in a private network: only what the environment names. */
  mayBePrivate: boolean;
  patienceMs: number;
}

/** @returns the answer's status; else why there was none, such as ECONNREFUSED */
export async function reach(url: string, asked: Asked): Promise<number | string> {
  const answer = await answerOf(url, asked);
  return typeof answer === 'string' ? answer : answer.status;
}

/** Like {@link reach}, with the answer's content type. */
export async function answerOf(
  url: string,
  { method = 'GET', headers = {}, body, mayBePrivate, patienceMs }: Asked,
): Promise<{ status: number; type: string } | string> {
  const { protocol, hostname } = new URL(url);
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (!mayBePrivate && isIP(literal) !== 0 && !isPublicAddress(literal)) {
    return privateAddress;
  }
  // TLS takes 15 ms to load, and the server starts without it.
  const { request } = await (protocol === 'https:' ? import('node:https') : import('node:http'));
  return new Promise((resolve) => {
    const asked = request(url, {
      method,
      headers,
      agent: false,
      signal: AbortSignal.timeout(patienceMs),
      ...(mayBePrivate ? {} : { lookup: publicLookup }),
    });
    asked.on('response', (answer) => {
      const { statusCode: status = 0, headers: said } = answer;
      resolve({ status, type: said['content-type'] ?? '' });
      answer.destroy();
    });
    asked.on('error', (error: Error & { code?: string }) => {
      const isLate = error.name === 'TimeoutError' || error.name === 'AbortError';
      const reason = error.code === notPublicCode ? privateAddress : (error.code ?? error.name);
      resolve(isLate ? 'no answer in time' : reason);
    });
    asked.end(body);
  });
}
