import pino from 'pino';
import { expect, it } from 'vitest';
import { sqliteDialect } from '../../../server/database/dialect.ts';
import { createHttpServer } from '../../../server/http/server.ts';

it('an answer that does not come is refused in the end, and may be asked for again', async () => {
  const http = await createHttpServer({
    dialect: sqliteDialect,
    trustProxy: false,
    isSecure: false,
    publicUrl: null,
    patienceMs: 50,
    log: pino({ level: 'silent' }),
  });
  http.get('/never', () => new Promise(() => undefined));
  const reply = await http.inject('/never');
  expect(reply.json()).toMatchObject({ status: 503, code: 'unavailable' });
  expect(reply.headers).toMatchObject({
    'retry-after': '5',
    'content-type': 'application/problem+json; charset=utf-8',
  });
  await http.close();
});
