import pg from 'pg';
import { expect, it, vi } from 'vitest';
import type { OperationName } from '../../../../domain/api.ts';
import { restoreBackup } from '../../../../server/shop/backups/restore.ts';
import { makeBackup } from '../../../../server/shop/backups/writer.ts';
import { setPassword } from '../../../../server/shop/sessions/password.ts';
import { startApp, testPassword } from '../../../harness/app.ts';
import { allRows, backupTask } from '../../../harness/backup-tasks.ts';
import { callExamples, exampleOf } from '../../../harness/call-examples.ts';
import { createStorage, describeOnBothInLongRun, openAgain } from '../../../harness/engine.ts';
import { readEvents } from '../../../harness/event-reader.ts';
import { takeBackTo0021 } from '../../../harness/older-stores.ts';
import { addPhoto, allPhotos } from '../../../harness/photo-upload.ts';
import { scriptedSender } from '../../../harness/scripted-sender.ts';
import { day } from '../../../harness/settable-clock.ts';
import {
  closeShop,
  newIntake,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
} from '../../../harness/shop-fixtures.ts';

describeOnBothInLongRun('a shop that is closed', (engine) => {
  it('refuses every change, texts nobody, shows everything, and opens again', async () => {
    const sender = scriptedSender();
    const shop = await startApp(engine, { overrides: { sender } });
    const names = (Object.keys(callExamples) as OperationName[]).filter(
      // They log in, only look, are refused by SHOP_PASSWORD or while texts are simulated, or are about another file.
      (name) =>
        ![
          'logIn',
          'previewEstimate',
          'changePassword',
          'checkTexting',
          'sendTestText',
          'beginUpload',
          'startRestore',
        ].includes(name),
    );
    const examples = [];
    for (const name of names) examples.push({ name, given: await exampleOf(shop, name) });
    await takeInWithEstimate(shop);
    const { ticketNumber } = await takeIn(shop);
    await addPhoto(shop, ticketNumber);
    await shop.app.textsDone();
    const photos = await allPhotos(shop.storage);
    const list = await shop.staff.call('listRepairs');
    const sent = sender.sent.length;
    const reader = await readEvents(shop.staff);

    const open = await closeShop(shop.app);
    expect((await reader.until(2)).at(-1)?.data).toMatchObject({ entity: 'shop', what: 'closed' });
    reader.close();
    const before = await allRows(shop.rows);

    for (const { name, given } of examples) {
      const answer = await shop.staff.attempt(name, given);
      expect([name, answer.problem().code]).toEqual([name, 'shop-restoring']);
      expect(answer.headers.get('retry-after')).toBe('15');
    }
    const params = { ticketNumber };
    expect((await shop.staff.refused('deleteRepair', { params })).detail).toContain(
      'A backup is being restored',
    );
    await expect(addPhoto(shop, ticketNumber)).rejects.toThrow(/shop-restoring/);

    // What is due waits, and what only reads continues.
    shop.clock.advance(2 * day);
    await stayLoggedIn(shop);
    await shop.app.meetDeadlines();
    await shop.app.reconcileTexts();
    await shop.app.tidyUp();
    expect(sender.sent.slice(sent)).toEqual([]);
    expect(await allRows(shop.rows)).toEqual(before);
    expect(Object.keys(await allPhotos(shop.storage))).toEqual(
      expect.arrayContaining(Object.keys(photos)),
    );
    expect(await shop.staff.call('listRepairs')).toEqual(list);
    expect((await shop.staff.send('GET', '/readyz')).status).toBe(200);

    await open();
    await takeIn(shop);
    await shop.app.meetDeadlines();
    expect(sender.sent.length).toBeGreaterThan(sent);
    await shop.close();
  });

  it('keeps its password, and comes back open from its backup', async () => {
    const shop = await startApp(engine);
    const { storage } = shop;
    await shop.stop();
    const database = await openAgain(storage);
    await setPassword(database, testPassword);
    await database.close();
    const closed = await startApp(engine, { storage, config: { shopPassword: null } });
    await closeShop(closed.app);
    const body = { currentPassword: testPassword, newPassword: 'loupe and tweezers' };
    expect((await closed.staff.refused('changePassword', { body })).code).toBe('shop-restoring');
    const { path } = await makeBackup(await backupTask(storage));
    const target = await createStorage(engine === 'sqlite' ? 'postgres' : 'sqlite');
    await restoreBackup({ path, location: target, isReplacing: false, now: closed.clock.now });
    const moved = await startApp(target.engine, { storage: target });
    await takeIn(moved);
    await moved.close();
    await closed.close();
  });

  it('is open after an upgrade if an earlier version closed it for moving', async () => {
    const shop = await startApp(engine);
    const { storage, rows } = shop;
    await takeBackTo0021(rows);
    await rows.run("insert into settings (key, value) values ('closed-for-moving', 'x')");
    await shop.stop();
    const upgraded = await startApp(engine, { storage });
    const left = "select key from settings where key = 'closed-for-moving'";
    expect(await upgraded.rows.run(left)).toEqual([]);
    await takeIn(upgraded);
    await upgraded.close();
  });
});

it('is closed to changes from every process, even those that had begun', async () => {
  const one = await startApp('postgres');
  const other = await startApp('postgres', { storage: one.storage, clock: one.clock });
  const holder = new pg.Client({ connectionString: one.storage.databaseUrl ?? '' });
  await holder.connect();
  const waiting = (count: number) =>
    vi.waitFor(async () => {
      const { rows } = await holder.query(
        `select count(*) as count from pg_locks join pg_database on oid = database
         where datname = current_database() and locktype = 'advisory' and not granted`,
      );
      expect(Number(rows[0]?.count)).toBe(count);
    }, 20_000);
  // Changes wait in line: first the closing of the shop, then the intake of a repair.
  await holder.query("begin; select pg_advisory_xact_lock(hashtextextended('changes', 0))");
  const closing = closeShop(one.app);
  await waiting(1);
  const taking = other.staff.attempt('createRepair', { body: newIntake() });
  await waiting(2);
  await holder.query('commit');
  await holder.end();
  const open = await closing;
  expect((await taking).problem().code).toBe('shop-restoring');
  expect((await one.staff.call('listRepairs')).items).toEqual([]);

  const body = { password: testPassword };
  expect((await other.stranger().attempt('logIn', { body })).status).toBe(204);
  await open();
  await takeIn(one);
  await other.stop();
  await one.close();
});
