import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { appendInOrderText } from './change-log.ts';
import { isPrepared } from './prepared.ts';
import { applicationName } from './store-lock.ts';

/** How long a transaction may wait for its own process: one that was cut off must not block others. */
const idlePatienceMs = 15_000;

/**
 * Settings of the transaction, not of the connection: proxies such as PgBouncer refuse those. They
 * go with its first statement and so cost no way to the server of their own.
 */
const begin = (lockMs: number) =>
  `begin; set local lock_timeout = ${lockMs}; set local idle_in_transaction_session_timeout = ${idlePatienceMs}`;

/**
 * The server does not know a statement by its name, or knows another one, or a table has changed
 * since: there is a proxy between that hands the same connection to several, or a newer version.
 */
const misnamed = new Set(['26000', '42P05', '0A000']);

/** Whether running the transaction again helps, without names. */
export const isMisnamed = (error: unknown): boolean =>
  misnamed.has(String((error as { code?: unknown } | null)?.code));

interface StatementNames {
  /** @returns undefined for a statement that is not kept */
  of(text: string): string | undefined;
  /** From now on no statement has a name. */
  giveUp(): void;
}

/** Statements that the server keeps under a name are put together and planned there only once. */
function statementNames(): StatementNames {
  const names = new Map<string, string>();
  let isGivenUp = false;
  return {
    of: (text) => {
      if (isGivenUp || !isPrepared(text)) return undefined;
      const known = names.get(text);
      if (known !== undefined) return known;
      // Another process that meets the same connection means the same by it.
      const name = createHash('sha256').update(text).digest('base64url').slice(0, 16);
      names.set(text, name);
      return name;
    },
    giveUp: () => {
      isGivenUp = true;
    },
  };
}

const isTimeout = (error: unknown) =>
  error instanceof Error && error.message === 'Query read timeout';

const noRows = { command: 'SELECT' as const, rowCount: 0, rows: [] };

/**
 * A connection that is thrown away once it has left a question unanswered: nobody may wait behind that.
 *
 * The last statement of a transaction that changes something makes all other writers wait until the
 * commit, so the commit leaves right behind it, and both answers are waited for together. Where the
 * statement fails the server takes "commit" for "rollback".
 */
function bounded(client: pg.PoolClient, lockMs: number, names: StatementNames): PostgresPoolClient {
  let broken: Error | null = null;
  let isWithin = false;
  let last: Promise<unknown> | null = null;

  async function run(text: string, values: readonly unknown[]) {
    const name = names.of(text);
    // As it is now: by the time that the answer comes the commit has left.
    const wasWithin = isWithin;
    try {
      return await client.query({ text, values: [...values], ...(name && { name }) });
    } catch (error) {
      if (name === undefined || !isMisnamed(error)) throw error;
      names.giveUp();
      // Within a transaction everything before it is lost as well.
      if (wasWithin) throw error;
      return await client.query(text, [...values]);
    }
  }

  async function send(text: string, values: readonly unknown[]) {
    if (text === 'begin') {
      isWithin = true;
      // Several statements give several results; the first is that of "begin".
      const results: unknown = await client.query(begin(lockMs));
      return Array.isArray(results) ? results[0] : results;
    }
    if (text === appendInOrderText && isWithin) {
      last = run(text, values);
      // A failure is reported to the caller that awaits the commit.
      last.catch(() => undefined);
      return noRows;
    }
    const before = last;
    last = null;
    if (text === 'commit' || text === 'rollback') isWithin = false;
    const answer = run(text, values);
    if (before === null) return await answer;
    const [appended, answered] = await Promise.allSettled([before, answer]);
    if (appended.status === 'rejected') throw appended.reason;
    if (answered.status === 'rejected') throw answered.reason;
    return answered.value;
  }

  const query = async (text: string, values: readonly unknown[]) => {
    if (broken !== null) throw broken;
    try {
      return await send(text, values);
    } catch (error) {
      if (error instanceof Error && isTimeout(error)) broken = error;
      throw error;
    }
  };
  return {
    // Cursors are for streams, and nothing here streams.
    query: query as PostgresPoolClient['query'],
    release: () => client.release(broken !== null),
  };
}

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
