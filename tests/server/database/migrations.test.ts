import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { dataFiles } from '../../../server/config.ts';
import { postgresDialect, sqliteDialect } from '../../../server/database/dialect.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { openPatientPool } from '../../../server/database/postgres-pool.ts';
import { kyselyOn } from '../../../server/database/sqlite-driver.ts';
import { startApp } from '../../harness/app.ts';
import {
  createStorage,
  describeOnBothEngines,
  openAgain,
  type Storage,
} from '../../harness/engine.ts';
import { programs } from '../../harness/process.ts';
import { takeIn } from '../../harness/shop-fixtures.ts';

/** Makes the tables as the first version knew them. */
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

  it('run at the first opening, and never again', async () => {
    const shop = await startApp(engine, { storage });
    const repair = await takeIn(shop);
    await shop.stop();
    const names = await applied();
    expect(names[0]).toBe('0001-first-tables');
    for (let opening = 0; opening < 3; opening += 1) await (await openAgain(storage)).close();
    expect(await applied()).toEqual(names);
    const again = await startApp(engine, { storage });
    expect((await again.staff.call('listRepairs')).items).toEqual([repair]);
    await again.stop();
  });

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
