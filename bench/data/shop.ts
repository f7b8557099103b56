import { changedFields } from '../../domain/changed-fields.ts';
import { filedPhone } from '../../domain/phone.ts';
import { clientSearchLine } from '../../domain/search-text.ts';
import type { ShopConfig } from '../../domain/shop-config.ts';
import { ticketNumberCandidate } from '../../domain/ticket-number.ts';
import { type OpenDay, shopCalendar } from '../../scripts/demo/calendar.ts';
import { type Chance, chanceOf } from '../../scripts/demo/chance.ts';
import { technicianChoice } from '../../scripts/demo/job.ts';
import { population } from '../../scripts/demo/people.ts';
import type { Tier } from '../../scripts/demo/watches.ts';
import type { ClientsTable } from '../../server/database/tables.ts';
import { seededIds } from './ids.ts';
import { isoTime, openLedger, putInOrder, type ShopRows } from './ledger.ts';
import { phoneNumber } from './phones.ts';
import { type Counter, type Customer, liveThrough } from './visit.ts';

/**
 * A made-up shop of any size, day by day: a million tickets are too many to hold in memory, and too
 * many to have the product live through them. People and watches are those of the demo (`scripts/demo`).
 */

export interface BenchShop {
  tickets: number;
  seed: string;
  /** The shop's present, milliseconds since 1970. */
  now: number;
}

/** All stores are of one present, so that the same seed makes the same store on any day. */
export const storesPresent = Date.parse('2026-11-20T18:00:00Z');

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * The shop takes a million watches in ten years, and fewer when it has fewer years. So about 2,600
 * are in the shop at any time; a small one has them for a third of its tickets, not for nearly all.
 */
const daysInTheShop = 9.5;
const mostOpen = 2600;
const openShare = 0.3;

/** Of so many visits one is a new client's; together with those of several watches 45 clients for 100 tickets. */
const newClientShare = 0.49;
/** Some of the directory never brought anything. */
const onlyListedShare = 0.06;
/** As many may come again at any time. */
const mostReturning = 50_000;

const deletedClientShare = 0.03;
const keptMs = 29 * dayMs;

function quickened(chance: Chance): Chance {
  // Ids are a good part of all rows: as many digits as fit into one number are drawn at once.
  const hex = (length: number): string => {
    const drawn = Math.floor(chance.next() * 16 ** Math.min(length, 8)).toString(16);
    const some = drawn.padStart(Math.min(length, 8), '0');
    return length > 8 ? some + hex(length - 8) : some;
  };
  const uuid = () =>
    `${hex(8)}-${hex(4)}-4${hex(3)}-${chance.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`;
  return { ...chance, hex, uuid };
}

/** Rows wait here until nothing can come before them any more. */
function openDayBooks() {
  const days = new Map<number, ShopRows>();
  const dayOf = (time: string) => Math.floor(Date.parse(time) / dayMs);

  function put<Name extends keyof ShopRows>(name: Name, time: string, row: ShopRows[Name][number]) {
    const day = dayOf(time);
    let rows = days.get(day);
    if (rows === undefined) {
      rows = openLedger().rows;
      days.set(day, rows);
    }
    (rows[name] as (typeof row)[]).push(row);
  }

  return {
    take(rows: ShopRows): void {
      for (const row of rows.clients) put('clients', row.created_at, row);
      for (const row of rows.repair_tickets) put('repair_tickets', row.created_at, row);
      for (const row of rows.estimates) put('estimates', row.created_at, row);
      for (const row of rows.messages) put('messages', row.created_at, row);
      for (const row of rows.events) put('events', row.at, row);
      for (const row of rows.changes) put('changes', row.at, row);
      for (const row of rows.phones) put('phones', row.opted_out_at ?? isoTime(0), row);
    },
    /** Everything up to a moment's day, each day's rows in the order of time. */
    *until(moment: number): Generator<ShopRows> {
      const last = Math.floor(moment / dayMs);
      for (const day of [...days.keys()].sort((one, other) => one - other)) {
        const rows = days.get(day);
        if (day >= last || rows === undefined) continue;
        days.delete(day);
        putInOrder(rows);
        yield rows;
      }
    },
  };
}

/** Those who have been here and may come again; who is forgotten, is forgotten by chance. */
function openCircle(chance: Chance) {
  const circle: { customer: Customer; freeAt: number }[] = [];
  return {
    add(customer: Customer, freeAt: number): void {
      if (circle.length < mostReturning) circle.push({ customer, freeAt });
      else circle[chance.int(mostReturning)] = { customer, freeAt };
    },
    /** @returns somebody who has nothing in the shop; some come more often than others */
    oneWhoReturns(now: number): { customer: Customer; stay: (freeAt: number) => void } | null {
      for (let tries = 0; tries < 4 && circle.length > 0; tries += 1) {
        const index = Math.floor(chance.next() ** 2 * circle.length);
        const found = circle[index];
        if (found === undefined || found.freeAt > now) continue;
        const { customer } = found;
        return {
          customer,
          stay: (freeAt) => {
            found.freeAt = freeAt;
          },
        };
      }
      return null;
    },
  };
}

function* visitsOf(days: readonly OpenDay[], tickets: number, present: number, chance: Chance) {
  const total = days.reduce((sum, { weight }) => sum + weight, 0);
  let weightSoFar = 0;
  let given = 0;
  for (const day of days) {
    weightSoFar += day.weight;
    const wanted = Math.round((tickets * weightSoFar) / total) - given;
    given += wanted;
    const last = Math.min(day.closes - 15 * minuteMs, present - 5 * minuteMs);
    const visits: { at: number; watches: number }[] = [];
    for (let left = wanted; left > 0; ) {
      const watches = Math.min(left, chance.happens(0.9) ? 1 : 2 + chance.int(2));
      visits.push({ at: Math.trunc(chance.between(day.opens + 4 * minuteMs, last)), watches });
      left -= watches;
    }
    yield { day, visits: visits.sort((one, other) => one.at - other.at) };
  }
}

/**
 * The shop from its first day to its present, a few days' rows at a time: the rows of each table
 * come in the order of their ids or times, and whatever a row names comes before it or with it. The
 * same size, seed and present make the same shop.
 */
export function* shopDays(
  { tickets, seed, now }: BenchShop,
  { shop, technicians }: ShopConfig,
): Generator<ShopRows> {
  const present = now - 2 * minuteMs;
  const perDay = Math.min(tickets * openShare, mostOpen) / daysInTheShop;
  const calendar = shopCalendar(now - Math.max(2, tickets / perDay) * dayMs, now);
  const chance = quickened(chanceOf(`${seed} ${tickets}`));
  const newId = seededIds(chance);
  const people = population();
  const circle = openCircle(chance);
  const books = openDayBooks();
  const ticketNumbers = new Set<string>();
  const counter: Counter = {
    present,
    calendar,
    chance,
    newId,
    shop,
    technicianFor: technicianChoice(technicians),
    newTicketNumber: (moment) => {
      for (;;) {
        const candidate = ticketNumberCandidate(moment, chance.int);
        if (ticketNumbers.has(candidate)) continue;
        ticketNumbers.add(candidate);
        return candidate;
      }
    },
  };
  let clients = 0;

  function enter(at: number, hasPhone: boolean): Customer {
    const person = people.person(chance, clients, hasPhone ? phoneNumber(clients) : null);
    clients += 1;
    const time = isoTime(at);
    const client: ClientsTable = {
      id: newId(at),
      ...person,
      text_phone: filedPhone(person.phone),
      email_key: person.email.toLowerCase(),
      search_text: clientSearchLine(person),
      created_at: time,
      updated_at: time,
      deleted_at: null,
      purged_at: null,
    };
    const taste = chance.weighted<Tier>(
      [1, 2, 3, 4, 5],
      (tier) => [0, 30, 32, 20, 12, 6][tier] ?? 0,
    );
    return { client, taste, isLandline: chance.happens(0.006), watches: [] };
  }

  /** Deleted clients can be brought back for 30 days, like repairs. */
  function deleteOneOf({ client }: Customer, ledger: ReturnType<typeof openLedger>): void {
    const since = Date.parse(client.created_at);
    if (present - since > keptMs || !chance.happens(deletedClientShare)) return;
    const last = Math.max(since, ...ledger.rows.events.map(({ at }) => Date.parse(at)));
    const deletedAt = calendar.workingAfter(last, 10 + chance.int(600));
    if (deletedAt > present) return;
    const at = isoTime(deletedAt);
    Object.assign(client, { deleted_at: at, updated_at: at });
    const data = { ...changedFields({ deleted: false }, { deleted: true }) };
    ledger.record(
      at,
      [{ kind: 'client-deleted', actor: 'staff', client_id: client.id, data }],
      [{ entity: 'client', entity_id: client.id, what: 'deleted', ticket_number: null }],
    );
  }

  function onlyList(at: number): void {
    const ledger = openLedger();
    const customer = enter(at, chance.happens(0.8));
    const { id, name, email, phone, address, created_at } = customer.client;
    const data = { before: null, after: { name, email, phone, address } };
    ledger.rows.clients.push(customer.client);
    ledger.record(
      created_at,
      [{ kind: 'client-created', actor: 'staff', client_id: id, data }],
      [{ entity: 'client', entity_id: id, what: 'created', ticket_number: null }],
    );
    deleteOneOf(customer, ledger);
    books.take(ledger.rows);
  }

  function come(at: number, watches: number): void {
    const ledger = openLedger();
    const known = chance.happens(newClientShare) ? null : circle.oneWhoReturns(at);
    const customer = known?.customer ?? enter(at, true);
    if (known === null) ledger.rows.clients.push(customer.client);
    const isOver = liveThrough(customer, { at, watches, isFirst: known === null }, ledger, counter);
    if (known === null && isOver) deleteOneOf(customer, ledger);
    const last = Math.max(...ledger.rows.messages.map((each) => Date.parse(each.updated_at)), at);
    const hasLeft = !isOver || customer.client.deleted_at !== null || ledger.rows.phones.length > 0;
    const freeAt = hasLeft ? Number.POSITIVE_INFINITY : last + dayMs;
    if (known) known.stay(freeAt);
    else if (!hasLeft) circle.add(customer, freeAt);
    books.take(ledger.rows);
  }

  const days = calendar.openDays.filter(({ opens }) => opens + 20 * minuteMs < present);
  for (const { day, visits } of visitsOf(days, tickets, present, chance)) {
    for (const { at, watches } of visits) {
      if (chance.happens(newClientShare * onlyListedShare)) onlyList(at - 3 * minuteMs);
      come(at, watches);
    }
    yield* books.until(day.opens);
  }
  yield* books.until(Number.POSITIVE_INFINITY);
}
