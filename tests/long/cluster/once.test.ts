import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { photoName } from '../../../domain/photos.ts';
import { defaultShopConfig } from '../../../domain/shop-config.ts';
import { ensurePassword } from '../../../server/shop/sessions/password.ts';
import { type AppOptions, type RunningApp, startApp } from '../../harness/app.ts';
import { createStorage, openAgain } from '../../harness/engine.ts';
import { allPhotos, bringPhoto, putPhoto } from '../../harness/photo-upload.ts';
import { startWithRealTexts } from '../../harness/real-texts.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { day, hour, minute, settableClock } from '../../harness/settable-clock.ts';
import {
  normalised,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
} from '../../harness/shop-fixtures.ts';

/** A Monday, ten in the morning in New York. */
const morning = Date.parse('2026-03-02T15:00:00Z');

/** From now on every process believes that it is its turn, always: what turns save is done by all. */
async function withoutTurns({ rows }: RunningApp): Promise<void> {
  await rows.run("delete from settings where key like 'turn %'");
  await rows.run(`
    create function nobodys_turn() returns trigger language plpgsql as
    $$ begin return case when new.key like 'turn %' then null else new end; end $$
  `);
  await rows.run(
    'create trigger nobodys_turn before insert or update on settings for each row execute function nobodys_turn()',
  );
}

describe('what every process does by itself is done once without turns, too', () => {
  const opened: RunningApp[] = [];
  const start = async (options: AppOptions): Promise<RunningApp> => {
    const shop = await startApp('postgres', options);
    opened.push(shop);
    return shop;
  };
  afterEach(async () => {
    const [first, ...others] = opened.splice(0);
    for (const other of others) await other.stop();
    await first?.close();
  });
  /** Two processes of one shop, and what to do in both at the same moment, three times over. */
  const twoOf = async (options: AppOptions) => {
    const one = await start(options);
    const other = await start({ ...options, storage: one.storage, clock: one.clock });
    await withoutTurns(one);
    const race = (work: (shop: RunningApp) => Promise<unknown>) =>
      Promise.all([one, other, one, other, one, other].map(work));
    return { one, other, race };
  };
  const eventsOf = async ({ rows }: RunningApp, kind: string) =>
    (
      await rows.run(
        'select coalesce(ticket_number, client_id) as subject from events where kind = ? order by 1',
        kind,
      )
    ).map(({ subject }) => String(subject));

  it('reminders and the ends of estimates', async () => {
    const sender = scriptedSender();
    const texting = {
      reminderAfterDays: 3,
      hours: { from: '09:00', to: '18:00' },
      timeZone: 'America/New_York',
      estimateExpiresAfterDays: 30,
    };
    const { one, race } = await twoOf({
      clock: settableClock(morning),
      config: { shop: { ...defaultShopConfig, texting } },
      overrides: { sender },
    });
    const repairs = [];
    for (let count = 0; count < 12; count += 1) {
      repairs.push((await takeInWithEstimate(one)).repair);
    }
    one.clock.advance(3 * day);
    await race(({ app }) => app.meetDeadlines());
    const reminded = sender.sent
      .filter(({ body }) => body.includes('reminder'))
      .map(({ to }) => to);
    expect(reminded.toSorted()).toEqual(
      repairs.map(({ customerPhone }) => normalised(customerPhone)).toSorted(),
    );
    const tickets = repairs.map(({ ticketNumber }) => ticketNumber).toSorted();
    expect(await eventsOf(one, 'estimate-reminded')).toEqual(tickets);
    one.clock.advance(30 * day);
    await race(({ app }) => app.meetDeadlines());
    expect(await eventsOf(one, 'estimate-expired')).toEqual(tickets);
  });

  it('texts without an outcome', async () => {
    const sender = scriptedSender();
    const { one, race } = await twoOf({ overrides: { sender } });
    const tickets: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      const { ticketNumber } = await takeIn(one);
      tickets.push(ticketNumber);
      sender.results.push({ kind: 'unknown' });
      await one.staff.attempt('sendEstimate', { body: { repairId: ticketNumber, amount: 90 } });
    }
    one.clock.advance(hour);
    // The provider has them all; no process gets an answer about a text before both have asked.
    const asking = new Map<
      string,
      { asked: number; answer: () => void; answered: Promise<void> }
    >();
    sender.find = async ({ reference }) => {
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
      const both = asking.get(reference) ?? { asked: 0, answer, answered };
      asking.set(reference, both);
      both.asked += 1;
      if (both.asked === 2) both.answer();
      await both.answered;
      return { kind: 'found', sid: `SM${reference.replaceAll('-', '')}` };
    };
    await race(({ app }) => app.reconcileTexts());
    expect(await eventsOf(one, 'estimate-sent')).toEqual(tickets.toSorted());
    const estimates = await one.rows.run('select repair_id from estimates order by 1');
    expect(estimates.map(({ repair_id: number }) => number)).toEqual(tickets.toSorted());
  });

  it('what was deleted long ago, and photos that nobody names', async () => {
    // Files are as old as the real clock says.
    const { one, other, race } = await twoOf({ clock: settableClock(Date.now()) });
    const spare = photoName(randomUUID(), 'initial', one.clock.now);
    await bringPhoto(one.storage, spare, new Date(one.clock.now - 3 * day));
    const repairs = [];
    for (let count = 0; count < 6; count += 1) {
      const repair = await takeIn(count % 2 === 0 ? one : other);
      await putPhoto(one, repair.ticketNumber);
      await one.staff.call('deleteRepair', { params: { ticketNumber: repair.ticketNumber } });
      await one.staff.call('deleteClient', { params: { id: repair.clientId } });
      repairs.push(repair);
    }
    one.clock.advance(31 * day);
    await race(({ app }) => app.tidyUp());
    expect(await eventsOf(one, 'repair-purged')).toEqual(
      repairs.map(({ ticketNumber }) => ticketNumber).toSorted(),
    );
    expect(await eventsOf(one, 'client-purged')).toEqual(
      repairs.map(({ clientId }) => clientId).toSorted(),
    );
    expect(await allPhotos(one.storage)).toEqual({});
  });

  it('scheduled backups', async () => {
    const storage = await createStorage('postgres');
    const folder = join(storage.dataDir, 'kept');
    const backups = { folder, dailyAt: '03:00', keep: 14 };
    const { one, other, race } = await twoOf({
      storage,
      config: { shop: { ...defaultShopConfig, backups } },
    });
    await race(({ app }) => app.backUpIfDue());
    await Promise.all([one, other].map(({ app }) => app.backupsDone()));
    expect(await readdir(folder)).toHaveLength(1);
    one.clock.advance(day);
    await race(({ app }) => app.backUpIfDue());
    await Promise.all([one, other].map(({ app }) => app.backupsDone()));
    expect(await readdir(folder)).toHaveLength(2);
    for (const shop of [one, other]) {
      await stayLoggedIn(shop);
      expect((await shop.staff.call('getBackups')).failure).toBeNull();
    }
  });
});

it('texts that nobody was told of are taken once, though two processes look at once', async () => {
  const texting = await startWithRealTexts('postgres');
  const { shop, standIn } = texting;
  const other = await startApp('postgres', {
    storage: shop.storage,
    clock: shop.clock,
    config: { twilio: standIn.settings, publicUrl: 'https://shop.example' },
  });
  await withoutTurns(shop);
  const phones: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const { repair } = await takeInWithEstimate(shop);
    phones.push(normalised(repair.customerPhone));
  }
  shop.clock.advance(minute);
  for (const phone of phones) standIn.text(phone, 'ACCEPT');
  shop.clock.advance(3 * minute);
  await Promise.all([shop, other, shop, other].map(({ app }) => app.takeMissedTexts()));
  const taken = await shop.rows.run(
    "select phone from messages where direction = 'inbound' order by phone",
  );
  expect(taken.map(({ phone }) => phone)).toEqual(phones.toSorted());
  const accepted = await shop.rows.run("select 1 from events where kind = 'estimate-accepted'");
  expect(accepted).toHaveLength(phones.length);
  await other.stop();
  await texting.close();
});

it('processes that start at the same moment make one password, and one of them says it', async () => {
  const storage = await createStorage('postgres');
  const stores = await Promise.all([1, 2, 3].map(() => openAgain(storage)));
  const origins = await Promise.all(stores.map((store) => ensurePassword(store, null)));
  expect(origins.map(({ kind }) => kind).toSorted()).toEqual(['kept', 'kept', 'made']);
  for (const store of stores) await store.close();
  await storage.remove();
});
