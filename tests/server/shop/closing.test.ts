import pg from 'pg';
import { expect, it, vi } from 'vitest';
import type { OperationName } from '../../../domain/api.ts';
import { closedSince } from '../../../server/database/settings.ts';
import { restoreBackup } from '../../../server/shop/backups/restore.ts';
import { makeBackup } from '../../../server/shop/backups/writer.ts';
import { setClosed } from '../../../server/shop/closing.ts';
import { setPassword } from '../../../server/shop/sessions/password.ts';
import { type RunningApp, startApp, testPassword } from '../../harness/app.ts';
import { allRows, backupTask } from '../../harness/backup-tasks.ts';
import { callExamples, exampleOf } from '../../harness/call-examples.ts';
import { createStorage, describeOnBothInLongRun, openAgain } from '../../harness/engine.ts';
import { readEvents } from '../../harness/event-reader.ts';
import { addPhoto, allPhotos } from '../../harness/photo-upload.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { day, minute } from '../../harness/settable-clock.ts';
import {
  newIntake,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
} from '../../harness/shop-fixtures.ts';

const close = ({ app }: RunningApp) => setClosed(app.deps, true);
const open = ({ app }: RunningApp) => setClosed(app.deps, false);
const since = ({ app }: RunningApp) => closedSince(app.deps.database.read);

describeOnBothInLongRun('a shop that is closed', (engine) => {
  it('refuses every change, texts nobody, shows everything, and opens again', async () => {
    const sender = scriptedSender();
    const shop = await startApp(engine, { overrides: { sender } });
    const names = (Object.keys(callExamples) as OperationName[]).filter(
      // They log in, only look, are refused by SHOP_PASSWORD or where texts are simulated, or are about another file.
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
    await shop.app.textsLeft();
    const photos = await allPhotos(shop.storage);
    const list = await shop.staff.call('listRepairs');
    const sent = sender.sent.length;
    const reader = await readEvents(shop.staff);

    await close(shop);
    const closedAt = new Date(shop.clock.now).toISOString();
    shop.clock.advance(minute);
    await close(shop);
    expect(await since(shop)).toBe(closedAt);
    expect((await reader.until(2)).at(-1)?.data).toMatchObject({ entity: 'shop', what: 'closed' });
    reader.close();
    const before = await allRows(shop.rows);

    for (const { name, given } of examples) {
      const answer = await shop.staff.attempt(name, given);
      expect([name, answer.problem().code]).toEqual([name, 'shop-moved']);
      expect(answer.headers.get('retry-after')).toBe('15');
    }
    const params = { ticketNumber };
    expect((await shop.staff.refused('deleteRepair', { params })).detail).toContain(
      'ask the person who is moving it',
    );
    await expect(addPhoto(shop, ticketNumber)).rejects.toThrow(/shop-moved/);

    // What is due rests, and what only reads goes on.
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
    expect((await shop.staff.attempt('startBackup')).status).toBe(202);
    await shop.app.backupsDone();
    expect((await shop.staff.call('getBackups')).last).not.toBeNull();

    await open(shop);
    expect(await since(shop)).toBeNull();
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
    await close(closed);
    const body = { currentPassword: testPassword, newPassword: 'loupe and tweezers' };
    expect((await closed.staff.refused('changePassword', { body })).code).toBe('shop-moved');
    const { path } = await makeBackup(await backupTask(storage));
    const target = await createStorage(engine === 'sqlite' ? 'postgres' : 'sqlite');
    await restoreBackup({ path, location: target, isReplacing: false, now: closed.clock.now });
    const moved = await startApp(target.engine, { storage: target });
    expect(await since(moved)).toBeNull();
    await takeIn(moved);
    await moved.close();
    // The one that was left stays closed, even after a restart.
    await closed.stop();
    const again = await startApp(engine, { storage });
    expect((await again.staff.refused('createRepair', { body: newIntake() })).code).toBe(
      'shop-moved',
    );
    await again.close();
  });
});

it('is closed for every process on the same data, even for changes that had begun', async () => {
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
  const closing = close(one);
  await waiting(1);
  const taking = other.staff.attempt('createRepair', { body: newIntake() });
  await waiting(2);
  await holder.query('commit');
  await holder.end();
  await closing;
  expect((await taking).problem().code).toBe('shop-moved');
  expect((await one.staff.call('listRepairs')).items).toEqual([]);

  const body = { password: testPassword };
  expect((await other.stranger().attempt('logIn', { body })).status).toBe(204);
  await open(other);
  await takeIn(one);
  await other.stop();
  await one.close();
});
