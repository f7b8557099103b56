import { expect } from 'vitest';
import type { SendResult, TextProvider } from '../../server/texts/sender.ts';
import type { RunningApp } from './app.ts';
import { type RealTexts, shopAddress } from './real-texts.ts';
import type { Chance } from './seeded-chance.ts';
import { minute } from './settable-clock.ts';
import { newIntake } from './shop-fixtures.ts';
import { lateFailures, type ScenarioName, scenarioNames } from './twilio-scenarios.ts';

/** Rounds of everybody doing one thing; time passes between them. */
export const rounds = 6;
/** Rounds in whose middle the product is killed. */
const deadlyRounds = [1, 2, 3, 4];
/** The only rounds in which the provider may hang: each hang costs the full timeout. */
const slowRounds = [2, 4];

const atOnce = 24;

/** How often the provider is asked at the end until everything is known. */
const mostTries = 40;

const hanging: readonly ScenarioName[] = ['never answers', 'takes it and never answers'];
const troubles = scenarioNames.filter((name) => !hanging.includes(name));

const words = [
  ...['ACCEPT', 'accept please', 'DECLINE', 'No, decline', 'What is wrong with it?', 'yes', ''],
  ...['STOP', 'START', 'HELP', 'Liked “Reply ACCEPT or DECLINE.”', 'Sorry, wrong number'],
];

/** One life of the product, which may end in the middle of a sending, as by a kill. */
export function mortalLife() {
  const end = Promise.withResolvers<void>();
  const never = new Promise<SendResult>(() => undefined);
  let isOver = false;
  let left = Number.POSITIVE_INFINITY;
  let endsBefore = true;
  const die = () => {
    isOver = true;
    end.resolve();
  };
  return {
    /** Resolves when it has come to that. */
    ended: end.promise,
    /** @param isBefore whether the last text does not leave any more, or leaves without a record */
    endAfter(sendings: number, isBefore: boolean): void {
      left = sendings;
      endsBefore = isBefore;
    },
    /** Stands around the provider: nothing more comes from a life that is over. */
    around: (real: TextProvider): TextProvider => ({
      ...real,
      send: async (text) => {
        left -= 1;
        const isLast = left === 0;
        if (isLast && endsBefore) die();
        if (isOver) return never;
        const result = await real.send(text);
        if (isLast) die();
        return isOver ? never : result;
      },
    }),
  };
}

type Life = ReturnType<typeof mortalLife>;

export interface Customer {
  phone: string;
  typed: string;
  tickets: string[];
  /** How many tickets they bring. */
  watches: number;
  /** How many texts to them the provider is done reporting on. */
  reported: number;
  /** One per customer, so that a seed repeats what they do, no matter who is faster. */
  chance: Chance;
}

/** Everybody in turn, so many at once. */
async function forAll<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        await work(item);
      }
    }),
  );
}

/** A shop full of customers, and everything that goes wrong with them. */
export class Bustle {
  kills = 0;
  private life: Life;
  /** The life that will be killed. */
  private doomed: Life | null = null;
  private reopening: Promise<void> | null = null;
  private readonly brought = new Map<string, Customer>();
  private readonly texting: RealTexts;
  private readonly chance: Chance;

  constructor(texting: RealTexts, life: Life, chance: Chance) {
    this.life = life;
    this.texting = texting;
    this.chance = chance;
  }

  private get shop(): RunningApp {
    return this.texting.shop;
  }

  /** Ends the life that runs, as a kill does, and begins the next. */
  private async reopen(): Promise<void> {
    this.life = mortalLife();
    const { life } = this;
    const { server } = this.shop.app.http;
    const cutting = setInterval(() => server.closeAllConnections(), 5);
    await this.texting.restart({ provider: life.around }).finally(() => clearInterval(cutting));
    this.reopening = null;
  }

  /** In the middle of this round, or of what comes after it where this round sends too little. */
  private killSoon(): void {
    const { life, chance } = this;
    if (life === this.doomed) return;
    this.doomed = life;
    life.endAfter(3 + Math.floor(chance.next() * 30), chance.happens(0.5));
    void life.ended.then(() => {
      this.kills += 1;
      this.reopening = this.reopen();
    });
  }

  /** A request that the end of the process may cut off. */
  private async attempt(request: () => Promise<unknown>): Promise<void> {
    while (this.reopening) await this.reopening;
    await request().catch(() => undefined);
  }

  private trouble({ phone, chance }: Customer, isSlow: boolean): void {
    if (!chance.happens(0.25)) return;
    const name = chance.pick(isSlow && chance.happens(0.2) ? hanging : troubles);
    this.texting.standIn.script(phone, name);
  }

  private async bringWatch(customer: Customer): Promise<void> {
    const body = newIntake({
      customerPhone: customer.typed,
      watchModel: `No. ${customer.tickets.length}`,
    });
    this.trouble(customer, false);
    await this.attempt(() => this.shop.staff.attempt('createRepair', { body }));
    this.brought.set(body.repairId, customer);
  }

  /** Learns the ticket numbers, also where the answer was lost. */
  private async readTickets(): Promise<void> {
    const rows = await this.shop.rows.run('select repair_id, ticket_number from repair_tickets');
    for (const { repair_id: repairId, ticket_number: ticketNumber } of rows) {
      this.brought.get(String(repairId))?.tickets.push(String(ticketNumber));
      this.brought.delete(String(repairId));
    }
  }

  private async sendEstimate(customer: Customer, isSlow: boolean): Promise<void> {
    if (customer.tickets.length === 0) return;
    this.trouble(customer, isSlow);
    const repairId = customer.chance.pick(customer.tickets);
    const amount = 10 + Math.floor(customer.chance.next() * 500);
    await this.attempt(() =>
      this.shop.staff.attempt('sendEstimate', { body: { repairId, amount } }),
    );
  }

  private async say(customer: Customer): Promise<void> {
    const { chance, phone, tickets } = customer;
    const { standIn } = this.texting;
    const body = chance.happens(0.3)
      ? `${chance.pick(['ACCEPT', 'DECLINE'])} ${tickets.at(-1) ?? 'WH000000AAA'}`
      : chance.pick(words);
    this.trouble(customer, false);
    const text = standIn.text(phone, body);
    // Some are never handed over, and some more than once.
    if (chance.happens(0.1)) return;
    const times = chance.happens(0.2) ? 3 : 1;
    await Promise.all(
      Array.from({ length: times }, () => this.attempt(() => standIn.handOver(text, shopAddress))),
    );
  }

  /** The provider tells how texts have fared: in any order, more than once, or not at all. */
  private async report(customer: Customer): Promise<void> {
    const { chance } = customer;
    const texts = this.texting.standIn.textsTo(customer.phone).slice(customer.reported);
    customer.reported += texts.length;
    for (const text of texts) {
      if (chance.happens(0.5)) continue;
      const last: { word: string; code?: string } = chance.happens(0.1)
        ? chance.pick(lateFailures)
        : { word: 'delivered' };
      const news = [{ word: 'sent' }, last, chance.pick([last, { word: 'queued' }])];
      for (const { word, code } of chance.shuffled(news)) {
        await this.attempt(() => this.texting.standIn.report(text, word, code));
      }
    }
  }

  private async act(customer: Customer, round: number): Promise<void> {
    const { chance, tickets, watches } = customer;
    if (round === 0 || tickets.length === 0) return this.bringWatch(customer);
    if (round === 1) return this.sendEstimate(customer, false);
    if (tickets.length < watches && chance.happens(0.5)) return this.bringWatch(customer);
    if (chance.happens(0.25)) return this.sendEstimate(customer, slowRounds.includes(round));
    return chance.happens(0.6) ? this.say(customer) : this.report(customer);
  }

  async round(customers: readonly Customer[], round: number): Promise<void> {
    if (deadlyRounds.includes(round)) this.killSoon();
    const before = await this.optedOut();
    const textsBefore = this.texting.standIn.texts.length;
    await forAll(this.chance.shuffled(customers), (customer) => this.act(customer, round));
    while (this.reopening) await this.reopening;
    await this.readTickets();
    await this.duty(() => this.shop.app.textsLeft());
    const after = await this.optedOut();
    const unwanted = this.texting.standIn.texts
      .slice(textsBefore)
      .filter(({ direction, to }) => direction !== 'inbound' && before.has(to) && after.has(to));
    expect(unwanted.map(({ to, body }) => ({ to, body }))).toEqual([]);
  }

  private async optedOut(): Promise<Set<string>> {
    const rows = await this.shop.rows.run(
      'select phone from phones where opted_out_at is not null',
    );
    return new Set(rows.map(({ phone }) => String(phone)));
  }

  async timePasses(): Promise<void> {
    this.shop.clock.advance((3 + Math.floor(this.chance.next() * 25)) * minute);
    await this.duty(() => this.shop.app.takeMissedTexts());
    await this.duty(() => this.shop.app.reconcileTexts());
  }

  /** What the product does by itself, which its end may cut off too. */
  private async duty(work: () => Promise<unknown>): Promise<void> {
    while (this.reopening) await this.reopening;
    const { life } = this;
    await Promise.race([work(), life.ended]).catch((error: unknown) => {
      if (life === this.life && !this.reopening) throw error;
    });
    while (this.reopening) await this.reopening;
  }

  /** On a busy machine the provider's answers may come too late several times over. */
  async comeToRest(): Promise<void> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      await this.timePasses();
      const rows = await this.shop.rows.run('select direction, state from messages');
      const isOpen = rows.some(({ state }) => state === 'sending' || state === 'unknown');
      const inbound = rows.filter(({ direction }) => direction === 'inbound');
      const { texts } = this.texting.standIn;
      const received = texts.filter(({ direction }) => direction === 'inbound');
      if (!isOpen && inbound.length === received.length) return;
    }
  }
}
