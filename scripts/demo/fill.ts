import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CompiledQuery, sql } from 'kysely';
import pino from 'pino';
import { isPhotoName } from '../../domain/photos.ts';
import type { Technician } from '../../domain/shop-settings.ts';
import { createApp } from '../../server/app.ts';
import type { Config } from '../../server/base/config.ts';
import { changesChannel } from '../../server/database/change-log.ts';
import type { Database } from '../../server/database/database.ts';
import { setUpKey, shopSettingsKey } from '../../server/database/settings.ts';
import { openSqlite } from '../../server/database/sqlite.ts';
import type { Handle } from '../../server/database/tables.ts';
import type { PhotoStore } from '../../server/ports/photo-store.ts';
import { demoChecks } from './bench.ts';
import { saturdayHours, shopHolidays } from './calendar.ts';
import { demoPlaces } from './counter.ts';
import { demoPresets } from './lines.ts';
import { copyInto } from './postgres.ts';
import { progressOf } from './progress.ts';
import { agendaFor, carrierOf, liveThrough } from './shop.ts';
import { demoTerms } from './signing.ts';
import { demoSetting } from './store-state.ts';
import type { ShopSize } from './visits.ts';

/** Someone else has filled the store in the meantime. */
export class StoreTakenError extends Error {
  constructor() {
    super('Another program has started to use this database. Nothing was changed.');
  }
}

/** What filling a store keeps until it is done. */
const unfinished = (dataDir: string) => {
  const folder = join(dataDir, 'demo-unfinished');
  return { folder, photos: join(folder, 'photos.txt'), database: join(folder, 'shop.db') };
};

/** Removes what an interrupted filling has left behind, and nothing else. @returns how many photos */
async function removeUnfinished(dataDir: string, store: PhotoStore): Promise<number> {
  const { folder, photos } = unfinished(dataDir);
  const noted = await readFile(photos, 'utf8').catch(() => '');
  const names = noted.split('\n').filter(isPhotoName);
  for (const name of names) await store.delete(name);
  await rm(folder, { recursive: true, force: true });
  return names.length;
}

/** Notes each photo before it is stored, so that the next try finds it. */
function noted(store: PhotoStore, dataDir: string): PhotoStore {
  return {
    ...store,
    put: async (name, bytes) => {
      // Another database may share the folder: what is there already is not ours to remove.
      if (!(await store.has(name))) await appendFile(unfinished(dataDir).photos, `${name}\n`);
      await store.put(name, bytes);
    },
  };
}

const savepoint = {
  begin: CompiledQuery.raw('savepoint action'),
  rollBack: CompiledQuery.raw('rollback to savepoint action'),
  release: CompiledQuery.raw('release savepoint action'),
};

/**
 * An SQLite database whose transactions are all part of one, so that a shop is filled whole or not
 * at all, and with a single commit.
 */
function within(tx: Handle, { dialect }: Database): Database {
  let last: Promise<unknown> = Promise.resolve();
  async function run<Result>(work: (tx: Handle) => Promise<Result>): Promise<Result> {
    await tx.executeQuery(savepoint.begin);
    try {
      return await work(tx);
    } catch (error) {
      await tx.executeQuery(savepoint.rollBack);
      throw error;
    } finally {
      await tx.executeQuery(savepoint.release);
    }
  }
  const nothing = async () => undefined;
  return {
    dialect,
    read: tx,
    transact: (work) => {
      const running = last.then(() => run(work));
      last = running.catch(nothing);
      return running;
    },
    onCommit: () => undefined,
    onNotification: () => undefined,
    check: nothing,
    keepState: nothing,
    close: nothing,
  };
}

export interface Filling {
  database: Database;
  photos: PhotoStore;
  config: Config;
  size: ShopSize;
  output: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;
}

export interface Filled {
  open: number;
  texts: number;
}

/** Who works at the counter, if the shop's file names nobody. */
const staff = [
  { name: 'Mara Quinn', initials: 'MQ' },
  { name: 'Owen Tate', initials: 'OT' },
  { name: 'Priya Nair', initials: 'PN' },
];

/** A shop may have fewer than six technicians. */
const withOneUnused = (technicians: readonly Technician[]) =>
  technicians.some(({ isUnused }) => isUnused)
    ? [...technicians]
    : technicians.map((one, at) => ({ ...one, isUnused: at === technicians.length - 1 }));

async function assertFree(tx: Handle): Promise<void> {
  const taken = await tx.selectFrom('clients').select('id').limit(1).executeTakeFirst();
  const set = await tx.selectFrom('settings').select('key').limit(1).executeTakeFirst();
  if (taken || set) throw new StoreTakenError();
}

async function fillIn(tx: Handle, database: Database, filling: Filling): Promise<Filled> {
  const { photos, config, size, output } = filling;
  // What one transaction changes would otherwise be written to the disk and read again many times.
  await sql`pragma cache_size = -400000`.execute(tx);
  const agenda = agendaFor(size);
  const carrier = carrierOf(agenda, size.seed, () => app);
  const { calendar } = config.shop;
  // No text of a made-up shop may be sent, and nobody is served yet.
  const shop = {
    ...config.shop,
    staff: config.shop.staff.length > 0 ? config.shop.staff : staff,
    places: config.shop.places.length > 0 ? config.shop.places : demoPlaces,
    presets: config.shop.presets.length > 0 ? config.shop.presets : [...demoPresets],
    // The rate of Maine, where the shop is.
    taxThousandths: config.shop.taxThousandths || 5_500,
    calendar: {
      ...calendar,
      dayHours: Object.keys(calendar.dayHours).length > 0 ? calendar.dayHours : saturdayHours,
      closedDates: calendar.closedDates.length > 0 ? calendar.closedDates : shopHolidays(size.now),
    },
    finalCheck: config.shop.finalCheck.length > 0 ? config.shop.finalCheck : [...demoChecks],
    texts: { ...config.shop.texts, asksForConsent: true },
    technicians: withOneUnused(config.shop.technicians),
    cashFloat: config.shop.cashFloat || 150,
    ticket: { ...config.shop.ticket, terms: config.shop.ticket.terms ?? demoTerms },
  };
  const own = { ...config, shop, twilio: null, publicUrl: null, metricsPort: null };
  const app = await createApp(
    { config: own, log: pino({ level: 'error' }), version: 'demo', webFolder: config.dataDir },
    {
      database: within(tx, database),
      photos: noted(photos, config.dataDir),
      clock: agenda.now,
      sender: carrier.sender,
      isDriven: true,
    },
  );
  const progress = progressOf('Filling  ', size.repairs, output);
  await liveThrough({ size, config: shop, agenda, carrier, app, progress });
  await app.close();
  // The shop is yet to be started for the first time, which is when it gets its password.
  await tx.deleteFrom('settings').where('key', 'not in', [shopSettingsKey, setUpKey]).execute();
  const value = JSON.stringify(size);
  await tx.insertInto('settings').values({ key: demoSetting, value }).execute();
  const { open, texts } = await tx
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('repair_tickets')
        .select(fn.countAll<number>().as('count'))
        .where('status', '!=', 'completed')
        .where('deleted_at', 'is', null)
        .as('open'),
      selectFrom('messages').select(fn.countAll<number>().as('count')).as('texts'),
    ])
    .executeTakeFirstOrThrow();
  return { open: Number(open), texts: Number(texts) };
}

/** As {@link fillIn}, in a file beside the data that is copied at the end. */
async function fillPostgres(filling: Filling): Promise<Filled> {
  const { database, config, output } = filling;
  await database.transact(assertFree);
  const file = unfinished(config.dataDir).database;
  const draft = await openSqlite(file);
  const filled = await draft
    .transact((tx) => fillIn(tx, draft, filling))
    .finally(() => draft.close());
  await database.transact(async (tx) => {
    await database.dialect.lock(tx, 'demo');
    await assertFree(tx);
    await copyInto(tx, file, (rows) => progressOf('Copying  ', rows, output));
    await sql`select pg_notify(${changesChannel}, '')`.execute(tx);
  });
  return filled;
}

async function fillSqlite(filling: Filling): Promise<Filled> {
  const { database } = filling;
  return database.transact(async (tx) => {
    await assertFree(tx);
    return fillIn(tx, database, filling);
  });
}

/**
 * Lets a made-up shop live through its years in the product itself and stores it, whole or not at all.
 *
 * @throws StoreTakenError
 */
export async function fillStore(filling: Filling): Promise<Filled> {
  const { database, photos, config, output } = filling;
  const removed = await removeUnfinished(config.dataDir, photos);
  if (removed > 0) {
    const count = removed === 1 ? '1 photo' : `${removed} photos`;
    output.write(`  Cleared  ${count} from an earlier, interrupted run\n`);
  }
  const { folder } = unfinished(config.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const filled = await (database.dialect.isShared ? fillPostgres(filling) : fillSqlite(filling));
  await rm(folder, { recursive: true, force: true });
  return filled;
}
