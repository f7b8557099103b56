import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { putPhoto } from '../../harness/photo-upload.ts';
import { day, minute } from '../../harness/settable-clock.ts';
import {
  currentRepair,
  newIntake,
  reply,
  say,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
} from '../../harness/shop-fixtures.ts';

describeOnBothEngines('what was deleted', (engine) => {
  let shop: RunningApp;
  beforeAll(async () => {
    shop = await startApp(engine);
  });
  afterAll(async () => {
    await shop.close();
  });

  const of = (ticketNumber: string) => ({ params: { ticketNumber } });
  const remove = (ticketNumber: string) => shop.staff.call('deleteRepair', of(ticketNumber));
  const restore = (ticketNumber: string) => shop.staff.call('restoreRepair', of(ticketNumber));
  const listed = async () => (await shop.staff.call('listDeleted')).items;

  describe('a repair', () => {
    it('comes back with its number, estimates, photos, texts and history', async () => {
      const { repair } = await takeInWithEstimate(shop, { isSameDay: true });
      const { ticketNumber } = repair;
      const url = await putPhoto(shop, ticketNumber);
      await reply(shop, repair, 'ACCEPT');
      // A change of mind is something to look at.
      await reply(shop, repair, 'DECLINE');
      const before = await shop.staff.call('getRepair', of(ticketNumber));
      const counts = await shop.staff.call('getOverview');
      const cases = await shop.staff.call('listAttention');
      expect(cases.items.map((one) => one.ticketNumber)).toContain(ticketNumber);

      shop.clock.advance(minute);
      await remove(ticketNumber);
      expect((await shop.staff.refused('getRepair', of(ticketNumber))).code).toBe(
        'repair-not-found',
      );
      expect((await shop.stranger().send('GET', url)).status).toBe(404);
      const left = await shop.staff.call('listAttention');
      expect(left.items.map((one) => one.ticketNumber)).not.toContain(ticketNumber);
      const deletedCounts = await shop.staff.call('getOverview');
      expect(deletedCounts.estimates).toBe(counts.estimates - 1);
      // The change of mind, and the answer itself.
      expect(deletedCounts.attention).toBe(counts.attention - 2);
      const { id: session } = await shop.staff.call('getSession');
      const deletedAt = new Date(shop.clock.now).toISOString();
      expect((await listed())[0]).toEqual({
        id: repair.id,
        kind: 'repair',
        ticketNumber,
        name: repair.customerName,
        phone: repair.customerPhone,
        email: repair.customerEmail,
        watch: 'Omega Speedmaster',
        deletedAt,
        keptUntil: new Date(shop.clock.now + 30 * day).toISOString(),
        session,
      });

      shop.clock.advance(minute);
      const back = await restore(ticketNumber);
      const updatedAt = new Date(shop.clock.now).toISOString();
      expect(back).toEqual({ repair: { ...before.repair, updatedAt }, notes: [] });
      const after = await shop.staff.call('getRepair', of(ticketNumber));
      expect(after.estimates).toEqual(before.estimates);
      expect(after.messages).toEqual(before.messages);
      expect(after.events.slice(0, before.events.length)).toEqual(before.events);
      expect(after.events.slice(before.events.length)).toMatchObject([
        { kind: 'repair-deleted', actor: 'staff', session },
        { kind: 'repair-restored', actor: 'staff', session },
      ]);
      expect((await shop.stranger().send('GET', url)).status).toBe(200);
      expect(await shop.staff.call('getOverview')).toEqual(counts);
      // What changed last comes first, and that is the ticket itself.
      const { items } = await shop.staff.call('listAttention');
      const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
      expect(items.toSorted(byId)).toEqual(cases.items.toSorted(byId));
      expect((await listed()).map(({ id }) => id)).not.toContain(repair.id);
    });

    it('is gone for whoever acts on it, texts it or answers it', async () => {
      const { repair, estimateId } = await takeInWithEstimate(shop);
      const { ticketNumber, repairId } = repair;
      await remove(ticketNumber);
      for (const reference of [ticketNumber, repairId]) {
        const refusals = await Promise.all([
          shop.staff.refused('editRepair', { ...of(reference), body: { issue: 'Other' } }),
          shop.staff.refused('assignRepair', {
            ...of(reference),
            body: { technicianId: 'technician-1' },
          }),
          shop.staff.refused('startRepair', of(reference)),
          shop.staff.refused('completeRepair', { ...of(reference), body: { outcome: 'approved' } }),
          shop.staff.refused('sendEstimate', { body: { repairId: reference, amount: 9 } }),
          shop.staff.refused('deleteRepair', of(reference)),
        ]);
        expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['repair-not-found']));
      }
      const problem = await shop.staff.refused('deleteEstimate', { params: { id: estimateId } });
      expect(problem.code).toBe('estimate-not-found');
      // As for a customer with no estimate at all.
      const id = await say(shop, repair.customerPhone, 'ACCEPT');
      const { items } = await shop.staff.call('listMessages', {
        query: { phone: repair.customerPhone },
      });
      expect(items[0]).toMatchObject({ kind: 'not-open', ticketNumber: null });
      expect(items[1]).toMatchObject({ id, ticketNumber: null, attention: 'unclear' });
      await restore(ticketNumber);
      expect((await currentRepair(shop, ticketNumber)).status).toBe('estimate-sent');
    });

    it('keeps its number, and its form stays used up', async () => {
      const body = newIntake();
      const { repair } = await shop.staff.call('createRepair', { body });
      await remove(repair.ticketNumber);
      expect((await shop.staff.refused('createRepair', { body })).code).toBe('repair-id-taken');
      await restore(repair.ticketNumber);
      const again = await shop.staff.attempt('createRepair', { body });
      expect(again.status).toBe(200);
      expect(again.json()).toMatchObject({ repair: { ticketNumber: repair.ticketNumber } });
    });

    it('may be taken in anew at once, and coming back says so', async () => {
      const body = newIntake();
      const { repair } = await shop.staff.call('createRepair', { body });
      await remove(repair.ticketNumber);
      const { repairId } = newIntake();
      const { repair: anew } = await shop.staff.call('createRepair', {
        body: { ...body, repairId, watchModel: 'SPEEDMASTER' },
      });
      expect((await restore(repair.ticketNumber)).notes).toEqual([
        `Ticket ${anew.ticketNumber} has been taken in for the same watch meanwhile.`,
      ]);
    });

    it('comes back to a customer who wants no more texts, and to a deleted client', async () => {
      const repair = await takeIn(shop);
      await remove(repair.ticketNumber);
      await say(shop, repair.customerPhone, 'STOP');
      await shop.staff.call('deleteClient', { params: { id: repair.clientId } });
      const { notes, repair: back } = await restore(repair.ticketNumber);
      expect(notes).toEqual([
        'The customer replied STOP, so no text can be sent about it.',
        'Its client is deleted: the ticket shows the details, the directory does not.',
      ]);
      expect(back).toMatchObject({ customerName: repair.customerName, clientId: repair.clientId });
      expect(back.optedOutAt).not.toBeNull();
    });

    it('comes back once where two bring it back, and the other is told', async () => {
      const { ticketNumber } = await takeIn(shop);
      await remove(ticketNumber);
      const replies = await Promise.all(
        [1, 2].map(() => shop.staff.attempt('restoreRepair', of(ticketNumber))),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      const late = replies.find(({ status }) => status === 409)?.problem();
      expect(late).toMatchObject({ code: 'already-restored', repair: { ticketNumber } });
      expect((await shop.staff.refused('purgeRepair', of(ticketNumber))).code).toBe(
        'already-restored',
      );
      const events = await shop.rows.run(
        "select id from events where kind = 'repair-restored' and ticket_number = ?",
        ticketNumber,
      );
      expect(events).toHaveLength(1);
    });

    it('is not brought back after 30 days, whether it was cleared away or not', async () => {
      const { repair } = await takeInWithEstimate(shop);
      const { ticketNumber } = repair;
      await remove(ticketNumber);
      shop.clock.advance(30 * day - minute);
      await stayLoggedIn(shop);
      expect((await listed()).map(({ id }) => id)).toContain(repair.id);
      shop.clock.advance(minute);
      expect((await listed()).map(({ id }) => id)).not.toContain(repair.id);
      expect(await shop.staff.refused('restoreRepair', of(ticketNumber))).toMatchObject({
        status: 404,
        code: 'deleted-not-found',
        title: 'Gone for good',
      });
    });
  });

  describe('a client', () => {
    const byId = (id: string) => ({ params: { id } });

    it('comes back into the directory, once, with the history', async () => {
      const repair = await takeIn(shop);
      const { clientId: id } = repair;
      const { client } = await shop.staff.call('getClient', byId(id));
      await shop.staff.call('deleteClient', byId(id));
      expect((await listed())[0]).toMatchObject({ id, kind: 'client', watch: null });
      const replies = await Promise.all(
        [1, 2].map(() => shop.staff.attempt('restoreClient', byId(id))),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      const updatedAt = new Date(shop.clock.now).toISOString();
      expect(replies.find(({ status }) => status === 200)?.json()).toEqual({
        client: { ...client, updatedAt },
        notes: [],
      });
      const { items } = await shop.staff.call('listClientEvents', byId(id));
      expect(items.map(({ kind, ticketNumber }) => [kind, ticketNumber])).toEqual([
        ['repair-created', repair.ticketNumber],
        ['client-deleted', null],
        ['client-restored', null],
      ]);
      const { items: found } = await shop.staff.call('listClients', { query: { q: client.email } });
      expect(found.map((each) => each.id)).toEqual([id]);
    });

    it('comes back beside another one of the same e-mail, and staff are told', async () => {
      const add = async (name: string) => {
        const body = { name, email: 'Twice@example.com', phone: '' };
        return (await shop.staff.call('createClient', { body })).client;
      };
      const first = await add('First');
      await shop.staff.call('deleteClient', byId(first.id));
      await add('Second');
      const { notes } = await shop.staff.call('restoreClient', byId(first.id));
      expect(notes).toEqual(['The directory holds another client with the same e-mail: Second.']);
      const { items } = await shop.staff.call('listClients', { query: { q: 'twice@example' } });
      expect(items.map(({ name }) => name)).toEqual(['Second', 'First']);
    });

    it('of a repair that is deleted has no word of it in the history', async () => {
      const repair = await takeIn(shop);
      await remove(repair.ticketNumber);
      const { items } = await shop.staff.call('listClientEvents', byId(repair.clientId));
      expect(items).toEqual([]);
    });
  });

  it('is listed together, last deleted first, a page at a time', async () => {
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const repair = await takeIn(shop);
      // Two of the same moment, too.
      if (index % 2 === 0) shop.clock.advance(minute);
      await remove(repair.ticketNumber);
      made.unshift(repair.id);
      await shop.staff.call('deleteClient', { params: { id: repair.clientId } });
      made.unshift(repair.clientId);
    }
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await shop.staff.call('listDeleted', {
        query: { limit: 3, ...(cursor === undefined ? {} : { cursor }) },
      });
      expect(page.items.length).toBeLessThanOrEqual(3);
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined && paged.length < 200);
    expect(new Set(paged).size).toBe(paged.length);
    expect(paged.slice(0, 10).sort()).toEqual(made.sort());
    const times = (await listed()).map(({ deletedAt }) => deletedAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });
});
