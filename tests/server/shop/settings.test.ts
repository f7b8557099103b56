import { access, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultShopSettings, type ShopSettings } from '../../../domain/shop-settings.ts';
import { readConfig } from '../../../server/base/config.ts';
import { type RunningApp, startApp, useShop } from '../../harness/app.ts';
import { createStorage, describeOnBothInLongRun, type Storage } from '../../harness/engine.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  assign,
  closeShop,
  complete,
  currentRepair,
  newIntake,
  repairInStatus,
  takeIn,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

const root = join(import.meta.dirname, '..', '..', '..');

const renamed = (settings: ShopSettings, name: string): ShopSettings => ({
  ...settings,
  shop: { ...settings.shop, name },
});
const withCalendar =
  (changes: Partial<ShopSettings['calendar']>) =>
  (settings: ShopSettings): ShopSettings => ({
    ...settings,
    calendar: { ...settings.calendar, ...changes },
  });
const withThird = (settings: ShopSettings, changes: Partial<ShopSettings['technicians'][0]>) => ({
  ...settings,
  technicians: settings.technicians.map((one, index) =>
    index === 2 ? { ...one, ...changes } : one,
  ),
});

describeOnBothInLongRun('the settings of the shop', (engine) => {
  const sender = scriptedSender();
  const shop = useShop(engine, { overrides: { sender } });
  const change = (body: unknown, revision?: number) =>
    shop.staff.attempt(
      'changeSettings',
      { body },
      revision === undefined ? {} : { 'if-match': `"${revision}"` },
    );
  const stored = () => shop.staff.call('getSettings');

  it('are the defaults in a new store, which is yet to be set up', async () => {
    const reply = await shop.staff.attempt('getSettings');
    const answer = reply.json() as Awaited<ReturnType<typeof stored>>;
    expect(answer).toMatchObject({
      settings: defaultShopSettings,
      revision: 1,
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      isSetUp: false,
    });
    expect(reply.headers.get('etag')).toBe('"1"');
    await shop.staff.call('finishSetUp');
    await shop.staff.call('finishSetUp');
    expect((await stored()).isSetUp).toBe(true);
  });

  it('are in force at once: for texts, the ticket, technicians and lists', async () => {
    const { settings, revision } = await stored();
    const polled = await shop.staff.attempt('listTechnicians');
    const reply = await change(withThird(renamed(settings, 'Harbor'), { name: 'Chloe' }), revision);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('etag')).toBe(`"${revision + 1}"`);
    await takeIn(shop);
    await shop.app.textsDone();
    expect(sender.sent.at(-1)?.body).toMatch(/^Harbor/);
    expect(await shop.staff.call('getShop')).toMatchObject({
      shop: { name: 'Harbor' },
      isConfigured: true,
    });
    const again = await shop.staff.attempt(
      'listTechnicians',
      {},
      { 'if-none-match': polled.headers.get('etag') ?? '' },
    );
    expect(again.status).toBe(200);
    expect((await shop.staff.call('listTechnicians')).items[2]).toMatchObject({
      id: 'technician-3',
      name: 'Chloe',
    });
  });

  it('drop closed dates that are long past, so that there is room for new ones', async () => {
    const { settings } = await stored();
    const closed = (date: string) => ({ from: date, to: date, name: null });
    const closedDates = ['2025-12-25', '2026-02-16', '2026-05-25'].map(closed);
    const calendar = { ...settings.calendar, closedDates };
    const kept = (await change({ ...settings, calendar })).json() as Awaited<
      ReturnType<typeof stored>
    >;
    expect(kept.settings.calendar.closedDates).toEqual(closedDates.slice(1));
    await change(settings);
  });

  it('record who changed what, as it was and as it is', async () => {
    const { settings } = await stored();
    const session = (await shop.staff.call('getSession')).id;
    const before = (await shop.staff.call('listSettingsEvents')).items.length;
    await change(renamed(settings, 'Pier'));
    // Nothing has changed: nothing is written down.
    await change(renamed(settings, 'Pier'));
    await change({ ...renamed(settings, 'Pier'), backups: { folder: null } });
    await change({ ...renamed(settings, 'Pier'), backups: { folder: null, keep: 5 } });
    await change(renamed(settings, 'Pier'));
    const { items } = await shop.staff.call('listSettingsEvents');
    const usual = { folder: null, dailyAt: '03:00', keep: 14 };
    expect(items.slice(before)).toMatchObject([
      {
        kind: 'settings-changed',
        actor: 'staff',
        session,
        data: { before: { 'shop.name': settings.shop.name }, after: { 'shop.name': 'Pier' } },
      },
      { data: { before: { backups: null }, after: { backups: usual } } },
      { data: { before: { backups: usual }, after: { backups: { ...usual, keep: 5 } } } },
      { data: { before: { backups: { ...usual, keep: 5 } }, after: { backups: null } } },
    ]);
  });

  it('are changed by one of two at once; the other gets both versions', async () => {
    const { settings, revision } = await stored();
    const replies = await Promise.all(
      ['One', 'Other'].map((name) => change(renamed(settings, name), revision)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412]);
    const won = replies.find(({ status }) => status === 200)?.json();
    expect(replies.find(({ status }) => status === 412)?.problem()).toMatchObject({
      code: 'changed-meanwhile',
      stored: won,
    });
  });

  it.each<[string, (settings: ShopSettings) => unknown, string, string]>([
    [
      'a field that is wrong',
      (settings) => ({ ...settings, shop: { ...settings.shop, phone: 'call us' } }),
      'shop.phone',
      'Phone must be a phone number',
    ],
    [
      'a technician with another id',
      (settings) => withThird(settings, { id: 'someone-else' }),
      'technicians.2.id',
      'A technician’s id can’t be changed. Change the name instead.',
    ],
    [
      'closed days that end before they begin',
      withCalendar({ closedDates: [{ from: '2026-12-26', to: '2026-12-24', name: null }] }),
      'calendar.closedDates.0.to',
      'The last closed day must not be before the first',
    ],
    [
      '400 closed dates',
      withCalendar({
        closedDates: Array.from({ length: 400 }, () => ({
          from: '2026-12-24',
          to: '2026-12-24',
          name: null,
        })),
      }),
      'calendar.closedDates',
      'There can be at most 120 closed dates',
    ],
    [
      'hours of a day that go past midnight',
      withCalendar({ dayHours: { fri: { from: '18:00', to: '02:00' } } }),
      'calendar.dayHours.fri.to',
      'Closing time must be after opening time',
    ],
  ])('refuse %s', async (_what, broken, path, message) => {
    const { settings, revision } = await stored();
    expect((await change(broken(settings))).problem()).toMatchObject({
      status: 422,
      errors: [{ path, message }],
    });
    expect((await stored()).revision).toBe(revision);
  });

  describe('the folder for backups', () => {
    const inData = (...names: string[]) => join(shop.storage.dataDir, ...names);
    const withFolder = (settings: ShopSettings, folder: string): ShopSettings => ({
      ...settings,
      backups: { folder, dailyAt: '03:00', keep: 14 },
    });
    const isThere = (path: string) =>
      access(path).then(
        () => true,
        () => false,
      );

    it.each<[string, () => string, RegExp]>([
      ['a part of a path', () => 'relative', /^Enter the full path of the folder, such as/],
      ['a path that leads upward', () => '../../../etc', /^Enter the full path of the folder/],
      [
        'a place that takes no files',
        () => '/proc/1',
        /there: no file can be made in that folder\. Choose/,
      ],
      ['a file', () => inData('shop.json'), /there: .*shop\.json is not a folder\. Choose/],
      ['below a file', () => inData('shop.json', 'kept'), /is a file, not a folder\. Choose/],
      ['in no folder', () => inData('no', 'such'), /the folder is not there; .*\? Choose/],
      ['the product’s', () => join(root, 'kept'), /is the product’s own folder, which an update/],
      ['a link into that', () => inData('link', 'kept'), /is the product’s own folder/],
    ])('is refused where it is %s, and nothing is left behind', async (_what, folder, message) => {
      await writeFile(inData('shop.json'), '');
      await symlink(root, inData('link')).catch(() => undefined);
      const before = await stored();
      expect((await change(withFolder(before.settings, folder()))).problem()).toMatchObject({
        status: 422,
        errors: [{ path: 'backups.folder', message: expect.stringMatching(message) }],
      });
      expect(await stored()).toEqual(before);
      expect(await isThere(join(root, 'kept'))).toBe(false);
    });

    it('is tested without a trace, and made if it is missing', async () => {
      const { settings, revision } = await stored();
      const folder = inData('kept');
      const chosen = withFolder(settings, folder);
      expect((await change(chosen, revision - 1)).status).toBe(412);
      expect(await isThere(folder)).toBe(false);
      expect((await change(chosen, revision)).status).toBe(200);
      expect(await readdir(folder)).toEqual([]);
      expect(await shop.staff.call('getBackups')).toMatchObject({
        folder,
        schedule: { dailyAt: '03:00', keep: 14 },
      });
      await change({ ...settings, backups: null });
    });

    it('keeps what an earlier version accepted while other settings change', async () => {
      const { settings } = await stored();
      const old = withFolder(settings, 'relative');
      await shop.rows.run(
        "update settings set value = ? where key = 'shop-settings'",
        JSON.stringify({ ...(await stored()), settings: old }),
      );
      expect((await change(renamed(old, 'Quay'))).status).toBe(200);
      expect((await stored()).settings.backups?.folder).toBe('relative');
      await change({ ...settings, backups: null });
    });
  });

  it('are in force in every process at once', async () => {
    // One process serves an embedded database.
    const { storage, clock } = shop;
    const other = engine === 'postgres' ? await startApp(engine, { storage, clock }) : null;
    const { settings } = await stored();
    await change(renamed(settings, 'Everywhere'));
    expect((await (other ?? shop).staff.call('getShop')).shop.name).toBe('Everywhere');
    await other?.stop();
  });

  it('are part of an export', async () => {
    const { settings } = await stored();
    const exported = await shop.staff.attempt('exportData', { query: { format: 'json' } });
    expect(exported.json()).toMatchObject({ settings });
  });

  it('cannot be changed while the shop is closed', async () => {
    const { settings } = await stored();
    const open = await closeShop(shop.app);
    expect((await change(renamed(settings, 'Closed'))).problem().code).toBe('shop-restoring');
    await open();
    expect((await stored()).settings.shop.name).not.toBe('Closed');
  });

  describe('an email', () => {
    const withEmail = (settings: ShopSettings, isEmailRequired: boolean) => ({
      ...settings,
      intake: { isEmailRequired },
    });
    const without = () => newIntake({ customerEmail: '' });

    it('is asked for, as specified', async () => {
      expect(
        (await shop.staff.attempt('createRepair', { body: without() })).problem(),
      ).toMatchObject({
        errors: [{ path: 'customerEmail', message: 'Email is required' }],
      });
    });

    it('may be missing if the shop does not ask for it, and then merges no two people', async () => {
      const { settings } = await stored();
      await change(withEmail(settings, false));
      const bodies = [without(), without()];
      const taken = [];
      for (const body of bodies)
        taken.push((await shop.staff.call('createRepair', { body })).repair);
      expect(taken.map(({ customerEmail }) => customerEmail)).toEqual(['', '']);
      expect(new Set(taken.map(({ clientId }) => clientId)).size).toBe(2);
      const [{ clientId: id = '' } = {}] = taken;
      const edit = (email: string) =>
        shop.staff.attempt('editClient', {
          params: { id },
          body: { name: 'Ada', email, phone: '(212) 555-0198' },
        });
      expect((await edit('')).status).toBe(200);
      expect((await edit('nobody')).problem()).toMatchObject({
        errors: [{ path: 'email', message: 'Please enter a valid email address' }],
      });
      expect((await shop.staff.attempt('createClient', { body: { name: 'Bob' } })).status).toBe(
        201,
      );
      await change(withEmail(settings, true));
      expect((await edit('')).status).toBe(422);
    });

    it('of a chosen client stays if none is typed', async () => {
      const { settings } = await stored();
      const { clientId, customerEmail, customerPhone, customerName } = await takeIn(shop);
      await change(withEmail(settings, false));
      shop.clock.advance(10 * minute);
      const body = { ...without(), clientId, customerName, customerPhone };
      const { repair } = await shop.staff.call('createRepair', { body });
      expect(repair).toMatchObject({ clientId, customerEmail });
      await change(withEmail(settings, true));
    });
  });

  describe('a technician', () => {
    it('who is renamed keeps the tickets, which show the current name', async () => {
      const { ticketNumber } = await repairInStatus(shop, 'pending');
      const { settings } = await stored();
      await change(withThird(settings, { name: 'Before' }));
      await assign(shop, ticketNumber, 'technician-3');
      await change(withThird(settings, { name: 'After' }));
      expect(await currentRepair(shop, ticketNumber)).toMatchObject({
        assignedTo: 'technician-3',
        assignedWatchmaker: 'After',
      });
      const { items } = await shop.staff.call('listRepairs', { query: { q: ticketNumber } });
      expect(items.map(({ assignedWatchmaker }) => assignedWatchmaker)).toEqual(['After']);
      const [row] = await shop.rows.run(
        'select assigned_watchmaker from repair_tickets where ticket_number = ?',
        ticketNumber,
      );
      expect(row?.assigned_watchmaker).toBe('Before');
    });

    it('who is away gets no new work, and is still counted', async () => {
      const { settings } = await stored();
      await change(withThird(settings, { name: 'Chloe', isAway: true }));
      const { ticketNumber } = await repairInStatus(shop, 'pending');
      const assigned = await shop.staff.attempt('assignRepair', {
        params: { ticketNumber },
        body: { technicianId: 'technician-3' },
      });
      const message = 'Chloe is away. Please select another technician.';
      expect(assigned.problem()).toMatchObject({
        status: 422,
        code: 'technician-away',
        detail: message,
        errors: [{ path: 'technicianId', message }],
      });
      const { items } = await shop.staff.call('listTechnicians');
      expect(items).toHaveLength(6);
      expect(items[2]).toMatchObject({ isAway: true, active: 1 });
      await change(withThird(settings, { name: 'Chloe' }));
    });

    it('marked “Not used” has no open repairs, and gets none', async () => {
      const { settings } = await stored();
      const { ticketNumber } = await repairInStatus(shop, 'pending');
      await assign(shop, ticketNumber, 'technician-5');
      const unused = {
        ...settings,
        technicians: settings.technicians.map((one, index) =>
          index === 4 ? { ...one, email: '', isUnused: true } : one,
        ),
      };
      const name = settings.technicians[4]?.name;
      const refused = await shop.staff.attempt('changeSettings', { body: unused });
      expect(refused.problem()).toMatchObject({
        status: 422,
        errors: [
          {
            path: 'technicians.4.isUnused',
            message: `${name} has 1 open repair. Reassign it first.`,
          },
        ],
      });
      await complete(shop, ticketNumber);
      await change(unused);
      const { ticketNumber: next } = await repairInStatus(shop, 'pending');
      const assigned = await shop.staff.attempt('assignRepair', {
        params: { ticketNumber: next },
        body: { technicianId: 'technician-5' },
      });
      expect(assigned.problem()).toMatchObject({
        status: 422,
        code: 'technician-away',
        detail: `${name} is marked “Not used”. Please select another technician.`,
      });
      const { items } = await shop.staff.call('listTechnicians');
      expect(items).toHaveLength(6);
      expect(items[4]).toMatchObject({ name, email: '', isUnused: true, active: 0, done: 1 });
      await change(settings);
    });

    it('who has since been marked “Not used” gets nothing back: the repair waits to be assigned', async () => {
      const { settings } = await stored();
      const technicianId = 'technician-4';
      const unused = {
        ...settings,
        technicians: settings.technicians.map((one) =>
          one.id === technicianId ? { ...one, isUnused: true } : one,
        ),
      };
      const assigned = async () => {
        const { ticketNumber } = await repairInStatus(shop, 'pending');
        await assign(shop, ticketNumber, technicianId);
        return { ticketNumber };
      };
      const [reopened, undone, deleted] = [await assigned(), await assigned(), await assigned()];
      await complete(shop, reopened.ticketNumber);
      await complete(shop, undone.ticketNumber, { holdSeconds: 300 });
      await shop.staff.call('deleteRepair', { params: deleted });
      await change(unused);

      const free = { status: 'pending', assignedTo: null, assignedWatchmaker: null };
      const back = [
        await shop.staff.call('reopenRepair', { params: reopened }),
        await shop.staff.call('undoComplete', { params: undone }),
        await shop.staff.call('restoreRepair', { params: deleted }),
      ];
      expect(back).toMatchObject([{ repair: free }, { repair: free }, { repair: free }]);
      expect(back[2]).toMatchObject({
        notes: ['Technician 4 is marked “Not used”, so no one has the repair.'],
      });
      for (const ticket of [reopened, undone, deleted]) {
        const { events } = await wholeRepair(shop, ticket.ticketNumber);
        expect(events.at(-1)?.data).toMatchObject({
          before: { assignedWatchmaker: 'Technician 4' },
          after: { assignedWatchmaker: null },
        });
        await assign(shop, ticket.ticketNumber, 'technician-1');
      }
      await change(settings);
    });

    it('is marked “Not used” or gets a repair back: of two at once, one wins', async () => {
      const { settings } = await stored();
      const technicianId = 'technician-4';
      const technicians = settings.technicians.map((one) =>
        one.id === technicianId ? { ...one, isUnused: true } : one,
      );
      for (let round = 0; round < 3; round += 1) {
        const { ticketNumber } = await repairInStatus(shop, 'pending');
        await assign(shop, ticketNumber, technicianId);
        await complete(shop, ticketNumber);
        const params = { ticketNumber };
        const [, unused] = await Promise.all([
          shop.staff.call('reopenRepair', { params }),
          change({ ...settings, technicians }),
        ]);
        const { assignedTo } = (await wholeRepair(shop, ticketNumber)).repair;
        expect([assignedTo, unused.status]).toEqual(
          unused.status === 200 ? [null, 200] : [technicianId, 422],
        );
        await change(settings);
        await shop.staff.call('deleteRepair', { params });
      }
    });

    it('is marked “Not used” or gets a repair: of two at once, one wins', async () => {
      const { settings } = await stored();
      const id = 'technician-6';
      for (let round = 0; round < 5; round += 1) {
        const { ticketNumber } = await repairInStatus(shop, 'pending');
        const technicians = settings.technicians.map((one) =>
          one.id === id ? { ...one, isUnused: true } : one,
        );
        const [assigned, unused] = await Promise.all([
          shop.staff.attempt('assignRepair', {
            params: { ticketNumber },
            body: { technicianId: id },
          }),
          shop.staff.attempt('changeSettings', { body: { ...settings, technicians } }),
        ]);
        expect([assigned.status, unused.status].toSorted()).toEqual([200, 422]);
        if (assigned.status === 200) await complete(shop, ticketNumber);
        await change(settings);
      }
    });
  });
});

describeOnBothInLongRun('a store that has no settings yet', (engine) => {
  let storage: Storage;
  let shop: RunningApp | null;
  beforeEach(async () => {
    storage = await createStorage(engine);
    shop = null;
  });
  afterEach(async () => {
    await shop?.stop();
    await storage.remove();
  });
  const { shop: business, technicians } = defaultShopSettings;
  const configOf = async (content: unknown) => {
    const file = join(storage.dataDir, 'shop.json');
    await writeFile(file, JSON.stringify(content));
    const config = readConfig({ SHOP_CONFIG: file });
    const { shop: settings, shopConfigFile, shopFileProblems } = config;
    return { shop: settings, shopConfigFile, shopFileProblems };
  };
  const fileOf = (name: string) => configOf({ shop: { ...business, name }, technicians });
  const start = async (config: Awaited<ReturnType<typeof configOf>> | null) => {
    shop = await startApp(engine, { storage, ...(config === null ? {} : { config }) });
    return shop.staff.call('getSettings');
  };

  it('takes those of the shop’s file once, and never reads the file again', async () => {
    expect(await start(await fileOf('Harbor'))).toMatchObject({
      settings: { shop: { name: 'Harbor' } },
      isSetUp: true,
    });
    await shop?.stop();
    expect((await start(await fileOf('Another'))).settings.shop.name).toBe('Harbor');
    await shop?.stop();
    expect((await start(await configOf('broken'))).settings.shop.name).toBe('Harbor');
  });

  it('does not start with a file that cannot be used', async () => {
    await expect(start(await configOf([]))).rejects.toThrow(/The file must hold one object/);
    expect((await start(await fileOf('Corrected'))).settings.shop.name).toBe('Corrected');
  });

  it('does not start with a file that names an unusable folder for backups', async () => {
    const withFolder = (folder: string) =>
      configOf({ shop: business, technicians, backups: { folder } });
    await expect(start(await withFolder('backups'))).rejects.toThrow(
      /shop\.json: backups\.folder: Enter the full path of the folder/,
    );
    await expect(start(await withFolder('/proc/1'))).rejects.toThrow(
      /shop\.json: backups\.folder: Backups cannot be kept there: no file can be made/,
    );
    const folder = join(storage.dataDir, 'kept');
    expect((await start(await withFolder(folder))).settings.backups).toMatchObject({ folder });
  });

  it('need not be set up if it has tickets already', async () => {
    await start(null);
    if (shop) await takeIn(shop);
    await shop?.rows.run("delete from settings where key in ('shop-settings', 'shop-set-up')");
    await shop?.stop();
    expect((await start(null)).isSetUp).toBe(true);
  });
});
