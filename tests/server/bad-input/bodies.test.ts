import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperationName, operations } from '../../../domain/api.ts';

import { type RunningApp, startApp } from '../../harness/app.ts';
import { type CallExample, exampleOf } from '../../harness/call-examples.ts';
import { operationsWithBody } from '../../harness/contract-fields.ts';
import { urlOf } from '../../harness/http-client.ts';

const json = 'application/json';

describe('every body of every call', () => {
  let shop: RunningApp;
  beforeAll(async () => {
    shop = await startApp('sqlite');
  });
  afterAll(async () => {
    await shop.close();
  });

  const send = (name: OperationName, example: CallExample, type: string | null, body: BodyInit) =>
    shop.staff.send(operations[name].method, urlOf(name, example), {
      headers: type === null ? {} : { 'content-type': type },
      body,
    });

  /** Sends each, expects a refusal of one of the kinds, and that nothing was stored. */
  async function expectRefused(
    name: OperationName,
    bodies: readonly (readonly [type: string | null, body: BodyInit])[],
    codes: readonly string[],
  ) {
    const example = await exampleOf(shop, name);
    const before = await shop.rows.counts();
    for (const [type, body] of bodies) {
      const problem = (await send(name, example, type, body)).problem();
      const shown = typeof body === 'string' ? body.slice(0, 60) : 'bytes';
      expect(codes, `${type} ${shown}: ${problem.code} ${problem.detail}`).toContain(problem.code);
      expect(problem.detail).not.toMatch(/^(Invalid input|Unrecognized|Unexpected)/);
    }
    expect(await shop.rows.counts()).toEqual(before);
  }

  describe.each(operationsWithBody)('%s', (name) => {
    it('that is no object is refused', async () => {
      const bodies = ['[]', '[{}]', '"text"', '5', 'null', 'true', '[[[]]]'];
      await expectRefused(
        name,
        bodies.map((body) => [json, body]),
        ['validation-failed'],
      );
    });

    it('that is no JSON is refused', async () => {
      const bodies = [
        ...['{', '{"a":', "{'a':1}", 'undefined', '{"a":1}}', '<xml/>', '\0'],
        '['.repeat(100_000),
        '{"a":'.repeat(40_000),
      ];
      await expectRefused(
        name,
        bodies.map((body) => [json, body]),
        ['bad-request'],
      );
      const bytes = [[0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00], [0x1f, 0x8b, 0x08, 0x00], [0x80]];
      await expectRefused(
        name,
        bytes.map((body) => [json, new Uint8Array(body)]),
        ['bad-request', 'validation-failed'],
      );
    });

    it('that would reach into every object is refused', async () => {
      const { body } = await exampleOf(shop, name);
      const around = (poison: string) => `{${poison},${JSON.stringify(body).slice(1)}`;
      await expectRefused(
        name,
        [
          [json, around('"__proto__":{"isAdmin":true}')],
          [json, around('"constructor":{"prototype":{"isAdmin":true}}')],
          [json, around('"prototype":{"isAdmin":true}')],
        ],
        ['bad-request', 'validation-failed'],
      );
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    });

    it('of another kind of content is refused', async () => {
      const { body } = await exampleOf(shop, name);
      const text = JSON.stringify(body);
      await expectRefused(
        name,
        [
          ['text/plain', text],
          ['text/html', text],
          ['application/xml', text],
          ['application/x-www-form-urlencoded', 'a=1'],
          ['multipart/form-data; boundary=x', '--x--'],
          ['image/jpeg', text],
          ['application/octet-stream', text],
          ['nonsense', text],
          [null, new Blob([text])],
        ],
        ['unsupported-media-type'],
      );
    });

    it('of 10 MB is refused at once, whatever it is called', async () => {
      const example = await exampleOf(shop, name);
      const before = await shop.rows.counts();
      const large = JSON.stringify({ ...example.body, filler: 'x'.repeat(10_000_000) });
      for (const type of [json, 'image/jpeg', 'text/plain']) {
        const { code } = (await send(name, example, type, large)).problem();
        expect(['payload-too-large', 'unsupported-media-type']).toContain(code);
      }
      expect(await shop.rows.counts()).toEqual(before);
    });

    it('that is missing is refused where one is needed', async () => {
      const example = await exampleOf(shop, name);
      const { method } = operations[name];
      const reply = await shop.staff.send(method, urlOf(name, example));
      expect(reply.problem().code).toBe('validation-failed');
    });
  });

  it('may say its character set', async () => {
    const { body } = await exampleOf(shop, 'createClient');
    const reply = await send(
      'createClient',
      { body },
      'application/json; charset=UTF-8',
      JSON.stringify(body),
    );
    expect(reply.status).toBe(201);
  });

  it('is not needed, and does no harm, where none is asked for', async () => {
    for (const [type, body] of [
      [json, ''],
      [json, '{}'],
      [json, '{"technicianId":"technician-1"}'],
    ] as const) {
      const { params } = await exampleOf(shop, 'assignRepair');
      const path = `/api/repairs/${params?.ticketNumber}/start`;
      // A pending ticket cannot be started: it is the call itself that refuses.
      const reply = await shop.staff.send('POST', path, {
        headers: { 'content-type': type },
        body,
      });
      expect(reply.problem().code).toBe('repair-status');
    }
  });
});
