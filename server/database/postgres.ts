import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Log } from '../base/log.ts';
import { appendInOrder, changesChannel, holdBack } from './change-log.ts';
import type { Database } from './database.ts';
import { notificationsChannel, postgresDialect } from './dialect.ts';
import { migrate } from './migrate.ts';
import { property } from './outage.ts';
import { openPatientPool, openPool } from './postgres-pool.ts';
import { checkWriting } from './settings.ts';
import { applicationName, postgresStoreLock, StoreIsBeingRestored } from './store-lock.ts';
import type { Handle, Tables } from './tables.ts';

/** Conflicts that go away when the transaction is run again: serialization failure, deadlock. */
const retried = new Set(['40001', '40P01']);
const maxTries = 4;

/** How often to look for others' commits in case a notification was lost, in milliseconds. */
const pollEveryMs = 2000;

/** At every nth check, the listening connection has to prove that it is alive. */
const proveEvery = 5;
/** How long it may take to do so, in milliseconds. */
const listenPatienceMs = 5000;

async function isBeingRestored(db: Handle): Promise<boolean> {
  const { rows } = await sql<{ is_free: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${postgresStoreLock}, 0)) as is_free
  `.execute(db);
  return rows[0]?.is_free === false;
}

/** A script logs only what goes wrong. */
type OutageLog = Pick<Log, 'warn'> & Partial<Pick<Log, 'info'>>;

/** Logs once that the server is down, and once that it is back: a line for each attempt would bury the rest. */
function outageLog(log: OutageLog) {
  let since: number | null = null;
  return {
    failed: (error: unknown) => {
      if (since !== null) return;
      since = Date.now();
      log.warn({ error: String(error) }, 'The database cannot be reached');
    },
    answered: () => {
      if (since === null) return;
      const seconds = Math.round((Date.now() - since) / 1000);
      since = null;
      log.info?.({ seconds }, 'The database can be reached again');
    },
  };
}

async function migrateAt(url: string): Promise<void> {
  const patient = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: openPatientPool(url) }),
  });
  try {
    if (await isBeingRestored(patient)) throw new StoreIsBeingRestored();
    await migrate(patient as unknown as Kysely<unknown>, postgresDialect);
  } finally {
    await patient.destroy();
  }
}

/**
 * PostgreSQL, for a shop that has outgrown one machine.
 *
 * @param url a postgres:// address
 * @param patienceMs how long any one query to it may take
 */
export async function openPostgres(
  url: string,
  log: OutageLog,
  patienceMs?: number,
): Promise<Database> {
  const outage = outageLog(log);
  await migrateAt(url);
  const pool = openPool(url, outage.failed, patienceMs);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

  /** Identifies our own notifications. */
  const senderId = randomUUID();
  const listeners: (() => Promise<void>)[] = [];
  const wake = async () => {
    for (const listener of listeners) await listener();
  };
  const wakeQuietly = () => {
    wake().then(outage.answered, outage.failed);
  };

  const notificationListeners: ((notification: string | null) => void)[] = [];
  const notifyAll = (notification: string | null) => {
    for (const listener of notificationListeners) listener(notification);
  };

  let isClosed = false;
  let listening: pg.Client | null = null;
  let connecting: Promise<void> | null = null;
  async function connectToListen(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      application_name: applicationName,
      keepAlive: true,
      query_timeout: listenPatienceMs,
    });
    const forget = () => {
      if (listening !== client) return;
      listening = null;
      // At once; if that fails, the timer tries again.
      void listen();
    };
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === notificationsChannel) notifyAll(payload);
      else if (payload !== senderId) wakeQuietly();
    });
    client.on('error', forget);
    client.on('end', forget);
    try {
      await client.connect();
      await client.query(`listen ${changesChannel}; listen ${notificationsChannel}`);
      // Held as long as this connection lives: no one restores a backup over a running product.
      await client.query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [
        postgresStoreLock,
      ]);
      if (!isClosed) {
        listening = client;
        // Catch up on notifications that were missed while not listening.
        notifyAll(null);
        wakeQuietly();
        return;
      }
    } catch (error) {
      // Until listening works again, changes are polled for.
      outage.failed(error);
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
  /** A connection that broke silently would never bring another notification. */
  async function proveListening(): Promise<void> {
    const client = listening;
    if (client === null) return listen();
    await client.query('select 1').catch(() => client.end().catch(() => undefined));
  }
  await listen();
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
    void (ticks % proveEvery === 0 ? proveListening() : listen());
    wakeQuietly();
  }, pollEveryMs);
  timer.unref();

  const underWay = new Set<Promise<unknown>>();
  async function runUntilDone<Result>(work: (tx: Handle) => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        const result = await db.transaction().execute(async (tx) => {
          const changes = holdBack(tx);
          const worked = await work(tx);
          if (changes.length > 0) await appendInOrder(tx, changes, senderId);
          return worked;
        });
        // Our own notification is ignored when it comes back, so what fails is tried again.
        await wake()
          .catch(wake)
          .catch(() => undefined);
        return result;
      } catch (error) {
        if (tries >= maxTries || !retried.has(String(property(error, 'code')))) throw error;
      }
    }
  }

  function transact<Result>(work: (tx: Handle) => Promise<Result>): Promise<Result> {
    const running = runUntilDone(work);
    underWay.add(running);
    const forget = () => underWay.delete(running);
    running.then(forget, forget);
    return running;
  }

  return {
    dialect: postgresDialect,
    read: db,
    transact,
    onCommit: (listener) => {
      listeners.push(listener);
    },
    onNotification: (listener) => {
      notificationListeners.push(listener);
    },
    check: () => transact(checkWriting),
    // The database server takes care of its own logs.
    keepState: async () => undefined,
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
