import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { useShop } from '../../harness/app.ts';

/** What no HTTP client would send, byte by byte. */

interface RawAnswers {
  /** Everything that came back until the server closed the connection, or fell silent. */
  text: string;
  statuses: number[];
  isClosed: boolean;
}

const silenceMs = 400;

/**
 * @param pieces sent one after the other
 * @param patienceMs how long to wait for the connection to be closed; by default only for silence
 */
function sendRaw(
  origin: string,
  pieces: readonly string[],
  patienceMs?: number,
): Promise<RawAnswers> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    let text = '';
    let isClosed = false;
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) =>
        Number(status),
      );
      resolve({ text, statuses, isClosed });
    };
    let timer = setTimeout(finish, patienceMs ?? 5000);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (patienceMs !== undefined) return;
      clearTimeout(timer);
      timer = setTimeout(finish, silenceMs);
    });
    socket.on('end', () => {
      isClosed = true;
      finish();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') {
        reject(error);
        return;
      }
      isClosed = true;
      finish();
    });
    for (const piece of pieces) socket.write(piece, 'latin1');
  });
}

describe('input on a connection', () => {
  const shop = useShop('sqlite', {
    config: { publicUrl: 'https://shop.example' },
    overrides: { requestTimeoutMs: 700 },
  });

  const smuggled = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  const post = (headers: string, body: string) =>
    `POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;

  /** One refusal like every other, and nothing after it. */
  function expectRefused({ text, statuses, isClosed }: RawAnswers, status: number, code: string) {
    expect(statuses, text).toEqual([status]);
    expect(text).toContain('application/problem+json');
    expect(text).toContain(`"code":"${code}"`);
    expect(text).toMatch(/^x-content-type-options: nosniff\r$/im);
    expect(text).toMatch(/^content-security-policy: default-src 'none'/im);
    expect(text).toMatch(/^strict-transport-security: max-age=31536000\r$/im);
    expect(text).toMatch(/^cache-control: no-store\r$/im);
    expect(isClosed).toBe(true);
  }

  it.each([
    ['two lengths', post('Content-Length: 2\r\nContent-Length: 40', `{}${smuggled}`)],
    [
      'a length and chunks',
      post('Content-Length: 4\r\nTransfer-Encoding: chunked', `0\r\n\r\n${smuggled}`),
    ],
    ['a length that is not a number', post('Content-Length: +2', `{}${smuggled}`)],
    ['chunks under a false name', post('Transfer-Encoding: xchunked', `0\r\n\r\n${smuggled}`)],
    ['a chunk without a size', post('Transfer-Encoding: chunked', `zz\r\n{}\r\n${smuggled}`)],
    ['a space before the colon', post('Content-Length : 2', `{}${smuggled}`)],
    ['a folded header', post('X-A: b\r\n c: d\r\n\u0000', '')],
    ['no protocol at all', 'hello\r\n\r\n'],
  ])('with %s is refused, and nothing after it is read as a request', async (_what, raw) => {
    expectRefused(await sendRaw(shop.origin, [raw]), 400, 'bad-request');
  });

  it.each([
    ['at once', ['Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n']],
    ['later', ['Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n', 'zz\r\n{}\r\n']],
  ])('of no content type and with a broken chunk %s gets one answer', async (_when, body) => {
    const pieces = ['POST /api/session HTTP/1.1\r\nHost: x\r\n', ...body, smuggled];
    const { text, statuses, isClosed } = await sendRaw(shop.origin, pieces);
    expect(statuses, text).toEqual([415]);
    expect(isClosed).toBe(true);
  });

  it('with headers that are too long is refused', async () => {
    const raw = `GET /api/shop HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`;
    expectRefused(await sendRaw(shop.origin, [raw]), 431, 'headers-too-large');
  });

  it.each([
    ['headers', ['GET /api/shop HTTP/1.1\r\nHost: x\r\nX-Slow: ']],
    ['a body', [post('Content-Length: 5000', '{"password":"')]],
    [
      'a photo',
      [
        'PUT /api/repairs/WH1/photos/initial HTTP/1.1\r\nHost: x\r\n',
        'Content-Type: image/jpeg\r\nContent-Length: 9000000\r\n\r\nxxxx',
      ],
    ],
  ])('that brings %s too slowly is given up, and holds nobody else up', async (what, pieces) => {
    const slow = sendRaw(shop.origin, pieces, 20_000);
    expect((await shop.staff.attempt('getShop')).status).toBe(200);
    const answers = await slow;
    expect(answers.isClosed).toBe(true);
    // A stranger's photo is refused before it is read.
    if (what === 'a photo') expect(answers.statuses).toEqual([401]);
    else expectRefused(answers, 408, 'request-timeout');
  });

  it('as two requests at once is answered as two, each with its own session', async () => {
    const own = `GET /api/clients HTTP/1.1\r\nHost: x\r\nCookie: ${shop.staff.cookie}\r\n\r\n`;
    const stranger = 'GET /api/clients HTTP/1.1\r\nHost: x\r\n\r\n';
    const { statuses } = await sendRaw(shop.origin, [own + stranger + own]);
    expect(statuses).toEqual([200, 401, 200]);
  });

  it('with a method override is judged by its real method', async () => {
    const { client } = await shop.staff.call('createClient', {
      body: { name: 'Ada', email: 'ada@example.com' },
    });
    for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      const path = `/api/clients/${client.id}`;
      await shop.staff.send('GET', `${path}?_method=DELETE`, { headers: { [header]: 'DELETE' } });
      const posted = await shop.staff.send('POST', path, { headers: { [header]: 'DELETE' } });
      expect(posted.status).toBe(404);
    }
    expect((await shop.staff.call('listClients')).items).toEqual([client]);
  });

  it('opens nothing with CONNECT, TRACE or an unknown method', async () => {
    for (const method of ['CONNECT', 'TRACE', 'PROPFIND', 'BREW']) {
      const raw = `${method} /api/clients HTTP/1.1\r\nHost: x\r\nCookie: ${shop.staff.cookie}\r\n\r\n`;
      const { text, statuses } = await sendRaw(shop.origin, [raw], 1000);
      expect(text).not.toContain('ada@example.com');
      for (const status of statuses) expect(status).toBeGreaterThanOrEqual(400);
    }
  });
});
