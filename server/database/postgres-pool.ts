import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { bounded, statementNames } from './postgres-connection.ts';
import { applicationName } from './store-lock.ts';

/** How long any one question to the server may take, in milliseconds. */
const usualPatienceMs = 10_000;

/** How long to wait for a lock, in milliseconds; shorter, so that the server reports it. */
const lockPatienceMs = 8_000;

/** bigint comes as text by default; ours (counts, revisions) all fit a double exactly. */
export const postgresTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** A connection that breaks must not end the process. */
function survive(pool: pg.Pool, onLost: (error: Error) => void): void {
  // An idle one: the pool replaces it.
  pool.on('error', onLost);
  // One between two statements, or while it closes: the next statement reports the error.
  pool.on('connect', (client) => client.on('error', () => undefined));
}

/**
 * @param url a postgres:// address
 * @param onLost called when a connection breaks that nobody is using
 * @param patienceMs how long any one question may take
 */
export function openPool(
  url: string,
  onLost: (error: Error) => void,
  patienceMs = usualPatienceMs,
): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    types: postgresTypes,
    max: 10,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    query_timeout: patienceMs,
    keepAlive: true,
    application_name: applicationName,
    // What needs no answer of its own leaves at once.
    pipeline: true,
  });
  survive(pool, onLost);
  const names = statementNames();
  const lockMs = Math.min(lockPatienceMs, patienceMs * 0.8);
  return {
    connect: async () => bounded(await pool.connect(), lockMs, names),
    end: () => pool.end(),
  };
}

/** One connection without limits of time: changing the tables of a large shop takes what it takes. */
export function openPatientPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    types: postgresTypes,
    max: 1,
    connectionTimeoutMillis: 5000,
  });
  survive(pool, () => undefined);
  return pool;
}
