import { mkdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultShopConfig } from '../../../domain/shop-config.ts';
import { createFile } from '../../../server/shop/backups/tar.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { createStorage } from '../../harness/engine.ts';
import { day, minute } from '../../harness/settable-clock.ts';
import { stayLoggedIn } from '../../harness/shop-fixtures.ts';

/** Whose folders are different ones sees what two machines see. */
describe('backups of a shop on two machines', () => {
  let one: RunningApp;
  let other: RunningApp;
  let letGo: () => void;
  beforeEach(async () => {
    const { promise: gate, resolve } = Promise.withResolvers<void>();
    letGo = resolve;
    const storage = await createStorage('postgres', 'bucket');
    const onMachineOf = (dataDir: string) => {
      const backups = { folder: join(dataDir, 'backups'), dailyAt: '03:00', keep: 1 };
      return { shop: { ...defaultShopConfig, backups } };
    };
    const backupSink = async (path: string) => {
      await gate;
      return createFile(path);
    };
    one = await startApp('postgres', {
      storage,
      config: onMachineOf(storage.dataDir),
      overrides: { backupSink },
    });
    const dataDir = join(one.storage.dataDir, 'the-other-machine');
    await mkdir(dataDir);
    other = await startApp('postgres', {
      config: onMachineOf(dataDir),
      clock: one.clock,
      storage: { ...storage, dataDir },
    });
  });
  afterEach(async () => {
    letGo();
    await other.stop();
    await one.close();
  });
  const stateAt = async (shop: RunningApp) => {
    await stayLoggedIn(shop);
    return shop.staff.call('getBackups');
  };

  it('are made one at a time, and both tell how far it is', async () => {
    expect((await one.staff.attempt('startBackup')).status).toBe(202);
    expect((await stateAt(other)).running).toMatchObject({ kind: 'by-hand', phase: 'photos' });
    expect((await other.staff.attempt('startBackup')).problem()).toMatchObject({
      status: 409,
      code: 'backup-running',
    });
    letGo();
    await one.app.backupsDone();
    expect((await stateAt(other)).running).toBeNull();
    expect((await other.staff.attempt('startBackup')).status).toBe(202);
    await other.app.backupsDone();
  });

  it('can be made again soon after the machine that made one has gone', async () => {
    await one.staff.attempt('startBackup');
    one.clock.advance(minute);
    await stayLoggedIn(other);
    expect((await stateAt(other)).running).toBeNull();
    expect((await other.staff.attempt('startBackup')).status).toBe(202);
    await other.app.backupsDone();
  });

  it('are told of by both, with the machine that has them', async () => {
    letGo();
    await one.app.backUpIfDue();
    const first = await stateAt(other);
    expect(first).toMatchObject({ isStale: false, last: { kind: 'scheduled' } });
    expect(first.items).toMatchObject([{ kind: 'scheduled', machine: hostname() }]);
    expect(first.last).toEqual((await stateAt(one)).last);
    one.clock.advance(day);
    await other.app.backUpIfDue();
    const [atOne, atOther] = [await stateAt(one), await stateAt(other)];
    expect(atOne.last).toEqual(atOther.last);
    expect(atOne.items.map(({ at }) => at)).toEqual(atOther.items.map(({ at }) => at));
    expect(atOne.items).toHaveLength(2);
    // Each machine keeps as many as the shop wants in its own folder.
    one.clock.advance(day);
    await one.app.backUpIfDue();
    expect((await stateAt(other)).items).toHaveLength(2);
  });

  it('are not counted on where their folder has gone', async () => {
    letGo();
    await one.app.backUpIfDue();
    await rm(join(one.storage.dataDir, 'backups'), { recursive: true });
    expect(await stateAt(one)).toMatchObject({ last: null, items: [] });
  });
});
