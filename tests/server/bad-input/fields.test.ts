import { describe, expect, it } from 'vitest';
import { type OperationName, operations } from '../../../domain/api.ts';
import { positionNames } from '../../../domain/bench-figures.ts';
import { fieldNames, limits } from '../../../domain/field-list.ts';
import { repairFields } from '../../../domain/repair-fields.ts';
import { useShop } from '../../harness/app.ts';
import { type CallExample, exampleOf } from '../../harness/call-examples.ts';
import {
  type BadValue,
  badValuesFor,
  bodyWith,
  fieldsOf,
  legitimateTexts,
  operationsWithBody,
} from '../../harness/contract-fields.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { urlOf } from '../../harness/http-client.ts';
import { isLongRun } from '../../harness/seeded-chance.ts';
import { minute } from '../../harness/settable-clock.ts';

/** What people say in their own words: kept as typed, in any script. */
const freeText = [
  ...fieldNames(repairFields).filter((name) => ['line', 'text'].includes(repairFields[name].kind)),
  'customerName',
  'customerEmail',
  'customerAddress',
  'customerCompany',
  'company',
  'notes',
  'answeredBy',
  'finish.notes',
  'collectRepair.by',
  'shipment.carrier',
  'shipment.trackingNumber',
  'note',
  'condition.areas.crystal.note',
  'condition.areas.clasp.note',
  'condition.accessories',
  'what',
  'reason',
  'name',
  'createClient.email',
  'address',
  'description',
  'supplier',
  'number',
  'sentTo',
  'addSending.work',
  'changeSending.work',
  'carrier',
  'trackingNumber',
  'addNote.text',
  'instrument',
  'caption',
  'lines.0.description',
];
/** Looked up and compared, never shown: any character may be in it but what the database refuses. */
const compared = [
  'clientId',
  'fromTechnicianId',
  'recordReply.ticketNumber',
  'estimateId',
  'replacesAccepted',
  'seenPlace',
];

/** A password may hold anything, and so may what a customer texts. */
const anyCharacter = ['password', 'currentPassword', 'newPassword', 'simulateReply.body'];
/** Some are below zero: a watch may lose time, and a vacuum is below air pressure. */
const measuredLessThanZero = [
  ...positionNames.map((name) => `timing.positions.${name}.rate`),
  ...['quartz.rate', 'pressure.steps.0.pressure', 'pressure.steps.0.reading'],
];
/** A balance is below zero if a refund is due; the cash of a day can be, too. */
const lessThanZero = ['seenBalance', 'tickets.0.seenBalance', 'seenCash', ...measuredLessThanZero];
/** Their answers show a text of the shop, and none of the fields. */
const onlyTexted: readonly OperationName[] = ['previewEstimate', 'sendCompletion'];

/** Where the answer has another name for it. */
const answeredAs: Readonly<Record<string, string>> = {
  'completeRepair.notes': 'completionNotes',
  'finishWhileWaiting.notes': 'completionNotes',
  'createRepair.finish.notes': 'completionNotes',
  'collectRepair.by': 'collectedBy',
  'collectRepair.note': 'collectedNote',
  'handOver.note': '0.collectedNote',
  'handOver.shipment.carrier': '0.shippedBy',
  'handOver.shipment.trackingNumber': '0.trackingNumber',
  'voidPayment.reason': 'voidReason',
};

/** Whether a list names the field, of all calls or of this one. */
const isIn = (list: readonly string[], call: string, field: string) =>
  list.includes(`${call}.${field}`) || list.includes(field);

const partOf = (whole: unknown, part: string) => (whole as Record<string, unknown>)[part];

/** Words of the checking library, which tell staff nothing. */
const foreignWords = /^(Invalid (input|option)|Too (big|small)|Unrecognized|Expected)/;

describeOnBothInLongRun('every field of every call', (engine) => {
  const shop = useShop(engine);

  const cases = operationsWithBody
    .flatMap((name) =>
      fieldsOf(name).map((field) => ({ name, field, title: `${name}: ${field.name}` })),
    )
    .map((one, at) => ({ ...one, at }));

  /** In the gate an eighth for each field, a different one than for the fields beside it. */
  const some = <Value>(values: readonly Value[], nth: number): readonly Value[] =>
    isLongRun ? values : values.filter((_, at) => at % 8 === nth % 8);

  const isRefusedByLookingUp = (name: string, field: string, { what }: BadValue) =>
    isIn(compared, name, field) &&
    !['a NUL', 'one character too many', 'far too much text'].includes(what);

  const shown = cases.filter(
    ({ name, field }) => isIn(freeText, name, field.name) && !onlyTexted.includes(name),
  );
  /** On PostgreSQL one field of each call: all its columns store text the same way. */
  const kept = shown.filter(
    ({ name }, at) => engine === 'sqlite' || shown.findIndex((one) => one.name === name) === at,
  );

  /** One for all that is refused: nothing of it changes. */
  const refusedExamples = new Map<OperationName, Promise<CallExample>>();
  const exampleToRefuse = (name: OperationName): Promise<CallExample> => {
    const example = refusedExamples.get(name) ?? exampleOf(shop, name);
    refusedExamples.set(name, example);
    return example;
  };

  // What the contract refuses never reaches the engine.
  const refusedBefore = engine === 'sqlite' ? cases : [];
  it.each(refusedBefore)(
    '$title: what is not allowed is refused by name, and nothing is stored',
    async ({ name, field, at }) => {
      const example = await exampleToRefuse(name);
      const before = await shop.rows.counts();
      const facts = {
        takesAnyCharacter: isIn(anyCharacter, name, field.name),
        takesLessThanZero: isIn(lessThanZero, name, field.name),
      };
      for (const bad of some(badValuesFor(field, facts), at)) {
        const given = 'value' in bad ? [bad.value] : [];
        const body = bodyWith(example.body, field.name, ...given);
        const reply = await shop.staff.attempt(name, { ...example, body });
        const context = `${bad.what}: ${reply.status} ${reply.text.slice(0, 300)}`;
        expect(reply.status, context).toBeGreaterThanOrEqual(400);
        expect(reply.status, context).toBeLessThan(500);
        const { errors = [], detail } = reply.problem();
        const isText = typeof bad.value === 'string' && field.type === 'string';
        if (!(isText && isRefusedByLookingUp(name, field.name, bad))) {
          expect(reply.status, context).toBe(422);
          expect(
            errors.map(({ path }) => path),
            context,
          ).toEqual([field.name]);
          for (const words of [detail, ...errors.map(({ message }) => message)]) {
            expect(words, context).not.toMatch(foreignWords);
          }
        }
      }
      expect(await shop.rows.counts()).toEqual(before);
    },
  );

  const texts = Object.values(legitimateTexts);

  it.each(kept)('$title: is kept as typed, in any script', async ({ name, field, at }) => {
    for (const text of [...some(texts, at), 'é'.repeat(field.maxLength ?? limits.name)]) {
      shop.clock.advance(minute);
      const example = await exampleOf(shop, name);
      const body = bodyWith(example.body, field.name, text);
      const reply = await shop.staff.attempt(name, { ...example, body });
      expect(reply.status, `${text}: ${reply.text.slice(0, 300)}`).toBeLessThan(300);
      const [, answer] = Object.entries(reply.json() as Record<string, unknown>).find(([key]) =>
        [
          'payment',
          'part',
          'note',
          'measurement',
          'sending',
          'photo',
          'warranty',
          'closedDay',
          'estimate',
          'repair',
          'repairs',
          'client',
        ].includes(key),
      ) ?? ['', {}];
      const shownAs = answeredAs[`${name}.${field.name}`] ?? field.name;
      expect(shownAs.split('.').reduce(partOf, answer)).toBe(text);
    }
  });

  it.each(engine === 'sqlite' ? operationsWithBody : [])(
    'that is unknown: %s refuses it by name',
    async (name) => {
      const example = await exampleToRefuse(name);
      const before = await shop.rows.counts();
      for (const unknown of ['color', 'id', 'status', 'toString', 'hasOwnProperty']) {
        const body = { ...example.body, [unknown]: 'x' };
        const { errors } = (await shop.staff.attempt(name, { ...example, body })).problem();
        expect(errors).toEqual([{ path: unknown, message: `${unknown} is not a known field` }]);
      }
      expect(await shop.rows.counts()).toEqual(before);
    },
  );
});

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
  const notJson = [
    ...['{', '{"a":', "{'a':1}", 'undefined', '{"a":1}}', '<xml/>', '\0'],
    '['.repeat(100_000),
    '{"a":'.repeat(40_000),
  ];
  const notText = [[0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00], [0x1f, 0x8b, 0x08, 0x00], [0x80]];
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
      'not an object',
      () => asJson('[]', '[{}]', '"text"', '5', 'null', 'true', '[[[]]]'),
      ['validation-failed'],
    ],
    ['not JSON', () => asJson(...notJson), ['bad-request']],
    [
      'not text',
      () => asJson(...notText.map((bytes) => new Uint8Array(bytes))),
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

  describe.each(operationsWithBody.map((name, nth) => ({ name, nth })))(
    '$name',
    ({ name, nth }) => {
      // The server reads every body the same way: in the gate one kind for each call.
      const some = isLongRun ? wrong : wrong.filter((_, at) => at === nth % wrong.length);
      it.each(some)('that is %s is refused', async (_what, bodies, codes) => {
        const { body } = await exampleOf(shop, name);
        await expectRefused(name, bodies(JSON.stringify(body)), codes);
        expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
      });

      it('that is missing is refused if one is needed', async () => {
        const example = await exampleOf(shop, name);
        const reply = await shop.staff.send(operations[name].method, urlOf(name, example));
        expect(reply.problem().code).toBe('validation-failed');
      });
    },
  );

  it('may declare its character set', async () => {
    const { body } = await exampleOf(shop, 'createClient');
    const reply = await send(
      'createClient',
      { body },
      'application/json; charset=UTF-8',
      JSON.stringify(body),
    );
    expect(reply.status).toBe(201);
  });
});
