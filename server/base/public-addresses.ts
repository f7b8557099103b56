import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Which addresses on the internet the server may contact because another server, or a person, named them. */

const own = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  own.addSubnet(network, bits, 'ipv4');
}

const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');
const specialV6 = new BlockList();
for (const [network, bits] of [
  // Teredo and other special ranges, documentation, and 6to4, which hides an address in another.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  specialV6.addSubnet(network, bits, 'ipv6');
}

/**
 * Whether an address is on the public internet: not this machine, its network, a cloud's metadata, nor an
 * address that contains another one. Source: the IANA special-purpose address registries.
 *
 * @param address of IPv4 or IPv6, without brackets; anything else is not public
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !own.check(address, 'ipv4');
    case 6:
      return publicV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
    default:
      return false;
  }
}

/** The reason given when a name leads to an address that is not public. */
export const notPublicCode = 'ENOTPUBLIC';

/**
 * Looks a name up as a connection is made, since it may lead elsewhere the next time. Finds nothing if one of
 * its addresses is not public.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const isPublic = found?.every(({ address }) => isPublicAddress(address)) ?? false;
    const [first] = found ?? [];
    if (error !== null || !isPublic || first === undefined) {
      const refusal = Object.assign(new Error('No public address'), { code: notPublicCode });
      callback(error ?? refusal, '', 0);
    } else if (options.all) callback(null, found);
    else callback(null, first.address, first.family);
  });
};
