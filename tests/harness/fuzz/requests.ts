import fc from 'fast-check';
import type { JsonSchema, Parameter, Route } from './description.ts';
import type { Memory } from './memory.ts';
import { anyValue, goodValue, limitValue, nasty } from './values.ts';

/** Requests to a route: right ones, such at the limits, and broken ones of every kind. */

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
  body: { value: unknown } | { text: string } | { bytes: Uint8Array } | null;
}

const who = fc.constantFrom<Draft['who']>(
  'one',
  'one',
  'one',
  'other',
  'other',
  'nobody',
  'forger',
);

type Manner = 'right' | 'limit' | 'wrong';
const manner = fc.constantFrom<Manner>('right', 'right', 'right', 'limit', 'wrong');

function valueFor(name: string, schema: JsonSchema, how: Manner): fc.Arbitrary<unknown> {
  if (how === 'right') return goodValue(name, schema);
  return how === 'limit' ? limitValue(schema) : anyValue;
}

/** Most fields as they should be, so that what is wrong with one is what decides. */
const fieldManner = (all: Manner) =>
  all === 'right' ? fc.constant<Manner>('right') : fc.constantFrom<Manner>('right', 'right', all);

function objectFor(schema: JsonSchema, how: Manner): fc.Arbitrary<unknown> {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).map(([name, inner]) => {
    const value = fieldManner(how).chain((one) => valueFor(name, inner, one));
    const isLeftOut = fc
      .integer({ min: 1, max: 10 })
      .map((die) => (required.has(name) ? how === 'wrong' && die === 1 : die <= 4));
    return fc.tuple(fc.constant(name), value, isLeftOut);
  });
  const extra =
    how === 'wrong'
      ? fc.option(fc.tuple(fc.constantFrom('id', 'status', '__proto__', 'isAdmin', ''), anyValue))
      : fc.constant(null);
  return fc.tuple(fc.tuple(...fields), extra).map(([given, more]) => {
    const kept = given
      .filter(([, , isLeftOut]) => !isLeftOut)
      .map(([name, value]) => [name, value]);
    return Object.fromEntries(more === null ? kept : [...kept, more]);
  });
}

const brokenTexts = fc.constantFrom(
  ...['', '{', '[]', 'null', '"text"', '5', '{"a":1}}', '<xml/>', '\0', '{"a":1,"a":2}', 'NaN'],
  ...['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}', '['.repeat(5_000)],
  ...[`{"a":${'['.repeat(2_000)}${']'.repeat(2_000)}}`, `{"x":"${'y'.repeat(300_000)}"}`],
);
const contentTypes = fc.constantFrom(
  ...['application/json', 'application/json; charset=utf-8', 'application/json; charset=utf-16'],
  ...['text/plain', 'text/html', 'application/x-www-form-urlencoded', 'multipart/form-data'],
  ...['application/vnd.api+json', 'image/jpeg', 'image/svg+xml', 'nonsense', 'a/b; c="', ''],
);

function bodyFor(route: Route, how: Manner, photo: Uint8Array): fc.Arbitrary<Draft['body']> {
  if (route.body === 'file') {
    const bytes = how === 'right' ? fc.constant(photo) : fc.uint8Array({ maxLength: 2_000 });
    return bytes.map((one) => ({ bytes: one }));
  }
  const broken = brokenTexts.map((text) => ({ text }));
  if (route.body === null) {
    return how === 'wrong' && route.method !== 'GET'
      ? fc.oneof(broken, fc.constant(null))
      : fc.constant(null);
  }
  const right = objectFor(route.body, how).map((value) => ({ value }));
  const withOther = anyValue.map((value) => ({ value }));
  return how === 'wrong' ? fc.oneof(right, right, broken, withOther) : right;
}

/** Stands for the tag of the last list that was read. */
export const latestTag = 'the latest';

const header = (name: string, ...values: string[]): fc.Arbitrary<[string, string]> =>
  fc.constantFrom(...values).map((value) => [name, value]);

const oddHeaders: fc.Arbitrary<[string, string]>[] = [
  header(
    'if-none-match',
    latestTag,
    latestTag,
    '*',
    '"x"',
    'W/"x"',
    '"',
    ','.repeat(2_000),
    '"a","b"',
  ),
  header('if-modified-since', 'Thu, 01 Jan 1970 00:00:00 GMT', 'yesterday'),
  header('range', 'bytes=0-1', 'bytes=9999999999-', 'bytes=-', 'lines=1'),
  header('accept', 'text/html', 'application/xml;q=0.9', '*/*', 'nonsense'),
  header('last-event-id', '0', '1', '999999999999999', '-1', 'x'),
  header('x-http-method-override', 'DELETE', 'PUT'),
  header('origin', 'https://evil.example', 'null', 'x'),
  header('sec-fetch-site', 'same-origin', 'none', 'cross-site', 'same-site', ''),
  header('accept-encoding', 'gzip', 'identity;q=0', 'br, *;q=0'),
  header('x-forwarded-host', 'evil.example', 'a b'),
  header('content-type', 'application/json', 'text/plain'),
];

const rawQueries = fc.constantFrom(
  ...['', '', '%', '%00', '%FF%FE', 'a[b]=c', 'limit=1&limit=2', 'q=%E0%A4%A', '&&==', '?x'],
  ...['__proto__[x]=1', `q=${'x'.repeat(3_000)}`, 'limit=+5', 'limit=1e1', 'status=&status='],
);

function querySet(route: Route, how: Manner): fc.Arbitrary<Draft['query']> {
  const given = route.parameters.filter((one) => one.in === 'query');
  const each = (one: Parameter) =>
    fc
      .tuple(
        fc.constant(one.name),
        fieldManner(how).chain((manners) => valueFor(one.name, one.schema, manners)),
        fc.nat(3),
      )
      .map(([name, value, die]): Draft['query'] =>
        die === 0 || (one.required && how !== 'wrong') ? [[name, value]] : [],
      );
  return fc.tuple(...given.map(each)).map((all) => all.flat());
}

function paramSet(route: Route, how: Manner): fc.Arbitrary<Draft['params']> {
  const noun = route.path.split('/')[2] ?? '';
  const value = ({ name, schema }: Parameter) => {
    if (how !== 'right') return fc.oneof(nasty, recallId(noun));
    if (name === 'id') return recallId(noun);
    if (name === 'name') {
      return fc.nat(50).map((number) => (memory: Memory) => memory.recall('photo', number));
    }
    return goodValue(name, schema);
  };
  const given = route.parameters.filter((one) => one.in === 'path');
  return fc
    .tuple(...given.map((one) => value(one).map((made): [string, unknown] => [one.name, made])))
    .map((all) => Object.fromEntries(all));
}

const recallId = (noun: string): fc.Arbitrary<unknown> =>
  fc.nat(1_000).map((number) => (memory: Memory) => memory.recall(`id of ${noun}`, number));

/** @param photo a picture that the product takes */
export function draftsFor(route: Route, photo: Uint8Array): fc.Arbitrary<Draft> {
  const allRight = fc.constant<[Manner, Manner, Manner]>(['right', 'right', 'right']);
  const manners = fc.oneof(allRight, fc.tuple(manner, manner, manner));
  return manners.chain(([ofBody, ofQuery, ofPath]) =>
    fc.record({
      who: route.isPublic ? fc.constantFrom(...people) : who,
      method:
        route.method === 'GET' && ofQuery === 'wrong'
          ? fc.constantFrom('GET', 'HEAD')
          : fc.constant(route.method),
      params: paramSet(route, ofPath),
      query: querySet(route, ofQuery),
      rawQuery: ofQuery === 'wrong' ? rawQueries : fc.constant(''),
      headers: fc
        .tuple(
          ofQuery === 'right'
            ? fc.constant([])
            : fc.array(fc.oneof(...oddHeaders), { maxLength: 3 }),
          ofBody === 'wrong' ? fc.option(contentTypes) : fc.constant(null),
        )
        .map(([odd, type]) => ({
          ...(type === null ? {} : { 'content-type': type }),
          ...Object.fromEntries(odd),
        })),
      body: bodyFor(route, ofBody, photo),
    }),
  );
}
