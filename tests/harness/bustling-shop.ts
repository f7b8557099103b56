import { expect } from 'vitest';
import type { RunningApp } from './app.ts';
import { type Life, mortalLife } from './crashing-provider.ts';
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
  'ACCEPT',
  'accept please',
  'DECLINE',
  'No, decline',
  'What is wrong with it?',
  'STOP',
  'START',
  'yes',
  'HELP',
  '',
  'Liked “Reply ACCEPT or DECLINE.”',
  'Sorry, wrong number',
] as const;

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
  readonly counts = { kills: 0, lostRequests: 0, repeats: 0, missed: 0, troubles: 0, reports: 0 };
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

  get shop(): RunningApp {
    return this.texting.shop;
  }

  /** Ends the life that runs, as a kill does, and begins the next. */
  async reopen(): Promise<void> {
    this.life = mortalLife();
    const { life } = this;
    const { server } = this.shop.app.http;
    const cutting = setInterval(() => server.closeAllConnections(), 5);
    await this.texting.restart({ provider: life.around }).finally(() => clearInterval(cutting));
  }

  /** In the middle of this round, or of what comes after it where this round sends too little. */
  killSoon(): void {
    const { life, chance } = this;
    if (life === this.doomed) return;
    this.doomed = life;
    const when = chance.pick(['before it leaves', 'before it is recorded'] as const);
    life.endAfter(3 + Math.floor(chance.next() * 60), when);
    void life.ended.then(() => {
      this.counts.kills += 1;
      this.reopening = this.reopen().finally(() => {
        this.reopening = null;
      });
    });
  }

  /** A request that the end of the process may cut off. */
  async attempt<Result>(request: () => Promise<Result>): Promise<Result | null> {
    while (this.reopening) await this.reopening;
    try {
      return await request();
    } catch {
      this.counts.lostRequests += 1;
      return null;
    }
  }

  trouble({ phone, chance }: Customer, isSlow: boolean): void {
    if (!chance.happens(0.25)) return;
    this.counts.troubles += 1;
    const name = chance.pick(isSlow && chance.happens(0.2) ? hanging : troubles);
    this.texting.standIn.script(phone, name);
  }

  async bringWatch(customer: Customer): Promise<void> {
    const intake = newIntake({
      customerPhone: customer.typed,
      watchModel: `No. ${customer.tickets.length}`,
    });
    this.trouble(customer, false);
    await this.attempt(() => this.shop.staff.attempt('createRepair', { body: intake }));
    this.brought.set(intake.repairId, customer);
  }

  /** Learns the ticket numbers, also where the answer was lost. */
  async readTickets(): Promise<void> {
    const rows = await this.shop.rows.run('select repair_id, ticket_number from repair_tickets');
    for (const { repair_id: repairId, ticket_number: ticketNumber } of rows) {
      this.brought.get(String(repairId))?.tickets.push(String(ticketNumber));
      this.brought.delete(String(repairId));
    }
  }

  async sendEstimate(customer: Customer, isSlow: boolean): Promise<void> {
    if (customer.tickets.length === 0) return;
    this.trouble(customer, isSlow);
    const body = {
      repairId: customer.chance.pick(customer.tickets),
      amount: 10 + Math.floor(customer.chance.next() * 500),
    };
    await this.attempt(() => this.shop.staff.attempt('sendEstimate', { body }));
  }

  async say(customer: Customer): Promise<void> {
    const { chance } = customer;
    const { standIn } = this.texting;
    const ticket = customer.tickets.at(-1) ?? 'WH000000AAA';
    const body = chance.happens(0.3)
      ? `${chance.pick(['ACCEPT', 'DECLINE'])} ${ticket}`
      : chance.pick(words);
    this.trouble(customer, false);
    const text = standIn.text(customer.phone, body);
    if (chance.happens(0.1)) {
      this.counts.missed += 1;
      return;
    }
    const times = chance.happens(0.2) ? 3 : 1;
    this.counts.repeats += times - 1;
    await Promise.all(
      Array.from({ length: times }, () => this.attempt(() => standIn.handOver(text, shopAddress))),
    );
  }

  /** The provider tells how texts have fared: in any order, more than once, or not at all. */
  async report(customer: Customer): Promise<void> {
    const { chance } = customer;
    const texts = this.texting.standIn.textsTo(customer.phone).slice(customer.reported);
    customer.reported += texts.length;
    for (const text of texts) {
      if (chance.happens(0.5)) continue;
      const last = chance.happens(0.1)
        ? chance.pick(lateFailures)
        : { word: 'delivered', code: undefined };
      const news = [{ word: 'sent' }, last, chance.pick([last, { word: 'queued' }])];
      for (const { word, ...more } of chance.shuffled(news)) {
        const code = 'code' in more ? more.code : undefined;
        this.counts.reports += 1;
        await this.attempt(async () => this.texting.standIn.report(text, word, code));
      }
    }
  }

  async round(customers: readonly Customer[], number: number): Promise<void> {
    if (deadlyRounds.includes(number)) this.killSoon();
    const before = await this.optedOut();
    const textsBefore = this.texting.standIn.texts.length;
    await forAll(this.chance.shuffled(customers), async (customer) => {
      if (number === 0 || customer.tickets.length === 0) await this.bringWatch(customer);
      else if (number === 1) await this.sendEstimate(customer, false);
      else if (customer.tickets.length < customer.watches && customer.chance.happens(0.5)) {
        await this.bringWatch(customer);
      } else if (customer.chance.happens(0.25)) {
        await this.sendEstimate(customer, slowRounds.includes(number));
      } else if (customer.chance.happens(0.6)) await this.say(customer);
      else await this.report(customer);
    });
    while (this.reopening) await this.reopening;
    await this.readTickets();
    await this.duty(() => this.shop.app.textsLeft());
    const after = await this.optedOut();
    const told = this.texting.standIn.texts
      .slice(textsBefore)
      .filter(({ direction, to }) => direction !== 'inbound' && before.has(to) && after.has(to));
    expect(told.map(({ to, body }) => ({ to, body }))).toEqual([]);
  }

  async optedOut(): Promise<Set<string>> {
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
  async settleDown(): Promise<void> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      await this.timePasses();
      const [open] = await this.shop.rows.run(
        "select count(*) as count from messages where state in ('sending', 'unknown')",
      );
      const [inbound] = await this.shop.rows.run(
        "select count(*) as count from messages where direction = 'inbound'",
      );
      const received = this.texting.standIn.texts.filter(
        ({ direction }) => direction === 'inbound',
      ).length;
      if (Number(open?.count) === 0 && Number(inbound?.count) === received) return;
    }
  }
}
