/** Why an engine cannot serve just now; may be shown to anyone. */
export type Outage =
  /** Nobody answers there. */
  | 'unreachable'
  /** The server answers but does not let us in. */
  | 'refused'
  | 'full'
  | 'read-only'
  /** Others hold a needed lock for too long. */
  | 'locked'
  /** Too many requests at once. */
  | 'busy'
  | 'slow'
  /** The disk fails, or what is on it makes no sense. */
  | 'broken';

/** What a driver puts on its errors besides the message. */
export const property = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null
    ? (error as Record<string, unknown>)[name]
    : undefined;

// SQLite's result codes: https://www.sqlite.org/rescode.html
const ofSqlite: Readonly<Record<number, Outage>> = {
  5: 'locked',
  6: 'locked',
  8: 'read-only',
  10: 'broken',
  11: 'broken',
  13: 'full',
  14: 'unreachable',
  26: 'broken',
};

/** @returns null for an error that says nothing of the kind */
export function sqliteOutage(error: unknown): Outage | null {
  const code = property(error, 'errcode');
  return typeof code === 'number' ? (ofSqlite[code & 0xff] ?? null) : null;
}

// PostgreSQL's error codes by their beginning, the longest first:
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const ofPostgres: readonly (readonly [string, Outage])[] = [
  ['25006', 'read-only'],
  ['25P03', 'slow'],
  ['40001', 'locked'],
  ['40P01', 'locked'],
  ['53100', 'full'],
  ['55P03', 'locked'],
  ['55000', 'unreachable'],
  ['57014', 'slow'],
  ['57P', 'unreachable'],
  ['08', 'unreachable'],
  ['28', 'refused'],
  ['3D', 'refused'],
  ['53', 'busy'],
  ['58', 'broken'],
];

const ofNetwork = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** What the client library itself says, without a code. */
const ofClient: readonly (readonly [RegExp, Outage])[] = [
  [/Query read timeout/, 'slow'],
  [/timeout exceeded when trying to connect/, 'busy'],
  [
    /Connection terminated|Client has encountered a connection error|not queryable|connection has been discarded/,
    'unreachable',
  ],
];

/** @returns null for an error that says nothing of the kind */
export function postgresOutage(error: unknown): Outage | null {
  const code = property(error, 'code');
  if (typeof code === 'string') {
    if (ofNetwork.has(code)) return 'unreachable';
    return ofPostgres.find(([start]) => code.startsWith(start))?.[1] ?? null;
  }
  if (!(error instanceof Error)) return null;
  return ofClient.find(([pattern]) => pattern.test(error.message))?.[1] ?? null;
}
