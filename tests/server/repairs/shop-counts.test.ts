import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dateIn } from '../../../domain/calendar-date.ts';
import { defaultShopSettings } from '../../../domain/shop-settings.ts';
import type { Handle } from '../../../server/database/tables.ts';
import { restoreBackup } from '../../../server/shop/backups/restore.ts';
import { makeBackup } from '../../../server/shop/backups/writer.ts';
import { type RunningApp, shared, startApp, useShop } from '../../harness/app.ts';
import { backupTask } from '../../harness/backup-tasks.ts';
import { cross, holdable } from '../../harness/crossing-work.ts';
import { createStorage, describeOnBothEngines, openAgain } from '../../harness/engine.ts';
import { recounted } from '../../harness/recounted.ts';
import { type Chance, isLongRun, seededChance } from '../../harness/seeded-chance.ts';
import { day, hour } from '../../harness/settable-clock.ts';
import { newIntake, newPhone, repairInStatus, stayLoggedIn } from '../../harness/shop-fixtures.ts';
import type { StoredRows } from '../../harness/stored-rows.ts';

const technicians = defaultShopSettings.technicians.map(({ id }) => id);

/** The kept row, and what it should be, counted row by row. */
async function keptAndCounted(rows: StoredRows) {
  const [kept = {}] = await rows.run('select clients, done, waiting from shop_counts');
  const done = Object.entries(JSON.parse(String(kept.done))).filter(([, count]) => count !== 0);
  const counted = await rows.run(`select coalesce(assigned_to, '') as technician, count(*) as count
    from repair_tickets where status in ('completed', 'ready') and deleted_at is null group by 1`);
  const clients = await rows.run('select id from clients where deleted_at is null');
  const waiting = await rows.run(`select id from repair_tickets
    where status in ('completed', 'ready') and deleted_at is null and is_handed_out = 0`);
  return {
    kept: { clients: kept.clients, waiting: kept.waiting, done: Object.fromEntries(done) },
    counted: {
      clients: clients.length,
      waiting: waiting.length,
      done: Object.fromEntries(counted.map(({ technician, count }) => [technician, Number(count)])),
    },
  };
}

async function shown({ staff }: RunningApp) {
  const { items } = await staff.call('listTechnicians');
  expect(items).toMatchObject(defaultShopSettings.technicians);
  for (const { activeRepairs, active, done, total } of items) {
    expect(activeRepairs + done).toBe(total);
    // The old name, for one more release.
    expect(active).toBe(activeRepairs);
  }
  const busy = items.filter(({ total }) => total > 0);
  return {
    overview: await staff.call('getOverview'),
    technicians: Object.fromEntries(busy.map(({ id, active, total }) => [id, { active, total }])),
  };
}

const copied = `client_id, phone_key, watch_brand, watch_model, issue_description, status,
  is_same_day, is_handed_out, assigned_to, search_text, created_at, updated_at, deleted_at`;

/** Everything that changes a count, with any row that is there; much of it is refused, as in life. */
function actionsIn(shop: RunningApp, chance: Chance) {
  const { staff, rows, clock } = shop;
  const any = async (statement: string): Promise<Record<string, string>> => {
    const found = await rows.run(`${statement} order by id`);
    return found.length === 0 ? {} : (chance.pick(found) as Record<string, string>);
  };
  type TicketAction =
    | 'startRepair'
    | 'editRepair'
    | 'deleteRepair'
    | 'restoreRepair'
    | 'purgeRepair';
  const onTicket = async (
    name: TicketAction | 'assignRepair' | 'completeRepair' | 'collectRepair' | 'undoCollectRepair',
    where: string,
    body?: object,
  ) => {
    const { n: ticketNumber = 'WH000000AAA' } = await any(
      `select ticket_number as n from repair_tickets where ${where}`,
    );
    return staff.attempt(name, { params: { ticketNumber }, body });
  };
  const onClient = async (name: 'deleteClient' | 'restoreClient' | 'purgeClient', is: string) => {
    const { id = 'none' } = await any(`select id from clients where deleted_at ${is}`);
    return staff.attempt(name, { params: { id } });
  };
  const takeIn = () =>
    staff.attempt('createRepair', {
      body: newIntake({
        isSameDay: chance.happens(0.3),
        ...(chance.happens(0.4) ? { expectedOn: dateIn(clock.now + 2 * day, 'UTC') } : {}),
        // The simulated phone's landline: its texts fail.
        ...(chance.happens(0.2) ? { customerPhone: '(212) 555-0199' } : {}),
      }),
    });
  const assign = () =>
    onTicket('assignRepair', "status = 'pending' and deleted_at is null", {
      technicianId: chance.pick(technicians),
    });
  const complete = () =>
    onTicket('completeRepair', "status in ('assigned', 'in-progress') and deleted_at is null", {
      outcome: 'approved',
    });
  const done = "status in ('completed', 'ready')";
  return {
    takeIn,
    assign,
    assignAgain: assign,
    start: () => onTicket('startRepair', "status = 'assigned' and deleted_at is null"),
    complete,
    completeAnother: complete,
    collect: () => onTicket('collectRepair', `${done} and deleted_at is null`, {}),
    undoPickup: async () => {
      const { n: ticketNumber = 'none', at: collectedAt = '' } = await any(
        'select ticket_number as n, collected_at as at from repair_tickets where collected_at is not null',
      );
      return staff.attempt('undoCollectRepair', {
        params: { ticketNumber },
        body: { collectedAt },
      });
    },
    switchSameDay: () =>
      onTicket('editRepair', "status = 'pending'", { isSameDay: chance.happens(0.5) }),
    deleteRepair: () => onTicket('deleteRepair', 'deleted_at is null'),
    deleteDone: () => onTicket('deleteRepair', `${done} and deleted_at is null`),
    restoreRepair: () => onTicket('restoreRepair', 'deleted_at is not null'),
    restoreDone: () => onTicket('restoreRepair', `${done} and deleted_at is not null`),
    purgeRepair: () => onTicket('purgeRepair', 'deleted_at is not null'),
    estimate: async () => {
      const { n: repairId = 'none' } = await any('select ticket_number as n from repair_tickets');
      return staff.attempt('sendEstimate', { body: { repairId, amount: 50 } });
    },
    addPart: async () => {
      const { n: ticketNumber = 'WH000000AAA' } = await any(
        'select ticket_number as n from repair_tickets where expected_on is not null',
      );
      const expectedOn = dateIn(clock.now + chance.pick([1, 3]) * day, 'UTC');
      const body = { partId: randomUUID(), description: 'Crown', expectedOn };
      return staff.attempt('addPart', { params: { ticketNumber }, body });
    },
    receivePart: async () => {
      const { id = 'none' } = await any('select id from parts');
      const body = { receivedOn: chance.pick([dateIn(clock.now, 'UTC'), null]) };
      return staff.attempt('changePart', { params: { id }, body });
    },
    sendOut: async () => {
      const { n: ticketNumber = 'WH000000AAA' } = await any(
        'select ticket_number as n from repair_tickets',
      );
      const expectedOn = dateIn(clock.now + chance.pick([1, 3]) * day, 'UTC');
      const body = { sendingId: randomUUID(), sentTo: 'Kirk Dial', expectedOn };
      return staff.attempt('addSending', { params: { ticketNumber }, body });
    },
    receiveWatch: async () => {
      const { id = 'none' } = await any('select id from sendings');
      const body = { receivedOn: chance.pick([dateIn(clock.now, 'UTC'), null]) };
      return staff.attempt('changeSending', { params: { id }, body });
    },
    answer: async () => {
      const { phone = newPhone() } = await any('select phone from clients');
      const body = chance.pick(['ACCEPT', 'DECLINE', 'When is it ready?']);
      return staff.attempt('simulateReply', { body: { from: phone, body } });
    },
    handle: async () => {
      const { id = 'none' } = await any('select id from messages');
      return staff.attempt('handleAttention', { params: { id } });
    },
    unhandle: async () => {
      const { id = 'none', attention_handled_at: handledAt = '' } = await any(
        'select id, attention_handled_at from messages where attention_handled_at is not null',
      );
      return staff.attempt('undoHandled', { params: { id }, body: { handledAt } });
    },
    addClient: () =>
      staff.attempt('createClient', { body: { name: 'A', email: `${randomUUID()}@example.com` } }),
    deleteClient: () => onClient('deleteClient', 'is null'),
    restoreClient: () => onClient('restoreClient', 'is not null'),
    purgeClient: () => onClient('purgeClient', 'is not null'),
    letTimePass: async () => {
      clock.advance(chance.happens(0.2) ? 31 * day : hour);
      await stayLoggedIn(shop);
      await shop.app.meetDeadlines();
      await shop.app.tidyUp();
    },
    /** What a bulk load does: many rows in one statement, done and deleted ones among them. */
    copyTickets: () =>
      rows.run(
        `insert into repair_tickets (id, repair_id, ticket_number, ${copied})
         select id || 'x', repair_id || 'x', ticket_number || 'x', ${copied} from repair_tickets
         where ticket_number not like '%x'
           and ticket_number || 'x' not in (select ticket_number from repair_tickets)`,
      ),
    /** What no action does. */
    reassignMany: () =>
      rows.run(
        'update repair_tickets set assigned_to = ? where status = ?',
        chance.pick([...technicians, 'gone "for good"', null]),
        chance.pick(['completed', 'assigned']),
      ),
    handManyOut: () =>
      rows.run('update repair_tickets set is_handed_out = 1 - is_handed_out where is_same_day = 1'),
    dropTickets: () => rows.run("delete from repair_tickets where ticket_number like '%x'"),
  };
}

describeOnBothEngines('the counts that the database keeps', (engine) => {
  it('are those of its rows, however they change', { timeout: 120_000 }, async () => {
    const chance = seededChance(20_260_301);
    const shop = await startApp(engine);
    const zero = {
      pending: 0,
      sameDay: 0,
      inProgress: 0,
      completed: 0,
      waitingForPickup: 0,
      estimates: 0,
    };
    expect(await shown(shop)).toEqual({
      overview: { ...zero, totalClients: 0, attention: 0 },
      technicians: {},
    });
    const actions = actionsIn(shop, chance);
    const names = Object.keys(actions) as (keyof typeof actions)[];
    // Some repairs, some of them done, then each action at least once; many more in the long run.
    const walk = [
      ...Array<'takeIn'>(12).fill('takeIn'),
      ...Array(4)
        .fill(['assign', 'complete'] as const)
        .flat(),
      ...chance.shuffled(names),
      ...Array.from({ length: isLongRun ? 200 : 30 }, () => chance.pick(names)),
    ] as (keyof typeof actions)[];
    const done: string[] = [];
    const everDone = new Set<string>();
    const check = async () => {
      const { kept, counted } = await keptAndCounted(shop.rows);
      expect(kept, done.slice(-3).join(', ')).toEqual(counted);
      for (const technician of Object.keys(kept.done)) everDone.add(technician);
      // Rows that no action wrote leave earlier answers in force.
      await actions.addClient();
      expect(await shown(shop), done.slice(-3).join(', ')).toEqual(
        await recounted(shop.rows, shop.clock.now),
      );
    };
    for (const name of walk) {
      done.push(name);
      await actions[name]();
      await shop.app.textsDone();
      await check();
    }
    // The walk must have covered what it tests, and the backup must have some of it.
    expect(everDone.size).toBeGreaterThan(1);
    for (const status of ['completed', 'ready'] as const) {
      await actions.reassignMany();
      await repairInStatus(shop, status);
    }
    await check();
    const last = await keptAndCounted(shop.rows);

    // A backup holds no counts: they come from its rows.
    const made = await makeBackup(await backupTask(shop.storage));
    const storage = await createStorage(engine);
    const now = shop.clock.read();
    await restoreBackup({ path: made.path, location: storage, isReplacing: false, now });
    const restored = await startApp(engine, { storage, clock: shop.clock });
    expect(await keptAndCounted(restored.rows)).toEqual(last);
    expect(await shown(restored)).toEqual(await shown(shop));
    await restored.close();
    await shop.close();
  });
});

describe('the counts that the database keeps, on PostgreSQL', () => {
  const shop = useShop('postgres');
  const database = shared(
    () => openAgain(shop.storage),
    (open) => open.close(),
  );

  const change = (tx: Handle, ticketNumber: string, to: object) =>
    tx.updateTable('repair_tickets').set(to).where('ticket_number', '=', ticketNumber).execute();

  const crossings = [
    {
      name: 'two repairs are completed',
      one: { from: 'assigned', to: { status: 'completed' } },
      other: { from: 'assigned', to: { status: 'completed' } },
    },
    {
      name: 'one is completed and another one deleted',
      one: { from: 'assigned', to: { status: 'completed' } },
      other: { from: 'completed', to: { deleted_at: 'now' } },
    },
    {
      name: 'two that are done change hands',
      one: { from: 'completed', to: { assigned_to: 'technician-2' } },
      other: { from: 'completed', to: { assigned_to: null } },
    },
  ] as const;
  it.each(crossings)('are right when $name at the same time', async (crossing) => {
    const one = await repairInStatus(shop, crossing.one.from);
    const other = await repairInStatus(shop, crossing.other.from);
    const held = holdable(database);
    await cross(
      held,
      shop.rows,
      () => held.database.transact((tx) => change(tx, one.ticketNumber, crossing.one.to)),
      () => database.transact((tx) => change(tx, other.ticketNumber, crossing.other.to)),
    );
    const { kept, counted } = await keptAndCounted(shop.rows);
    expect(kept).toEqual(counted);
  });
});
