import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, OperationName } from '../../domain/api.ts';
import type { Repair, TicketEvent } from '../../domain/api-answers.ts';
import { defaultShopSettings } from '../../domain/shop-settings.ts';
import type { Database } from '../../server/database/database.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { createFile } from '../../server/shop/backups/tar.ts';
import { type RunningApp, startApp } from '../harness/app.ts';
import { cross, type HoldableDatabase, holdable } from '../harness/crossing-work.ts';
import { createEmptyShop, createStorage } from '../harness/engine.ts';
import { putPhoto } from '../harness/photo-upload.ts';
import { seededChance } from '../harness/seeded-chance.ts';
import { day, minute } from '../harness/settable-clock.ts';
import { stayLoggedIn, takeIn } from '../harness/shop-fixtures.ts';

/** @returns where a ticket's events do not follow from each other, or do not lead to its present state */
function brokenLinks(repair: Repair, events: readonly TicketEvent[]): string[] {
  const known = new Map<string, unknown>();
  const compare = (what: string, now: Record<string, unknown>) =>
    [...known].flatMap(([field, value]) =>
      field in now && now[field] !== value
        ? `${what}: ${field} was ${String(value)}, not ${String(now[field])}`
        : [],
    );
  const broken = events.flatMap(({ kind, data }) => {
    const { before, after } = data as Partial<Record<'before' | 'after', Record<string, unknown>>>;
    const links = compare(kind, before ?? {});
    for (const [field, value] of Object.entries(after ?? {})) known.set(field, value);
    return links;
  });
  return [...broken, ...compare('the ticket', { ...repair })];
}

/** Says when a transaction is run again. */
function counting(real: Database, onRepeat: () => void): Database {
  return {
    ...real,
    transact: (work) => {
      let runs = 0;
      return real.transact((tx) => {
        runs += 1;
        if (runs > 1) onRepeat();
        return work(tx);
      });
    },
  };
}

describe('two processes act on one ticket at the same moment', () => {
  let one: RunningApp;
  let other: RunningApp;
  let held: HoldableDatabase;
  let ahead = 0;
  /** How many transactions had to be run again, e.g. after a deadlock. */
  let repeated = 0;
  beforeAll(async () => {
    const storage = await createEmptyShop('postgres');
    const open = async () => {
      const real = await openPostgres(storage.databaseUrl ?? '', { warn: () => undefined });
      return counting(real, () => {
        repeated += 1;
      });
    };
    held = holdable(await open());
    const clock = () => Date.now() + ahead;
    one = await startApp('postgres', { storage, overrides: { database: held.database, clock } });
    // Their clocks are seconds apart, as those of two machines may be.
    const slowClock = () => clock() - 3000;
    other = await startApp('postgres', {
      storage,
      overrides: { database: await open(), clock: slowClock },
    });
  });
  afterAll(async () => {
    await other.stop();
    await one.close();
  });

  type Act = (shop: RunningApp, ticketNumber: string) => Promise<unknown>;
  const on = (ticketNumber: string) => ({ params: { ticketNumber } });
  const assign =
    (technicianId: string, fromTechnicianId?: string): Act =>
    (shop, ticket) =>
      shop.staff.attempt('assignRepair', {
        ...on(ticket),
        body: { technicianId, ...(fromTechnicianId === undefined ? {} : { fromTechnicianId }) },
      });
  const start: Act = (shop, ticket) => shop.staff.attempt('startRepair', on(ticket));
  const complete: Act = (shop, ticket) =>
    shop.staff.attempt('completeRepair', {
      ...on(ticket),
      body: { notes: 'Done', outcome: 'approved' },
    });
  const collect =
    (by: string): Act =>
    (shop, ticket) =>
      shop.staff.attempt('collectRepair', { ...on(ticket), body: { by } });
  const undoPickup: Act = async (shop, ticket) => {
    const reply = await shop.staff.attempt('getRepair', on(ticket));
    if (reply.status !== 200) return;
    const { repair } = reply.json() as Answer<'getRepair'>;
    const body = { collectedAt: repair.collectedAt ?? repair.createdAt };
    await shop.staff.attempt('undoCollectRepair', { ...on(ticket), body });
  };
  const reopen: Act = (shop, ticket) => shop.staff.attempt('reopenRepair', on(ticket));
  const edit =
    (body: { issue?: string; isSameDay?: boolean }): Act =>
    (shop, ticket) =>
      shop.staff.attempt('editRepair', { ...on(ticket), body });
  const photo: Act = (shop, ticket) => putPhoto(shop, ticket);
  const estimate: Act = (shop, ticket) =>
    shop.staff.attempt('sendEstimate', { body: { repairId: ticket, amount: 90 } });
  const says =
    (body: string): Act =>
    async (shop, ticket) => {
      const { repair } = await shop.staff.call('getRepair', on(ticket));
      await shop.staff.call('simulateReply', { body: { from: repair.customerPhone, body } });
    };
  const deleteEstimate: Act = async (shop, ticket) => {
    const { estimates } = await shop.staff.call('getRepair', on(ticket));
    await shop.staff.attempt('deleteEstimate', { params: { id: estimates[0]?.id ?? '' } });
  };

  /** What staff do about what customers say; nothing if the ticket is deleted or has no such text. */
  const about =
    (name: OperationName, body: () => object): Act =>
    async (shop, ticket) => {
      const reply = await shop.staff.attempt('getRepair', on(ticket));
      if (reply.status !== 200) return;
      const { estimates, messages } = reply.json() as Answer<'getRepair'>;
      const asked =
        name === 'answerEstimate'
          ? estimates[0]
          : messages.find(({ direction }) => direction === 'inbound');
      await shop.staff.attempt(name, { params: { id: asked?.id ?? '' }, body: body() });
    };
  const saidByPhone = about('answerEstimate', () => ({ answer: 'accepted', by: 'phone' }));
  const recorded = about('recordReply', () => ({ answer: 'declined' }));
  const answered = about('replyToText', () => ({ messageId: randomUUID(), body: 'Tomorrow' }));
  const texted: Act = (shop, ticket) =>
    shop.staff.attempt('sendText', {
      ...on(ticket),
      body: { messageId: randomUUID(), body: 'Soon' },
    });
  const undone: Act = (shop, ticket) => shop.staff.attempt('undoClientChanges', on(ticket));

  const remove: Act = (shop, ticket) => shop.staff.attempt('deleteRepair', on(ticket));

  const done = [assign('technician-1'), complete];
  const pairs: [name: string, acts: [Act, Act], before?: Act[]][] = [
    ['edited twice', [edit({ issue: 'Stops' }), edit({ issue: 'Stops at night' })]],
    ['same-day and not', [edit({ isSameDay: true }), edit({ isSameDay: false })]],
    ['photographed twice', [photo, photo]],
    [
      'begun and reassigned',
      [start, assign('technician-2', 'technician-1')],
      [assign('technician-1')],
    ],
    [
      'completed and reassigned',
      [complete, assign('technician-2', 'technician-1')],
      [assign('technician-1')],
    ],
    ['estimated and begun', [estimate, start], [assign('technician-1')]],
    ['estimated again and accepted', [estimate, says('ACCEPT')], [estimate]],
    ['accepted, and its estimate deleted', [says('ACCEPT'), deleteEstimate], [estimate]],
    [
      'declined after all and assigned',
      [says('DECLINE'), assign('technician-4')],
      [estimate, says('ACCEPT')],
    ],
    ['collected by two', [collect('Bo'), collect('Kim')], done],
    ['collected and reopened', [collect('Bo'), reopen], done],
    ['collected, and the pickup undone', [collect('Kim'), undoPickup], [...done, collect('Bo')]],
    ['collected and deleted', [collect('Bo'), remove], done],
    ['deleted and edited', [remove, edit({ issue: 'Stops' })]],
  ];

  it.each(
    pairs.flatMap(([name, [first, second], before = []]) => [
      { name: `${name}, in this order`, first, second, before },
      { name: `${name}, the other way around`, first: second, second: first, before },
    ]),
  )('$name: each event begins where the last one ended', async ({ first, second, before }) => {
    const { ticketNumber } = await takeIn(one);
    for (const act of before) await act(one, ticketNumber);
    await one.app.textsDone();
    // Touches the session now, so that the transaction held next is not that write.
    await one.staff.call('getSession');
    await cross(
      held,
      one.rows,
      () => first(one, ticketNumber),
      () => second(other, ticketNumber),
    );
    await one.staff.attempt('restoreRepair', on(ticketNumber));
    const { repair, events } = await one.staff.call('getRepair', on(ticketNumber));
    expect(brokenLinks(repair, events)).toEqual([]);
  });

  it('no two of many actions deadlock', async () => {
    const customers: Repair[] = [];
    for (let count = 0; count < 3; count += 1) {
      const first = await takeIn(one);
      // A phone that comes again so soon is refused.
      ahead += minute;
      const { customerPhone, customerEmail } = first;
      customers.push(first, await takeIn(one, { customerPhone, customerEmail, issue: 'Again' }));
    }
    const restore: Act = (shop, ticket) => shop.staff.attempt('restoreRepair', on(ticket));
    const acts: ((shop: RunningApp, of: Repair) => Promise<unknown>)[] = [
      edit({ issue: 'Stops' }),
      estimate,
      estimate,
      assign('technician-1'),
      start,
      complete,
      collect('Bo'),
      undoPickup,
      remove,
      restore,
    ].map(
      (act) =>
        (shop, { ticketNumber }) =>
          act(shop, ticketNumber),
    );
    for (const word of ['ACCEPT', 'DECLINE', 'Perhaps']) {
      acts.push((shop, { customerPhone: from, ticketNumber }) =>
        shop.staff.attempt('simulateReply', { body: { from, body: `${word} ${ticketNumber}` } }),
      );
    }
    acts.push((shop, { clientId: id, customerEmail: email, customerPhone: phone }) =>
      shop.staff.attempt('editClient', {
        params: { id },
        body: { name: `Ada ${chance.next()}`, email, phone },
      }),
    );
    acts.push(
      ...[saidByPhone, recorded, answered, texted, undone].map(
        (act): (typeof acts)[number] =>
          (shop, { ticketNumber }) =>
            act(shop, ticketNumber),
      ),
    );
    acts.push(async () => {
      ahead += 5 * minute;
      await Promise.all([one, other].map(({ app }) => app.meetDeadlines()));
    });
    const chance = seededChance(8);
    repeated = 0;
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        for (let count = 0; count < 60; count += 1) {
          await chance.pick(acts)(chance.pick([one, other]), chance.pick(customers));
        }
      }),
    );
    await Promise.all([one, other].map(({ app }) => app.textsDone()));
    expect(repeated).toBe(0);
  });
});

/** Processes with different folders see what two machines would see. */
describe('backups of a shop on two machines', () => {
  let one: RunningApp;
  let other: RunningApp;
  let letGo: () => void;
  beforeEach(async () => {
    const { promise: gate, resolve } = Promise.withResolvers<void>();
    letGo = resolve;
    const storage = await createStorage('postgres', 'bucket');
    // Each in its own data folder.
    const backups = { folder: null, dailyAt: '03:00', keep: 1 };
    const onMachineOf = (dataDir: string) => ({
      dataDir,
      shop: { ...defaultShopSettings, backups },
    });
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

  it('are made one at a time, and both say how far along each is', async () => {
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

  it('are reported by both, with the machine that has them', async () => {
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

  it('are not relied on once their folder is gone', async () => {
    letGo();
    await one.app.backUpIfDue();
    await rm(join(one.storage.dataDir, 'backups'), { recursive: true });
    expect(await stateAt(one)).toMatchObject({ last: null, items: [] });
  });
});
