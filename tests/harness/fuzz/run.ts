import fc from 'fast-check';
import { type OpenApiDocument, type Route, routesOf } from './description.ts';
import { type Draft, draftsFor, Memory, personalMark } from './requests.ts';
import { closeConnections, prepared, type Received, type Sent, send } from './send.ts';

/** Asks a running product everything, right and wrong, in random order, and looks at every answer. */

export interface FuzzedProduct {
  origin: string;
  password: string;
  /** Moves its clock on. */
  advance(milliseconds: number): void;
  /** Lines of its log of level error and above that have come since the last call. */
  newErrors(): string[];
  photo: Uint8Array;
}

export interface FuzzReport {
  /** The names of all calls that were asked. */
  asked: ReadonlySet<string>;
  /** How many requests went well. */
  succeeded: number;
  problems: string[];
}

/** What everybody may see and nobody else's answer may hold. */
interface Secrets {
  /** Session tokens that are or were good for something. */
  tokens: ReadonlySet<string>;
  /** Public ids of sessions. */
  sessionIds: ReadonlySet<string>;
}

/** Refusals of an outside service or a disk, promised as such. */
const promisedFailures = ['sms-failed', 'sms-unknown', 'photo-store-failed'];

const givesCookies = ['logIn', 'logOut', 'endSessions', 'changePassword'];
/** Its own, or the list of them; elsewhere a session's id only says who did something. */
const tellsSessionIds = ['listSessions', 'getSession'];

function problemsOfShape(
  route: Route,
  draft: Draft,
  { status, headers, text }: Received,
): string[] {
  // Of HEAD the document says nothing: it stands beside a GET, or is not there.
  if (draft.method === 'HEAD' && status === 404 && text === '') return [];
  if (!route.answers.has(status))
    return [`${status} is not among its answers: ${text.slice(0, 300)}`];
  const promised = route.answers.get(status) ?? null;
  if (promised === null || draft.method === 'HEAD') {
    return text === '' ? [] : [`${status} has a body: ${text.slice(0, 100)}`];
  }
  const type = String(headers['content-type'] ?? '');
  if (!promised.contentTypes.some((one) => type.startsWith(one)))
    return [`${status} comes as "${type}"`];
  if (promised.check === null) return [];
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return [`${status} is no JSON: ${text.slice(0, 100)}`];
  }
  const wrong = promised.check(body);
  return wrong === null ? [] : [`${status} is outside its schema: ${wrong}`];
}

function problemsOfSecrecy(
  route: Route,
  draft: Draft,
  { headers, text }: Received,
  secrets: Secrets,
): string[] {
  const problems: string[] = [];
  const isStranger = draft.who === 'nobody' || draft.who === 'forger';
  if (isStranger && text.toLowerCase().includes(personalMark.toLowerCase())) {
    problems.push(`tells a stranger: ${text.slice(0, 200)}`);
  }
  for (const token of secrets.tokens) if (text.includes(token)) problems.push('tells a token');
  if (!tellsSessionIds.includes(route.name)) {
    for (const id of secrets.sessionIds) {
      if (text.includes(id) && !text.includes(`"session":"${id}"`))
        problems.push('tells a session');
    }
  }
  if (headers['set-cookie'] !== undefined && !givesCookies.includes(route.name)) {
    problems.push('sets a cookie');
  }
  return problems;
}

function problemsOfHeaders({ status, headers }: Received): string[] {
  // Unchanged polls are answered before everything, with nothing but their tag.
  if (status === 304) return [];
  const missing = ['x-content-type-options', 'content-security-policy', 'referrer-policy'].filter(
    (name) => headers[name] === undefined,
  );
  return missing.map((name) => `${status} without ${name}`);
}

/** @returns everything that is wrong with an answer */
function problemsOf(route: Route, draft: Draft, received: Received, secrets: Secrets): string[] {
  const { status, text } = received;
  const problems = [
    ...problemsOfShape(route, draft, received),
    ...problemsOfSecrecy(route, draft, received, secrets),
    ...problemsOfHeaders(received),
  ];
  const isPromised = promisedFailures.some((code) => text.includes(`"code":"${code}"`));
  if (status >= 500 && !isPromised) problems.push(`${status}: ${text.slice(0, 300)}`);
  const isStranger = draft.who === 'nobody' || draft.who === 'forger';
  if (isStranger && !route.isPublic && status < 400) problems.push(`${status} for a stranger`);
  return problems;
}

const drawnAtOnce = 200;
/** How often what is asked; what is made must be more than what is deleted. */
const usualWeight = 2;
const weights: Readonly<Record<string, number>> = {
  createRepair: 6,
  assignRepair: 4,
  startRepair: 4,
  completeRepair: 4,
  createClient: 3,
  deleteRepair: 1,
  deleteClient: 1,
  deleteEstimate: 1,
  endSessions: 1,
  logOut: 1,
  isAlive: 1,
  isReady: 1,
};
const mostProblems = 25;
const shortWaitMs = 40_000;

class Player {
  readonly #product: FuzzedProduct;
  readonly memory = new Memory();
  readonly tokens = new Set<string>();
  readonly sessionIds = new Set<string>();
  readonly #cookies = new Map<string, string>();
  #passwords: readonly string[];

  constructor(product: FuzzedProduct) {
    this.#product = product;
    this.#passwords = [product.password];
    this.memory.learn('password', product.password);
    this.memory.learn('wrong password', 'not the right one');
  }

  /** Also a forger's, who has seen what a cookie looks like. */
  async cookieOf(who: Draft['who']): Promise<string | null> {
    if (who === 'nobody') return null;
    if (who === 'forger') return `shop_session=${'A'.repeat(43)}`;
    return this.#cookies.get(who) ?? (await this.#logIn(who));
  }

  async #post(password: string): Promise<Received | null> {
    const body = Buffer.from(JSON.stringify({ password }));
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
    return send(this.#product.origin, { method: 'POST', path: '/api/session', headers, body });
  }

  async #logIn(who: string): Promise<string> {
    // The last one set is the one that counts, unless its answer never came.
    for (const password of this.#passwords.toReversed()) {
      const received = await this.#post(password);
      const cookie = this.#keep(who, received);
      if (cookie !== null) return cookie;
      // Out of the way of what earlier guesses have counted up to.
      this.#product.advance(16 * 60_000);
    }
    throw new Error('No password opens the shop any more');
  }

  #keep(who: string, received: Received | null): string | null {
    const [pair = ''] = [received?.headers['set-cookie'] ?? []].flat()[0]?.split(';') ?? [];
    const token = pair.split('=')[1] ?? '';
    if (token === '') return null;
    this.#cookies.set(who, pair);
    this.tokens.add(token);
    return pair;
  }

  /** Learns from an answer, about the shop and about who is still logged in. */
  hear(route: Route, draft: Draft, sent: Sent, received: Received): void {
    const { status, text } = received;
    if (status === 401 && text.includes('not-logged-in')) this.#cookies.delete(draft.who);
    if (draft.who === 'one' || draft.who === 'other') this.#keep(draft.who, received);
    if (typeof received.headers.etag === 'string') this.memory.learn('tag', received.headers.etag);
    if (status >= 300 || draft.method === 'HEAD') return;
    if (route.name === 'changePassword') {
      const { newPassword } = JSON.parse(String(sent.body)) as { newPassword: string };
      this.#passwords = [...this.#passwords, newPassword].slice(-3);
      this.memory.learn('password', newPassword);
    }
    if (!String(received.headers['content-type']).includes('json') || text === '') return;
    const answer: unknown = JSON.parse(text);
    const noun = route.path.split('/')[2] ?? '';
    this.memory.learnFrom(answer, noun);
    if (route.name === 'listSessions') {
      const { items } = answer as { items: { id: string }[] };
      for (const { id } of items) this.sessionIds.add(id);
    }
  }
}

const shown = (sent: Sent, who: string) =>
  `${sent.method} ${sent.path.slice(0, 200)} by ${who} ${JSON.stringify({ ...sent.headers, cookie: undefined }).slice(0, 300)} ${(sent.body?.toString('utf8') ?? '').slice(0, 300)}`;

/** What was drawn, in order: the same for the same seed. */
function* drawn(routes: readonly Route[], photo: Uint8Array, count: number, seed: number) {
  const one = fc.oneof(
    ...routes.map((route) => ({
      weight: weights[route.name] ?? usualWeight,
      arbitrary: draftsFor(route, photo).map((draft) => ({ route, draft })),
    })),
  );
  for (let begun = 0; begun < count; begun += drawnAtOnce) {
    const numRuns = Math.min(drawnAtOnce, count - begun);
    yield* fc.sample(one, { numRuns, seed: seed + begun });
  }
}

/**
 * @param count how many requests
 * @param seed the same seed draws the same requests; ids in them are the product's own and differ
 */
export async function fuzz(
  product: FuzzedProduct,
  document: OpenApiDocument,
  { count, seed }: { count: number; seed: number },
): Promise<FuzzReport> {
  // Closed for moving the shop refuses everything, and nothing more would be learnt.
  const routes = routesOf(document).filter(({ name }) => name !== 'setClosedForMoving');
  const player = new Player(product);
  const asked = new Set<string>();
  let succeeded = 0;
  const problems: string[] = [];
  let number = 0;

  for (const { route, draft } of drawn(routes, product.photo, count, seed)) {
    number += 1;
    product.advance(number % 7 === 0 ? shortWaitMs : 1_000);
    const cookie = await player.cookieOf(draft.who);
    const sent = prepared(route, draft, cookie, player.memory);
    // Guesses from everywhere: those of one address would soon be all that is refused.
    sent.headers['x-forwarded-for'] = `203.0.113.${number % 250}`;
    asked.add(route.name);
    const received = await send(product.origin, sent).catch((error: unknown) => String(error));
    const found =
      typeof received === 'string'
        ? [`no answer: ${received}`]
        : received === null
          ? []
          : problemsOf(route, draft, received, player);
    if (received !== null && typeof received !== 'string') {
      if (received.status < 300) succeeded += 1;
      player.hear(route, draft, sent, received);
    }
    found.push(...product.newErrors().map((line) => `logged: ${line.slice(0, 500)}`));
    for (const problem of found) {
      problems.push(`#${number} ${route.name}: ${problem}\n    ${shown(sent, draft.who)}`);
    }
    if (problems.length >= mostProblems) break;
  }
  closeConnections();
  return { asked, succeeded, problems };
}
