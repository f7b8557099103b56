import fc from 'fast-check';
import { type OpenApiDocument, type Route, routesOf } from './description.ts';
import { Memory } from './memory.ts';
import { type Draft, draftsFor } from './requests.ts';
import { closeConnections, prepared, type Received, type Sent, send } from './send.ts';
import { problemsOf } from './verdict.ts';

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

export interface RouteCount {
  sent: number;
  /** By the first digit of the status. */
  byClass: Record<number, number>;
}

export interface FuzzReport {
  seed: number;
  counts: Map<string, RouteCount>;
  problems: string[];
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
  const counts = new Map<string, RouteCount>();
  const problems: string[] = [];
  let number = 0;

  for (const { route, draft } of drawn(routes, product.photo, count, seed)) {
    number += 1;
    product.advance(number % 7 === 0 ? shortWaitMs : 1_000);
    const cookie = await player.cookieOf(draft.who);
    const sent = prepared(route, draft, cookie, player.memory);
    // Guesses from everywhere: those of one address would soon be all that is refused.
    sent.headers['x-forwarded-for'] = `203.0.113.${number % 250}`;
    const tally = counts.get(route.name) ?? { sent: 0, byClass: {} };
    counts.set(route.name, tally);
    tally.sent += 1;
    const received = await send(product.origin, sent).catch((error: unknown) => String(error));
    const found =
      typeof received === 'string'
        ? [`no answer: ${received}`]
        : received === null
          ? []
          : problemsOf(route, draft, received, player);
    if (received !== null && typeof received !== 'string') {
      const ofClass = Math.floor(received.status / 100);
      tally.byClass[ofClass] = (tally.byClass[ofClass] ?? 0) + 1;
      player.hear(route, draft, sent, received);
    }
    found.push(...product.newErrors().map((line) => `logged: ${line.slice(0, 500)}`));
    for (const problem of found) {
      problems.push(`#${number} ${route.name}: ${problem}\n    ${shown(sent, draft.who)}`);
    }
    if (problems.length >= mostProblems) break;
  }
  closeConnections();
  return { seed, counts, problems };
}
