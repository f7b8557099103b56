import { mkdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { phoneKey } from '../../../domain/phone.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import {
  createStorage,
  describeOnBothEngines,
  openAgain,
  type Storage,
} from '../../harness/engine.ts';
import { startProcess } from '../../harness/process.ts';
import { takeIn } from '../../harness/shop-fixtures.ts';
import type { StoredRows } from '../../harness/stored-rows.ts';

const isSqlite = (rows: StoredRows) =>
  rows.run('select sqlite_version()').then(
    () => true,
    () => false,
  );

/** Takes back what the migration to one key of a phone did. */
async function forgetOnePhoneKey(rows: StoredRows): Promise<void> {
  await rows.run('drop index clients_by_phone');
  await rows.run('alter table clients rename column phone_key to text_phone');
  await rows.run('create index clients_by_text_phone on clients (text_phone, id)');
  const former = "set phone_key = substr(phone_key, 3) where phone_key like '+1__________'";
  await rows.run(`update repair_tickets ${former}`);
  await rows.run("delete from kysely_migration where name = '0013-one-phone-key'");
}

/** Takes back what the migration of the shop's counts did. */
async function forgetShopCounts(rows: StoredRows): Promise<void> {
  for (const table of ['repair_tickets', 'clients']) {
    for (const event of ['insert', 'update', 'delete']) {
      const name = `count_${table}_${event}`;
      await rows.run(
        (await isSqlite(rows)) ? `drop trigger ${name}` : `drop function ${name} cascade`,
      );
    }
  }
  await rows.run('drop table shop_counts');
  await rows.run("delete from kysely_migration where name = '0012-shop-counts'");
}

/** Takes back the lists' indexes, and those of answers after them. */
async function forgetListIndexes(rows: StoredRows): Promise<void> {
  await rows.run('drop index tickets_answered');
  await rows.run("delete from kysely_migration where name = '0009-answers-to-act-on'");
  for (const index of [
    'tickets_by_status',
    'tickets_same_day',
    'tickets_by_technician',
    'clients_deleted',
    'estimates_by_ticket',
    'estimates_waiting',
    'messages_by_phone',
  ]) {
    await rows.run(`drop index ${index}`);
  }
  for (const [index, place] of [
    ['tickets_by_status', 'repair_tickets (status, id)'],
    ['tickets_by_technician', 'repair_tickets (assigned_to, status, deleted_at)'],
    ['clients_deleted', 'clients (deleted_at, id)'],
    ['messages_by_phone', 'messages (phone, created_at)'],
  ]) {
    await rows.run(`create index ${index} on ${place}`);
  }
  await rows.run("delete from kysely_migration where name = '0008-kept-counts'");
}

/** Takes back what the migration of trigrams did. */
async function forgetTrigrams(rows: StoredRows): Promise<void> {
  const isEmbedded = await isSqlite(rows);
  for (const table of ['repair_tickets', 'clients']) {
    for (const change of isEmbedded ? ['insert', 'update', 'delete'] : []) {
      await rows.run(`drop trigger search_${table}_${change}`);
    }
    await rows.run(`drop ${isEmbedded ? 'table' : 'index'} search_${table}`);
  }
  await rows.run(
    "delete from kysely_migration where name >= '0007' and name <> '0008-kept-counts'",
  );
}

/** Takes back what the migrations after that of history did: the newest have to go first. */
async function forgetNewest(rows: StoredRows): Promise<void> {
  await forgetOnePhoneKey(rows);
  await forgetShopCounts(rows);
  await forgetTrigrams(rows);
  await forgetListIndexes(rows);
  await rows.run('drop table imports');
  await rows.run("delete from kysely_migration where name = '0006-imports'");
  await rows.run('alter table sessions drop column device');
  await rows.run("delete from kysely_migration where name = '0005-sessions'");
}

/** Takes back what the migration of history did, as the version before it left a store. */
async function forgetHistory(rows: StoredRows): Promise<void> {
  await forgetNewest(rows);
  for (const index of [
    'events_by_client',
    'tickets_deleted',
    'clients_deleted',
    'tickets_by_technician',
  ]) {
    await rows.run(`drop index ${index}`);
  }
  await rows.run('create index tickets_by_technician on repair_tickets (assigned_to, status)');
  await rows.run('alter table events drop column session');
  await rows.run('alter table repair_tickets drop column deleted_at');
  await rows.run('alter table clients drop column purged_at');
  await rows.run("delete from kysely_migration where name = '0004-history'");
}

/** As {@link forgetHistory}, and the migration of texts before it. */
async function forgetTexts(rows: StoredRows): Promise<void> {
  await forgetHistory(rows);
  for (const index of [
    'clients_by_text_phone',
    'messages_resend_of',
    'messages_request_id',
    'messages_needing_attention',
  ]) {
    await rows.run(`drop index ${index}`);
  }
  for (const [table, column] of [
    ['clients', 'text_phone'],
    ['messages', 'attention_handled_at'],
    ['messages', 'resend_of'],
    ['messages', 'request_id'],
    ['estimates', 'expired_at'],
    ['estimates', 'reminded_at'],
  ]) {
    await rows.run(`alter table ${table} drop column ${column}`);
  }
  await rows.run("delete from kysely_migration where name = '0003-texts'");
}

describeOnBothEngines('migrations', (engine) => {
  let storage: Storage;
  beforeEach(async () => {
    storage = await createStorage(engine);
  });
  afterEach(async () => {
    await storage.remove();
  });

  const applied = async () => {
    const rows = await storage.openRows();
    const names = await rows.run('select name from kysely_migration order by name');
    await rows.close();
    return names.map(({ name }) => name);
  };

  it('run at the first opening, and never again', async () => {
    const shop = await startApp(engine, { storage });
    const repair = await takeIn(shop);
    await shop.stop();
    const names = await applied();
    expect(names[0]).toBe('0001-first-tables');
    for (let opening = 0; opening < 3; opening += 1) {
      const database = await openAgain(storage);
      await database.close();
    }
    expect(await applied()).toEqual(names);
    const again = await startApp(engine, { storage });
    const { items } = await again.staff.call('listRepairs');
    expect(items).toEqual([repair]);
    await again.stop();
  });

  it('give the clients of an older version the key of their phones', async () => {
    const shop = await startApp(engine, { storage });
    const repair = await takeIn(shop);
    await shop.rows.run("update clients set phone = '+47 92 34 56 78'");
    for (const [id, phone] of [
      ['0', '1-212-555-0101 x3'],
      ['1', ''],
    ] as const) {
      await shop.rows.run(
        `insert into clients (id, name, email, email_key, phone, search_text, created_at, updated_at)
         values (?, 'n', 'e', 'e', ?, '', '', '')`,
        id,
        phone,
      );
    }
    await forgetTexts(shop.rows);
    await shop.stop();

    const again = await startApp(engine, { storage });
    const rows = await again.rows.run('select phone, phone_key from clients order by phone_key');
    expect(rows).toEqual([
      { phone: '', phone_key: '' },
      { phone: '1-212-555-0101 x3', phone_key: '+12125550101' },
      { phone: '+47 92 34 56 78', phone_key: '+4792345678' },
    ]);
    const { repair: kept } = await again.staff.call('getRepair', {
      params: { ticketNumber: repair.ticketNumber },
    });
    expect(kept).toEqual({ ...repair, customerPhone: '+47 92 34 56 78' });
    await again.stop();
  });

  it('give tickets the key of the phone that was given at intake', async () => {
    const shop = await startApp(engine, { storage });
    const former = {
      '(212) 555-0101': '2125550101',
      '+47 92 34 56 78': '+4792345678',
      '212-555-0102 x5': '21255501025',
      '+1 212 555 0103 #12': '+1212555010312',
      '212-555-0104 ext. 7': '21255501047',
    };
    const email = (index: number) => ({ customerEmail: `client-${index}@example.com` });
    for (const [index, [customerPhone, key]] of Object.entries(former).entries()) {
      const { ticketNumber } = await takeIn(shop, { customerPhone, ...email(index) });
      const set = 'update repair_tickets set phone_key = ? where ticket_number = ?';
      await shop.rows.run(set, key, ticketNumber);
    }
    // Its client has another phone by now.
    const stays = await takeIn(shop, { customerPhone: '212-555-0105', ...email(9) });
    await shop.rows.run(
      "update clients set phone = '212-555-0106 x5' where id = ?",
      stays.clientId,
    );
    const keys = async ({ rows }: RunningApp) =>
      (await rows.run('select phone_key from repair_tickets order by id')).map(
        ({ phone_key }) => phone_key,
      );
    await forgetOnePhoneKey(shop.rows);
    expect((await keys(shop)).slice(0, 2)).toEqual(['2125550101', '+4792345678']);
    await shop.stop();

    const again = await startApp(engine, { storage });
    const expected = [...Object.keys(former), '212-555-0105'].map(phoneKey);
    expect(await keys(again)).toEqual(expected);
    expect(expected).toEqual([
      '+12125550101',
      '+4792345678',
      '+12125550102',
      '+12125550103',
      '+12125550104',
      '+12125550105',
    ]);
    await again.stop();
  });

  it('index what was stored before, and what is stored from then on', async () => {
    const shop = await startApp(engine, { storage });
    const repairs = [];
    for (const name of ['Grace Okafor', 'Marie Curie', 'Grace Hopper']) {
      repairs.push(await takeIn(shop, { customerName: name }));
    }
    await shop.stop();
    const rows = await storage.openRows();
    await forgetNewest(rows);
    await rows.close();

    const again = await startApp(engine, { storage });
    const found = async (q: string) =>
      (await again.staff.call('listRepairs', { query: { q } })).items;
    expect(await found('race')).toEqual([repairs[2], repairs[0]]);
    const next = await takeIn(again, { customerName: 'Grace Jones' });
    expect(await found('race')).toEqual([next, repairs[2], repairs[0]]);
    await again.stop();
  });

  it('make what was stored before findable as what is stored now', async () => {
    const shop = await startApp(engine, { storage });
    const repair = await takeIn(shop, { serialNumber: 'SN-88 / 4412-Q' });
    const { client } = await shop.staff.call('createClient', {
      body: { name: 'Unit B-12', email: 'b-12@example.com', phone: '' },
    });
    await shop.stop();
    const rows = await storage.openRows();
    // As the first version stored them.
    await rows.run('update repair_tickets set search_text = ?', 'sn-88 / 4412-q | 884412');
    await rows.run('update clients set search_text = ?', 'unit b-12');
    await forgetTexts(rows);
    await rows.run('delete from kysely_migration where name = ?', '0002-search-text');
    await rows.close();
    const again = await startApp(engine, { storage });
    for (const q of ['SN-88/4412-Q', 'sn88', '4412q', repair.customerName]) {
      const { items } = await again.staff.call('listRepairs', { query: { q } });
      expect(items, q).toEqual([repair]);
    }
    for (const q of ['b12', 'B-12@example', 'unit b-12']) {
      const { items } = await again.staff.call('listClients', { query: { q } });
      expect(items, q).toEqual([client]);
    }
    await again.stop();
  });

  it('may be begun by several processes at once', async () => {
    const environment: Record<string, string> = {
      DATA_DIR: storage.dataDir,
      ...(storage.databaseUrl === null ? {} : { DATABASE_URL: storage.databaseUrl }),
    };
    await mkdir(storage.dataDir, { recursive: true });
    // The smallest program that opens the database.
    const started = Array.from({ length: 3 }, () =>
      startProcess('scripts/set-password.ts', environment, storage.dataDir, 'a good password\n'),
    );
    const codes = await Promise.all(started.map(({ ended }) => ended));
    expect(codes, started.map(({ output }) => output()).join('\n')).toEqual([0, 0, 0]);
    expect(await applied()).toHaveLength(new Set(await applied()).size);
  });
});

describe('migrations on PostgreSQL', () => {
  it('may be begun several times at once by one process, too', async () => {
    const storage = await createStorage('postgres');
    const databases = await Promise.all(Array.from({ length: 6 }, () => openAgain(storage)));
    for (const database of databases) {
      await expect(database.check()).resolves.toBeUndefined();
      await database.close();
    }
    await storage.remove();
  });
});
