import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { catalogAt } from '../backups/catalog.ts';
import { BackupFailure } from '../backups/failure.ts';
import { photoHomeKey } from '../backups/manifest.ts';
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
import { type AlsoNoted, anotherMove, notedSettings, type StoreGate } from './gate.ts';

/** Not the product's name: whoever moves the shop does not serve it. */
const moveConnection = 'watch-repair-move';

/** Whoever locks many tables at once and somebody who changes them may get into each other's way. */
const mostTries = 30;
const askAgainMs = 300;

/** While this waits for somebody, everybody else waits for this, in milliseconds. */
const lockPatienceMs = 3000;

/** What nearly every change ends with: locked last, whoever has begun can still come to an end. */
const writtenLast: readonly string[] = ['messages', 'events', 'changes'];

const upsert = `insert into settings (key, value) values ($1, $2)
  on conflict (key) do update set value = excluded.value`;

/** Switched off, not dropped: dropping would wait for everybody who reads, such as a backup. */
async function openUp(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `select class.relname as "table" from pg_trigger
     join pg_class class on class.oid = tgrelid
     join pg_namespace space on space.oid = class.relnamespace
     where tgname = $1 and tgenabled <> 'D' and space.nspname = current_schema()`,
    [refusalTrigger],
  );
  for (const { table } of rows) {
    await client.query(`alter table "${table}" disable trigger ${refusalTrigger}`);
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
      `create or replace trigger ${refusalTrigger} before insert or update or delete or truncate on "${table}"
       for each statement execute function ${refusalTrigger}('${refusalCodes[kind]}', '${refusalWords[kind]}')`,
    );
    await client.query(`alter table "${table}" enable trigger ${refusalTrigger}`);
  }
}

/** The product's tables that are there. */
async function ownTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select table_name as name from information_schema.tables where table_schema = current_schema()',
  );
  const present = new Set(rows.map(({ name }) => name));
  const names = (await catalogAt()).map(({ name }) => name).filter((name) => present.has(name));
  return names.sort((one, other) => writtenLast.indexOf(one) - writtenLast.indexOf(other));
}

async function settingIn(client: pg.Client, key: string): Promise<unknown> {
  const { rows: found } = await client.query("select to_regclass('settings') as name");
  if (found[0]?.name === null) return null;
  const { rows } = await client.query('select value from settings where key = $1', [key]);
  return rows[0]?.value ?? null;
}

const noteIn = async (client: pg.Client) => parseStoreNote(await settingIn(client, storeNoteKey));

/** Where a backup is being restored the table is about to go: whoever asks must not wait for that. */
async function look<Found>(client: pg.Client, find: () => Promise<Found>): Promise<Found> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lockPatienceMs}`);
    return await find();
  } finally {
    await client.query('rollback').catch(() => undefined);
  }
}

/** Waits for whoever is changing something; whoever comes later waits for this. */
async function holdChanges(client: pg.Client, tables: readonly string[]): Promise<void> {
  await client.query(`set local lock_timeout = ${lockPatienceMs}`);
  for (const table of tables) {
    await client.query(`lock table "${table}" in share row exclusive mode`);
  }
}

async function setOnce(
  client: pg.Client,
  { note, also, alone }: { note: StoreNote | null; also: AlsoNoted | undefined; alone: boolean },
): Promise<boolean> {
  await client.query('begin');
  try {
    if (alone && (await isInUse(client))) {
      await client.query('rollback');
      return false;
    }
    const before = await noteIn(client);
    const state = note?.state ?? 'open';
    const staysOpen = note === null || ((before?.state ?? 'open') === 'open' && state === 'open');
    const tables = await ownTables(client);
    if (!staysOpen) {
      await holdChanges(client, tables);
      await openUp(client);
    }
    for (const setting of notedSettings(note, also)) await client.query(upsert, setting);
    if (state !== 'open') await closeUp(client, refusalOf(state), tables);
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
      await sleep(askAgainMs);
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
    note: () => look(client, () => noteIn(client)),
    async photoHome() {
      const home = await look(client, () => settingIn(client, photoHomeKey));
      return home === null ? null : String(home);
    },
    async set(note, also) {
      await set(client, { note, also, alone: false });
    },
    setAlone: (note, also) => set(client, { note, also, alone: true }),
    async textsUnderWay() {
      const { rows } = await client.query(
        "select count(*) as count from messages where state = 'sending'",
      );
      return Number(rows[0]?.count);
    },
    close: () => client.end().catch(() => undefined),
  };
}
