import { describe, expect, it } from 'vitest';
import { isPublicAddress, publicLookup } from './public-addresses.ts';

it.each([
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2600:1f18::1',
  '2a00:1450:4001:80b::200e',
  '2606:4700:4700::1111',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each([
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:1.1.1.1',
  '::ffff:0:7f00:1',
  '::127.0.0.1',
  '64:ff9b::a00:1',
  '200::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'localhost',
  'example.com',
  '[::1]',
  '2130706433',
  '',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

describe('a name', () => {
  const addressesOf = (hostname: string, all: boolean) =>
    new Promise((resolve, reject) => {
      publicLookup(hostname, { all }, (error, found) => (error ? reject(error) : resolve(found)));
    });

  it.each([true, false])('that stands for this machine is not found (all: %s)', async (all) => {
    await expect(addressesOf('localhost', all)).rejects.toMatchObject({ code: 'ENOTPUBLIC' });
    await expect(addressesOf('10.0.0.1', all)).rejects.toMatchObject({ code: 'ENOTPUBLIC' });
  });

  it('that stands for a public address is found', async () => {
    expect(await addressesOf('1.1.1.1', true)).toEqual([{ address: '1.1.1.1', family: 4 }]);
    expect(await addressesOf('1.1.1.1', false)).toBe('1.1.1.1');
  });
});
