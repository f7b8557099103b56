import pg from 'pg';
import { catalogAt } from '../backups/catalog.ts';
import { BackupFailure } from '../backups/failure.ts';
import { storeEpochKey } from '../backups/manifest.ts';
import { isInUse } from '../backups/postgres-target.ts';
import {
  parseStoreNote,
  refusalCodes,
  refusalOf,
  refusalTrigger,
  refusalWords,
  type StoreNote,
  storeNoteKey,
} from '../database/closing.ts';
import { postgresDialect } from '../database/dialect.ts';
import { postgresTypes } from '../database/postgres-pool.ts';
import { postgresMoveLock } from '../database/store-lock.ts';
import { anotherMove, type StoreGate } from './gate.ts';

/** Not the product's name: whoever moves the shop does not serve it. */
const moveConnection = 'watch-repair-move';

/** Whoever locks many tables at once and somebody who changes them may get into each other's way. */
const mostTries = 8;

const upsert = `insert into settings (key, value) values ($1, $2)
  on conflict (key) do update set value = excluded.value`;

async function openUp(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `select class.relname as "table" from pg_trigger
     join pg_class class on class.oid = tgrelid
     join pg_namespace space on space.oid = class.relnamespace
     where tgname = $1 and space.nspname = current_schema()`,
    [refusalTrigger],
  );
  for (const { table } of rows) {
    await client.query(`drop trigger ${refusalTrigger} on "${table}"`);
  }
}

async function closeUp(
  client: pg.Client,
  kind: keyof typeof refusalWords,
  tables: readonly string[],
): Promise<void> {
  await client.query(
    `create or replace function ${refusalTrigger}() returns trigger language plpgsql as
     $$ begin raise exception using errcode = tg_argv[0], message = tg_argv[1]; end $$`,
  );
  for (const table of tables) {
    await client.query(
      `create trigger ${refusalTrigger} before insert or update or delete or truncate on "${table}"
       for each statement execute function ${refusalTrigger}('${refusalCodes[kind]}', '${refusalWords[kind]}')`,
    );
  }
}

/** The product's tables that are there. */
async function ownTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select table_name as name from information_schema.tables where table_schema = current_schema()',
  );
  const present = new Set(rows.map(({ name }) => name));
  return (await catalogAt()).map(({ name }) => name).filter((name) => present.has(name));
}

async function setOnce(
  client: pg.Client,
  { note, epoch, alone }: { note: StoreNote; epoch: string | undefined; alone: boolean },
): Promise<boolean> {
  await client.query('begin');
  try {
    if (alone && (await isInUse(client))) {
      await client.query('rollback');
      return false;
    }
    const tables = await ownTables(client);
    const list = tables.map((name) => `"${name}"`).join(', ');
    // Waits for whoever is changing something; whoever comes later waits for this.
    await client.query(`lock table ${list} in share row exclusive mode`);
    await openUp(client);
    await client.query(upsert, [storeNoteKey, JSON.stringify(note)]);
    if (epoch !== undefined) await client.query(upsert, [storeEpochKey, epoch]);
    if (note.state !== 'open') await closeUp(client, refusalOf(note.state), tables);
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function set(client: pg.Client, task: Parameters<typeof setOnce>[1]): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await setOnce(client, task);
    } catch (error) {
      if (tries >= mostTries || postgresDialect.outageOf(error) !== 'locked') throw error;
    }
  }
}

export async function openPostgresGate(url: string, isMove: boolean): Promise<StoreGate> {
  const client = new pg.Client({
    connectionString: url,
    types: postgresTypes,
    connectionTimeoutMillis: 5000,
    application_name: moveConnection,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    if (isMove) {
      const { rows } = await client.query<{ is_mine: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as is_mine',
        [postgresMoveLock],
      );
      if (rows[0]?.is_mine !== true) throw new BackupFailure(anotherMove);
    }
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return {
    async note() {
      const { rows: found } = await client.query("select to_regclass('settings') as name");
      if (found[0]?.name === null) return null;
      const { rows } = await client.query('select value from settings where key = $1', [
        storeNoteKey,
      ]);
      return parseStoreNote(rows[0]?.value);
    },
    async set(note, epoch) {
      await set(client, { note, epoch, alone: false });
    },
    setAlone: (note) => set(client, { note, epoch: undefined, alone: true }),
    async textsUnderWay() {
      const { rows } = await client.query(
        "select count(*) as count from messages where state = 'sending'",
      );
      return Number(rows[0]?.count);
    },
    close: () => client.end().catch(() => undefined),
  };
}
