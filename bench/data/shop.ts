import { clientSearchLine } from '../../domain/search-text.ts';
import { ticketNumberCandidate } from '../../domain/ticket-number.ts';
import { dayMs, iso, openBooks, type ShopRows, storesPresent } from './books.ts';
import { deletedKeptMs, takeIn } from './visit.ts';
import { areaCodes, firstNames, nameBeginnings, nameEndings } from './words.ts';

/** A made-up shop of any size, the same for the same seed. Its stores are only for measuring. */

const years = { least: 0.25, most: 10, ticketsInOne: 2_000 };
/** How long a watch stays, so that a large shop has about so many at a time. */
const stayDays = { least: 9.5, most: 45, openTickets: 2_600 };
const newClientShare = 0.45;
/** So many of the clients may come again at any time. */
const mostReturning = 50_000;

const exchanges = Array.from({ length: 800 }, (_, index) => String(200 + index)).filter(
  (exchange) => !exchange.endsWith('11') && exchange !== '555',
);

/** Ten digits, others for every index: the stride shares no factor with the amount. */
function phoneDigits(index: number): string {
  const place = (index * 16_180_339) % (areaCodes.length * exchanges.length * 10_000);
  const rest = Math.floor(place / 10_000);
  const area = areaCodes[Math.floor(rest / exchanges.length)];
  return `${area}${exchanges[rest % exchanges.length]}${String(place % 10_000).padStart(4, '0')}`;
}

type Client = ShopRows['clients'][number];

/**
 * The shop from its first day to its present.
 *
 * @param tickets how many it has taken in
 */
export function* shopDays(tickets: number, seed = 1): Generator<ShopRows> {
  const books = openBooks(seed);
  const { next, int, happens, pick, put, daysBefore, newId, recordEvent, recordChange } = books;
  const spanDays = Math.min(years.most, Math.max(years.least, tickets / years.ticketsInOne)) * 365;
  const stayMs =
    Math.min(stayDays.most, Math.max(stayDays.least, (stayDays.openTickets * spanDays) / tickets)) *
    dayMs;

  let clients = 0;
  function enterClient(at: number): Client {
    const digits = phoneDigits(clients);
    clients += 1;
    const name = `${pick(firstNames)} ${pick(nameBeginnings)}${pick(nameEndings)}`;
    const email = `client${clients}@${pick(['mail', 'post', 'web'])}.example.com`;
    const phone = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
    const address = happens(0.4) ? `${1 + int(900)} ${pick(nameBeginnings)}wood Road` : null;
    const client: Client = {
      id: newId(at),
      name,
      email,
      email_key: email,
      phone,
      text_phone: `+1${digits}`,
      address,
      search_text: clientSearchLine({ name, email, phone, address }),
      created_at: iso(at),
      updated_at: iso(at),
      deleted_at: null,
    };
    put('clients', at, client);
    recordChange(at, 'client', client.id, 'created');
    return client;
  }

  /** A client of the directory who never brought anything; a few of the newest were a mistake. */
  function listClient(at: number): void {
    const client = enterClient(at);
    const { id, name, email, phone, address } = client;
    const after = { name, email, phone, address };
    recordEvent(at, 'client-created', { client_id: id }, { before: null, after });
    const deletedAt = at + 60_000 * (1 + int(600));
    if (at < storesPresent - deletedKeptMs || deletedAt > storesPresent || !happens(0.2)) return;
    Object.assign(client, { deleted_at: iso(deletedAt), updated_at: iso(deletedAt) });
    const data = { before: { deleted: false }, after: { deleted: true } };
    recordEvent(deletedAt, 'client-deleted', { client_id: id }, data);
    recordChange(deletedAt, 'client', id, 'deleted');
  }

  const numbers = new Set<string>();
  function newTicketNumber(at: number): string {
    for (;;) {
      const candidate = ticketNumberCandidate(at, int);
      if (numbers.size !== numbers.add(candidate).size) return candidate;
    }
  }

  const returning: Client[] = [];
  const begin = storesPresent - spanDays * dayMs;
  const step = (spanDays * dayMs) / tickets;
  let today = 0;
  for (let index = 0; index < tickets; index += 1) {
    const at = Math.floor(begin + step * (index + next()));
    const day = Math.floor(at / dayMs);
    if (day !== today) yield* daysBefore(day);
    today = day;
    if (happens(0.03)) listClient(at);
    const known = happens(newClientShare) || returning.length === 0 ? undefined : pick(returning);
    const isNewClient = known === undefined;
    const client = known ?? enterClient(at);
    takeIn(books, newTicketNumber, { client, isNewClient, createdAt: at, stayMs });
    const leavesAt = at + 3 * stayMs;
    if (isNewClient && leavesAt < storesPresent && happens(0.002)) {
      put('phones', leavesAt, { phone: client.text_phone, opted_out_at: iso(leavesAt) });
    } else if (isNewClient) {
      returning[returning.length < mostReturning ? returning.length : int(mostReturning)] = client;
    }
  }
  yield* daysBefore(Number.POSITIVE_INFINITY);
}
