import { changedFields } from '../../domain/changed-fields.ts';
import { filedPhone } from '../../domain/phone.ts';
import { searchLine } from '../../domain/search-text.ts';
import type { ShopConfig, Technician } from '../../domain/shop-config.ts';
import { ticketNumberCandidate } from '../../domain/ticket-number.ts';
import type { ClientsTable } from '../../server/database/tables.ts';
import { openAgenda } from './agenda.ts';
import { type Calendar, type OpenDay, shopCalendar } from './calendar.ts';
import { type Chance, chanceOf, seededIds } from './chance.ts';
import { type Desk, deskFor, type PhotoOrder } from './desk.ts';
import { jobFor } from './job.ts';
import { isoTime, type Ledger, openLedger, putInOrder, type ShopRows } from './ledger.ts';
import { population } from './people.ts';
import { fictionalPhones, mostPhones } from './phones.ts';
import { storyOf } from './story.ts';
import { textingWith } from './texting.ts';
import { type ClientVisit, clientVisits, mostRepairsPerClient } from './visits.ts';
import { type Tier, type Watch, watchFor } from './watches.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const threeYearsMs = 3 * 365 * dayMs;

export interface ShopSize {
  repairs: number;
  clients: number;
  /** How many of the newest repairs have photos. */
  photos: number;
  seed: string;
  /** The shop's present, milliseconds since 1970. */
  now: number;
}

export interface DemoShop {
  rows: ShopRows;
  photos: PhotoOrder[];
}

export { mostPhones as mostClients, mostRepairsPerClient };

/** Who gets which watch: by speciality first, and some are quicker than others. */
export function technicianChoice(technicians: readonly Technician[]) {
  const pace = [1.5, 1.25, 1.1, 0.8, 0.7, 0.55];
  const suits = (specialty: string, { brand, movement, tier }: Watch) =>
    specialty.toLowerCase() === brand.toLowerCase() ||
    specialty.toLowerCase() === movement ||
    (specialty === 'Luxury' && tier >= 4) ||
    (specialty === 'Smart Watches' && movement === 'smart') ||
    (specialty === 'Antique' && movement === 'vintage');
  return (watch: Watch, chance: Chance): Technician =>
    chance.weighted(technicians, (technician) => {
      const isTheirs = technician.specialties.some((specialty) => suits(specialty, watch));
      return (pace[technicians.indexOf(technician)] ?? 1) * (isTheirs ? 5 : 1);
    });
}

/** The moment from which on repairs have photos: that of the so many newest. */
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
  present: number;
  calendar: Calendar;
  pastDays: readonly OpenDay[];
  ledger: Ledger;
  photos: PhotoOrder[];
  photosFrom: number;
  shop: ShopConfig['shop'];
  technicianFor: ReturnType<typeof technicianChoice>;
  ticketNumbers: Set<string>;
}

type Fields = Pick<ClientsTable, 'name' | 'email' | 'phone' | 'address'>;
const fieldsOf = ({ name, email, phone, address }: Fields): Fields => ({
  name,
  email,
  phone,
  address,
});

const clientSearchText = ({ name, email, phone, address }: Fields) =>
  searchLine([name, email, address], phone);

/** One client's three years, from the first visit on. */
function liveThrough(
  setting: Setting,
  chance: Chance,
  person: Fields,
  visits: readonly ClientVisit[],
  isLandline: boolean,
): void {
  const { size, present, calendar, ledger, photos, photosFrom } = setting;
  const newId = seededIds(chance);
  const first = visits[0]?.at;
  // Some are entered in the directory before they bring anything, and some never bring anything.
  const isEntered = first === undefined || chance.happens(0.06);
  const openDay = chance.pick(setting.pastDays);
  const since = first ?? Math.trunc(chance.between(openDay.opens, openDay.closes));
  const enteredAt = first === undefined ? since : isEntered ? since - 3 * minuteMs : since;
  const at = isoTime(enteredAt);
  const client: ClientsTable = {
    id: newId(enteredAt),
    ...person,
    text_phone: filedPhone(person.phone),
    email_key: person.email.toLowerCase(),
    search_text: clientSearchText(person),
    created_at: at,
    updated_at: at,
    deleted_at: null,
    purged_at: null,
  };
  ledger.rows.clients.push(client);
  const change = { entity: 'client' as const, entity_id: client.id, ticket_number: null };
  const tell = (when: string, kind: string, data: Record<string, unknown> = {}) =>
    ledger.record(
      when,
      [{ kind, actor: 'staff', client_id: client.id, data }],
      [{ ...change, what: kind.replace('client-', '') }],
    );
  if (isEntered) tell(at, 'client-created', { before: null, after: fieldsOf(client) });

  const agenda = openAgenda(present);
  const desk: Desk = deskFor({
    client,
    ledger,
    chance,
    newId,
    photos,
    texting: () => texting,
    newTicketNumber: (now) => {
      for (;;) {
        const candidate = ticketNumberCandidate(now, chance.int);
        if (setting.ticketNumbers.has(candidate)) continue;
        setting.ticketNumbers.add(candidate);
        return candidate;
      }
    },
  });
  const texting = textingWith({
    shop: setting.shop,
    phone: client.phone,
    isLandline,
    ledger,
    chance,
    newId,
    present,
    ticketOf: desk.ticketOf,
    newestTicket: () => desk.tickets().at(-1)?.ticket_number ?? null,
    estimates: desk.estimates,
    onAnswer: desk.applyAnswer,
  });
  const { technicianFor } = setting;
  const story = storyOf({ agenda, calendar, chance, desk, texting, technicianFor });

  /** The address has changed since the last visit: the newest wins. */
  function move(now: number): void {
    const before = fieldsOf(client);
    const address = `${1 + chance.int(400)} ${chance.pick(['Plover Street', 'Chandler’s Row', 'Old Mill Road'])}, Harrow Falls, ME 04931`;
    Object.assign(client, { address, updated_at: isoTime(now) });
    client.search_text = clientSearchText(client);
    const changes = changedFields({ ...before }, { ...fieldsOf(client) });
    tell(client.updated_at, 'client-updated', { ...changes });
  }

  const taste = chance.weighted<Tier>(
    [1, 2, 3, 4, 5],
    (tier) => [30, 32, 20, 12, 6][tier - 1] ?? 0,
  );
  const owned: { watch: Watch; ticketNumber: string }[] = [];
  /** One of their watches comes again, if it is not in the shop, or another one. */
  function broughtWatch(): Watch {
    const known = chance.happens(0.4) && owned.length > 0 ? chance.pick(owned) : undefined;
    const isHome = known && desk.ticketOf(known.ticketNumber)?.status === 'completed';
    return known && isHome ? known.watch : watchFor(taste, chance);
  }

  function come(visit: ClientVisit, index: number): void {
    for (let watch = 0; watch < visit.watches; watch += 1) {
      agenda.at(visit.at + watch * (45_000 + chance.int(30_000)), (now) => {
        const isFirst = index === 0 && watch === 0;
        if (index > 0 && watch === 0 && chance.happens(0.03)) move(now);
        const brought = broughtWatch();
        const job = jobFor(brought, chance);
        const row = desk.takeIn(brought, job, isFirst && !isEntered, now);
        owned.push({ watch: brought, ticketNumber: row.ticket_number });
        story.begin({ row, watch: brought, job, hasPhotos: visit.at >= photosFrom }, now);
      });
    }
  }
  visits.forEach(come);
  agenda.run();
  texting.close(calendar);
  ledger.rows.estimates.push(...desk.estimates());

  const isGone =
    size.clients > 100 &&
    since < present - 200 * dayMs &&
    desk.tickets().every(({ status }) => status === 'completed') &&
    chance.happens(0.003);
  if (!isGone) return;
  const lastSeen = Math.max(since, ...desk.tickets().map((row) => Date.parse(row.updated_at)));
  const deletedAt = calendar.workingAfter(lastSeen + 20 * dayMs, 60);
  if (deletedAt > present) return;
  Object.assign(client, { deleted_at: isoTime(deletedAt), updated_at: isoTime(deletedAt) });
  const changes = changedFields({ deleted: false }, { deleted: true });
  tell(isoTime(deletedAt), 'client-deleted', { ...changes });
}

/**
 * Makes up a shop's last three years: who came with what, what was done, texted and answered, and
 * where everything stands now. The same size, seed and present make the same shop.
 *
 * @param progress hears how many clients have been lived through
 */
export function inventShop(
  size: ShopSize,
  { shop, technicians }: ShopConfig,
  progress: (done: number) => void = () => undefined,
): DemoShop {
  const present = size.now - 2 * minuteMs;
  const calendar = shopCalendar(size.now - threeYearsMs, size.now);
  const ledger = openLedger();
  const chance = chanceOf(`${size.seed} shop`);
  const visits = clientVisits({ ...size, present }, calendar, chance);
  const phones = fictionalPhones(chance);
  const people = population();
  const setting: Setting = {
    size,
    present,
    calendar,
    pastDays: calendar.openDays.filter(({ closes }) => closes < present),
    ledger,
    photos: [],
    photosFrom: photosSince(visits, Math.min(size.photos, size.repairs)),
    shop,
    technicianFor: technicianChoice(technicians),
    ticketNumbers: new Set(),
  };
  visits.forEach((own, index) => {
    const ownChance = chanceOf(`${size.seed} client ${index}`);
    const hasPhone = own.length > 0 || ownChance.happens(0.8);
    const person = people.person(ownChance, index, hasPhone ? (phones[index] ?? null) : null);
    liveThrough(setting, ownChance, person, own, ownChance.happens(0.006));
    progress(index + 1);
  });
  putInOrder(ledger.rows);
  return { rows: ledger.rows, photos: setting.photos };
}
