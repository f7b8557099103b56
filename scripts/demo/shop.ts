import { maxSeenRepairs } from '../../domain/api-inputs.ts';
import { dateIn } from '../../domain/calendar-date.ts';
import { noClientExtras } from '../../domain/client-fields.ts';
import { textablePhone } from '../../domain/phone.ts';
import { proposedDate } from '../../domain/promised-date.ts';
import { noRepairValues } from '../../domain/repair-fields.ts';
import type { ShopSettings } from '../../domain/shop-settings.ts';
import type { App } from '../../server/app.ts';
import { createClient, deleteClient } from '../../server/clients/actions.ts';
import { withActor } from '../../server/history/acting.ts';
import type { SendResult, TextSender } from '../../server/ports/text-sender.ts';
import { createRepair } from '../../server/repairs/intake.ts';
import { attentionLimits } from '../../server/settings/calendar.ts';
import { handleAttention } from '../../server/texts/attention.ts';
import { listAttention } from '../../server/texts/attention-list.ts';
import { reportDelivery } from '../../server/texts/outcomes.ts';
import { createSimulatedSender } from '../../server/texts/simulated-sender.ts';
import { resendText } from '../../server/texts/staff-texts.ts';
import { type SeenRepairs, seenRepairs } from '../../server/watches/seen.ts';
import { type Agenda, openAgenda } from './agenda.ts';
import { finalCheckOf } from './bench.ts';
import { shopCalendar, timeZone } from './calendar.ts';
import { type Chance, chanceOf } from './chance.ts';
import { conditionOf } from './condition.ts';
import { countDrawer } from './drawer.ts';
import { extrasOf, referenceOf, secondContactOf } from './extras.ts';
import { type Job, jobFor, technicianChoice } from './job.ts';
import { methods } from './payments.ts';
import { population, relativeOf } from './people.ts';
import { fictionalPhones } from './phones.ts';
import { type Customer, unlessRefused } from './plans.ts';
import { storyWith } from './story.ts';
import { type ClientVisit, clientVisits, type ShopSize } from './visits.ts';
import { type Tier, type Watch, watchFor } from './watches.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const threeYearsMs = 3 * 365 * dayMs;

/** As far back as anyone looks. */
const countedWithinMs = 90 * dayMs;

/** The product would clear away what was deleted longer ago; so nothing is deleted earlier than this. */
const deletedWithinMs = 25 * dayMs;

/** Most get the date that is proposed, big jobs another week; some customers need none. */
function promisedOn(
  { calendar }: ShopSettings,
  job: Job,
  now: number,
  chance: Chance,
): string | null {
  if (!job.isSameDay && chance.happens(0.08)) return null;
  const usualDays = calendar.usualDays * (job.hours >= 3 ? 2 : 1);
  return proposedDate(job.isSameDay, dateIn(now, timeZone), { ...calendar, usualDays });
}

/** Some customers approve work up to a price; those who are to be asked before the work name less than it costs. */
function approvedUpTo({ cents, isQuoted }: Job, repairId: string): number | null {
  if (!chanceOf(`${repairId} approved`).happens(0.12)) return null;
  return Math.ceil((cents * (isQuoted ? 0.6 : 1.2)) / 1000) * 10;
}

/** Staff recognize the watches of returning customers; some are too busy to answer. */
function answerFor(
  seen: readonly SeenRepairs[],
  customerName: string,
  repairId: string,
): string[] | undefined {
  if (seen.length === 0 || !chanceOf(`${repairId} seen`).happens(0.85)) return undefined;
  const theirs = seen.find(({ repairs }) =>
    repairs.some((repair) => repair.customerName === customerName),
  );
  return theirs?.repairs.slice(0, maxSeenRepairs).map(({ ticketNumber }) => ticketNumber) ?? [];
}

/** What carriers report about texts that do not arrive. */
const carrierCodes = ['30003', '30005', '30006', '30007'];
const landlineCode = '21614';

/** Carries the shop's texts: most arrive after seconds, a few never, and landlines take none. */
export function carrierOf(agenda: Agenda, seed: string, app: () => App) {
  const chance = chanceOf(`${seed} carrier`);
  const landlines = new Set<string>();
  let hasArrived = true;
  const sender: TextSender = {
    ...createSimulatedSender(() => app().deps.photoStore),
    find: async () => ({ kind: 'not-found' }),
    send: async ({ reference, to }): Promise<SendResult> => {
      agenda.pass(120 + chance.int(600));
      hasArrived = !landlines.has(to);
      if (!hasArrived) return { kind: 'rejected', code: landlineCode };
      const sid = `SM${reference.replaceAll('-', '')}`;
      hasArrived = !chance.happens(0.012);
      const state = hasArrived ? (chance.happens(0.02) ? 'sent' : 'delivered') : 'undelivered';
      const errorCode = hasArrived ? null : chance.pick(carrierCodes);
      agenda.at(agenda.now() + 800 + chance.int(9000), async () => {
        await reportDelivery(app().deps, { reference, sid, state, errorCode });
      });
      return { kind: 'accepted', sid };
    },
  };
  return {
    sender,
    addLandline: (phone: string) => landlines.add(textablePhone(phone) ?? ''),
    hasArrived: () => hasArrived,
  };
}

/** The moment from which repairs have photos: that of the oldest among this many of the newest. */
function photosSince(visits: readonly ClientVisit[][], amount: number): number {
  const newest = visits
    .flatMap((each) => each.flatMap(({ at, watches }) => Array.from({ length: watches }, () => at)))
    .sort((one, other) => other - one);
  return amount === 0
    ? Number.POSITIVE_INFINITY
    : (newest[Math.min(amount, newest.length) - 1] ?? 0);
}

interface Setting {
  size: ShopSize;
  config: ShopSettings;
  agenda: Agenda;
  carrier: ReturnType<typeof carrierOf>;
  app: App;
  progress: (done: number) => void;
}

/**
 * Lives through a shop's last three years: people come with watches, and what is done, texted and
 * answered about them is done by the product, one step after the other in order of time.
 */
export async function liveThrough(setting: Setting): Promise<void> {
  const { size, config, agenda, carrier, app, progress } = setting;
  const { deps } = app;
  const present = presentOf(size);
  const calendar = shopCalendar(size.now - threeYearsMs, size.now);
  const chance = chanceOf(`${size.seed} shop`);
  const visits = clientVisits({ ...size, present }, calendar, chance);
  const pastDays = calendar.openDays.filter(({ closes }) => closes < present);
  const photosFrom = photosSince(visits, Math.min(size.photos, size.repairs));
  const phones = fictionalPhones(chance);
  const people = population();
  const technicianFor = technicianChoice(config.technicians);
  const { hasArrived } = carrier;
  const story = storyWith({ deps, agenda, calendar, hasArrived, technicianFor });
  let takenIn = 0;

  async function enter(customer: Customer): Promise<void> {
    const { name, email, phone, address } = customer.person;
    const { id } = await createClient(deps, {
      ...noClientExtras,
      name,
      email,
      phone,
      address,
    });
    customer.clientId = id;
    const isRecent = agenda.now() > present - deletedWithinMs;
    if (!isRecent || customer.hasVisits || !customer.chance.happens(0.3)) return;
    agenda.at(calendar.workingAfter(agenda.now(), 30), () => deleteClient(deps, id));
  }

  /** @returns the visit: the first of its watches names it, as in the browser */
  async function takeIn(
    customer: Customer,
    watch: Watch,
    at: number,
    visit: string | null,
  ): Promise<string> {
    const { chance: own, person, clientId } = customer;
    const job = jobFor(watch, own);
    const repairId = own.uuid();
    const visitId = visit ?? repairId;
    const repairPrice = job.isQuoted ? null : job.cents / 100;
    // A battery or a strap, and the customer waits.
    const waits = repairPrice !== null && job.hours < 0.5 && own.happens(0.35);
    const finish = waits && {
      technicianId: technicianFor(watch, own).id,
      notes: job.notes,
      finalCheck: finalCheckOf(repairId, watch, config.finalCheck),
      price: repairPrice,
      amount: repairPrice,
      method: own.pick(methods),
      paymentId: own.uuid(),
    };
    const serials = { serialNumber: watch.serial, movementSerial: watch.movementSerial };
    const seen = await seenRepairs(
      deps.database.read,
      { watchBrand: watch.brand, ...serials },
      null,
    );
    const { repair } = await createRepair(deps, {
      repairId,
      clientId,
      asNewClient: false,
      confirmClientChanges: false,
      visitId,
      customerName: person.name,
      customerEmail: person.email,
      customerPhone: person.phone,
      customerAddress: person.address,
      ...extrasOf(person.phone),
      ...noRepairValues,
      theirReference: referenceOf(person.phone, repairId),
      watchBrand: watch.brand,
      watchModel: watch.model,
      ...serials,
      ...{ reference: watch.reference, caliber: watch.caliber },
      ...secondContactOf(person, repairId),
      condition: conditionOf(watch, repairId),
      sameWatchAs: answerFor(seen, person.name, repairId),
      issue: job.request,
      repairPrice,
      priceNotes: job.priceNotes,
      approvedUpTo: approvedUpTo(job, repairId),
      otherCollector: own.happens(0.06) ? relativeOf(person, own) : null,
      expectedOn: promisedOn(config, job, agenda.now(), own),
      isSameDay: job.isSameDay,
      ...(finish && { finish }),
    });
    customer.clientId = repair.clientId;
    const isMistake = at > present - deletedWithinMs && own.happens(0.02);
    if (!finish) {
      story.begin(
        {
          customer,
          repair,
          watch,
          job,
          hasPhotos: at >= photosFrom,
          plans: 0,
          asked: 0,
          isAgreed: !job.isQuoted,
          notes: job.notes,
        },
        isMistake,
      );
    }
    takenIn += 1;
    progress(takenIn);
    return visitId;
  }

  /** One of their watches comes in again, if it is not in the shop, or a new one. */
  function broughtWatch(customer: Customer, others: readonly Watch[]): Watch {
    const { chance: own, owned, taste } = customer;
    const inShop = customer.visits.map(({ watch }) => watch);
    const isHere = (watch: Watch) =>
      [...inShop, ...others].some(
        ({ brand, model }) => brand === watch.brand && model === watch.model,
      );
    for (;;) {
      const known = own.happens(0.4) && owned.length > 0;
      const watch = known ? own.pick(owned) : watchFor(taste, own);
      if (!isHere(watch)) return watch;
    }
  }

  function come(customer: Customer, { at, watches }: ClientVisit, isFirst: boolean): void {
    const { chance: own, person } = customer;
    const brought: Watch[] = [];
    let visit: string | null = null;
    for (let index = 0; index < watches; index += 1) {
      agenda.at(at + index * 60_000 + own.int(25_000), async () => {
        if (!isFirst && index === 0 && own.happens(0.03)) {
          person.address = `${1 + own.int(400)} Plover Street, Harrow Falls, ME 04931`;
        }
        const watch = broughtWatch(customer, brought);
        brought.push(watch);
        customer.owned.push(watch);
        visit = await takeIn(customer, watch, at, visit);
      });
    }
  }

  visits.forEach((own, index) => {
    const ownChance = chanceOf(`${size.seed} client ${index}`);
    const hasPhone = own.length > 0 || ownChance.happens(0.8);
    const digits = hasPhone ? (phones[index] ?? null) : null;
    const customer: Customer = {
      person: people.person(ownChance, index, digits),
      chance: ownChance,
      isLandline: ownChance.happens(0.006),
      taste: ownChance.weighted<Tier>([1, 2, 3, 4, 5], (tier) => [0, 30, 32, 20, 12, 6][tier] ?? 0),
      owned: [],
      clientId: null,
      hasVisits: own.length > 0,
      visits: [],
    };
    if (customer.isLandline) carrier.addLandline(customer.person.phone);
    // Some are entered in the directory before they bring anything, and some never bring anything.
    const day = ownChance.pick(pastDays);
    const first = own[0]?.at;
    const enteredAt = Math.trunc(ownChance.between(day.opens, day.closes));
    if (first === undefined) agenda.at(enteredAt, () => enter(customer));
    else if (ownChance.happens(0.06)) agenda.at(first - 3 * minuteMs, () => enter(customer));
    own.forEach((visit, order) => {
      come(customer, visit, order === 0);
    });
  });

  /** Staff go through what needs attention; some of what came in the last two weeks is still waiting. */
  async function lookThroughCases(): Promise<void> {
    const { read } = deps.database;
    const limits = await attentionLimits(read, agenda.now());
    const { items } = await listAttention(read, { limit: 100 }, limits);
    for (const { id, at, message } of items) {
      // An answer waits until the story goes on.
      if (message === null) continue;
      const isRecent = present - Date.parse(at) < 14 * dayMs;
      if (chance.happens(isRecent ? 0.88 : 0.3)) continue;
      const isResent =
        message.direction === 'outbound' && chance.happens(0.5)
          ? await unlessRefused(resendText(deps, id))
          : null;
      if (isResent === null) await handleAttention(deps, id);
    }
  }

  const { reminderAfterDays, estimateExpiresAfterDays } = config.texts;
  const hasDeadlines = reminderAfterDays !== null || estimateExpiresAfterDays !== null;
  for (const { opens, closes } of calendar.openDays) {
    agenda.at(opens + 90 * minuteMs, lookThroughCases);
    if (closes > present - countedWithinMs) {
      agenda.at(closes + 10 * minuteMs, () =>
        countDrawer(deps, config.cashFloat, agenda.now(), size.seed),
      );
    }
    for (let at = opens; hasDeadlines && at < closes; at += 60 * minuteMs) {
      agenda.at(at, app.meetDeadlines);
    }
  }

  /** Staff log in at the counter and in the workshop each day, taking turns. */
  const sessions = new Map<string, string>();
  const { staff } = config;
  const actingNow = () => {
    const day = Math.floor(agenda.now() / dayMs);
    const places = ['counter', 'workshop'];
    const place = chance.happens(0.6) ? 0 : 1;
    const name = `${places[place]} ${day}`;
    const session = sessions.get(name) ?? chanceOf(`${size.seed} ${name}`).hex(12);
    sessions.set(name, session);
    return { session, initials: staff[(day + place) % staff.length]?.initials ?? null };
  };
  await agenda.run((step) => withActor(actingNow(), step));
}

/** The last moment at which anything happens. */
export const presentOf = ({ now }: ShopSize): number => now - 2 * minuteMs;

export const agendaFor = (size: ShopSize): Agenda => openAgenda(presentOf(size));
