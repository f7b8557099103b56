import { type Expression, PostgresAdapter, type SqlBool, sql } from 'kysely';
import { appendAtTheEnd, appendOneByOne, type ChangeRow } from './change-log.ts';
import { type Outage, postgresOutage, property, sqliteOutage } from './outage.ts';
import { prepared } from './prepared.ts';
import { postgresSearch, type SearchEngine, sqliteSearch } from './search.ts';
import type { Handle } from './tables.ts';

/** Everything in which the two engines differ for those who write and read rows. */
export interface Dialect {
  readonly engine: 'sqlite' | 'postgres';
  /** Whether other processes may be serving the same data at this moment. */
  readonly isShared: boolean;
  readonly search: SearchEngine;
  /** Whether the column's value is one of the strings in a JSON array. */
  isAmong(column: string, json: string): Expression<SqlBool>;
  /** Makes others who ask for one of the same keys wait until this transaction ends. */
  lock(tx: Handle, ...keys: string[]): Promise<void>;
  /** As {@link lock}, without waiting. @returns false when another transaction holds the key */
  tryLock(tx: Handle, key: string): Promise<boolean>;
  /** Makes others who change one of these clients, or hold it, wait until this transaction ends. */
  lockClients(tx: Handle, ids: readonly string[]): Promise<void>;
  /** As {@link lockClients}, for tickets by their numbers or repair ids. */
  lockTickets(tx: Handle, references: readonly string[]): Promise<void>;
  /** Appends to the change log, in an order in which no reader misses a row. */
  appendChanges(tx: Handle, rows: readonly ChangeRow[]): Promise<void>;
  /** Notifies all processes that share the data once this transaction is committed. */
  notify(tx: Handle, notification: string): Promise<void>;
  /** Whether the error says that a unique index refused a row. */
  isUniqueViolation(error: unknown): boolean;
  /** Why the engine cannot serve at all right now; null when the error says nothing of the kind. */
  outageOf(error: unknown): Outage | null;
}

// SQLite's result codes: https://www.sqlite.org/rescode.html
const sqliteUnique = new Set([2067, 1555]);

export const sqliteDialect: Dialect = {
  engine: 'sqlite',
  isShared: false,
  search: sqliteSearch,
  isAmong: (column, json) => sql`${sql.ref(column)} in (select value from json_each(${json}))`,
  // There is one writer, so every transaction already has the database to itself.
  lock: async () => undefined,
  tryLock: async () => true,
  lockClients: async () => undefined,
  lockTickets: async () => undefined,
  appendChanges: appendOneByOne,
  notify: async () => undefined,
  isUniqueViolation: (error) => sqliteUnique.has(Number(property(error, 'errcode'))),
  outageOf: sqliteOutage,
};

export const notificationsChannel = 'notifications';

/** One after the other, in the order of the keys. */
const takeLocks = prepared<{ keys: readonly string[] }>((db, { keys }) => ({
  compile: () =>
    sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) as key`.compile(
      db,
    ),
}));

/** The lock that a change to the row takes, so that its holder can change it without waiting. */
const lockClientRows = prepared<{ ids: readonly string[] }>((db, { ids }) => ({
  compile: () =>
    sql`select id from clients where id = any(${ids}::text[]) order by id for no key update`.compile(
      db,
    ),
}));

const lockTicketRows = prepared<{ references: readonly string[] }>((db, { references }) => ({
  compile: () =>
    sql`select id from repair_tickets
      where ticket_number = any(${references}::text[] || array(
        select ticket_number from repair_tickets where repair_id = any(${references}::text[])
      ))
      order by ticket_number for no key update`.compile(db),
}));

export const postgresDialect: Dialect = {
  engine: 'postgres',
  isShared: true,
  search: postgresSearch,
  isAmong: (column, json) =>
    sql`${sql.ref(column)} = any(array(select json_array_elements_text(${json}::json)))`,
  lock: async (tx, ...keys) => {
    await takeLocks(tx, { keys });
  },
  tryLock: async (tx, key) => {
    const { rows } = await sql<{
      isMine: boolean;
    }>`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as "isMine"`.execute(tx);
    return rows[0]?.isMine === true;
  },
  lockClients: async (tx, ids) => {
    await lockClientRows(tx, { ids });
  },
  lockTickets: async (tx, references) => {
    await lockTicketRows(tx, { references });
  },
  appendChanges: appendAtTheEnd,
  notify: async (tx, notification) => {
    await sql`select pg_notify(${notificationsChannel}, ${notification})`.execute(tx);
  },
  isUniqueViolation: (error) => property(error, 'code') === '23505',
  outageOf: postgresOutage,
};

/** The dialect of the engine behind a handle. */
export const dialectOf = (db: Handle): Dialect =>
  db.getExecutor().adapter instanceof PostgresAdapter ? postgresDialect : sqliteDialect;
