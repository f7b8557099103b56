import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sqliteDialect } from '../../../server/database/dialect.ts';
import { createHttpServer } from '../../../server/http/server.ts';

const patienceMs = 50;

let http: FastifyInstance;
beforeEach(async () => {
  http = await createHttpServer({
    dialect: sqliteDialect,
    trustProxy: false,
    isSecure: false,
    publicUrl: null,
    patienceMs,
    log: pino({ level: 'silent' }),
  });
});
afterEach(() => http.close());

it('an answer that does not come is refused in the end, and may be asked for again', async () => {
  http.get('/never', () => new Promise(() => undefined));
  const reply = await http.inject('/never');
  expect(reply.json()).toMatchObject({ status: 503, code: 'unavailable' });
  expect(reply.headers).toMatchObject({
    'retry-after': '5',
    'content-type': 'application/problem+json; charset=utf-8',
  });
});

it('an answer that has begun, such as a long export, comes whole', async () => {
  async function* pieces() {
    yield 'first ';
    await sleep(4 * patienceMs);
    yield 'last';
  }
  http.get('/long', (_request, reply) =>
    reply.send(Readable.from(pieces(), { objectMode: false })),
  );
  const origin = await http.listen({ port: 0, host: '127.0.0.1' });
  expect(await (await fetch(`${origin}/long`)).text()).toBe('first last');
});
