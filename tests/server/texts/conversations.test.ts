import { expect, it } from 'vitest';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { type RealTexts, shopAddress, startWithRealTexts } from '../../harness/real-texts.ts';
import { type Chance, isLongRun, seededChance, seedOf } from '../../harness/seeded-chance.ts';
import { hour, minute } from '../../harness/settable-clock.ts';
import { newIntake, newPhone, normalised } from '../../harness/shop-fixtures.ts';
import type { Row } from '../../harness/stored-rows.ts';
import { lateFailures, type ScenarioName, scenarioNames } from '../../harness/twilio-scenarios.ts';

// What a kill in the middle of a sending leaves is tried in tests/long/killed-texts.test.ts.

const count = isLongRun ? 200 : 30;
const seed = seedOf('Conversations');
const rounds = 6;
/** The only rounds in which the provider may hang: each hang costs the full timeout. */
const slowRounds = [2, 4];
/** How often the provider is asked at the end until everything is known. */
const mostTries = 40;

const hanging: readonly ScenarioName[] = ['never answers', 'takes it and never answers'];
const troubles = scenarioNames.filter((name) => !hanging.includes(name));

const words = [
  ...['ACCEPT', 'accept please', 'DECLINE', 'No, decline', 'What is wrong with it?', 'yes', ''],
  ...['STOP', 'START', 'HELP', 'Liked “Reply ACCEPT or DECLINE.”', 'Sorry, wrong number'],
];

const automatic = [
  ...['confirm-accept', 'confirm-decline', 'clarify', 'which', 'not-open', 'call-us'],
  'unknown-number',
];

interface Customer {
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

/** So many of them at once. */
async function forAll<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const waiting = [...items];
  const workers = Array.from({ length: 24 }, async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  });
  await Promise.all(workers);
}

const groupBy = (rows: readonly Row[], column: string) =>
  Map.groupBy(rows, (row) => String(row[column]));

/** What must hold of texts, estimates and answers, no matter what has happened. */
async function expectTextsInOrder({ shop, standIn }: RealTexts) {
  const messages = await shop.rows.run('select * from messages');
  const estimates = await shop.rows.run('select * from estimates');
  const answers = await shop.rows.run(
    "select * from events where kind in ('estimate-accepted', 'estimate-declined')",
  );
  const byId = groupBy(messages, 'id');
  const bySid = groupBy(messages, 'provider_sid');
  const sent = standIn.texts
    .filter(({ direction }) => direction !== 'inbound')
    .map((text) => {
      const { searchParams } = new URL(text.statusCallback ?? '');
      return { ...text, reference: searchParams.get('reference') ?? '' };
    });
  const received = standIn.texts.filter(({ direction }) => direction === 'inbound');
  const outbound = messages.filter(({ direction }) => direction === 'outbound');
  const inbound = messages.filter(({ direction }) => direction === 'inbound');

  // Nothing was texted twice, and every text that the provider took is known here.
  expect(new Set(sent.map(({ reference }) => reference)).size).toBe(sent.length);
  for (const { reference, sid, to: phone, body } of sent) {
    expect(byId.has(reference)).toBe(true);
    // Of two texts of the same words that were cut short together, either may be taken for the other.
    expect(bySid.get(sid)).toMatchObject([{ phone, body }]);
  }
  expect(outbound.filter(({ provider_sid: sid }) => sid !== null)).toHaveLength(sent.length);
  expect(outbound.filter(({ state }) => state === 'sending' || state === 'unknown')).toEqual([]);

  // What customers texted is here once each, whether it was handed over or not.
  expect(inbound).toHaveLength(received.length);
  for (const { sid, from: phone, body } of received) {
    expect(bySid.get(sid)).toMatchObject([{ phone, body }]);
  }

  // Each estimate went out in exactly one text, and each such text is an estimate.
  const texted = new Map(sent.map((text) => [String(bySid.get(text.sid)?.[0]?.id), text]));
  const ofText = groupBy(estimates, 'message_id');
  for (const estimate of estimates) {
    const { body = '', to } = texted.get(String(estimate.message_id)) ?? {};
    expect(to).toBe(estimate.texted_phone);
    expect(body).toContain(estimate.repair_id);
    expect(body).toContain(`$${Number(estimate.estimate_price_cents) / 100}.00`);
    expect(ofText.get(String(estimate.message_id))).toHaveLength(1);
  }
  for (const { id, kind, state, provider_sid: sid } of outbound) {
    const isFailed = state === 'failed' || state === 'undelivered';
    if (kind === 'estimate' && sid !== null && !isFailed) {
      expect(ofText.has(String(id))).toBe(true);
    }
  }

  // Each answer that was applied is a text, in the customer's own words.
  for (const estimate of estimates) {
    if (estimate.response_status === 'pending') continue;
    const meaning = estimate.response_status === 'accepted' ? 'ACCEPT' : 'DECLINE';
    const said = inbound.filter((row) => row.phone === estimate.texted_phone);
    const bodies = said.filter((row) => row.meaning === meaning).map(({ body }) => body);
    expect(bodies).toContain(estimate.customer_reply);
  }

  // Nobody is talked to by the machine without end.
  const replies = outbound.filter(({ kind }) => automatic.includes(String(kind)));
  for (const ofPhone of groupBy(replies, 'phone').values()) {
    const times = ofPhone.map((row) => Date.parse(String(row.created_at))).sort((a, b) => a - b);
    for (const [index, fourth] of times.slice(3).entries()) {
      expect(fourth - (times[index] ?? 0)).toBeGreaterThanOrEqual(hour);
    }
  }
  return {
    texts: sent.length,
    replies: received.length,
    estimates: estimates.length,
    answers: answers.length,
    automatic: replies.length,
    refused: outbound.filter(({ state }) => state === 'failed').length,
  };
}

/** A shop full of customers, and everything that goes wrong with the provider. */
function bustle({ shop, standIn }: RealTexts, chance: Chance) {
  const trouble = ({ phone, chance: own }: Customer, isSlow = false) => {
    if (!own.happens(0.25)) return;
    standIn.script(phone, own.pick(isSlow && own.happens(0.2) ? hanging : troubles));
  };
  async function bringWatch(customer: Customer): Promise<void> {
    const watchModel = `No. ${customer.tickets.length}`;
    const body = newIntake({ customerPhone: customer.typed, watchModel });
    trouble(customer);
    const reply = await shop.staff.attempt('createRepair', { body });
    // So soon after another one it is refused.
    if (reply.status !== 201) return;
    const { repair } = reply.json() as { repair: { ticketNumber: string } };
    customer.tickets.push(repair.ticketNumber);
  }
  async function sendEstimate(customer: Customer, isSlow: boolean): Promise<void> {
    trouble(customer, isSlow);
    const repairId = customer.chance.pick(customer.tickets);
    const amount = 10 + Math.floor(customer.chance.next() * 500);
    await shop.staff.attempt('sendEstimate', { body: { repairId, amount } });
  }
  async function say(customer: Customer): Promise<void> {
    const { chance: own, phone, tickets } = customer;
    const body = own.happens(0.3)
      ? `${own.pick(['ACCEPT', 'DECLINE'])} ${tickets.at(-1) ?? 'WH000000AAA'}`
      : own.pick(words);
    trouble(customer);
    const text = standIn.text(phone, body);
    // Some are never handed over, and some more than once.
    if (own.happens(0.1)) return;
    const times = own.happens(0.2) ? 3 : 1;
    await Promise.all(Array.from({ length: times }, () => standIn.handOver(text, shopAddress)));
  }
  /** The provider tells how texts have fared: in any order, more than once, or not at all. */
  async function report(customer: Customer): Promise<void> {
    const { chance: own } = customer;
    const texts = standIn.textsTo(customer.phone).slice(customer.reported);
    customer.reported += texts.length;
    for (const text of texts) {
      if (own.happens(0.5)) continue;
      const last: { word: string; code?: string } = own.happens(0.1)
        ? own.pick(lateFailures)
        : { word: 'delivered' };
      const news = [{ word: 'sent' }, last, own.pick([last, { word: 'queued' }])];
      for (const { word, code } of own.shuffled(news)) await standIn.report(text, word, code);
    }
  }
  function act(customer: Customer, round: number): Promise<void> {
    const { chance: own, tickets, watches } = customer;
    if (round === 0 || tickets.length === 0) return bringWatch(customer);
    if (round === 1) return sendEstimate(customer, false);
    if (tickets.length < watches && own.happens(0.5)) return bringWatch(customer);
    if (own.happens(0.25)) return sendEstimate(customer, slowRounds.includes(round));
    return own.happens(0.6) ? say(customer) : report(customer);
  }
  const optedOut = async () => {
    const rows = await shop.rows.run('select phone from phones where opted_out_at is not null');
    return new Set(rows.map(({ phone }) => phone));
  };
  return {
    async round(customers: readonly Customer[], round: number): Promise<void> {
      const before = await optedOut();
      const textsBefore = standIn.texts.length;
      await forAll(chance.shuffled(customers), (customer) => act(customer, round));
      await shop.app.textsLeft();
      const after = await optedOut();
      const unwanted = standIn.texts
        .slice(textsBefore)
        .filter(({ direction, to }) => direction !== 'inbound' && before.has(to) && after.has(to));
      expect(unwanted.map(({ to, body }) => ({ to, body }))).toEqual([]);
    },
    async timePasses(): Promise<void> {
      shop.clock.advance((3 + Math.floor(chance.next() * 25)) * minute);
      await shop.app.takeMissedTexts();
      await shop.app.reconcileTexts();
    },
    async isAtRest(): Promise<boolean> {
      const rows = await shop.rows.run('select direction, state from messages');
      const inbound = rows.filter(({ direction }) => direction === 'inbound');
      const received = standIn.texts.filter(({ direction }) => direction === 'inbound');
      const isOpen = rows.some(({ state }) => state === 'sending' || state === 'unknown');
      return !isOpen && inbound.length === received.length;
    },
  };
}

describeOnBothEngines('many conversations, with everything going wrong', (engine) => {
  it('leave every text, estimate and answer in order', { timeout: 600_000 }, async () => {
    const chance = seededChance(seed);
    const texting = await startWithRealTexts(engine, { overrides: { providerPatienceMs: 400 } });
    const { round, timePasses, isAtRest } = bustle(texting, chance);
    const customers = Array.from({ length: count }, (_, index): Customer => {
      const typed = newPhone();
      const watches = chance.pick([1, 1, 1, 2, 3]);
      const own = seededChance(seed + index + 1);
      return { typed, phone: normalised(typed), tickets: [], watches, reported: 0, chance: own };
    });
    for (let number = 0; number < rounds; number += 1) {
      await round(customers, number);
      await timePasses();
    }
    // On a busy machine the provider's answers may come too late several times over.
    for (let tries = 0; tries < mostTries && !(await isAtRest()); tries += 1) await timePasses();
    const found = await expectTextsInOrder(texting);
    for (const amount of Object.values(found)) expect(amount).toBeGreaterThan(0);
    await texting.close();
  });
});
