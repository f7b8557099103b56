import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dataFiles } from '../../../../server/base/config.ts';
import { shareStore } from '../../../../server/database/store-lock.ts';
import { readStoreState, writeStoreState } from '../../../../server/database/store-state.ts';
import { changeBackupRecord } from '../../../../server/shop/backups/record.ts';
import { createFile, type Sink } from '../../../../server/shop/backups/tar.ts';
import { startApp, testPassword } from '../../../harness/app.ts';
import { fillThroughInterface } from '../../../harness/backup-tasks.ts';
import { sendPart, uploadBackup } from '../../../harness/backup-uploads.ts';
import {
  createStorage,
  describeOnBothInLongRun,
  itInLongRun,
  type Storage,
} from '../../../harness/engine.ts';
import type { HttpClient } from '../../../harness/http-client.ts';
import { addPhoto, allPhotos } from '../../../harness/photo-upload.ts';
import { scriptedSender } from '../../../harness/scripted-sender.ts';
import { type ServedApp, startServed } from '../../../harness/served-app.ts';
import { day, hour, minute, settableClock } from '../../../harness/settable-clock.ts';
import { closeShop, newIntake } from '../../../harness/shop-fixtures.ts';

// Each makes and restores whole shops, which takes a busy machine a minute.
vi.setConfig({ testTimeout: 180_000 });
afterAll(() => vi.resetConfig());

/** Writes backups as usual, until they are to be held. */
function heldSink() {
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  let waits = false;
  return {
    backupSink: async (path: string): Promise<Sink> => {
      if (waits) await gate;
      return createFile(path);
    },
    hold: () => {
      waits = true;
    },
    release,
  };
}

describeOnBothInLongRun('a backup restored in the browser', (engine, place) => {
  let storage: Storage;
  let shops: ServedApp[];
  beforeEach(async () => {
    storage = await createStorage(engine, place);
    shops = [];
  });
  afterEach(async () => {
    for (const shop of shops) await shop.stop();
    await storage.remove();
  });
  const start = async (options: Parameters<typeof startServed>[1] = {}) => {
    const shop = await startServed(storage, options);
    shops.push(shop);
    return shop;
  };
  const takeIn = async (staff: HttpClient, customerName: string) =>
    (await staff.call('createRepair', { body: newIntake({ customerName }) })).repair;
  const customers = async (client: HttpClient) =>
    (await client.call('listRepairs')).items.map(({ customerName }) => customerName);
  const backUp = async ({ staff, serving }: ServedApp) => {
    await staff.call('startBackup');
    await serving.app.backupsDone();
    const [newest] = (await staff.call('getBackups')).items;
    if (!newest) throw new Error('No backup');
    return newest;
  };
  const keepBackups = async (client: HttpClient, folder: string | null) => {
    const { settings } = await client.call('getSettings');
    const backups = { folder, dailyAt: '03:00', keep: 3 };
    await client.call('changeSettings', { body: { ...settings, backups } });
  };
  const restore = (client: HttpClient, name: string, password = testPassword) =>
    client.attempt('startRestore', { params: { name }, body: { password } });
  const restored = async (shop: ServedApp) => {
    await shop.until(async () => (await codeOf(shop.staff)) === 'not-logged-in');
    return shop.logIn();
  };
  const codeOf = async (client: HttpClient) => {
    const reply = await client.attempt('listRepairs').catch(() => null);
    if (reply === null) return 'away';
    return reply.status === 200 ? 'open' : reply.problem().code;
  };
  const failed = async (shop: ServedApp) => {
    let reason: string | undefined;
    await shop.until(async () => {
      if ((await codeOf(shop.staff)) !== 'open') return false;
      // It may be closing just now.
      const backups = await shop.staff.call('getBackups').catch(() => null);
      reason = backups?.restoreFailure?.reason;
      return backups?.restoring === null && reason !== undefined;
    });
    return reason;
  };

  it('replaces the shop, keeps the password, ends all sessions, and says who did it', async () => {
    const shop = await start();
    await takeIn(shop.staff, 'Before');
    const { name, at } = await backUp(shop);
    shop.clock.advance(minute);
    await takeIn(shop.staff, 'After');
    const acting = await shop.staff.call('getSession');
    const ended = async () => (await shop.stranger().attempt('getSession')).problem();
    expect(await ended()).toMatchObject({ code: 'not-logged-in', store: acting.store });
    const begun = await restore(shop.staff, name);
    expect(begun.status).toBe(202);
    expect(begun.json()).toMatchObject({ restoring: { backupAt: at } });
    const again = await restored(shop);
    // This tells a browser that a restore has ended its session.
    const { store } = await again.call('getSession');
    expect(store).not.toBe(acting.store);
    expect(await ended()).toMatchObject({ store });
    expect(await customers(again)).toEqual(['Before']);
    const { items, restoring, restoreFailure } = await again.call('getBackups');
    expect({ restoring, restoreFailure }).toEqual({ restoring: null, restoreFailure: null });
    const { items: events } = await again.call('listSettingsEvents');
    expect(events.at(-1)).toMatchObject({
      kind: 'shop-restored',
      data: { backupAt: at },
      session: acting.id,
      at: new Date(shop.clock.now).toISOString(),
    });
    await takeIn(again, 'Later');
    // The shop as it was a moment before was backed up, and can be restored as well.
    expect(items.map(({ kind }) => kind)).toEqual(['by-hand', 'by-hand']);
    shop.clock.advance(minute);
    await restore(again, items[0]?.name ?? '');
    shop.staff.cookie = again.cookie;
    const back = await restored(shop);
    expect((await customers(back)).toSorted()).toEqual(['After', 'Before']);
    const left = await readdir(storage.dataDir);
    expect(left.filter((entry) => /^(replaced-|restoring)/.test(entry))).toEqual([]);
  });

  it('may come from another shop, with its photos, and texts nobody about what was due there', async () => {
    const other = await startApp(engine === 'sqlite' ? 'postgres' : 'sqlite');
    await fillThroughInterface(other);
    // Its text waits to be sent.
    const held = await takeIn(other.staff, 'Held');
    const params = { ticketNumber: held.ticketNumber };
    await other.staff.call('assignRepair', { params, body: { technicianId: 'technician-1' } });
    await other.staff.call('completeRepair', { params, body: { outcome: 'approved' } });
    await other.staff.call('startBackup');
    await other.app.backupsDone();
    const [made] = (await other.staff.call('getBackups')).items;
    const file = await fetch(`${other.origin}/api/backups/${made?.name}/file`, {
      headers: { cookie: other.staff.cookie ?? '' },
    });
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${made?.name}"`);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.length).toBe(made?.bytes);
    const photos = await allPhotos(other.storage);
    const counts = await other.rows.counts();
    const names = (await customers(other.staff)).toSorted();

    const sender = scriptedSender();
    const shop = await start({ overrides: { sender } });
    const { ticketNumber } = await takeIn(shop.staff, 'Of today');
    await addPhoto(shop, ticketNumber);
    const name = await uploadBackup(shop.staff, bytes);
    const { contents } = await shop.staff.call('inspectBackup', { params: { name } });
    expect(contents).toEqual({
      at: made?.at,
      shop: 'Watch Repair Shop',
      product: '1.2.3+test',
      bytes: bytes.length,
      repairs: counts.repair_tickets,
      clients: counts.clients,
      texts: counts.messages,
      photos: Object.keys(photos).length,
      damagedPhotos: 0,
      missingPhotos: 0,
    });
    const sent = sender.sent.length;
    await restore(shop.staff, name);
    const again = await restored(shop);
    expect((await customers(again)).toSorted()).toEqual(names);
    expect(await allPhotos(storage)).toMatchObject(photos);
    expect(await readdir(join(storage.dataDir, 'uploads'))).toEqual([]);
    const { app } = shop.serving;
    shop.clock.advance(hour);
    await app.sendHeldTexts();
    await app.reconcileTexts();
    shop.clock.advance(2 * day);
    await app.meetDeadlines();
    await app.reconcileTexts();
    await app.textsDone();
    expect(sender.sent.slice(sent)).toEqual([]);
    await other.close();
  });

  itInLongRun(
    'keeps the password, the texting account and the backup folder of today',
    async () => {
      // The first start sets it from outside, the second keeps it.
      await (await start()).stop();
      shops = [];
      const shop = await start({ config: { shopPassword: null } });
      const { database } = shop.serving.app.deps;
      const account = (sid: string) => ({
        id: sid,
        account_sid: sid,
        sender: '{}',
        public_url: 'https://shop.example',
        set_at: '2026-03-01T00:00:00.000Z',
        replaced_at: sid === 'known' ? '2026-03-02T00:00:00.000Z' : null,
        session: null,
        initials: null,
      });
      const token = (sid: string) => ({
        account_sid: sid,
        sealed: `sealed ${sid}`,
        set_at: '2026-03-01T00:00:00.000Z',
        session: null,
        initials: null,
      });
      await database.transact(async (tx) => {
        await tx
          .insertInto('texting_accounts')
          .values([account('known'), account('turned off')])
          .execute();
        await tx.insertInto('texting_tokens').values(token('known')).execute();
      });
      const askedFor = (sid: string, began: number, doneUntil: number) => ({
        key: `missed-texts ${sid} +12125550100`,
        value: JSON.stringify({ began, doneUntil }),
      });
      await database.transact((tx) =>
        tx
          .insertInto('settings')
          .values(askedFor('known', 1, 5))
          .execute(),
      );
      const { name } = await backUp(shop);
      shop.clock.advance(minute);
      const folder = join(storage.dataDir, 'elsewhere');
      await keepBackups(shop.staff, folder);
      await database.transact(async (tx) => {
        const turnedOff = tx.deleteFrom('texting_accounts').where('id', '=', 'turned off');
        await turnedOff.execute();
        await tx.insertInto('texting_accounts').values(account('later')).execute();
        await tx.insertInto('texting_tokens').values(token('later')).execute();
        await tx.deleteFrom('settings').where('key', 'like', 'missed-texts%').execute();
        const asked = [askedFor('known', 1, 9), askedFor('later', 7, 9)];
        await tx.insertInto('settings').values(asked).execute();
      });
      const newPassword = 'loupe and tweezers';
      await shop.staff.call('changePassword', {
        body: { currentPassword: testPassword, newPassword },
      });
      await shop.staff.logIn(newPassword);
      await mkdir(folder, { recursive: true });
      await copyFile(join(storage.dataDir, 'backups', name), join(folder, name));
      await restore(shop.staff, name, newPassword);
      await shop.until(async () => (await codeOf(shop.staff)) === 'not-logged-in');
      const again = shop.stranger();
      expect((await again.logIn(testPassword)).status).toBe(401);
      expect((await again.logIn(newPassword)).status).toBe(204);
      const rows = await storage.openRows();
      expect(
        await rows.run(
          `select account.account_sid, sealed from texting_accounts as account
         join texting_tokens as token on token.account_sid = account.account_sid
         where replaced_at is null`,
        ),
      ).toEqual([{ account_sid: 'later', sealed: 'sealed later' }]);
      expect(await rows.run('select id from texting_accounts order by id')).toEqual([
        { id: 'known' },
        { id: 'later' },
      ]);
      // What has come to the later account since it was set up is not in the backup.
      expect(
        await rows.run(
          "select key, value from settings where key like 'missed-texts%' order by key",
        ),
      ).toEqual([askedFor('known', 1, 5), askedFor('later', 7, 7)]);
      await rows.close();
      // So the backup of the shop as it was before is found, by the name that the history has.
      const { items: events } = await again.call('listSettingsEvents');
      const formerShop = String(events.at(-1)?.data.formerShop);
      const state = await again.call('getBackups');
      expect(state.folder).toBe(folder);
      expect(state.items.map((item) => item.name)).toContain(formerShop);
      expect(formerShop).not.toBe(name);
    },
  );

  it('is not restored, and nothing changes, unless today’s shop was backed up first', async () => {
    let isFull = false;
    const backupSink = async (path: string): Promise<Sink> => {
      const file = await createFile(path);
      const full = Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' });
      return {
        ...file,
        write: (...given) => (isFull ? Promise.reject(full) : file.write(...given)),
      };
    };
    const shop = await start({ overrides: { backupSink } });
    const { name } = await backUp(shop);
    await takeIn(shop.staff, 'Of today');
    shop.clock.advance(minute);
    isFull = true;
    expect((await restore(shop.staff, name)).status).toBe(202);
    expect(await failed(shop)).toBe('the disk is full');
    expect(await customers(shop.staff)).toEqual(['Of today']);
    await takeIn(shop.staff, 'Later');
    isFull = false;
    shop.clock.advance(minute);
    await restore(shop.staff, name);
    expect(await customers(await restored(shop))).toEqual([]);
  });

  itInLongRun(
    'is not restored if the disk has kept something else as the backup of today’s shop',
    async () => {
      let isBad = false;
      const backupSink = async (path: string): Promise<Sink> => {
        const file = await createFile(path);
        const write = (bytes: Uint8Array, position: number) => {
          const text = Buffer.from(bytes).toString('latin1').replace('Of today', 'of today');
          return file.write(isBad ? Buffer.from(text, 'latin1') : bytes, position);
        };
        return { ...file, write };
      };
      const shop = await start({ overrides: { backupSink } });
      const { name } = await backUp(shop);
      await takeIn(shop.staff, 'Of today');
      shop.clock.advance(minute);
      isBad = true;
      expect((await restore(shop.staff, name)).status).toBe(202);
      expect(await failed(shop)).toMatch(/^The backup is damaged/);
      expect(await customers(shop.staff)).toEqual(['Of today']);
      expect(await readdir(join(storage.dataDir, 'backups'))).toEqual([name]);
    },
  );

  it('is restored once, for those who know the password, while nothing else is under way', async () => {
    const { backupSink, hold, release } = heldSink();
    const shop = await start({ overrides: { backupSink } });
    const { name } = await backUp(shop);
    shop.clock.advance(minute);
    const other = await shop.logIn();
    expect((await restore(shop.staff, name, 'not the right one')).problem()).toMatchObject({
      code: 'invalid-password',
      errors: [{ path: 'password' }],
    });
    for (const wrong of ['upload-00000000-0000-4000-8000-000000000000', name.replace('20', '19')]) {
      expect((await restore(shop.staff, wrong)).problem().code).toBe('backup-not-found');
    }
    const open = await closeShop(shop.serving.app);
    expect((await restore(shop.staff, name)).problem().code).toBe('shop-restoring');
    await open();

    hold();
    const both = await Promise.all([restore(shop.staff, name), restore(other, name)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    expect(both.find(({ status }) => status === 409)?.problem().code).toBe('restore-running');
    await vi.waitFor(async () => {
      expect((await other.call('getBackups')).restoring).toMatchObject({ step: 'backing-up' });
    }, 20_000);
    // Until it is replaced the shop is shown, and nothing in it changes.
    const refusal = await other.refused('createRepair', { body: newIntake() });
    expect(refusal).toMatchObject({
      code: 'shop-restoring',
      title: 'The shop is being restored',
    });
    expect((await other.attempt('startBackup')).problem().code).toBe('restore-running');
    expect(await customers(other)).toEqual([]);
    release();
    await restored(shop);
  });

  it('lets no one remove or change its file, and no scheduled backup begin, while the file is checked', async () => {
    const shop = await start();
    const { name } = await backUp(shop);
    const bytes = await readFile(join(storage.dataDir, 'backups', name));
    const upload = await uploadBackup(shop.staff, bytes);
    const { database } = shop.serving.app.deps;
    const restore = { by: 'another process', name: upload, backupAt: '2026-03-01T00:00:00.000Z' };
    await keepBackups(shop.staff, null);
    await changeBackupRecord(database, () => ({ restore }));
    const params = { name: upload };
    expect((await shop.staff.attempt('discardUpload', { params })).problem().code).toBe(
      'restore-running',
    );
    // Nor replace it after the password was typed for this one.
    const part = await sendPart(shop.staff, upload, 0, Buffer.from('another'));
    expect(part.problem().code).toBe('restore-running');
    const { restoring } = await shop.staff.call('getBackups');
    expect(restoring).toEqual({ backupAt: restore.backupAt, step: 'checking' });
    await shop.serving.app.backUpIfDue();
    expect((await shop.staff.call('getBackups')).items).toHaveLength(1);
    // The process is gone.
    await shop.serving.app.lookForRestore();
    expect(await failed(shop)).toBe('the product was stopped during the restore');
    expect((await shop.staff.attempt('discardUpload', { params })).status).toBe(204);
    shop.clock.advance(minute);
    await shop.serving.app.backUpIfDue();
    expect((await shop.staff.call('getBackups')).items).toHaveLength(2);
  });

  itInLongRun(
    'counts what customers texted after the shop was closed as not answered',
    async () => {
      const clock = settableClock();
      const shop = await start({
        clock,
        overrides: {
          backupSink: async (path) => {
            clock.advance(hour);
            return createFile(path);
          },
        },
      });
      const { name } = await backUp(shop);
      clock.advance(minute);
      const closedAt = new Date(clock.now).toISOString();
      await restore(shop.staff, name);
      await restored(shop);
      const rows = await storage.openRows();
      expect(await rows.run("select value from settings where key = 'answered-until'")).toEqual([
        { value: closedAt },
      ]);
      await rows.close();
    },
  );

  it('waits for a backup that is running', async () => {
    const { backupSink, hold, release } = heldSink();
    const shop = await start({ overrides: { backupSink } });
    const { name } = await backUp(shop);
    shop.clock.advance(minute);
    hold();
    await shop.staff.call('startBackup');
    expect((await restore(shop.staff, name)).problem().code).toBe('backup-running');
    release();
    await shop.serving.app.backupsDone();
  });

  it('that is damaged is found before anything is closed', async () => {
    const shop = await start();
    const { name } = await backUp(shop);
    const bytes = await readFile(join(storage.dataDir, 'backups', name));
    const upload = await uploadBackup(shop.staff, bytes.subarray(0, bytes.length - 2048));
    await takeIn(shop.staff, 'Of today');
    shop.clock.advance(minute);
    expect((await restore(shop.staff, upload)).status).toBe(202);
    expect(await failed(shop)).toBe('The backup is incomplete: it is cut off.');
    expect(await customers(shop.staff)).toEqual(['Of today']);
    // Anyone who comes back within a week is told.
    shop.clock.advance(7 * day - minute);
    const again = await shop.logIn();
    expect((await again.call('getBackups')).restoreFailure).not.toBeNull();
    shop.clock.advance(minute);
    expect((await again.call('getBackups')).restoreFailure).toBeNull();
  });

  if (engine === 'sqlite') {
    it('whose process was killed leaves the shop open after the next start', async () => {
      const shop = await start();
      await takeIn(shop.staff, 'Of today');
      const { database } = shop.serving.app.deps;
      const row = { by: 'killed', backupAt: '2026-03-01T00:00:00.000Z', step: 'replacing' };
      await database.transact((tx) =>
        tx
          .insertInto('settings')
          .values({ key: 'restoring', value: JSON.stringify(row) })
          .execute(),
      );
      expect((await shop.staff.refused('createRepair', { body: newIntake() })).code).toBe(
        'shop-restoring',
      );
      await shop.stop();
      shops = [];
      const built = join(storage.dataDir, 'restoring');
      await mkdir(built);
      await writeFile(join(built, 'shop.db'), 'half of a shop');
      const again = await start();
      expect(await customers(again.staff)).toEqual(['Of today']);
      expect(await failed(again)).toBe('the product was stopped during the restore');
      await takeIn(again.staff, 'Later');
      await again.until(async () => !existsSync(built));
    });

    it('that reads back differently from how it was written leaves the shop as it was, and says so', async () => {
      const shop = await start();
      const { name } = await backUp(shop);
      await takeIn(shop.staff, 'Of today');
      shop.clock.advance(minute);
      // The disk keeps something else: only a connection that did not write it notices.
      const { prepare } = DatabaseSync.prototype;
      const writers = new WeakSet<DatabaseSync>();
      const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
      prepared.mockImplementation(function (this: DatabaseSync, statement: string) {
        if (/^insert/i.test(statement)) writers.add(this);
        const isBad = statement.includes('integrity_check') && !writers.has(this);
        const asked = isBad ? "select 'page 3 is never used' as integrity_check" : statement;
        return prepare.call(this, asked);
      });
      await restore(shop.staff, name);
      const reason = await failed(shop);
      prepared.mockRestore();
      expect(reason).toBe('The restored data is damaged: page 3 is never used.');
      expect(await customers(shop.staff)).toEqual(['Of today']);
      await takeIn(shop.staff, 'Later');
      const left = await readdir(storage.dataDir);
      expect(left.filter((entry) => /^(replaced-|restoring)/.test(entry))).toEqual([]);
    });

    itInLongRun('opens the shop again even if a connection to it is silent', async () => {
      const shop = await start();
      await takeIn(shop.staff, 'Before');
      const { name } = await backUp(shop);
      // Another program keeps the restore waiting.
      const held = shareStore(dataFiles.database(storage.dataDir));
      await restore(shop.staff, name);
      await shop.until(async () => (await codeOf(shop.staff)) === 'shop-restoring');
      const { hostname, port } = new URL(shop.origin);
      const silent = connect(Number(port), hostname);
      await once(silent, 'connect');
      held.release();
      expect(await customers(await restored(shop))).toEqual(['Before']);
      silent.destroy();
    });

    it('does not accept the loss that the start accepted: only the first opening does', async () => {
      const shop = await start({ acceptsLoss: true });
      const { name } = await backUp(shop);
      shop.clock.advance(minute);
      const file = dataFiles.database(storage.dataDir);
      // Another program keeps the restore waiting.
      const held = shareStore(file);
      await restore(shop.staff, name);
      await shop.until(async () => (await codeOf(shop.staff)) === 'shop-restoring');
      await rm(join(storage.dataDir, 'backups', name));
      const state = readStoreState(file);
      if (state === null) throw new Error('No state');
      await writeStoreState(file, { ...state, revision: state.revision + 1000 });
      held.release();
      await expect(shop.serving.ended).rejects.toThrow('Data has been lost.');
      shops = [];
    });
    return;
  }

  it('closes every process, says so, and opens all of them on the new shop', async () => {
    const one = await start();
    await takeIn(one.staff, 'Before');
    const { name } = await backUp(one);
    one.clock.advance(minute);
    const other = await start({ clock: one.clock });
    await takeIn(other.staff, 'After');
    // Any of them takes the press.
    expect((await restore(other.staff, name)).status).toBe(202);
    // It waits for the first one, which has not looked yet.
    await other.until(async () => (await codeOf(other.staff)) === 'shop-restoring');
    const away = await other.staff.attempt('listRepairs');
    expect(away.problem()).toMatchObject({ status: 503, title: 'The shop is being restored' });
    expect(away.problem()).toHaveProperty('progress');
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await other.stranger().send('GET', '/healthz')).status).toBe(200);
    const ready = await other.stranger().send('GET', '/readyz');
    expect([ready.status, ready.json()]).toEqual([503, { status: 'restoring' }]);
    expect((await one.staff.refused('createRepair', { body: newIntake() })).code).toBe(
      'shop-restoring',
    );
    expect(await customers(one.staff)).toHaveLength(2);
    await one.serving.app.lookForRestore();
    for (const shop of [one, other])
      expect(await customers(await restored(shop))).toEqual(['Before']);
    await takeIn(await one.logIn(), 'Later');
    expect(await customers(await other.logIn())).toHaveLength(2);
  });

  it('opens the shop again if the process that restored it is gone', async () => {
    const shop = await start();
    const { name } = await backUp(shop);
    const row = { by: 'killed', backupAt: '2026-03-01T00:00:00.000Z', step: 'backing-up' };
    const { database } = shop.serving.app.deps;
    await database.transact((tx) =>
      tx
        .insertInto('settings')
        .values({ key: 'restoring', value: JSON.stringify(row) })
        .execute(),
    );
    // While its process lives, the shop stays closed, and a start waits.
    const holder = new pg.Client({ connectionString: storage.databaseUrl ?? '' });
    await holder.connect();
    await holder.query(
      "select pg_advisory_lock(hashtextextended('watch-repair-back-office restore', 0))",
    );
    await shop.serving.app.lookForRestore();
    expect((await shop.staff.refused('createRepair', { body: newIntake() })).code).toBe(
      'shop-restoring',
    );
    expect((await restore(shop.staff, name)).problem().code).toBe('restore-running');
    await expect(startApp(engine, { storage })).rejects.toThrow(/is being restored here/);
    await holder.end();
    await shop.until(async () => {
      await shop.serving.app.lookForRestore();
      return (await shop.staff.call('getBackups')).restoring === null;
    });
    expect(await failed(shop)).toBe('the product was stopped during the restore');
    await takeIn(shop.staff, 'Later');
  });

  it('does not prevent another process that waits for it from stopping', async () => {
    const shop = await start();
    const row = { by: 'another', backupAt: '2026-03-01T00:00:00.000Z', step: 'replacing' };
    const { database, lookForRestore } = { ...shop.serving.app.deps, ...shop.serving.app };
    await database.transact((tx) =>
      tx
        .insertInto('settings')
        .values({ key: 'restoring', value: JSON.stringify(row) })
        .execute(),
    );
    const holder = new pg.Client({ connectionString: storage.databaseUrl ?? '' });
    await holder.connect();
    await holder.query(
      "select pg_advisory_lock(hashtextextended('watch-repair-back-office restore', 0))",
    );
    await lookForRestore();
    await shop.until(async () => (await codeOf(shop.staff)) === 'shop-restoring');
    await shop.stop();
    expect(await codeOf(shop.staff)).toBe('away');
    shops = [];
    await holder.end();
  });

  it.each(['its row', 'its lock'])(
    'replaces nothing once another process has opened the shop: known by %s',
    async (clue) => {
      const { backupSink, hold, release } = heldSink();
      const shop = await start({ overrides: { backupSink } });
      const { name } = await backUp(shop);
      const other = await start({ clock: shop.clock });
      shop.clock.advance(minute);
      hold();
      await restore(shop.staff, name);
      await shop.until(
        async () => (await shop.staff.call('getBackups')).restoring?.step === 'backing-up',
      );
      const { database } = shop.serving.app.deps;
      const holder = new pg.Client({ connectionString: storage.databaseUrl ?? '' });
      await holder.connect();
      if (clue === 'its lock') {
        await holder.query(
          `select pg_terminate_backend(held.pid)
           from pg_locks as held join pg_stat_activity as client on client.pid = held.pid
           where locktype = 'advisory' and application_name = 'watch-repair-backup'
           and datname = current_database()`,
        );
        await other.until(async () => {
          await other.serving.app.lookForRestore();
          return (await other.staff.call('getBackups')).restoring === null;
        });
      } else {
        await database.transact((tx) =>
          tx.deleteFrom('settings').where('key', '=', 'restoring').execute(),
        );
      }
      await takeIn(other.staff, 'Taken in meanwhile');
      await other.stop();
      release();
      expect(await failed(shop)).toMatch(/connection to the database was lost|stopped/);
      await shop.serving.app.backupsDone();
      expect(await customers(shop.staff)).toEqual(['Taken in meanwhile']);
      await holder.end();
    },
  );

  it('waits for an import', async () => {
    const shop = await start();
    const { name } = await backUp(shop);
    const holder = new pg.Client({ connectionString: storage.databaseUrl ?? '' });
    await holder.connect();
    await holder.query("begin; select pg_advisory_xact_lock(hashtextextended('import', 0))");
    expect((await restore(shop.staff, name)).problem()).toMatchObject({
      code: 'import-running',
      detail: 'Nothing was changed. Please wait until it is done.',
    });
    await holder.end();
  });
});
