import { noClientExtras } from '../../domain/client-fields.ts';
import { clientSearchLine } from '../../domain/search-lines.ts';
import { ticketNumberCandidate } from '../../domain/ticket-number.ts';
import { dayMs, iso, openBooks, type ShopRows, storesPresent } from './books.ts';
import { knownWatch, takeIn } from './visit.ts';
import { areaCodes, firstNames, nameBeginnings, nameEndings } from './words.ts';

/** A made-up shop of any size, the same for the same seed. Its stores are only for measuring. */

const newClientShare = 0.45;
/** This many of the clients may come again at any time. */
const maxReturning = 50_000;

const exchanges = Array.from({ length: 800 }, (_, index) => String(200 + index)).filter(
  (exchange) => !exchange.endsWith('11') && exchange !== '555',
);

/** Ten digits, different for every index: the stride shares no factor with the modulus. */
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
  const { next, int, happens, pick, put, daysBefore, newId, recordChange } = books;
  // Ten years, or fewer so that each has 2,000 tickets; some 2,600 watches in the shop at most.
  const spanDays = Math.min(10, Math.max(0.25, tickets / 2_000)) * 365;
  const stayMs = Math.min(45, Math.max(9.5, (2_600 * spanDays) / tickets)) * dayMs;

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
      phone_key: `+1${digits}`,
      address,
      search_text: clientSearchLine({ ...noClientExtras, name, email, phone, address }),
      created_at: iso(at),
      updated_at: iso(at),
    };
    put('clients', at, client);
    recordChange(at, 'client', client.id, 'created');
    return client;
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
    const known = happens(newClientShare) || returning.length === 0 ? undefined : pick(returning);
    const isNewClient = known === undefined;
    const client = known ?? enterClient(at);
    const number = newTicketNumber(at);
    const isKnownWatch = index % Math.ceil(tickets / knownWatch.repairs) === 0;
    takeIn(books, { client, isNewClient, number, createdAt: at, isKnownWatch, stayMs });
    const leavesAt = at + 3 * stayMs;
    if (isNewClient && leavesAt < storesPresent && happens(0.002)) {
      put('phones', leavesAt, { phone: client.phone_key, opted_out_at: iso(leavesAt) });
    } else if (isNewClient) {
      returning[returning.length < maxReturning ? returning.length : int(maxReturning)] = client;
    }
  }
  yield* daysBefore(Number.POSITIVE_INFINITY);
}
