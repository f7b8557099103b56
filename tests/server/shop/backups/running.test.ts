import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultShopSettings, type ShopSettings } from '../../../../domain/shop-settings.ts';
import { checkBackup } from '../../../../server/shop/backups/reader.ts';
import { createFile, type Sink } from '../../../../server/shop/backups/tar.ts';
import { type RunningApp, startApp } from '../../../harness/app.ts';
import { createStorage, describeOnBothInLongRun, type Storage } from '../../../harness/engine.ts';
import { addPhoto } from '../../../harness/photo-upload.ts';
import { day, hour, minute, settableClock } from '../../../harness/settable-clock.ts';
import { stayLoggedIn, takeIn } from '../../../harness/shop-fixtures.ts';

/** A disk with this much room, in bytes. */
const fullAfter =
  (room: number) =>
  async (path: string): Promise<Sink> => {
    const file = await createFile(path);
    let used = 0;
    return {
      ...file,
      write: async (bytes, position) => {
        used += bytes.length;
        if (used > room) throw Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' });
        await file.write(bytes, position);
      },
    };
  };

describeOnBothInLongRun('backups of the running product', (engine) => {
  let storage: Storage;
  let folder: string;
  let shops: RunningApp[];
  const clock = settableClock();
  beforeEach(async () => {
    storage = await createStorage(engine);
    folder = join(storage.dataDir, 'kept');
    shops = [];
    clock.now = Date.parse('2026-03-02T15:04:05.678Z');
  });
  afterEach(async () => {
    for (const shop of shops) await shop.stop();
    await storage.remove();
  });

  const schedule = (keep = 14): ShopSettings => ({
    ...defaultShopSettings,
    calendar: { ...defaultShopSettings.calendar, timeZone: 'America/New_York' },
    backups: { folder, dailyAt: '03:00', keep },
  });
  const start = async (
    shop: ShopSettings,
    backupSink?: (path: string) => Promise<Sink>,
  ): Promise<RunningApp> => {
    const started = await startApp(engine, {
      storage,
      clock,
      config: { shop },
      ...(backupSink ? { overrides: { backupSink } } : {}),
    });
    shops.push(started);
    return started;
  };
  const stateOf = async (shop: RunningApp) => {
    await stayLoggedIn(shop);
    return shop.staff.call('getBackups');
  };

  it('are made on request, one at a time, and are listed', async () => {
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    const shop = await start(defaultShopSettings, async (path) => {
      await gate;
      return createFile(path);
    });
    const { ticketNumber } = await takeIn(shop);
    await addPhoto(shop, ticketNumber);
    expect(await stateOf(shop)).toMatchObject({ schedule: null, last: null, items: [] });

    const begun = await shop.staff.attempt('startBackup');
    expect(begun.status).toBe(202);
    expect(begun.json()).toMatchObject({ running: { kind: 'by-hand', share: 0 } });
    const refused = await shop.staff.attempt('startBackup');
    expect(refused.problem()).toMatchObject({ status: 409, code: 'backup-running' });
    release();
    await shop.app.backupsDone();

    const state = await stateOf(shop);
    const at = new Date(Math.floor(clock.now / 1000) * 1000).toISOString();
    expect(state).toMatchObject({
      folder: join(storage.dataDir, 'backups'),
      running: null,
      failure: null,
      isStale: false,
      last: { at, kind: 'by-hand' },
    });
    const name = `watch-repair-${at.slice(0, 19).replaceAll(':', '-')}Z.backup`;
    expect(state.items).toEqual([{ name, at, kind: 'by-hand', bytes: state.last?.bytes }]);
    const { manifest } = await checkBackup(join(state.folder, name));
    expect(manifest).toMatchObject({ engine, photos: 1, kind: 'by-hand' });
    expect(manifest.rows.repair_tickets).toBe(1);
    expect((await shop.staff.attempt('startBackup')).status).toBe(202);
    await shop.app.backupsDone();
    expect((await stateOf(shop)).items).toHaveLength(2);
  });

  it('are made each day, and the oldest of them are removed; nothing else in the folder is', async () => {
    await mkdir(folder);
    const foreign = ['2001-01-01T00-00-00Z.backup', 'notes.backup'].map(
      (end) => `watch-repair-${end}`,
    );
    for (const name of foreign) await writeFile(join(folder, name), 'mine');
    const shop = await start(schedule(2));
    await shop.staff.attempt('startBackup');
    await shop.app.backupsDone();
    const [byHand] = (await stateOf(shop)).items;
    for (let count = 0; count < 4; count += 1) {
      await shop.app.backUpIfDue();
      await shop.app.backUpIfDue();
      clock.advance(day);
    }
    const state = await stateOf(shop);
    expect(state.items.map(({ kind }) => kind)).toEqual(['scheduled', 'scheduled', 'by-hand']);
    expect(state.items.at(-1)).toEqual(byHand);
    expect(state.schedule).toEqual({
      dailyAt: '03:00',
      keep: 2,
      nextAt: '2026-03-07T08:00:00.000Z',
    });
    const names = await readdir(folder);
    expect(names).toEqual(expect.arrayContaining(foreign));
    expect(names).toHaveLength(foreign.length + 3);
  });

  it('that were missed while the product was off are made after its start', async () => {
    const shop = await start(schedule());
    await shop.app.backUpIfDue();
    await shop.stop();
    shops = [];
    clock.advance(3 * day);
    const again = await start(schedule());
    expect((await stateOf(again)).isStale).toBe(true);
    await again.app.backUpIfDue();
    expect(await stateOf(again)).toMatchObject({
      isStale: false,
      last: { kind: 'scheduled', at: new Date(Math.floor(clock.now / 1000) * 1000).toISOString() },
    });
  });

  it('are reported when the disk is full, leave no partial file, and are tried again', async () => {
    let room = 2000;
    const shop = await start(schedule(), (path) => fullAfter(room)(path));
    await shop.app.backUpIfDue();
    const at = new Date(clock.now).toISOString();
    expect(await stateOf(shop)).toMatchObject({
      last: null,
      failure: { at, kind: 'scheduled', reason: 'the disk is full' },
    });
    expect(await readdir(folder)).toEqual([]);
    room = Number.POSITIVE_INFINITY;
    clock.advance(minute);
    await shop.app.backUpIfDue();
    expect(await readdir(folder)).toEqual([]);
    clock.advance(hour);
    await shop.app.backUpIfDue();
    expect(await stateOf(shop)).toMatchObject({ failure: null, last: { kind: 'scheduled' } });
  });

  it('are reported at the start if an earlier version took a relative path', async () => {
    const settings = schedule();
    const backups = settings.backups && { ...settings.backups, folder: 'relative' };
    const shop = await start({ ...settings, backups });
    const reason =
      '“relative” does not say where on the server the folder is; enter its full path in the settings';
    await expect.poll(async () => (await stateOf(shop)).failure).toMatchObject({ reason });
    clock.advance(day);
    await shop.app.backUpIfDue();
    const { folder: shown, failure, last } = await stateOf(shop);
    expect({ shown, failure, last }).toMatchObject({
      shown: 'relative',
      failure: { at: new Date(clock.now).toISOString(), kind: 'scheduled', reason },
      last: null,
    });
  });

  it('are reported at the start if their folder cannot be used', async () => {
    await writeFile(folder, 'a file');
    const shop = await start(schedule());
    await expect.poll(async () => (await stateOf(shop)).failure?.reason).toMatch(/not a folder/);
  });

  it('are stopped with the product, and leave nothing behind', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const shop = await start(schedule(), async (path) => {
      const file = await createFile(path);
      begin();
      return file;
    });
    await takeIn(shop);
    await shop.staff.attempt('startBackup');
    await begun;
    await shop.stop();
    shops = [];
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
    const again = await start(schedule());
    expect((await stateOf(again)).failure).toBeNull();
  });
});
