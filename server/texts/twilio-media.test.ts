import { describe, expect, it, vi } from 'vitest';
import { redirectTarget, standInHost, twilioMedia } from './twilio-media.ts';

const api = new URL('https://api.twilio.com/2010-04-01/x');
const standIn = new URL('http://127.0.0.1:4000/2010-04-01/x');

describe('a stand-in for the provider on this machine', () => {
  it.each([
    [null, null],
    ['https://api.twilio.com', null],
    ['http://stand-in.example:4000', null],
    ['http://10.0.0.1', null],
    ['http://127.0.0.1:4000', '127.0.0.1'],
    ['http://localhost:4000/', 'localhost'],
    ['http://[::1]:4000', '[::1]'],
  ])('%s: %s', (base, host) => {
    expect(standInHost(base)).toBe(host);
  });
});

describe('a redirect is followed', () => {
  it.each([
    'https://mms.twiliocdn.com/AC1/x?Expires=1&Signature=a%2Fb',
    'https://s3-external-1.amazonaws.com:443/media/x',
    'https://1.1.1.1/x',
    'https://[2606:4700:4700::1111]/x',
  ])('to %s', (location) => {
    expect(redirectTarget(location, api, null)?.href).toBe(new URL(location).href);
  });

  it('to an address relative to the one that was asked', () => {
    expect(redirectTarget('/y', api, null)?.href).toBe('https://api.twilio.com/y');
    expect(redirectTarget('//media.example/y', api, null)?.href).toBe('https://media.example/y');
  });

  it('by a stand-in to its own host, over http and any port', () => {
    for (const location of ['http://127.0.0.1:5000/x', 'https://127.0.0.1/x', '/x']) {
      expect(redirectTarget(location, standIn, '127.0.0.1')?.hostname).toBe('127.0.0.1');
    }
    expect(redirectTarget('https://media.example/x', standIn, '127.0.0.1')).not.toBeNull();
  });
});

describe('a redirect is not followed', () => {
  const nowhere = [
    'http://',
    'https://',
    'http://mms.twiliocdn.com/x',
    'https://mms.twiliocdn.com:8443/x',
    'https://user@mms.twiliocdn.com/x',
    'https://user:secret@mms.twiliocdn.com/x',
    'ftp://mms.twiliocdn.com/x',
    'file:///etc/passwd',
    'data:image/jpeg;base64,AAAA',
    'https://169.254.169.254/latest/meta-data',
    'https://10.1.2.3/x',
    'https://172.20.0.1/x',
    'https://192.168.1.1/x',
    'https://100.64.0.1/x',
    'https://0.0.0.0/x',
    'https://[fe80::1]/x',
    'https://[fc00::1]/x',
    'https://[::ffff:10.0.0.1]/x',
  ];
  it.each(nowhere)('to %s', (location) => {
    expect(redirectTarget(location, api, null)).toBeNull();
    expect(redirectTarget(location, standIn, '127.0.0.1')).toBeNull();
  });

  const here = [
    'https://127.0.0.1/x',
    'https://127.1/x',
    'https://2130706433/x',
    'https://0x7f000001/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'http://127.0.0.1/x',
    'http://localhost/x',
  ];
  it.each(here)('to this machine: %s', (location) => {
    expect(redirectTarget(location, api, null)).toBeNull();
  });

  it('by a stand-in to another name or address of this machine', () => {
    expect(redirectTarget('http://127.0.0.1:5000/x', standIn, 'localhost')).toBeNull();
    expect(redirectTarget('http://127.0.0.2:5000/x', standIn, '127.0.0.1')).toBeNull();
  });
});

it('an id that doesn’t look like the provider’s is never asked for', async () => {
  const messages = vi.fn();
  const settings = {
    accountSid: `AC${'0'.repeat(32)}`,
    authToken: 'any',
    sender: { number: '+12125550100' },
    // Nothing listens here: a request would fail with another cause.
    apiBaseUrl: 'http://127.0.0.1:1',
  };
  const rest = { messages } as unknown as Parameters<typeof twilioMedia>[1];
  const { mediaOf, fetchMedia } = twilioMedia(settings, rest);
  const [message, media] = [`MM${'a'.repeat(32)}`, `ME${'b'.repeat(32)}`];
  for (const id of ['', 'x', '../x', 'SM/../x', `${message}/../x`, `${media}?x`, `${message}\n`]) {
    expect(await mediaOf(id), id).toEqual({ kind: 'gone' });
    expect(await fetchMedia(id, media), id).toEqual({ kind: 'gone' });
    expect(await fetchMedia(message, id), id).toEqual({ kind: 'gone' });
  }
  expect(messages).not.toHaveBeenCalled();
  expect((await fetchMedia(message, media)).kind).toBe('later');
});
