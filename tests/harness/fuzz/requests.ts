import fc from 'fast-check';
import type { JsonSchema, Parameter, Route } from './description.ts';

/**
 * Requests to a route: right ones, and such with something wrong in them. What is wrong with a single
 * field or body is tried one by one in tests/server/bad-input; here it meets everything else.
 */

/** Stands in everything personal, so that it can be looked for where it must not be. */
export const personalMark = 'Quagga';

/** Found at the moment of sending, by a number that was drawn before. */
export type Recalled = (memory: Memory) => unknown;

/** The newest: what was made long ago has been deleted since. */
const mostKept = 30;

export class Memory {
  readonly #known = new Map<string, string[]>();

  learn(kind: string, value: string): void {
    const known = this.#known.get(kind) ?? [];
    this.#known.set(kind, known);
    if (known.includes(value)) return;
    known.push(value);
    if (known.length > mostKept) known.shift();
  }

  /** Learns every text of an answer under its field's name, and ids also by what was asked for. */
  learnFrom(answer: unknown, noun: string): void {
    if (Array.isArray(answer)) for (const item of answer) this.learnFrom(item, noun);
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return;
    for (const [key, value] of Object.entries(answer)) {
      if (typeof value !== 'string') this.learnFrom(value, key === 'message' ? 'messages' : noun);
      else if (key === 'id') this.learn(`id of ${noun}`, value);
      else if (/PhotoUrl$|^url$/.test(key)) this.learn('photo', value.split('/').at(-1) ?? '');
      else if (/^(ticketNumber|repairId|clientId|nextCursor|phone|customerPhone)$/.test(key)) {
        this.learn(key, value);
      }
    }
  }

  latest(kind: string): string | undefined {
    return this.#known.get(kind)?.at(-1);
  }

  /** @returns undefined where nothing of the kind is known yet */
  recall(kind: string, number: number): string | undefined {
    const known = this.#known.get(kind) ?? [];
    return known[number % Math.max(known.length, 1)];
  }
}

/** Puts what is remembered in the places that were left for it. */
export function filled(value: unknown, memory: Memory): unknown {
  if (typeof value === 'function') return (value as Recalled)(memory);
  if (Array.isArray(value)) return value.map((item) => filled(item, memory));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, filled(item, memory)]),
  );
}

export const people = ['one', 'other', 'nobody', 'forger'] as const;

export interface Draft {
  who: (typeof people)[number];
  /** HEAD beside GET, now and then. */
  method: string;
  /** By name; may hold what is to be recalled. */
  params: Record<string, unknown>;
  query: [name: string, value: unknown][];
  /** Put behind the query as it stands. */
  rawQuery: string;
  headers: Record<string, string>;
  body: { value: unknown } | { bytes: Uint8Array } | null;
}

const recalled = (...kinds: string[]): fc.Arbitrary<Recalled> =>
  fc.tuple(fc.constantFrom(...kinds), fc.nat(1_000)).map(
    ([kind, number]) =>
      (memory: Memory) =>
        memory.recall(kind, number),
  );

const phone = fc
  // At the last of these lines the simulated provider hands nothing over: something to send again.
  .tuple(fc.constantFrom(212, 646, 718, 917), fc.integer({ min: 1, max: 99 }))
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

/** Something of the field's kind that the contract allows. */
function goodValue(name: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  const known = believable[name];
  if (known !== undefined) return known;
  const all = [schema, ...(schema.anyOf ?? [])];
  const choice = all.find((one) => one.enum !== undefined)?.enum;
  if (choice !== undefined) return fc.constantFrom(...choice);
  if (schema.items !== undefined) return fc.array(goodValue(name, schema.items), { maxLength: 3 });
  const types = all.flatMap(({ type = [] }) => type);
  if (types.includes('boolean')) return fc.boolean();
  return types.includes('number') || types.includes('integer') ? dollars : words;
}

const nasty = fc.constantFrom(
  ...['', ' ', 'a\0b', '\ud800', '\u202Eabc', '\u001b[31m', '__proto__', '../../etc', '￿'],
  ...['null', '{{7*7}}', '%00', '%', "' or 1=1 --", '🕰️'.repeat(20), 'é'.normalize('NFD')],
  ...['\r\nSet-Cookie: a=b', 'x'.repeat(20_000), '-1', '1e999', 'NaN', 'WH000000AAA'],
);

/** Of any kind at all. */
const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  nasty,
  fc.constantFrom(null, true, false, 0, -1, 1e21, [], {}, [[]], { toString: 'a' }, ['a', null]),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Most fields as they should be, so that what is wrong with one is what decides. */
const valueFor = (name: string, schema: JsonSchema, isRight: boolean): fc.Arbitrary<unknown> => {
  const good = goodValue(name, schema);
  return isRight ? good : fc.oneof(good, good, anyValue);
};

/** Everything that is required, and now and then the rest; where it is wrong, anything may be missing. */
function chosen(
  given: readonly { name: string; required: boolean; schema: JsonSchema }[],
  isRight: boolean,
): fc.Arbitrary<[string, unknown][]> {
  const fields = given.map(({ name, required, schema }) =>
    fc
      .tuple(valueFor(name, schema, isRight), fc.integer({ min: 1, max: 10 }))
      .map(([value, die]): [string, unknown][] =>
        die <= 4 && (!required || (!isRight && die === 1)) ? [] : [[name, value]],
      ),
  );
  return fc.tuple(...fields).map((all) => all.flat());
}

function bodyFor(route: Route, isRight: boolean, photo: Uint8Array): fc.Arbitrary<Draft['body']> {
  if (route.body === null) return fc.constant(null);
  if (route.body === 'file') {
    const bytes = isRight ? fc.constant(photo) : fc.uint8Array({ maxLength: 2_000 });
    return bytes.map((one) => ({ bytes: one }));
  }
  const { properties = {}, required = [] } = route.body;
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
  }));
  const right = chosen(fields, isRight).map((given) => ({ value: Object.fromEntries(given) }));
  return isRight
    ? right
    : fc.oneof(
        right,
        right,
        right,
        anyValue.map((value) => ({ value })),
      );
}

/** Stands for the tag of the last list that was read. */
export const latestTag = 'the latest';

const oddHeaders = [
  ['if-none-match', latestTag, latestTag, '*', '"x"', 'W/"x"', '"', ','.repeat(2_000), '"a","b"'],
  ['if-modified-since', 'Thu, 01 Jan 1970 00:00:00 GMT', 'yesterday'],
  ['range', 'bytes=0-1', 'bytes=9999999999-', 'bytes=-', 'lines=1'],
  ['accept', 'text/html', 'application/xml;q=0.9', '*/*', 'nonsense'],
  ['last-event-id', '0', '1', '999999999999999', '-1', 'x'],
  ['x-http-method-override', 'DELETE', 'PUT'],
  ['origin', 'https://evil.example', 'null', 'x'],
  ['sec-fetch-site', 'same-origin', 'none', 'cross-site', 'same-site', ''],
  ['accept-encoding', 'gzip', 'identity;q=0', 'br, *;q=0'],
  ['x-forwarded-host', 'evil.example', 'a b'],
  ['content-type', 'application/json', 'text/plain', 'application/json; charset=utf-16', ''],
].map(([name = '', ...values]) =>
  fc.constantFrom(...values).map((value): [string, string] => [name, value]),
);

const rawQueries = fc.constantFrom(
  ...['', '', '%', '%00', '%FF%FE', 'a[b]=c', 'limit=1&limit=2', 'q=%E0%A4%A', '&&==', '?x'],
  ...['__proto__[x]=1', `q=${'x'.repeat(3_000)}`, 'limit=+5', 'limit=1e1', 'status=&status='],
);

function paramSet(route: Route, isRight: boolean): fc.Arbitrary<Draft['params']> {
  const id = recalled(`id of ${route.path.split('/')[2] ?? ''}`);
  const value = ({ name, schema }: Parameter) => {
    if (!isRight) return fc.oneof(nasty, id);
    if (name === 'id') return id;
    return name === 'name' ? recalled('photo') : goodValue(name, schema);
  };
  const given = route.parameters.filter((one) => one.in === 'path');
  return fc
    .tuple(...given.map((one) => value(one).map((made): [string, unknown] => [one.name, made])))
    .map((all) => Object.fromEntries(all));
}

/** @param photo a picture that the product takes */
export function draftsFor(route: Route, photo: Uint8Array): fc.Arbitrary<Draft> {
  const isRight = fc.constantFrom(true, true, true, false);
  const right = fc.constant([true, true, true] as const);
  const query = route.parameters.filter((one) => one.in === 'query');
  return fc.oneof(right, fc.tuple(isRight, isRight, isRight)).chain(([ofBody, ofQuery, ofPath]) =>
    fc.record({
      who: route.isPublic
        ? fc.constantFrom(...people)
        : fc.constantFrom(...people, 'one', 'one', 'other'),
      method:
        route.method === 'GET' && !ofQuery
          ? fc.constantFrom('GET', 'HEAD')
          : fc.constant(route.method),
      params: paramSet(route, ofPath),
      query: chosen(query, ofQuery),
      rawQuery: ofQuery ? fc.constant('') : rawQueries,
      headers: fc
        .array(fc.oneof(...oddHeaders), { maxLength: ofQuery ? 0 : 3 })
        .map((odd) => Object.fromEntries(odd)),
      body: bodyFor(route, ofBody, photo),
    }),
  );
}
