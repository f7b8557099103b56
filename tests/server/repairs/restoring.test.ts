import { describe, expect, it as itOnBoth } from 'vitest';
import { useShop } from '../../harness/app.ts';
import { describeOnBothEngines, itOnOneEngine } from '../../harness/engine.ts';
import { putPhoto } from '../../harness/photo-upload.ts';
import { day, minute } from '../../harness/settable-clock.ts';
import {
  assign,
  collect,
  complete,
  currentRepair,
  newIntake,
  reply,
  say,
  statusesOf,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
  takePayment,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

describeOnBothEngines('after a deletion', (engine) => {
  const it = itOnOneEngine(engine);
  const shop = useShop(engine);

  const of = (ticketNumber: string) => ({ params: { ticketNumber } });
  const remove = (ticketNumber: string) => shop.staff.call('deleteRepair', of(ticketNumber));
  const restore = (ticketNumber: string) => shop.staff.call('restoreRepair', of(ticketNumber));
  const listed = async () => (await shop.staff.call('listDeleted')).items;
  const photoStatus = async (url: string) => (await shop.stranger().send('GET', url)).status;

  describe('a repair', () => {
    it('comes back with its number, estimates, photos, texts and history', async () => {
      const { repair } = await takeInWithEstimate(shop, { isSameDay: true });
      const { ticketNumber } = repair;
      const urls = [
        await putPhoto(shop, ticketNumber),
        await putPhoto(shop, ticketNumber, 'completed'),
      ];
      await reply(shop, repair, 'ACCEPT');
      // A change of mind is something to look at.
      await reply(shop, repair, 'DECLINE');
      const before = await wholeRepair(shop, ticketNumber);
      const counts = await shop.staff.call('getOverview');
      const cases = await shop.staff.call('listAttention');
      expect(cases.items.map((one) => one.ticketNumber)).toContain(ticketNumber);

      shop.clock.advance(minute);
      await remove(ticketNumber);
      expect((await shop.staff.refused('getRepair', of(ticketNumber))).code).toBe(
        'repair-not-found',
      );
      for (const url of urls) expect(await photoStatus(url)).toBe(404);
      const left = await shop.staff.call('listAttention');
      expect(left.items.map((one) => one.ticketNumber)).not.toContain(ticketNumber);
      for (const query of [{ q: ticketNumber }, { clientId: repair.clientId }]) {
        expect((await shop.staff.call('listRepairs', { query })).items).toEqual([]);
      }
      // The change of mind, and the answer itself.
      expect(await shop.staff.call('getOverview')).toEqual({
        ...counts,
        estimates: counts.estimates - 1,
        attention: counts.attention - 2,
      });
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
        initials: null,
      });

      shop.clock.advance(minute);
      const back = await restore(ticketNumber);
      const updatedAt = new Date(shop.clock.now).toISOString();
      expect(back).toEqual({ repair: { ...before.repair, updatedAt }, notes: [] });
      const after = await wholeRepair(shop, ticketNumber);
      expect(after.estimates).toEqual(before.estimates);
      expect(after.messages).toEqual(before.messages);
      expect(after.events.slice(0, before.events.length)).toEqual(before.events);
      expect(after.events.slice(before.events.length)).toMatchObject([
        { kind: 'repair-deleted', actor: 'staff', session },
        { kind: 'repair-restored', actor: 'staff', session },
      ]);
      for (const url of urls) expect(await photoStatus(url)).toBe(200);
      expect(await shop.staff.call('getOverview')).toEqual(counts);
      // What changed last comes first, and that is the ticket itself.
      const { items } = await shop.staff.call('listAttention');
      const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
      expect(items.toSorted(byId)).toEqual(cases.items.toSorted(byId));
      expect((await listed()).map(({ id }) => id)).not.toContain(repair.id);
    });

    it('comes back collected, with its dates and payments', async () => {
      const { ticketNumber } = await takeIn(shop, { repairPrice: 80, expectedOn: '2026-12-09' });
      await takePayment(shop, { ticketNumber }, { amount: 30 });
      await assign(shop, ticketNumber);
      await complete(shop, ticketNumber, { notes: 'New gasket' });
      await collect(shop, ticketNumber);
      const { repair, payments } = await wholeRepair(shop, ticketNumber);
      expect(repair).toMatchObject({ firstExpectedOn: '2026-12-09', paid: 30, balance: 50 });
      await remove(ticketNumber);
      await restore(ticketNumber);
      const back = await wholeRepair(shop, ticketNumber);
      expect(back.repair).toEqual({ ...repair, updatedAt: back.repair.updatedAt });
      expect(back.payments).toEqual(payments);
    });

    it('is not found by its customer’s texts or by its estimates', async () => {
      const { repair, estimateId: replaced } = await takeInWithEstimate(shop);
      const { ticketNumber, repairId } = repair;
      shop.clock.advance(minute);
      const body = { repairId, amount: 200 };
      const { estimate } = await shop.staff.call('sendEstimate', { body });
      await remove(ticketNumber);
      for (const id of [replaced, estimate.id]) {
        const problem = await shop.staff.refused('deleteEstimate', { params: { id } });
        expect(problem.code).toBe('estimate-not-found');
      }
      const query = { repairId: [ticketNumber] };
      expect((await shop.staff.call('listEstimates', { query })).items).toEqual([]);
      expect((await shop.staff.refused('sendEstimate', { body })).code).toBe('repair-not-found');
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

    it('keeps its number, and its form cannot be sent again, even after it is deleted for good', async () => {
      const body = newIntake();
      const { repair } = await shop.staff.call('createRepair', { body });
      const { ticketNumber } = repair;
      await remove(ticketNumber);
      shop.clock.advance(20 * minute);
      const before = await shop.rows.counts();
      const taken = {
        status: 409,
        code: 'repair-id-taken',
        title: 'This form was already used',
        detail: 'Its ticket was deleted.',
      };
      expect(await shop.staff.refused('createRepair', { body })).toMatchObject(taken);
      expect(await shop.rows.counts()).toEqual(before);
      await restore(ticketNumber);
      const again = await shop.staff.attempt('createRepair', { body });
      expect([again.status, again.json()]).toMatchObject([200, { repair: { ticketNumber } }]);
      await remove(ticketNumber);
      await shop.staff.call('purgeRepair', of(ticketNumber));
      expect(await shop.staff.refused('createRepair', { body })).toMatchObject(taken);
    });

    it('may be taken in again at once, and restoring it says so', async () => {
      const body = newIntake();
      const { repair } = await shop.staff.call('createRepair', { body });
      await remove(repair.ticketNumber);
      const { repairId } = newIntake();
      const { repair: second } = await shop.staff.call('createRepair', {
        body: { ...body, repairId, watchModel: 'SPEEDMASTER' },
      });
      const { items } = await shop.staff.call('listRepairs', {
        query: { clientId: repair.clientId },
      });
      expect(items.map(({ ticketNumber }) => ticketNumber)).toEqual([second.ticketNumber]);
      expect((await restore(repair.ticketNumber)).notes).toEqual([
        `Ticket ${second.ticketNumber} was created for the same watch in the meantime.`,
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
        'Its client was deleted: the ticket keeps the details, the directory does not.',
      ]);
      expect(back).toMatchObject({ customerName: repair.customerName, clientId: repair.clientId });
      expect(back.optedOutAt).not.toBeNull();
    });

    itOnBoth(
      'is deleted once and comes back once if two press, and the other one sees it',
      async () => {
        const { ticketNumber } = await takeIn(shop);
        const pressTwice = (name: 'deleteRepair' | 'restoreRepair') =>
          Promise.all([1, 2].map(() => shop.staff.attempt(name, of(ticketNumber))));
        expect(statusesOf(await pressTwice('deleteRepair'))).toEqual([204, 404]);
        const replies = await pressTwice('restoreRepair');
        expect(statusesOf(replies)).toEqual([200, 409]);
        const late = replies.find(({ status }) => status === 409)?.problem();
        expect(late).toMatchObject({ code: 'already-restored', repair: { ticketNumber } });
        const events = await shop.rows.run(
          "select kind from events where kind in ('repair-deleted', 'repair-restored') and ticket_number = ? order by id",
          ticketNumber,
        );
        expect(events).toEqual([{ kind: 'repair-deleted' }, { kind: 'repair-restored' }]);
      },
    );

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

    itOnBoth('comes back into the directory, once, with the history', async () => {
      const repair = await takeIn(shop);
      const { clientId: id } = repair;
      const { client } = await shop.staff.call('getClient', byId(id));
      await shop.staff.call('deleteClient', byId(id));
      expect((await listed())[0]).toMatchObject({ id, kind: 'client', watch: null });
      const replies = await Promise.all(
        [1, 2].map(() => shop.staff.attempt('restoreClient', byId(id))),
      );
      expect(statusesOf(replies)).toEqual([200, 409]);
      const updatedAt = new Date(shop.clock.now).toISOString();
      expect(replies.find(({ status }) => status === 200)?.json()).toEqual({
        client: { ...client, updatedAt },
        notes: [],
      });
      const { items } = await shop.staff.call('listClientEvents', byId(id));
      expect(items.map(({ kind, ticketNumber }) => [kind, ticketNumber])).toEqual([
        ['client-created', null],
        ['repair-created', repair.ticketNumber],
        ['client-deleted', null],
        ['client-restored', null],
      ]);
      const { items: found } = await shop.staff.call('listClients', { query: { q: client.email } });
      expect(found.map((each) => each.id)).toEqual([id]);
    });

    it('comes back beside another one with the same email, and staff are notified', async () => {
      const add = async (name: string) => {
        const body = { name, email: 'Twice@example.com', phone: '' };
        return (await shop.staff.call('createClient', { body })).client;
      };
      const first = await add('First');
      await shop.staff.call('deleteClient', byId(first.id));
      await add('Second');
      const { notes } = await shop.staff.call('restoreClient', byId(first.id));
      expect(notes).toEqual(['The directory has another client with the same email: Second.']);
      const { items } = await shop.staff.call('listClients', { query: { q: 'twice@example' } });
      expect(items.map(({ name }) => name)).toEqual(['Second', 'First']);
    });

    it('does not have a deleted repair in the history', async () => {
      const repair = await takeIn(shop);
      await remove(repair.ticketNumber);
      const { items } = await shop.staff.call('listClientEvents', byId(repair.clientId));
      expect(items.map(({ kind, ticketNumber }) => [kind, ticketNumber])).toEqual([
        ['client-created', null],
      ]);
    });
  });
});
