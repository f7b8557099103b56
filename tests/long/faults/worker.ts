import type { Answer, OperationName } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { HttpClient, type Reply } from '../../harness/http-client.ts';
import type { Chance } from '../../harness/seeded-chance.ts';
import { scenarioNames } from '../../harness/twilio-scenarios.ts';
import type { TwilioStandIn } from '../../harness/twilio-stand-in.ts';
import type { IntakeRecord, Ledger } from './ledger.ts';
import { shopPassword } from './product.ts';

/** Nothing may take longer while the product runs: it answers, or it says that it cannot. */
const longestAnswerMs = 30_000;

/** A worker looks after this many watches at once, so that each goes through all its states. */
const maxWatches = 6;

/** What the provider does to a text now and then; a provider that never answers has tests of its own. */
const troubles = scenarioNames.filter((name) => !name.endsWith('never answers'));

/** How long completions can be undone, in seconds. */
const holds = [0, 1, 3];

const technicians = ['technician-1', 'technician-2', 'technician-3', 'technician-4'];

export interface Surroundings {
  origin: string;
  standIn: TwilioStandIn;
  ledger: Ledger;
  chance: Chance;
  address: string;
  /** A phone that nobody had before, as ten digits. */
  newPhone: () => string;
  newId: () => string;
  photos: readonly Buffer[];
}

const phoneOf = ({ customerPhone }: Repair) => `+1${customerPhone.replace(/\D/g, '').slice(-10)}`;

/** An answer, or null when the connection broke: then nobody knows whether it was done. */
type Outcome = Reply | null;

/** One person at the counter, who does what a repair allows next, and their customers. */
export class Worker {
  readonly #at: Surroundings;
  readonly #staff: HttpClient;
  #watches: IntakeRecord[] = [];

  constructor(surroundings: Surroundings) {
    this.#at = surroundings;
    const { address } = surroundings;
    this.#staff = new HttpClient(surroundings.origin, null, { 'x-forwarded-for': address });
  }

  /** One thing after another; never throws. */
  async step(): Promise<void> {
    const { chance } = this.#at;
    if (this.#staff.cookie === null || chance.happens(0.004)) return this.logIn();
    const open = this.#watches.find(({ ticketNumber }) => ticketNumber === null);
    // What was never answered is sent again until it is, as the form does.
    if (open) return this.#takeIn(open);
    if (this.#watches.length < maxWatches && chance.happens(0.4)) return this.#newWatch();
    const watch = this.#watches.length > 0 ? chance.pick(this.#watches) : null;
    return watch === null ? this.#newWatch() : this.#work(watch);
  }

  async #attempt(
    name: OperationName,
    given: Parameters<HttpClient['attempt']>[1] = {},
  ): Promise<Outcome> {
    return this.#asked(name, () => this.#staff.attempt(name, given));
  }

  async #asked(what: string, ask: () => Promise<Reply>): Promise<Outcome> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<null>((resolve) => {
      timer = setTimeout(() => {
        this.#at.ledger.surprises.push(`${what} was not answered within ${longestAnswerMs} ms`);
        resolve(null);
      }, longestAnswerMs);
    });
    try {
      const reply = await Promise.race([ask().catch(() => null), tooLong]);
      if (reply === null) {
        this.#at.ledger.unanswered += 1;
        return null;
      }
      this.#examine(what, reply);
      // It did not say that it refused: a commit may have gone through all the same.
      return reply.status >= 500 ? null : reply;
    } finally {
      clearTimeout(timer);
    }
  }

  #examine(what: string, reply: Reply): void {
    const { surprises } = this.#at.ledger;
    // A balancer's own words may differ.
    const isOurs = reply.headers.get('content-type')?.includes('json') ?? false;
    if (isOurs && reply.status === 503 && reply.headers.get('retry-after') === null) {
      surprises.push(`${what} answered 503 without Retry-After`);
    }
    const isProviders = reply.text.includes('"code":"sms-');
    if (reply.status >= 500 && !isProviders) this.#at.ledger.unanswered += 1;
    const isKnown = reply.status < 500 || [502, 503, 504].includes(reply.status);
    if (!isKnown || reply.status === 400) surprises.push(`${what}: ${reply.status} ${reply.text}`);
    if (reply.status === 401 && what !== 'logIn') {
      if (this.#at.ledger.sessions.get(this.#staff.cookie ?? '') === 'alive') {
        surprises.push(`${what}: an acknowledged session is not known`);
      }
      this.#staff.cookie = null;
    }
  }

  /** Does something that leaves one event behind, sometimes twice at the same moment. */
  async #change(
    event: string,
    ticketNumber: string,
    ask: () => Promise<Outcome>,
    canDouble = false,
  ): Promise<Reply | null> {
    const { ledger, chance } = this.#at;
    const outcomes = await Promise.all(canDouble && chance.happens(0.1) ? [ask(), ask()] : [ask()]);
    const done = outcomes.find((outcome) => outcome !== null && outcome.status < 300) ?? null;
    // Pressed twice, it happens once, and both presses are told so.
    if (done !== null) ledger.note(event, ticketNumber, 'acknowledged');
    for (const outcome of outcomes) {
      if (outcome === null) ledger.note(event, ticketNumber, 'doubtful');
    }
    return done;
  }

  get isLoggedIn(): boolean {
    return this.#staff.cookie !== null;
  }

  /** Ends the session that there is, and begins another. */
  async logIn(): Promise<void> {
    const { ledger } = this.#at;
    const old = this.#staff.cookie;
    if (old !== null) {
      ledger.sessions.set(old, 'doubtful');
      const left = await this.#attempt('logOut');
      if (left !== null) ledger.sessions.set(old, 'ended');
    }
    this.#staff.cookie = null;
    await this.#asked('logIn', () => this.#staff.logIn(shopPassword));
    const { cookie } = this.#staff as { cookie: string | null };
    if (cookie !== null) ledger.sessions.set(cookie, 'alive');
  }

  async #newWatch(): Promise<void> {
    const { ledger, newId, newPhone, chance } = this.#at;
    const repairId = newId();
    const record: IntakeRecord = {
      body: {
        repairId,
        customerName: 'Ada Lovelace',
        customerEmail: `${repairId}@example.com`,
        customerPhone: newPhone(),
        watchBrand: chance.pick(['Omega', 'Seiko', 'Tissot']),
        watchModel: 'No. 7',
        issue: 'Does not wind',
        isSameDay: chance.happens(0.2),
      },
      ticketNumber: null,
      clientId: null,
      deleted: 'no',
    };
    ledger.intakes.set(repairId, record);
    this.#watches.push(record);
    await this.#takeIn(record);
  }

  async #takeIn(record: IntakeRecord): Promise<void> {
    const { ledger, chance } = this.#at;
    const ask = () => this.#attempt('createRepair', { body: record.body });
    const replies = await Promise.all(chance.happens(0.1) ? [ask(), ask()] : [ask()]);
    for (const reply of replies) {
      if (reply === null) continue;
      if (reply.status >= 300) {
        if (reply.status !== 401) ledger.surprises.push(`intake: ${reply.status} ${reply.text}`);
        continue;
      }
      const { repair } = reply.json() as Answer<'createRepair'>;
      if (record.ticketNumber !== null && record.ticketNumber !== repair.ticketNumber) {
        ledger.surprises.push(`${record.body.repairId} was answered with two tickets`);
      }
      if (record.ticketNumber === null) ledger.acknowledged += 1;
      record.ticketNumber = repair.ticketNumber;
      record.clientId = repair.clientId;
    }
  }

  async #work(watch: IntakeRecord): Promise<void> {
    const ticketNumber = watch.ticketNumber ?? '';
    const found = await this.#attempt('getRepair', { params: { ticketNumber } });
    if (found === null || found.status === 401) return;
    if (found.status === 404) {
      if (watch.deleted === 'no') {
        this.#at.ledger.surprises.push(`${ticketNumber} was acknowledged and is gone`);
      }
      this.#leave(watch);
      return;
    }
    await this.#next(watch, (found.json() as Answer<'getRepair'>).repair);
  }

  async #next(watch: IntakeRecord, repair: Repair): Promise<void> {
    const { chance } = this.#at;
    const { ticketNumber } = repair;
    const one = (event: string, name: OperationName, body?: object) =>
      this.#change(
        event,
        ticketNumber,
        () => this.#attempt(name, { params: { ticketNumber }, ...(body ? { body } : {}) }),
        true,
      );
    const assign = async () => {
      const technicianId = chance.pick(technicians);
      await one('repair-assigned', 'assignRepair', { technicianId });
    };
    switch (repair.status) {
      case 'pending':
        if (chance.happens(0.15)) return this.#finish(repair);
        if (chance.happens(0.4)) return this.#photo(repair, 'initial');
        if (chance.happens(0.6)) return this.#estimate(repair);
        return assign();
      case 'estimate-accepted':
        return assign();
      case 'assigned':
        if (chance.happens(0.3)) return this.#estimate(repair);
        await one('repair-started', 'startRepair');
        return;
      case 'in-progress':
        if (repair.completedPhotoUrl === null || chance.happens(0.2)) {
          return this.#photo(repair, 'completed');
        }
        await one('repair-completed', 'completeRepair', {
          notes: 'Done',
          outcome: 'approved',
          holdSeconds: chance.pick(holds),
        });
        return;
      case 'estimate-sent':
        return this.#reply(repair);
      case 'estimate-declined':
        if (chance.happens(0.4)) return this.#estimate(repair);
        await one('repair-completed', 'completeRepair', {
          notes: null,
          outcome: 'declined',
          holdSeconds: chance.pick(holds),
        });
        return;
      default:
        if (repair.heldUntil !== null && chance.happens(0.4)) return this.#undo(repair);
        if (repair.heldUntil !== null && chance.happens(0.2)) {
          await this.#attempt('sendHeldText', { params: { ticketNumber } });
        }
        if (chance.happens(0.5)) return this.#delete(watch);
        this.#leave(watch);
    }
  }

  #leave(watch: IntakeRecord): void {
    this.#watches = this.#watches.filter((other) => other !== watch);
  }

  /** While its customer waits. */
  async #finish({ ticketNumber }: Repair): Promise<void> {
    const { chance, newId } = this.#at;
    const price = Math.floor(chance.next() * 30);
    const body = {
      technicianId: chance.pick(technicians),
      notes: 'Battery',
      price,
      amount: price,
      method: 'cash',
      paymentId: newId(),
      holdSeconds: chance.pick(holds),
    };
    await this.#change('repair-completed', ticketNumber, () =>
      this.#attempt('finishWhileWaiting', { params: { ticketNumber }, body }),
    );
  }

  /** Its completion photo goes as well. */
  async #undo({ ticketNumber }: Repair): Promise<void> {
    this.#at.ledger.photos.delete(`${ticketNumber} completed`);
    await this.#change(
      'repair-completion-undone',
      ticketNumber,
      () => this.#attempt('undoComplete', { params: { ticketNumber } }),
      true,
    );
  }

  async #photo({ ticketNumber }: Repair, kind: 'initial' | 'completed'): Promise<void> {
    const { ledger, chance, photos } = this.#at;
    const body = new Uint8Array(chance.pick(photos));
    const reply = await this.#change('photo-added', ticketNumber, () =>
      this.#asked('putPhoto', () =>
        this.#staff.send('PUT', `/api/repairs/${ticketNumber}/photos/${kind}`, {
          headers: { 'content-type': 'image/jpeg' },
          body,
        }),
      ),
    );
    const key = `${ticketNumber} ${kind}`;
    const known = ledger.photos.get(key);
    if (reply) ledger.photos.set(key, { ...(reply.json() as { url: string }), isCertain: true });
    else if (known) known.isCertain = false;
  }

  async #estimate(repair: Repair): Promise<void> {
    const { ticketNumber } = repair;
    const { ledger, chance, standIn } = this.#at;
    if (chance.happens(0.2)) standIn.script(phoneOf(repair), chance.pick(troubles));
    const amount = 10 + Math.floor(chance.next() * 500);
    const reply = await this.#change(
      'estimate-sent',
      ticketNumber,
      () => this.#attempt('sendEstimate', { body: { repairId: ticketNumber, amount } }),
      true,
    );
    if (!reply) return;
    const { estimate } = reply.json() as Answer<'sendEstimate'>;
    ledger.estimates.set(estimate.id, { ticketNumber, amount });
  }

  async #reply(repair: Repair): Promise<void> {
    const { standIn, chance, ledger } = this.#at;
    const words = ['ACCEPT', 'ACCEPT', 'DECLINE', 'What is wrong with it?'];
    const phone = phoneOf(repair);
    const text = standIn.text(phone, chance.pick(words));
    const entry = { phone, isAcknowledged: false };
    ledger.replies.set(text.sid, entry);
    // The provider comes again now and then, even after it was answered.
    for (let times = chance.happens(0.2) ? 2 : 1; times > 0; times -= 1) {
      const answer = await standIn.handOver(text, this.#at.origin).catch(() => null);
      if (answer?.ok) entry.isAcknowledged = true;
    }
    if (entry.isAcknowledged) ledger.acknowledged += 1;
  }

  async #delete(watch: IntakeRecord): Promise<void> {
    const ticketNumber = watch.ticketNumber ?? '';
    watch.deleted = 'doubtful';
    const reply = await this.#change(
      'repair-deleted',
      ticketNumber,
      () => this.#attempt('deleteRepair', { params: { ticketNumber } }),
      true,
    );
    if (!reply) return;
    watch.deleted = 'yes';
    this.#leave(watch);
  }
}
