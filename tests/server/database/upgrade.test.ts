import { createHash } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { Kysely, PostgresDialect } from 'kysely';
import pino from 'pino';
import { beforeEach, expect, it } from 'vitest';
import type { Answer } from '../../../domain/api.ts';
import { estimateStatuses } from '../../../domain/estimate-answers.ts';
import { dataFiles } from '../../../server/base/config.ts';
import { postgresDialect, sqliteDialect } from '../../../server/database/dialect.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { openPatientPool } from '../../../server/database/postgres-pool.ts';
import { searchedTables } from '../../../server/database/search.ts';
import { kyselyOn } from '../../../server/database/sqlite-driver.ts';
import { restoreBackup } from '../../../server/shop/backups/restore.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import {
  createEmptyShop,
  createStorage,
  describeOnBothEngines,
  type Engine,
  type Storage,
} from '../../harness/engine.ts';
import { programs } from '../../harness/process.ts';
import { hour, settableClock } from '../../harness/settable-clock.ts';
import { takeIn } from '../../harness/shop-fixtures.ts';
import { onServer } from '../../harness/storage.ts';
import { schemaOf } from '../../harness/stored-schema.ts';

/**
 * Stores that the release with migrations up to 0008 filled through its interface and stopped
 * cleanly, what it answered then, and its `npm run backup` of the SQLite one. The SQL is every
 * statement of its migrations on PostgreSQL, and then every row of every table.
 */
const release = join(import.meta.dirname, '..', '..', 'fixtures', 'release-0008');

interface Expected {
  leftAt: string;
  overview: Answer<'getOverview'>;
  technicians: Answer<'listTechnicians'>['items'];
  repairs: Answer<'listRepairs'>['items'];
  clients: Answer<'listClients'>['items'];
  estimates: Answer<'listEstimates'>['items'];
  messages: Answer<'listMessages'>['items'];
  attention: Answer<'listAttention'>['items'];
  deleted: Answer<'listDeleted'>['items'];
  /** What was found by a part of a name, the end of a phone and a serial number. */
  searches: Record<string, Answer<'listRepairs'>['items']>;
  ticket: Answer<'getRepair'>;
  /** The SHA-256 of each photo by its path. */
  photos: Record<string, string>;
}

async function expectedOf(engine: Engine): Promise<Expected> {
  const file = await readFile(join(release, 'expected.json'), 'utf8');
  return (JSON.parse(file) as Record<Engine, Expected>)[engine];
}

const unpacked = async (name: string) => gunzipSync(await readFile(join(release, name)));

async function putInPlace({ engine, dataDir, databaseUrl }: Storage): Promise<void> {
  await cp(join(release, 'photos', engine), dataFiles.photos(dataDir), { recursive: true });
  if (databaseUrl === null) {
    await writeFile(dataFiles.database(dataDir), await unpacked('shop.db.gz'));
  } else {
    await onServer(databaseUrl, (await unpacked('postgres.sql.gz')).toString());
  }
}

const found = async ({ staff }: RunningApp, q?: string) =>
  (await staff.call('listRepairs', { query: { limit: '100', ...(q ? { q } : {}) } })).items;

/** Fields that came later do not count as a difference. */
async function expectSame(shop: RunningApp, expected: Expected): Promise<void> {
  const { staff, origin, rows } = shop;
  const completions = await rows.run('select * from completions order by completed_at');
  const finished = expected.repairs.filter(({ completedAt }) => completedAt !== null);
  expect(completions).toMatchObject(
    finished.toReversed().map(({ ticketNumber, completedAt, assignedTo }) => ({
      ticket_number: ticketNumber,
      completed_at: completedAt,
      technician_id: assignedTo,
      nth: 1,
      undone_at: null,
      reopened_at: null,
    })),
  );
  // Today, answers to act on need attention, too.
  const { attention: _, ...counts } = expected.overview;
  expect(await staff.call('getOverview')).toMatchObject(counts);
  // Nobody recorded pickups at the time: no watch is waiting for one.
  const done = { pickup: 'collected', limit: '100' } as const;
  const { items: collected } = await staff.call('listRepairs', { query: done });
  expect(collected).toHaveLength(counts.completed);
  expect((await staff.call('getOverview')).waitingForPickup).toBe(0);
  const technicians = (await staff.call('listTechnicians')).items;
  expect(technicians).toMatchObject(expected.technicians);
  expect(await found(shop)).toMatchObject(expected.repairs);
  const clients = await staff.call('listClients', { query: { limit: '100' } });
  expect(clients.items).toMatchObject(expected.clients);
  const query = { limit: '100', status: [...estimateStatuses] };
  const estimates = (await staff.call('listEstimates', { query })).items;
  expect(estimates).toMatchObject(expected.estimates);
  const { items: messages } = await staff.call('listMessages', { query: { limit: '100' } });
  expect(messages).toMatchObject(expected.messages);
  const cases = (await staff.call('listAttention', { query: { limit: '100' } })).items;
  expect(cases.filter(({ message }) => message !== null)).toMatchObject(expected.attention);
  expect((await staff.call('listDeleted')).items).toMatchObject(expected.deleted);
  for (const [q, repairs] of Object.entries(expected.searches)) {
    expect(repairs.length, q).toBeGreaterThan(0);
    expect(await found(shop, q), q).toMatchObject(repairs);
  }
  const params = { ticketNumber: expected.ticket.repair.ticketNumber };
  expect(await staff.call('getRepair', { params })).toMatchObject(expected.ticket);
  for (const [path, sha256] of Object.entries(expected.photos)) {
    const photo = Buffer.from(await (await fetch(new URL(path, origin))).arrayBuffer());
    expect(createHash('sha256').update(photo).digest('hex'), path).toBe(sha256);
  }
}

/** A shop this small is searched without its index, which PostgreSQL itself keeps complete. */
async function expectIndexed({ storage, rows }: RunningApp): Promise<void> {
  for (const table of storage.engine === 'sqlite' ? searchedTables : []) {
    const start = `'"' || substr(stored.search_text, 1, 3) || '"'`;
    const missing = `select id from ${table} as stored where not exists
      (select * from search_${table} where search_${table} match ${start} and rowid = stored.rowid)`;
    expect(await rows.run(missing), table).toEqual([]);
  }
}

/** What was deleted comes back; new work is found by search, and counted. */
async function expectContinuing(shop: RunningApp): Promise<void> {
  const { staff } = shop;
  for (const { kind, id, ticketNumber } of (await staff.call('listDeleted')).items) {
    if (kind === 'client') await staff.call('restoreClient', { params: { id } });
    if (ticketNumber === null) continue;
    const { repair } = await staff.call('restoreRepair', { params: { ticketNumber } });
    expect(await found(shop, 'gone rep')).toEqual([repair]);
    const photo = await fetch(new URL(repair.initialPhotoUrl ?? '', shop.origin));
    expect(photo.status).toBe(200);
  }
  const technician = async () =>
    (await staff.call('listTechnicians')).items.find(({ id }) => id === 'technician-2');
  const [before, doneBefore] = [await staff.call('getOverview'), (await technician())?.done ?? 0];
  // What the release left was taken in a moment ago, with phones that may come up again here.
  shop.clock.advance(hour);
  const waiting = await takeIn(shop, { customerName: 'Hedwig Afterwards' });
  expect(await found(shop, 'afterw')).toEqual([waiting]);
  const { ticketNumber } = await takeIn(shop);
  const params = { ticketNumber };
  await staff.call('assignRepair', { params, body: { technicianId: 'technician-2' } });
  await staff.call('completeRepair', { params, body: { outcome: 'approved' } });
  expect(await staff.call('getOverview')).toMatchObject({
    pending: before.pending + 1,
    completed: before.completed + 1,
    waitingForPickup: 1,
    totalClients: before.totalClients + 2,
  });
  expect(await technician()).toMatchObject({ done: doneBefore + 1 });
  await expectIndexed(shop);
}

describeOnBothEngines('data of an earlier release', (engine) => {
  let storage: Storage;
  beforeEach(async () => {
    storage = await createStorage(engine);
    return () => storage.remove();
  });

  async function startOn(expected: Expected) {
    const complaints: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => complaints.push(line) });
    const clock = settableClock(Date.parse(expected.leftAt));
    return { shop: await startApp(engine, { storage, clock, log }), complaints };
  }

  const ways: [string, Engine, (now: number) => Promise<unknown>][] = [
    ['as it is on the disk', engine, () => putInPlace(storage)],
    [
      'from the backup that the release made',
      'sqlite',
      (now) =>
        restoreBackup({
          path: join(release, 'backup.tar'),
          location: storage,
          isReplacing: false,
          now,
        }),
    ],
  ];

  it.each(ways)(
    'is shown as before by this version, which continues with it: %s',
    async (_how, of, bring) => {
      const expected = await expectedOf(of);
      await bring(Date.parse(expected.leftAt));
      const { shop, complaints } = await startOn(expected);
      await expectSame(shop, expected);
      await expectContinuing(shop);
      await shop.stop();
      expect(complaints).toEqual([]);
    },
  );

  it('shows what went back unrepaired', async () => {
    await putInPlace(storage);
    const rows = await storage.openRows();
    await rows.run(
      "update repair_tickets set status = 'completed' where status = 'estimate-declined'",
    );
    await rows.run("update estimates set status = 'completed' where status = 'declined'");
    await rows.close();
    const { shop } = await startOn(await expectedOf(engine));
    const done = (await found(shop)).filter(({ status }) => status === 'completed');
    expect(done.map(({ isUnrepaired }) => isUnrepaired)).toEqual([true, false]);
    expect((await shop.staff.call('getOverview')).waitingForPickup).toBe(0);
    await shop.stop();
  });

  it.each(ways)(
    'keeps nothing of the former search and counts, and has all that a new store has: %s',
    async (_how, of, bring) => {
      const expected = await expectedOf(of);
      await bring(Date.parse(expected.leftAt));
      await (await startOn(expected)).shop.stop();
      const fresh = await createEmptyShop(engine);
      expect(await schemaOf(storage)).toEqual(await schemaOf(fresh));
      await fresh.remove();
    },
  );
});

async function makeFirstTables({ databaseUrl, dataDir }: Storage): Promise<void> {
  const level = '0001-first-tables';
  if (databaseUrl === null) {
    const database = new DatabaseSync(dataFiles.database(dataDir));
    await migrate(kyselyOn<unknown>(database), sqliteDialect, level);
    database.close();
    return;
  }
  const dialect = new PostgresDialect({ pool: openPatientPool(databaseUrl) });
  const database = new Kysely<unknown>({ dialect });
  await migrate(database, postgresDialect, level);
  await database.destroy();
}

describeOnBothEngines('migrations', (engine) => {
  let storage: Storage;
  beforeEach(async () => {
    storage = await createStorage(engine);
    return () => storage.remove();
  });

  const { run } = programs();

  const applied = async () => {
    const rows = await storage.openRows();
    const names = await rows.run('select name from kysely_migration order by name');
    await rows.close();
    return names.map(({ name }) => name);
  };

  it('bring rows of the first version up to this one: phones to text, and search', async () => {
    await makeFirstTables(storage);
    const rows = await storage.openRows();
    const phones = ['', '1-212-555-0101 x3', '+47 92 34 56 78'];
    for (const [id, phone] of phones.entries()) {
      await rows.run(
        `insert into clients (id, name, email, email_key, phone, search_text, created_at, updated_at)
         values (?, 'Unit B-12', 'e', 'e', ?, 'unit b-12', '', '')`,
        String(id),
        phone,
      );
    }
    const at = '2025-01-01T00:00:00.000Z';
    await rows.run(
      `insert into repair_tickets (id, repair_id, ticket_number, client_id, phone_key, watch_brand,
         watch_model, serial_number, issue_description, status, search_text, created_at, updated_at)
       values ('1', 'r', 'WH000001AAA', '2', '4792345678', 'Omega', 'Seamaster', 'SN-88 / 4412-Q',
         'Stopped', 'pending', 'sn-88 / 4412-q | 884412', ?, ?)`,
      at,
      at,
    );
    await rows.close();

    const shop = await startApp(engine, { storage });
    const stored = await shop.rows.run('select phone_key from clients order by id');
    expect(stored).toEqual(['', '+12125550101', '+4792345678'].map((phone_key) => ({ phone_key })));
    const found = async (name: 'listRepairs' | 'listClients', q: string) =>
      (await shop.staff.call(name, { query: { q } })).items;
    for (const q of ['SN-88/4412-Q', 'sn88', '4412q', 'Unit B-12', 'b12']) {
      const wanted = [{ ticketNumber: 'WH000001AAA', customerPhone: '+47 92 34 56 78' }];
      expect(await found('listRepairs', q), q).toMatchObject(wanted);
    }
    expect(await found('listClients', 'b12')).toHaveLength(3);
    const next = await takeIn(shop, { customerName: 'Unit B-123' });
    expect(await found('listRepairs', 'b123')).toEqual([next]);
    expect(await found('listRepairs', 'b12')).toHaveLength(2);
    await shop.stop();
  });

  it('may be begun by several processes at once', async () => {
    // The smallest program that opens the database.
    const given = { input: 'a good password\n' };
    const started = [1, 2, 3].map(() => run('scripts/set-password.ts', storage, given));
    const codes = await Promise.all(started.map(({ ended }) => ended));
    expect(codes, started.map(({ output }) => output()).join('\n')).toEqual([0, 0, 0]);
    expect(await applied()).toHaveLength(new Set(await applied()).size);
  });
});
