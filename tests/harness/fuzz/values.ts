import fc from 'fast-check';
import type { JsonSchema } from './description.ts';
import type { Memory, Recalled } from './memory.ts';

/** Values for fields: such as people give, such as stand at a limit, and such as nobody should. */

/** Stands in everything personal, so that it can be looked for where it must not be. */
export const personalMark = 'Quagga';

const recalled = (...kinds: string[]): fc.Arbitrary<Recalled> =>
  fc.tuple(fc.constantFrom(...kinds), fc.nat(1_000)).map(
    ([kind, number]) =>
      (memory: Memory) =>
        memory.recall(kind, number),
  );

/** Where the simulated provider hands nothing over, so that there is something to send again. */
const landline = 99;

const phone = fc
  .tuple(
    fc.constantFrom(212, 646, 718, 917),
    fc.oneof(fc.integer({ min: 1, max: 98 }), fc.constant(landline)),
  )
  .map(([area, line]) => `(${area}) 555-01${String(line).padStart(2, '0')}`);
const words = fc
  .constantFrom('runs slow', 'Crown is loose', 'Zoë 🕰️', 'عمر', "O'Neill; drop table", '<b>x</b>')
  .map((text) => `${personalMark} ${text}`);
const dollars = fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100);

const email = fc.nat(60).map((number) => `${personalMark}.${number}@mail.example`);

/** By the field's name: what a contract cannot say of itself. */
const believable: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  repairId: fc.oneof(fc.uuid(), recalled('repairId'), recalled('ticketNumber')),
  messageId: fc.uuid(),
  ticketNumber: recalled('ticketNumber', 'ticketNumber', 'repairId'),
  clientId: fc.oneof(recalled('clientId'), fc.constant(null)),
  technicianId: fc.integer({ min: 1, max: 7 }).map((number) => `technician-${number}`),
  fromTechnicianId: fc.constantFrom(null, 'technician-1', 'technician-2'),
  cursor: recalled('nextCursor'),
  customerEmail: email,
  clientEmail: fc.oneof(email, fc.constant(null)),
  customerPhone: phone,
  phone: fc.oneof(phone, recalled('phone')),
  phoneNumber: phone,
  clientPhone: phone,
  from: fc.oneof(phone, recalled('customerPhone')),
  amount: dollars,
  repairPrice: fc.oneof(dollars, fc.constant(null)),
  body: fc.oneof(fc.constantFrom('ACCEPT', 'DECLINE', 'STOP', 'START', 'maybe'), words),
  password: recalled('password', 'wrong password'),
  currentPassword: recalled('password', 'wrong password'),
  newPassword: fc.nat(9).map((number) => `loupe and tweezers ${number}`),
  limit: fc.integer({ min: 1, max: 100 }).map(String),
  name: words,
  email,
  q: fc.constantFrom(personalMark, '555', 'WH', '%', '_', '"', 'zoe'),
};

const typesOf = (schema: JsonSchema): string[] =>
  [schema.type ?? [], ...(schema.anyOf ?? []).map(typesOf)].flat();

/** Something of the field's kind that the contract allows. */
export function goodValue(name: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  const known = believable[name];
  if (known !== undefined) return known;
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const inner = (schema.anyOf ?? []).find((one) => one.enum !== undefined);
  if (inner?.enum !== undefined) return fc.constantFrom(...inner.enum);
  const items = schema.items;
  if (items !== undefined) return fc.array(goodValue(name, items), { maxLength: 3 });
  const types = typesOf(schema);
  if (types.includes('boolean')) return fc.boolean();
  if (types.includes('number') || types.includes('integer')) return dollars;
  return words;
}

const nasty = fc.constantFrom(
  ...[
    '',
    ' ',
    'a\0b',
    '\ud800',
    '\u202Eabc',
    '\u001b[31m',
    '__proto__',
    'constructor',
    '../../etc',
  ],
  ...['null', '{{7*7}}', '%00', '%', "' or 1=1 --", '￿', '🕰️'.repeat(20), 'é'.normalize('NFD')],
  ...['\r\nSet-Cookie: a=b', 'x'.repeat(20_000), '-1', '1e999', 'NaN', 'WH000000AAA'],
);

/** At its limits, or beside them by one. */
export function limitValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  const most = [schema, ...(schema.anyOf ?? [])].find(
    (one) => one.maxLength !== undefined,
  )?.maxLength;
  const { minimum = 0, maximum = 999_999.99 } = schema;
  const types = typesOf(schema);
  if (types.includes('number') || types.includes('integer')) {
    return fc.constantFrom(
      minimum,
      minimum - 0.01,
      maximum,
      maximum + 0.01,
      -0,
      0.005,
      1e300,
      5e-324,
    );
  }
  return fc
    .constantFrom('x', 'é', '🕰', ' ')
    .chain((sign) =>
      fc
        .constantFrom(0, 1, (most ?? 40) - 1, most ?? 40, (most ?? 40) + 1)
        .map((n) => sign.repeat(n)),
    );
}

/** Of any kind at all. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  nasty,
  fc.constantFrom(null, true, false, 0, -1, 1e21, [], {}, [[]], { toString: 'a' }, ['a', null]),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.jsonValue({ maxDepth: 3 }),
);

export { nasty };
