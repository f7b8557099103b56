import { mkdir, readdir, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OperationName } from '../../../../domain/api.ts';
import { photoNameFromUrl } from '../../../../domain/photos.ts';
import { dataFiles } from '../../../../server/base/config.ts';
import { takeStoreAlone } from '../../../../server/database/store-lock.ts';
import { restoreBackup } from '../../../../server/shop/backups/restore.ts';
import { makeBackup } from '../../../../server/shop/backups/writer.ts';
import { setPassword } from '../../../../server/shop/sessions/password.ts';
import { type RunningApp, startApp, testPassword } from '../../../harness/app.ts';
import { allRows, backupTask } from '../../../harness/backup-tasks.ts';
import { callExamples, exampleOf } from '../../../harness/call-examples.ts';
import {
  createStorage,
  describeOnBothEngines,
  describeOnBothPlaces,
  openAgain,
  type Storage,
} from '../../../harness/engine.ts';
import { readEvents } from '../../../harness/event-reader.ts';
import { addPhoto, allPhotos } from '../../../harness/photo-upload.ts';
import { programs } from '../../../harness/process.ts';
import { scriptedSender } from '../../../harness/scripted-sender.ts';
import { day, minute } from '../../../harness/settable-clock.ts';
import {
  newIntake,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
} from '../../../harness/shop-fixtures.ts';

function commands() {
  const { outcome } = programs();
  const run = (program: 'backup' | 'restore', storage: Storage, ...words: string[]) =>
    outcome(`scripts/${program}.ts`, storage, { words });
  return { run };
}

describeOnBothPlaces('the commands', (engine, place) => {
  let storage: Storage;
  beforeEach(async () => {
    storage = await createStorage(engine, place);
    return () => storage.remove();
  });
  const { run } = commands();

  it('back up a running shop, and restore it once it is stopped and the person agrees', async () => {
    const shop = await startApp(engine, { storage });
    const { ticketNumber } = await takeIn(shop);
    await addPhoto(shop, ticketNumber);
    await shop.app.textsLeft();
    const rows = await allRows(shop.rows);
    const photos = await allPhotos(storage);
    const folder = join(storage.dataDir, 'stick');
    const { code, said } = await run('backup', storage, '--to', folder);
    expect(said).toMatch(/^\/.*\.backup\n {2}\d+ kB: \d+ rows, 1 photo\n$/);
    expect(code).toBe(0);
    const [name = 'none'] = await readdir(folder);
    const { last } = await shop.staff.call('getBackups');
    expect(last).toMatchObject({ kind: 'command' });

    await takeIn(shop);
    const path = join(folder, name);
    const whileRunning = await run('restore', storage, path, '--replace');
    expect(whileRunning.code).toBe(1);
    expect(whileRunning.said).toMatch(/^Not restored: The product is running on this data/);
    expect((await shop.staff.call('listRepairs')).items).toHaveLength(2);
    await shop.stop();

    const unasked = await run('restore', storage, path);
    expect(unasked.code).toBe(1);
    expect(unasked.said).toContain('Not restored: There is a shop here already');
    const asked = await run('restore', storage, path, '--replace');
    expect(asked.said).toContain('1 repair, 1 client, 1 text, 1 photo');
    expect(asked.said).toContain('Restored. Start the product');
    expect(asked.code).toBe(0);
    const restored = await storage.openRows();
    expect(await allRows(restored)).toEqual(rows);
    expect(await allPhotos(storage)).toEqual(photos);
    await restored.close();
    if (engine === 'sqlite') {
      const aside = (await readdir(storage.dataDir)).find((entry) => entry.startsWith('replaced-'));
      const former = { ...storage, dataDir: join(storage.dataDir, aside ?? 'none') };
      const again = await startApp(engine, { storage: former });
      expect((await again.staff.call('listRepairs')).items).toHaveLength(2);
      await again.stop();
    }
  });
});

describe('the commands', () => {
  const { run } = commands();

  it('name photos that are damaged, which no screen asks for in vain', async () => {
    const storage = await createStorage('sqlite');
    const shop = await startApp('sqlite', { storage });
    const { ticketNumber } = await takeIn(shop);
    const url = await addPhoto(shop, ticketNumber);
    await addPhoto(shop, (await takeIn(shop)).ticketNumber);
    const name = photoNameFromUrl(url) ?? '';
    const file = join(dataFiles.photos(storage.dataDir), name.slice(0, 2), name);
    await truncate(file, Math.floor((await readFile(file)).length / 2));

    const copy = await shop.staff.send('GET', `${url}?w=320`);
    expect(copy.problem()).toMatchObject({ status: 422, code: 'photo-damaged' });

    const { code, said } = await run('backup', storage);
    expect(said).toContain(`1 photo is damaged, copied as they are:\n  ${name}\n`);
    expect(said).toContain(`Tickets: ${ticketNumber}. `);
    expect(code).toBe(2);
    const { last } = await shop.staff.call('getBackups');
    expect(last).toMatchObject({ kind: 'command', ticketsToCheck: [ticketNumber] });
    await shop.stop();

    const [path = 'none'] = said.split('\n');
    const other = await createStorage('sqlite');
    const restored = await run('restore', other, path);
    expect(restored.said).toContain('Damaged   1 photo, before it was made');
    expect(restored.code).toBe(0);
    await other.remove();
    await storage.remove();
  });

  it('say what is in the way', async () => {
    const storage = await createStorage('sqlite');
    const nothing = await run('backup', storage);
    expect(nothing).toEqual({
      code: 1,
      said: expect.stringMatching(/^No backup: There is nothing to back up/),
    });
    expect(await readdir(storage.dataDir)).toEqual([]);
    const shop = await startApp('sqlite', { storage });
    await shop.stop();
    const [away, missing] = await Promise.all([
      run('backup', storage, '--to', join(storage.dataDir, 'not', 'there')),
      run('restore', await createStorage('sqlite'), join(storage.dataDir, 'no.backup')),
    ]);
    expect(away.code).toBe(1);
    expect(away.said).toBe('No backup: the folder is not there; is the disk connected?\n');
    expect(missing.code).toBe(1);
    expect(missing.said).toMatch(/^Not restored: There is no file .*no\.backup\.\n$/);
    await storage.remove();
  });

  it('keep the product from starting while a backup is restored', async () => {
    const storage = await createStorage('sqlite');
    await mkdir(storage.dataDir, { recursive: true });
    const lock = takeStoreAlone(dataFiles.database(storage.dataDir));
    await expect(startApp('sqlite', { storage })).rejects.toThrow(/is being restored here/);
    lock?.release();
    const shop = await startApp('sqlite', { storage });
    expect(takeStoreAlone(dataFiles.database(storage.dataDir))).toBeNull();
    await shop.close();
  });
});

const set = (shop: RunningApp, isClosed: boolean) =>
  shop.staff.call('setClosedForMoving', { body: { isClosed } });

describeOnBothEngines('a shop that is closed for moving', (engine) => {
  it('refuses every change, texts nobody, shows everything, and opens again', async () => {
    const sender = scriptedSender();
    const shop = await startApp(engine, { overrides: { sender } });
    const names = (Object.keys(callExamples) as OperationName[]).filter(
      // They log in, open the shop, only look, or are refused by SHOP_PASSWORD.
      (name) =>
        !['logIn', 'setClosedForMoving', 'previewEstimate', 'changePassword'].includes(name),
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

    const { closedSince } = await set(shop, true);
    expect(closedSince).toBe(new Date(shop.clock.now).toISOString());
    shop.clock.advance(minute);
    // Pressed once more, on a screen that does not know yet.
    expect(await set(shop, true)).toEqual({ closedSince });
    expect((await shop.staff.call('getShop')).closedSince).toBe(closedSince);
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
      'Ask the person who is moving it',
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

    expect(await set(shop, false)).toEqual({ closedSince: null });
    expect((await shop.staff.call('getShop')).closedSince).toBeNull();
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
    await set(closed, true);
    const body = { currentPassword: testPassword, newPassword: 'loupe and tweezers' };
    expect((await closed.staff.refused('changePassword', { body })).code).toBe('shop-moved');
    const { path } = await makeBackup(await backupTask(storage));
    const target = await createStorage(engine === 'sqlite' ? 'postgres' : 'sqlite');
    await restoreBackup({ path, location: target, isReplacing: false, now: closed.clock.now });
    const moved = await startApp(target.engine, { storage: target });
    expect((await moved.staff.call('getShop')).closedSince).toBeNull();
    await takeIn(moved);
    await moved.close();
    // The one that was left stays closed, also after a start.
    await closed.stop();
    const again = await startApp(engine, { storage });
    expect((await again.staff.refused('createRepair', { body: newIntake() })).code).toBe(
      'shop-moved',
    );
    await again.close();
  });
});

it('is closed for every process on the same data, also for changes that had begun', async () => {
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
  const closing = set(one, true);
  await waiting(1);
  const taking = other.staff.attempt('createRepair', { body: newIntake() });
  await waiting(2);
  await holder.query('commit');
  await holder.end();
  expect((await closing).closedSince).not.toBeNull();
  expect((await taking).problem().code).toBe('shop-moved');
  expect((await one.staff.call('listRepairs')).items).toEqual([]);

  const body = { password: testPassword };
  expect((await other.stranger().attempt('logIn', { body })).status).toBe(204);
  await set(other, false);
  await takeIn(one);
  await other.stop();
  await one.close();
});
