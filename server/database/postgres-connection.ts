import { createHash } from 'node:crypto';
import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { appendInTurnText } from './change-log.ts';
import { isPrepared } from './prepared.ts';

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
export function statementNames(): StatementNames {
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
export function bounded(
  client: pg.PoolClient,
  lockMs: number,
  names: StatementNames,
): PostgresPoolClient {
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
    if (text === appendInTurnText && isWithin) {
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
