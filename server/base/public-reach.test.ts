import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { privateAddress, reach } from './public-reach.ts';

describe('the public address', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
  const asked: string[] = [];
  async function serve(listener: RequestListener): Promise<number> {
    asked.length = 0;
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      listener(request, response);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }
  const own = { mayBePrivate: true, patienceMs: 5000 };
  const typed = { mayBePrivate: false, patienceMs: 5000 };

  it.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'])(
    'is not called if it leads into a private network: %s',
    async (host) => {
      const port = await serve((_request, response) => response.end());
      expect(await reach(`http://${host}:${port}/healthz`, typed)).toBe(privateAddress);
      expect(asked).toEqual([]);
    },
  );

  it.each(['192.88.99.1', '[fec0::1]', '[::ffff:0:7f00:1]', '[3fff::1]', '[200::1]', '[5f00::1]'])(
    'is not called if it is not on the public internet: %s',
    async (host) => {
      expect(await reach(`http://${host}:1/healthz`, { ...typed, patienceMs: 300 })).toBe(
        privateAddress,
      );
    },
  );

  it('is called if the environment names it, and a redirect is not followed', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/healthz') response.writeHead(302, { location: '/elsewhere' });
      response.end('x');
    });
    expect(await reach(`http://127.0.0.1:${port}/healthz`, own)).toBe(302);
    expect(asked).toEqual(['GET /healthz']);
  });

  it('may answer as much as it likes: no more than the beginning is read', async () => {
    let sent = 0;
    const port = await serve((_request, response) => {
      const chunk = Buffer.alloc(64 * 1024);
      const more = () => {
        while (!response.destroyed && sent < 1024 ** 3) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
      };
      more();
    });
    expect(await reach(`http://127.0.0.1:${port}/healthz`, own)).toBe(200);
    expect(sent).toBeLessThan(64 * 1024 ** 2);
  });

  it('is waited for only so long, and a failure says why', async () => {
    const port = await serve(() => undefined);
    const url = `http://127.0.0.1:${port}/healthz`;
    expect(await reach(url, { ...own, patienceMs: 50 })).toBe('no answer in time');
    expect(await reach('http://127.0.0.1:1/healthz', own)).toBe('ECONNREFUSED');
    expect(await reach('http://nowhere.invalid/healthz', typed)).toMatch(/ENOTFOUND|EAI_AGAIN/);
  });
});
