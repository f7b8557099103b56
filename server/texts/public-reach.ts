import { lookup as lookUp } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Asks the shop's public address as the provider would. The address is typed by people, so what lies in a
 * private network is left alone, whatever name leads there; redirects are not followed, and no body is read.
 */

/** Not for the public internet. Sources: RFC 6890, RFC 4193, RFC 4291, RFC 6598. */
const privateRanges = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  privateRanges.addSubnet(net, bits, 'ipv4');
}
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  privateRanges.addSubnet(net, bits, 'ipv6');
}

/** What is said about an address that nobody outside could reach. */
export const privateAddress = 'a private address';

/** @param address of IP; an IPv4 address within IPv6 counts as what it is */
export const isPrivateAddress = (address: string): boolean =>
  privateRanges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

class PrivateAddress extends Error {
  readonly code = privateAddress;
}

/** Checked as the connection is made: a name may lead elsewhere the next time that it is looked up. */
const publicLookup: LookupFunction = (name, options, done) => {
  lookUp(name, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '');
    if (found.some(({ address }) => isPrivateAddress(address))) {
      return done(new PrivateAddress(), '');
    }
    if (options.all) return done(null, found);
    const [first] = found;
    done(null, first?.address ?? '', first?.family);
  });
};

export interface Asked {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Whether it may lie in a private network: only what the environment names. */
  mayBePrivate: boolean;
  patienceMs: number;
}

/** @returns the answer's status; else why there was none, such as ECONNREFUSED */
export function reach(
  url: string,
  { method = 'GET', headers = {}, body, mayBePrivate, patienceMs }: Asked,
): Promise<number | string> {
  const { protocol, hostname } = new URL(url);
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (!mayBePrivate && isIP(literal) !== 0 && isPrivateAddress(literal)) {
    return Promise.resolve(privateAddress);
  }
  return new Promise((resolve) => {
    const send = protocol === 'https:' ? httpsRequest : httpRequest;
    const asked = send(url, {
      method,
      headers,
      agent: false,
      signal: AbortSignal.timeout(patienceMs),
      ...(mayBePrivate ? {} : { lookup: publicLookup }),
    });
    asked.on('response', (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.destroy();
    });
    asked.on('error', (error: Error & { code?: string }) => {
      const isLate = error.name === 'TimeoutError' || error.name === 'AbortError';
      resolve(isLate ? 'no answer in time' : (error.code ?? error.name));
    });
    asked.end(body);
  });
}
