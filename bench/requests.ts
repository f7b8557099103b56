import { randomUUID } from 'node:crypto';
import type { Repair } from '../domain/api-answers.ts';
import { openStatuses } from '../domain/repair-status.ts';
import { dayMs, storesPresent } from './data/books.ts';
import { knownWatch } from './data/visit.ts';
import type { Asked, Connections } from './processes.ts';

/** What the screens ask for, with words and tickets that are in the store. */

/** Something to ask for again and again, each time with other words. */
export interface Kind {
  name: string;
  path: (round: number) => string;
}

export interface Listed<Item> {
  items: Item[];
  nextCursor: string | null;
}

export const read = async <Body>({ ask }: Connections, path: string): Promise<Body> =>
  JSON.parse((await ask({ path })).body) as Body;

/** Ids begin with the time in hexadecimal, and cursors name the id after which a list continues. */
function cursorAt(moment: number): string {
  const time = Math.trunc(moment).toString(16).padStart(12, '0');
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
  return Buffer.from(JSON.stringify([id])).toString('base64url');
}

/** @returns repairs of all ten years, at most as many as wanted, a few at each of many moments */
export async function sampleRepairs(connections: Connections, count: number): Promise<Repair[]> {
  const atOnce = 5;
  const found: Repair[] = [];
  for (let part = 1; part <= count / atOnce; part += 1) {
    const moment = storesPresent - (3650 * dayMs * (part - 0.5) * atOnce) / count;
    const path = `/api/repairs?limit=${atOnce}&cursor=${cursorAt(moment)}`;
    found.push(...(await read<Listed<Repair>>(connections, path)).items);
  }
  return found;
}

/** The ten kinds of search for repairs, and those of them that make sense for clients. */
export function searches(samples: readonly Repair[]): Kind[] {
  const sample = (round: number) => samples[(round * 7) % samples.length] as Repair;
  const withSerial = samples.filter(({ serialNumber }) => serialNumber !== null);
  const lastName = (round: number) => sample(round).customerName.split(' ').at(-1) ?? '';
  const lastFour = (round: number) => sample(round).customerPhone.slice(-4);
  const words: Record<string, (round: number) => string> = {
    'name part': (round) => lastName(round).slice(round % 2, 4 + (round % 2)),
    'whole name': (round) => sample(round).customerName,
    'last four': lastFour,
    phone: (round) => sample(round).customerPhone,
    'name + last four': (round) => `${lastName(round)} ${lastFour(round)}`,
    'nothing found': (round) => `qxzj${round}`,
    '2 letters': (round) => lastName(round).slice(0, 2),
  };
  const onlyOfRepairs: typeof words = {
    serial: (round) => withSerial[round % withSerial.length]?.serialNumber ?? '',
    'ticket number': (round) => sample(round).ticketNumber,
    brand: (round) => sample(round).watchBrand,
  };
  const kinds = (list: string, view: string, some: typeof words) =>
    Object.entries(some).map(([name, word]) => ({
      name: `${list} by ${name}`,
      path: (round: number) => `/api/${list}?${view}limit=10&q=${encodeURIComponent(word(round))}`,
    }));
  return [
    ...kinds('repairs', 'view=row&', { ...words, ...onlyOfRepairs }),
    ...kinds('clients', '', words),
  ];
}

const statuses = (...names: string[]) => names.map((name) => `status=${name}&`).join('');

const lists: Readonly<Record<string, string>> = {
  'all repairs': '/api/repairs?',
  pending: `/api/repairs?${statuses('pending')}`,
  'same day': `/api/repairs?${statuses('pending', 'assigned')}sameDay=true&`,
  'in progress': `/api/repairs?${statuses('assigned', 'in-progress')}`,
  completed: `/api/repairs?view=row&${statuses('completed', 'ready')}`,
  open: `/api/repairs?${statuses(...openStatuses)}`,
  'a technician’s': '/api/repairs?technicianId=technician-1&',
  'a technician’s open': `/api/repairs?technicianId=technician-1&${statuses(...openStatuses)}`,
  oldest: '/api/repairs?sort=oldest&',
  'by promise': '/api/repairs?sort=promised&',
  'pending by promise': `/api/repairs?sort=promised&${statuses('pending')}`,
  'a technician’s bench': `/api/repairs?sort=bench&technicianId=technician-1&${statuses('assigned', 'in-progress')}`,
  overdue: '/api/repairs?due=overdue&',
  'due this week': '/api/repairs?due=week&',
  'taken in today': '/api/repairs?takenIn=today&',
  'above approved': '/api/repairs?price=above-approved&',
  'waiting for pickup': '/api/repairs?view=row&pickup=waiting&',
  collected: '/api/repairs?view=row&pickup=collected&',
  estimates: '/api/estimates?',
  'estimates sent': '/api/estimates?status=sent&',
  'estimates accepted': '/api/estimates?status=accepted&',
  'estimates accepted this month': '/api/estimates?accepted=this-month&',
  'estimates completed': '/api/estimates?status=completed&',
  clients: '/api/clients?',
  texts: '/api/messages?',
  'needs attention': '/api/attention?',
  'recently deleted': '/api/deleted?',
  'parts on order': '/api/parts?',
  'sent out': '/api/sendings?',
  'payments of a month': '/api/payments?from=2026-10-01&to=2026-10-31&',
};

/** The requests for a serial typed at the counter, and for the page of a watch with many repairs. */
export const watchKinds: readonly Kind[] = [
  [`a watch with ${knownWatch.repairs} repairs`, `/${knownWatch.id}`],
  [
    'seen by serial',
    `/seen?watchBrand=${knownWatch.watchBrand}&serialNumber=${knownWatch.serialNumber}`,
  ],
  ['watches by serial', `?q=${knownWatch.serialNumber}`],
].map(([name = '', path]) => ({ name, path: () => `/api/watches${path}` }));

/** A month's money. */
export const moneyKinds: readonly Kind[] = [
  { name: 'a month', path: () => '/api/money?from=2026-10-01&to=2026-10-31' },
];

/** How far down a list the page is; the last one if there are fewer. */
const farPage = 100;

/** The overview, the technicians, one ticket, and the first page of every list. */
export function firstPages(samples: readonly Repair[]): Kind[] {
  const number = (round: number) => samples[(round * 7) % samples.length]?.ticketNumber;
  const pages = Object.entries(lists).map(([name, path]) => [name, `${path}limit=50`]);
  return [
    { name: 'one ticket', path: (round) => `/api/repairs/${number(round)}` },
    ...[
      ['overview', '/api/overview'],
      ['counts of the filters', '/api/repairs/counts'],
      ['sum accepted this month', '/api/estimates/counts'],
      ['technicians', '/api/technicians'],
      ...pages,
    ].map(([name = '', path = '']) => ({ name, path: () => path })),
  ];
}

/** A page far down each list that has more than one, reached page by page. */
export async function farPages(connections: Connections): Promise<Kind[]> {
  const kinds: Kind[] = [];
  for (const [name, path] of Object.entries(lists)) {
    const first = `${path}limit=50`;
    let address = first;
    let page = 1;
    for (; page < farPage; page += 1) {
      const { nextCursor } = await read<Listed<unknown>>(connections, address);
      if (nextCursor === null) break;
      address = `${first}&cursor=${nextCursor}`;
    }
    if (page > 1) kinds.push({ name: `${name}, page ${page}`, path: () => address });
  }
  return kinds;
}

let taken = 0;

/** A repair to take in, each from a different client. */
export function newRepair(): Asked {
  taken += 1;
  const line = String(taken % 10_000).padStart(4, '0');
  const body = {
    repairId: randomUUID(),
    customerName: `Grace Okafor ${taken}`,
    customerEmail: `grace${taken}@new.example.com`,
    customerPhone: `(484) ${200 + (Math.floor(taken / 10_000) % 100)}-${line}`,
    watchBrand: 'Omega',
    watchModel: 'Seamaster 300',
    issue: 'Stops overnight, second hand loose',
    repairPrice: 120.5,
  };
  return { method: 'POST', path: '/api/repairs', status: 201, body };
}
