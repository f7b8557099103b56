import type { Change } from '../../domain/api-answers.ts';

interface Kind {
  /** Which live changes refresh it, besides those to a ticket that its key names. */
  follows: readonly Change['entity'][];
  /** Whether this browser keeps a copy for when the server can't be reached: no texts, no sessions. */
  isKept: boolean;
}

/** What screens read (web/data/queries.ts and others), by the first word of a query's key. */
export const queryKinds = {
  overview: { follows: ['repair', 'estimate', 'client', 'message'], isKept: true },
  // They show their client's details, today's names of technicians, and whether a phone is opted out.
  repairs: { follows: ['repair', 'estimate', 'client', 'message', 'settings'], isKept: true },
  'repair-counts': { follows: ['repair', 'estimate', 'settings'], isKept: true },
  // A change to its ticket refreshes it (touchedQueries).
  repair: { follows: [], isKept: true },
  // A text may fail because of the number, wherever that is shown.
  estimates: { follows: ['repair', 'estimate', 'client', 'message', 'settings'], isKept: true },
  'estimate-counts': { follows: ['repair', 'estimate', 'settings'], isKept: true },
  clients: { follows: ['client', 'message'], isKept: true },
  technicians: { follows: ['repair', 'settings'], isKept: true },
  shop: { follows: ['shop', 'settings'], isKept: true },
  settings: { follows: ['shop', 'settings'], isKept: true },
  attention: { follows: ['repair', 'estimate', 'client', 'message'], isKept: false },
  jump: { follows: ['repair', 'client', 'settings'], isKept: false },
  watches: { follows: ['repair', 'estimate', 'client'], isKept: false },
  parts: { follows: ['repair', 'client'], isKept: false },
  sendings: { follows: ['repair', 'client'], isKept: false },
  messages: { follows: ['message'], isKept: false },
  deleted: { follows: ['repair', 'client'], isKept: false },
  'client-events': { follows: ['repair', 'client'], isKept: false },
  'settings-events': { follows: ['settings'], isKept: false },
  texting: { follows: ['message', 'settings'], isKept: false },
  // The shop's time zone says when a day begins.
  money: { follows: ['repair', 'client', 'settings', 'closed-day'], isKept: false },
  backups: { follows: ['settings'], isKept: false },
  // Asked for when needed, or polled.
  'claim-check': { follows: [], isKept: false },
  'estimate-preview': { follows: [], isKept: false },
  'last-repair': { follows: [], isKept: false },
  'lift-angle': { follows: [], isKept: false },
  'undone-photo': { follows: [], isKept: false },
  session: { follows: [], isKept: false },
  sessions: { follows: [], isKept: false },
} as const satisfies Record<string, Kind>;

export type QueryKind = keyof typeof queryKinds;

/** A key that begins otherwise doesn't compile. */
declare module '@tanstack/react-query' {
  interface Register {
    queryKey: readonly [QueryKind, ...unknown[]];
  }
}
