import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { preparedName } from './prepared.ts';
import { applicationName } from './store-lock.ts';

/** How long a transaction may wait for its own process: one that was cut off must not block others. */
const idlePatienceMs = 15_000;

/**
 * Settings of the transaction, not of the connection: proxies such as PgBouncer refuse the latter. They
 * are sent with its first statement and so cost no round trip of their own.
 */
const begin = (lockMs: number) =>
  `begin; set local lock_timeout = ${lockMs}; set local idle_in_transaction_session_timeout = ${idlePatienceMs}`;

/** A connection that is discarded once it has left a query unanswered: no one may wait behind that. */
function bounded(client: pg.PoolClient, lockMs: number): PostgresPoolClient {
  let broken: Error | null = null;

  async function send(text: string, values: readonly unknown[]) {
    if (text === 'begin') {
      // Several statements give several results; the first is that of "begin".
      const results: unknown = await client.query(begin(lockMs));
      return Array.isArray(results) ? results[0] : results;
    }
    // What the server keeps under a name is parsed and planned there only once.
    const name = preparedName(text);
    return await client.query({ text, values: [...values], ...(name && { name }) });
  }

  const query = async (text: string, values: readonly unknown[]) => {
    if (broken !== null) throw broken;
    try {
      return await send(text, values);
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') broken = error;
      throw error;
    }
  };
  return {
    // Cursors are for streams, and nothing here streams.
    query: query as PostgresPoolClient['query'],
    release: () => client.release(broken !== null),
  };
}

/** How long any one query to the server may take, in milliseconds. */
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
 * @param patienceMs how long any one query may take
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
  });
  survive(pool, onLost);
  const lockMs = Math.min(lockPatienceMs, patienceMs * 0.8);
  return {
    connect: async () => bounded(await pool.connect(), lockMs),
    end: () => pool.end(),
  };
}

/** One connection without time limits: changing the tables of a large shop takes as long as it takes. */
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
