import { describe, expect, it } from 'vitest';
import { type OperationName, operations } from '../../../domain/api.ts';

import { useShop } from '../../harness/app.ts';
import { type CallExample, exampleOf } from '../../harness/call-examples.ts';
import { operationsWithBody } from '../../harness/contract-fields.ts';
import { urlOf } from '../../harness/http-client.ts';

const json = 'application/json';

describe('every body of every call', () => {
  const shop = useShop('sqlite');

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

  type Bodies = readonly (readonly [type: string | null, body: BodyInit])[];
  const asJson = (...bodies: BodyInit[]) => bodies.map((body) => [json, body] as const);
  const noJson = [
    ...['{', '{"a":', "{'a':1}", 'undefined', '{"a":1}}', '<xml/>', '\0'],
    '['.repeat(100_000),
    '{"a":'.repeat(40_000),
  ];
  const noText = [[0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00], [0x1f, 0x8b, 0x08, 0x00], [0x80]];
  const foreignTypes = [
    ...['text/plain', 'text/html', 'application/xml', 'application/x-www-form-urlencoded'],
    ...['multipart/form-data; boundary=x', 'image/jpeg', 'application/octet-stream', 'nonsense'],
    ...['text/plain; charset=application/json', 'application/jsonp'],
  ];
  const poisons = [
    '"__proto__":{"isAdmin":true}',
    '"constructor":{"prototype":{"isAdmin":true}}',
    '"prototype":{"isAdmin":true}',
  ];
  /** From the text of one that would be right. */
  const wrong: [what: string, bodies: (right: string) => Bodies, codes: string[]][] = [
    [
      'no object',
      () => asJson('[]', '[{}]', '"text"', '5', 'null', 'true', '[[[]]]'),
      ['validation-failed'],
    ],
    ['no JSON', () => asJson(...noJson), ['bad-request']],
    [
      'no text',
      () => asJson(...noText.map((bytes) => new Uint8Array(bytes))),
      ['bad-request', 'validation-failed'],
    ],
    [
      'one that would reach into every object',
      (right) => asJson(...poisons.map((poison) => `{${poison},${right.slice(1)}`)),
      ['bad-request', 'validation-failed'],
    ],
    [
      'of another kind of content',
      (right) => [...foreignTypes.map((type) => [type, right] as const), [null, new Blob([right])]],
      ['unsupported-media-type'],
    ],
    [
      'of 10 MB, with any content type',
      (right) => {
        const large = `${right.slice(0, -1)},"filler":"${'x'.repeat(10_000_000)}"}`;
        return [json, 'image/jpeg', 'text/plain'].map((type) => [type, large] as const);
      },
      ['payload-too-large', 'unsupported-media-type'],
    ],
  ];

  describe.each(operationsWithBody)('%s', (name) => {
    it.each(wrong)('that is %s is refused', async (_what, bodies, codes) => {
      const { body } = await exampleOf(shop, name);
      await expectRefused(name, bodies(JSON.stringify(body)), codes);
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    });

    it('that is missing is refused where one is needed', async () => {
      const example = await exampleOf(shop, name);
      const reply = await shop.staff.send(operations[name].method, urlOf(name, example));
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
