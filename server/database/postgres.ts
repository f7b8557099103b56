import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import { changesChannel, postgresDialect } from './dialect.ts';
import { migrate } from './migrate.ts';
import { applicationName, postgresStoreLock, storeIsBeingRestored } from './store-lock.ts';
import type { Handle, Tables } from './tables.ts';

/** Conflicts that go away when the transaction is run again: serialisation failure, deadlock. */
const retried = new Set(['40001', '40P01']);
const mostTries = 4;

/** How often to look for others' commits in case a notification was lost, in milliseconds. */
const pollEveryMs = 2000;

/** bigint comes as text by default; ours (counts, revisions) all fit a double exactly. */
export const postgresTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

async function isBeingRestored(db: Handle): Promise<boolean> {
  const { rows } = await sql<{ is_free: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${postgresStoreLock}, 0)) as is_free
  `.execute(db);
  return rows[0]?.is_free === false;
}

/** PostgreSQL, for a shop that has outgrown one machine. `url` is a postgres:// address. */
export async function openPostgres(
  url: string,
  log: { warn: (details: object, message: string) => void },
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    types: postgresTypes,
    max: 10,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    application_name: applicationName,
  });
  // An idle connection that breaks must not end the process: the pool replaces it.
  pool.on('error', (error) => log.warn({ error: error.message }, 'A database connection was lost'));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  if (await isBeingRestored(db)) {
    await db.destroy();
    throw new Error(storeIsBeingRestored);
  }
  await migrate(db as unknown as Kysely<unknown>, postgresDialect);

  const listeners: (() => Promise<void>)[] = [];
  const wake = async () => {
    for (const listener of listeners) await listener();
  };
  const wakeQuietly = () => {
    wake().catch((error: unknown) =>
      log.warn({ error: String(error) }, 'Could not read the change log'),
    );
  };

  let isClosed = false;
  let listening: pg.Client | null = null;
  let connecting: Promise<void> | null = null;
  async function connectToListen(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      application_name: applicationName,
    });
    const forget = () => {
      if (listening === client) listening = null;
    };
    client.on('notification', wakeQuietly);
    client.on('error', forget);
    client.on('end', forget);
    try {
      await client.connect();
      await client.query(`listen ${changesChannel}`);
      // Held as long as this connection lives: nobody restores a backup over a running product.
      await client.query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [
        postgresStoreLock,
      ]);
      if (!isClosed) {
        listening = client;
        return;
      }
    } catch (error) {
      log.warn({ error: String(error) }, 'Not listening for changes; polling instead');
    }
    await client.end().catch(() => undefined);
  }
  /** One attempt at a time: a slow network must not leave a connection behind for each. */
  function listen(): Promise<void> {
    if (isClosed || listening) return Promise.resolve();
    connecting ??= connectToListen().finally(() => {
      connecting = null;
    });
    return connecting;
  }
  await listen();
  const timer = setInterval(() => {
    void listen();
    wakeQuietly();
  }, pollEveryMs);
  timer.unref();

  const underWay = new Set<Promise<unknown>>();
  async function runUntilDone<Result>(work: (tx: Handle) => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        const result = await db.transaction().execute(work);
        await wake().catch(() => undefined);
        return result;
      } catch (error) {
        const code = (error as { code?: unknown }).code;
        if (tries >= mostTries || typeof code !== 'string' || !retried.has(code)) throw error;
      }
    }
  }

  return {
    dialect: postgresDialect,
    read: db,
    snapshot: async () => {
      const tx = await db
        .startTransaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute();
      return {
        db: tx,
        close: async () => {
          if (!tx.isCommitted && !tx.isRolledBack) await tx.rollback().execute();
        },
      };
    },
    transact: (work) => {
      const running = runUntilDone(work);
      underWay.add(running);
      const forget = () => underWay.delete(running);
      running.then(forget, forget);
      return running;
    },
    onCommit: (listener) => {
      listeners.push(listener);
    },
    check: async () => {
      await sql`select 1`.execute(db);
    },
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await Promise.allSettled(underWay);
      await connecting;
      await listening?.end().catch(() => undefined);
      await db.destroy();
    },
  };
}
