import pino from 'pino';
import { expect, it } from 'vitest';
import { type RunningApp, startApp, testPassword } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { HttpClient, type Reply } from '../../harness/http-client.ts';
import {
  type JsonSchema,
  type OpenApiDocument,
  type Route,
  routesOf,
} from '../../harness/openapi-routes.ts';
import { testPhoto } from '../../harness/photo-upload.ts';
import { type Chance, isLongRun, seededChance, seedOf } from '../../harness/seeded-chance.ts';
import { minute, second } from '../../harness/settable-clock.ts';

/**
 * Random requests to every route, right ones and ones with something wrong in them. What is wrong
 * with a single field or body is tested one by one in tests/server/bad-input; here it meets everything
 * else.
 */

const count = isLongRun ? 5000 : 120;
const seed = seedOf('Fuzz');

/** Is in everything personal, so that it can be looked for where it must not be. */
const personalMark = 'Quagga';

/** Values of answers by their names: the newest, as what was made long ago has been deleted since. */
class Memory {
  readonly #known = new Map<string, string[]>();
  readonly #chance: Chance;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  learn(kind: string, value: string): void {
    this.#known.set(kind, [...(this.#known.get(kind) ?? []), value].slice(-30));
  }

  learnFrom(answer: unknown, noun: string): void {
    if (typeof answer !== 'object' || answer === null) return;
    for (const [key, value] of Object.entries(answer)) {
      if (typeof value !== 'string') this.learnFrom(value, key === 'message' ? 'messages' : noun);
      else if (key === 'id') this.learn(`id of ${noun}`, value);
      else if (/PhotoUrl$|^url$/.test(key)) this.learn('photo', value.split('/').at(-1) ?? '');
      else this.learn(key, value);
    }
  }

  recall(...kinds: string[]): string {
    const known = this.#known.get(this.#chance.pick(kinds)) ?? [];
    return known.length === 0 ? 'nothing-known-yet' : this.#chance.pick(known);
  }
}

const nasty = [
  ...['', ' ', 'a\0b', '\ud800', '\u202Eabc', '\u001b[31m', '__proto__', '../../etc', '￿'],
  ...['null', '{{7*7}}', '%00', '%', "' or 1=1 --", '🕰️'.repeat(20), 'é'.normalize('NFD')],
  ...['\r\nSet-Cookie: a=b', 'x'.repeat(5_000), '-1', '1e999', 'NaN', 'WH000000AAA'],
];
const ofAnyKind: unknown[] = [
  null,
  true,
  0,
  -1,
  1e21,
  [],
  {},
  [[]],
  { toString: 'a' },
  ['a', null],
  ...nasty,
];

const words = ['runs slow', 'Zoë 🕰️', 'عمر', "O'Neill; drop table", '<b>x</b>'];

const oddHeaders: [name: string, ...values: string[]][] = [
  ['if-none-match', 'the latest', '*', '"x"', 'W/"x"', '"', ','.repeat(2_000), '"a","b"'],
  ['range', 'bytes=0-1', 'bytes=9999999999-', 'bytes=-', 'lines=1'],
  ['accept', 'text/html', 'application/xml;q=0.9', 'nonsense'],
  ['x-http-method-override', 'DELETE', 'PUT'],
  ['origin', 'https://evil.example', 'null', 'x'],
  ['sec-fetch-site', 'same-origin', 'none', 'cross-site', 'same-site', ''],
  ['accept-encoding', 'gzip', 'identity;q=0', 'br, *;q=0'],
  ['x-forwarded-host', 'evil.example', 'a b'],
  ['content-type', 'text/plain', 'application/json; charset=utf-16', ''],
];
const oddQueries = [
  ...['%', '%00', '%FF%FE', 'a[b]=c', 'limit=1&limit=2', 'q=%E0%A4%A', '&&==', '?x'],
  ...['__proto__[x]=1', `q=${'x'.repeat(3_000)}`, 'limit=+5', 'limit=1e1', 'status=&status='],
];

/** Something of the field's kind that the contract allows. */
function rightValue(name: string, schema: JsonSchema, chance: Chance, memory: Memory): unknown {
  const number = (most: number) => 1 + Math.floor(chance.next() * most);
  const phone = () => `(${chance.pick(['212', '646', '718'])}) 555-0${100 + number(99)}`;
  const dollars = () => number(99_999) / 100;
  const email = () => `${personalMark}.${number(60)}@mail.example`;
  const text = () => `${personalMark} ${chance.pick(words)}`;
  /** What a contract cannot say about itself. */
  const known: Record<string, () => unknown> = {
    repairId: () =>
      chance.happens(0.4) ? crypto.randomUUID() : memory.recall('repairId', 'ticketNumber'),
    messageId: () => crypto.randomUUID(),
    visitId: () => (chance.happens(0.5) ? null : crypto.randomUUID()),
    ticketNumber: () => memory.recall('ticketNumber', 'ticketNumber', 'repairId'),
    clientId: () => (chance.happens(0.5) ? null : memory.recall('clientId')),
    technicianId: () => `technician-${number(7)}`,
    fromTechnicianId: () => chance.pick([null, 'technician-1', 'technician-2']),
    cursor: () => memory.recall('nextCursor'),
    body: () => chance.pick(['ACCEPT', 'DECLINE', 'STOP', 'START', text()]),
    from: () => memory.recall('customerPhone'),
    password: () => memory.recall('password', 'password', 'wrong password'),
    currentPassword: () => memory.recall('password', 'wrong password'),
    newPassword: () => `loupe and tweezers ${number(9)}`,
    limit: () => String(number(100)),
    name: text,
    q: () => chance.pick([personalMark, '555', 'WH', '%', '_', '"', 'zoe']),
  };
  if (known[name]) return known[name]();
  if (/phone/i.test(name)) return phone();
  if (/email/i.test(name)) return email();
  const all = [schema, ...(schema.anyOf ?? [])];
  const choice = all.find((one) => one.enum !== undefined)?.enum;
  if (choice !== undefined) return chance.pick(choice);
  if (schema.items !== undefined) return [rightValue(name, schema.items, chance, memory)];
  const types = all.flatMap(({ type = [] }) => type);
  if (types.includes('boolean')) return chance.happens(0.5);
  return types.includes('number') || types.includes('integer') ? dollars() : text();
}

interface Request {
  who: 'one' | 'other' | 'nobody' | 'forger';
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

function draw(route: Route, photo: Buffer, chance: Chance, memory: Memory): Request {
  const isRight = chance.happens(0.5);
  /** Some parts of a wrong request are right: what is wrong with one of them is what decides. */
  const isWrong = () => !isRight && chance.happens(0.25);
  const value = (name: string, schema: JsonSchema) =>
    isWrong() ? chance.pick(ofAnyKind) : rightValue(name, schema, chance, memory);
  const isChosen = (isRequired: boolean) => (isRequired ? !isWrong() : chance.happens(0.6));
  const encoded = (one: unknown, most?: number) => {
    const text = typeof one === 'string' ? one : JSON.stringify(one);
    return encodeURIComponent(text.slice(0, most).toWellFormed());
  };
  const { security, parameters, requestBody } = route;

  const noun = route.path.split('/')[2] ?? '';
  let path = route.path;
  const query: string[] = isWrong() ? [chance.pick(oddQueries)] : [];
  for (const { name, in: location, required, schema } of parameters) {
    if (location === 'query' && isChosen(required))
      query.push(`${name}=${encoded(value(name, schema))}`);
    if (location !== 'path') continue;
    const right = { id: `id of ${noun}`, name: 'photo' }[name];
    const part = right === undefined || isWrong() ? value(name, schema) : memory.recall(right);
    // The router itself turns longer ones away.
    const short = encoded(part, 40).replaceAll('.', '%2E');
    path = path.replace(`{${name}}`, short || 'none');
  }
  const headers: Record<string, string> = {};
  for (let odd = isRight ? 0 : Math.floor(chance.next() * 4); odd > 0; odd -= 1) {
    const [name, ...values] = chance.pick(oddHeaders);
    const drawn = chance.pick(values);
    headers[name] = drawn === 'the latest' ? memory.recall('tag') : drawn;
  }
  const json = requestBody?.content['application/json']?.schema;
  let body: Request['body'];
  if (json !== undefined) {
    const { properties = {}, required = [] } = json;
    const fields = Object.entries(properties).filter(([name]) => isChosen(required.includes(name)));
    const whole = Object.fromEntries(fields.map(([name, schema]) => [name, value(name, schema)]));
    body = JSON.stringify(isWrong() ? chance.pick(ofAnyKind) : whole);
    headers['content-type'] ??= 'application/json';
  } else if (requestBody !== undefined) {
    body = new Uint8Array(photo).subarray(0, isWrong() ? 300 : photo.length);
  }
  return {
    who: chance.pick([
      'one',
      'one',
      'one',
      'other',
      'nobody',
      security.length > 0 ? 'forger' : 'one',
    ]),
    method: route.method === 'GET' && isWrong() ? 'HEAD' : route.method,
    path: query.length === 0 ? path : `${path}?${query.join('&')}`,
    headers,
    ...(body === undefined ? {} : { body }),
  };
}

interface Secrets {
  tokens: Set<string>;
  sessionIds: Set<string>;
}

function problemsOf(route: Route, { who, method }: Request, reply: Reply, secrets: Secrets) {
  const { status, headers, text } = reply;
  const { operationId: name, security } = route;
  const isStranger = who === 'nobody' || who === 'forger';
  const problems: (string | null)[] = [];
  // The document says nothing about HEAD: it comes with a GET, or not at all.
  if (method !== 'HEAD') {
    problems.push(route.problemOf(status, headers.get('content-type') ?? '', text));
  }
  // Refusals by an outside service or a disk are promised as such.
  const isPromised = /"code":"(sms-failed|sms-unknown|photo-store-failed)"/.test(text);
  if (status >= 500 && !isPromised) problems.push(`${status}: ${text.slice(0, 300)}`);
  if (isStranger && security.length > 0 && status < 400) problems.push(`${status} for a stranger`);
  if (isStranger && text.toLowerCase().includes(personalMark.toLowerCase())) {
    problems.push(`reveals to a stranger: ${text.slice(0, 200)}`);
  }
  if ([...secrets.tokens].some((token) => text.includes(token))) problems.push('reveals a token');
  // Elsewhere a session's id only says who did something.
  const elsewhere = text.replaceAll(/"session":"\w+"/g, '');
  const revealsSession = [...secrets.sessionIds].some((id) => elsewhere.includes(id));
  if (revealsSession && !['listSessions', 'getSession'].includes(name))
    problems.push('reveals a session');
  const givesCookies = ['logIn', 'logOut', 'endSessions', 'changePassword'].includes(name);
  if (headers.has('set-cookie') && !givesCookies) problems.push('sets a cookie');
  for (const header of ['x-content-type-options', 'content-security-policy', 'referrer-policy']) {
    // Unchanged polls are answered before everything, with nothing but their tag.
    if (status !== 304 && !headers.has(header)) problems.push(`${status} without ${header}`);
  }
  return problems.filter((problem) => problem !== null);
}

/** The people who ask: two who are logged in, and anyone once their session has ended. */
class People implements Secrets {
  readonly tokens = new Set<string>();
  readonly sessionIds = new Set<string>();
  readonly #cookies = new Map<string, string>();
  readonly #shop: RunningApp;
  #passwords = [testPassword];

  constructor(shop: RunningApp) {
    this.#shop = shop;
  }

  #keep(who: string, { headers }: Reply): boolean {
    const pair = headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    const session = pair.find((one) => /^shop_session=./.test(one));
    if (session === undefined) return false;
    this.#cookies.set(who, session);
    this.tokens.add(session.split('=')[1] ?? '');
    return true;
  }

  /** A forger has one, too, having seen what a cookie looks like. */
  async cookieOf(who: Request['who']): Promise<string | null> {
    if (who === 'nobody') return null;
    if (who === 'forger') return `shop_session=${'A'.repeat(43)}`;
    // The last one set is the one that counts, unless its answer never came.
    for (const password of this.#passwords.toReversed()) {
      if (this.#cookies.has(who)) break;
      const reply = await this.#shop.stranger().attempt('logIn', { body: { password } });
      // Late enough that earlier guesses no longer count.
      if (!this.#keep(who, reply)) this.#shop.clock.advance(16 * minute);
    }
    return this.#cookies.get(who) ?? null;
  }

  learn(route: Route, { who, method, body }: Request, reply: Reply, memory: Memory): void {
    const { status, headers, text } = reply;
    if (status === 401 && text.includes('not-logged-in')) this.#cookies.delete(who);
    if (who === 'one' || who === 'other') this.#keep(who, reply);
    const tag = headers.get('etag');
    if (tag !== null) memory.learn('tag', tag);
    if (status >= 300 || method === 'HEAD') return;
    if (route.operationId === 'changePassword') {
      const { newPassword } = JSON.parse(String(body)) as { newPassword: string };
      this.#passwords.push(newPassword);
      memory.learn('password', newPassword);
    }
    if (!headers.get('content-type')?.includes('json') || text === '') return;
    const answer = reply.json();
    memory.learnFrom(answer, route.path.split('/')[2] ?? '');
    if (route.operationId !== 'listSessions') return;
    for (const { id } of (answer as { items: { id: string }[] }).items) this.sessionIds.add(id);
  }
}

/** What is made must be more than what is deleted. */
const asked = (routes: readonly Route[]) =>
  routes.flatMap((route) => {
    const { operationId: name } = route;
    const times = /^(create|assign|start|complete)/.test(name) ? 5 : 2;
    return Array<Route>(/^(delete|end|logOut|is)/.test(name) ? 1 : times).fill(route);
  });

describeOnBothEngines('every request, right or wrong', (engine) => {
  it('is answered as the description promises, without an error and without a leak', {
    timeout: 600_000,
  }, async () => {
    const first = await startApp(engine);
    await first.stop();
    const { storage, clock } = first;
    const errors: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
    // The shop keeps its password itself, and believes what the guesses say about where they come
    // from.
    const config = { shopPassword: null, trustProxy: 1 };
    const shop = await startApp(engine, { storage, clock, log, config });
    const description = await shop.staff.send('GET', '/api/openapi.json');
    // The stream of events never ends.
    const routes = routesOf(description.json() as OpenApiDocument).filter(
      ({ path }) => path !== '/api/events',
    );
    const all = asked(routes);
    const chance = seededChance(seed);
    const memory = new Memory(chance);
    memory.learn('password', testPassword);
    memory.learn('wrong password', 'not the right one');
    const people = new People(shop);
    const photo = await testPhoto();
    const names = new Set<string>();
    const problems: string[] = [];
    let succeeded = 0;
    for (let number = 1; number <= count && problems.length < 25; number += 1) {
      clock.advance(number % 7 === 0 ? 40 * second : second);
      const route = chance.pick(all);
      const request = draw(route, photo, chance, memory);
      const { who, method, path, headers, body = null } = request;
      // Guesses from everywhere: those from one address would soon all be refused.
      const client = new HttpClient(shop.origin, await people.cookieOf(who), {
        'x-forwarded-for': `203.0.113.${number % 250}`,
      });
      const reply = await client.send(method, path, { headers, body });
      const found = problemsOf(route, request, reply, people);
      people.learn(route, request, reply, memory);
      names.add(route.operationId);
      if (reply.status < 300) succeeded += 1;
      found.push(...errors.splice(0).map((line) => `logged: ${line.slice(0, 500)}`));
      const shown = `${method} ${path.slice(0, 200)} by ${who} ${JSON.stringify(headers).slice(0, 300)}`;
      const sent = typeof body === 'string' ? body.slice(0, 300) : '';
      for (const problem of found) problems.push(`#${number} ${problem}\n    ${shown} ${sent}`);
    }
    expect(problems, `${engine}, seed ${seed}`).toEqual([]);
    // A third of the requests are right and made by staff. What a ticket's status forbids is refused; of
    // the rest enough must get through, or the broken ones would not reach far.
    expect(succeeded).toBeGreaterThan(count / 10);
    expect(names.size).toBeGreaterThan(35);
    await shop.close();
  });
});
