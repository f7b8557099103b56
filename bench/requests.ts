import type { Chance } from '../scripts/demo/chance.ts';
import type { Wording } from './claims.ts';
import { smallSize } from './claims.ts';
import { lastDigits, partOfName, type Samples, serialNumber } from './samples.ts';

/** What the screens ask for, as rows of the table: each with other words from request to request. */

export interface AskedRequest {
  topic: 'search' | 'lists';
  name: string;
  note?: string;
  limit: number;
  /** @returns the path of the next request, whose words are in that store */
  path: (samples: Samples, chance: Chance) => string;
}

/** A list that is handed out page by page. */
export interface AskedList {
  name: string;
  path: (samples: Samples, chance: Chance) => string;
  /** As many as the screens ask for at once. */
  pageSize: number;
  /** Of one ticket, client or technician, another one each time: nobody turns to its 100th page. */
  isOfOne?: boolean;
}

const searchLimit = 3;

const repairs = (query: string) => `/api/repairs?${query}`;
const statuses = (...names: string[]) => names.map((name) => `status=${name}`).join('&');
const search = (list: 'repairs' | 'clients', q: string) =>
  `/api/${list}?q=${encodeURIComponent(q)}&limit=10`;

/** Letters that stand together in no name, watch or address. */
const nothingLike = (chance: Chance) =>
  `${chance.pick(['qxzj', 'zqjx', 'jqzx'])}${chance.int(1000)}`;

export const searches: readonly AskedRequest[] = (['repairs', 'clients'] as const).flatMap(
  (list) => {
    const row = (what: string, q: (samples: Samples, chance: Chance) => string): AskedRequest => ({
      topic: 'search',
      name: `Search ${list} ${what}`,
      limit: searchLimit,
      path: (samples, chance) => search(list, q(samples, chance)),
    });
    return [
      row('by part of a name (4 letters)', (samples, chance) => partOfName(samples, chance, 4)),
      row('by the last 4 digits of a phone', lastDigits),
      ...(list === 'repairs' ? [row('by serial', serialNumber)] : []),
      row('by part of a name and a phone', (samples, chance) => {
        const { customerName, customerPhone } = chance.pick(samples.repairs);
        const word = chance.pick(customerName.split(/\s+/));
        return `${word.slice(0, 5)} ${customerPhone.replace(/\D/g, '').slice(-4)}`;
      }),
      row('by 3 letters', (samples, chance) => partOfName(samples, chance, 3)),
      row('by 2 letters', (samples, chance) => partOfName(samples, chance, 2)),
      row('by 1 letter', (samples, chance) => partOfName(samples, chance, 1)),
      row('by what is not there', (_samples, chance) => nothingLike(chance)),
      row('by 2 rare letters', (_samples, chance) => chance.pick(['qx', 'zq', 'jx'])),
    ];
  },
);

export const lists: readonly AskedList[] = [
  { name: 'Repairs, all', path: () => repairs(''), pageSize: 50 },
  { name: 'Repairs, pending', path: () => repairs(statuses('pending')), pageSize: 50 },
  {
    name: 'Repairs, same day',
    path: () => repairs(`${statuses('pending', 'assigned')}&sameDay=true`),
    pageSize: 50,
  },
  {
    name: 'Repairs, in progress',
    path: () => repairs(statuses('assigned', 'in-progress')),
    pageSize: 50,
  },
  {
    name: 'Repairs, completed',
    path: () => repairs(statuses('completed', 'ready')),
    pageSize: 50,
  },
  {
    name: 'Repairs, open (for the browser’s copies)',
    path: () =>
      repairs(
        statuses(
          'pending',
          'assigned',
          'in-progress',
          'estimate-sent',
          'estimate-accepted',
          'estimate-declined',
        ),
      ),
    pageSize: 100,
  },
  {
    name: 'Repairs of a technician, open',
    path: ({ technicians }, chance) =>
      repairs(
        `technicianId=${chance.pick(technicians)}&${statuses('pending', 'assigned', 'in-progress', 'estimate-sent', 'estimate-accepted', 'estimate-declined')}`,
      ),
    // As many as the least busy of the small shop has.
    pageSize: 10,
    isOfOne: true,
  },
  {
    name: 'Repairs of a technician, all',
    path: ({ technicians }) => repairs(`technicianId=${technicians[0]}`),
    pageSize: 50,
  },
  {
    name: 'Repairs of a client',
    path: (samples, chance) => repairs(`clientId=${chance.pick(samples.repairs).clientId}`),
    pageSize: 50,
    isOfOne: true,
  },
  { name: 'Estimates', path: () => '/api/estimates?', pageSize: 50 },
  ...['sent', 'accepted', 'declined', 'completed'].map((status) => ({
    name: `Estimates, ${status}`,
    path: () => `/api/estimates?status=${status}`,
    pageSize: 50,
  })),
  { name: 'Clients', path: () => '/api/clients?', pageSize: 50 },
  { name: 'Texts', path: () => '/api/messages?', pageSize: 100 },
  {
    name: 'Texts of a ticket',
    path: (samples, chance) =>
      `/api/messages?ticketNumber=${chance.pick(samples.repairs).ticketNumber}`,
    pageSize: 50,
    isOfOne: true,
  },
  {
    name: 'Texts with a phone',
    path: (samples, chance) =>
      `/api/messages?phone=${encodeURIComponent(chance.pick(samples.repairs).customerPhone)}`,
    pageSize: 100,
    isOfOne: true,
  },
  { name: 'Needs attention', path: () => '/api/attention?', pageSize: 50 },
  { name: 'Recently deleted', path: () => '/api/deleted?', pageSize: 50 },
];

export const listLimit = 2;

const single = (name: string, path: AskedRequest['path']): AskedRequest => ({
  topic: 'lists',
  name,
  limit: listLimit,
  path,
});

export const singles: readonly AskedRequest[] = [
  single('Overview', () => '/api/overview'),
  single('Technicians with their counts', () => '/api/technicians'),
  single(
    'One repair with its estimates, texts and events',
    (samples, chance) => `/api/repairs/${chance.pick(samples.repairs).ticketNumber}`,
  ),
  single(
    'What happened to a client',
    (samples, chance) => `/api/clients/${chance.pick(samples.repairs).clientId}/events`,
  ),
];

export function wordingOf({ name, limit }: Pick<AskedRequest, 'name' | 'limit'>): Wording {
  return {
    name,
    comparedWith: `p99 with ${smallSize.toLocaleString('en-US')} tickets`,
    unit: 'ms',
    limit: { most: limit },
  };
}
