import { randomUUID } from 'node:crypto';
import { describe, expect, it, it as itOnBoth } from 'vitest';
import type { Input } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { versionTag } from '../../../domain/edits.ts';
import { type RunningApp, startApp, useShop } from '../../harness/app.ts';
import { describeOnBothEngines, itOnOneEngine } from '../../harness/engine.ts';
import { readEvents } from '../../harness/event-reader.ts';
import { followLateCase } from '../../harness/late-cases.ts';
import { day, minute } from '../../harness/settable-clock.ts';
import {
  addPart,
  addSending,
  allPages,
  assign,
  complete,
  currentRepair,
  setPlaces,
  statusesOf,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';
import { csvObjects, exportedFiles } from '../../harness/transfers.ts';

type NewSending = Input<'addSending', 'body'>;
type Change = Input<'changeSending', 'body'>;

const of = ({ ticketNumber }: Pick<Repair, 'ticketNumber'>) => ({ params: { ticketNumber } });

const newSending = (given: Partial<NewSending> = {}): NewSending => ({
  sendingId: randomUUID(),
  sentTo: 'Kirk Dial',
  sentOn: '2026-03-02',
  ...given,
});

describeOnBothEngines('a watch that is sent out', (engine) => {
  const it = itOnOneEngine(engine);
  const shop = useShop(engine);

  const add = (repair: Pick<Repair, 'ticketNumber'>, body = newSending()) =>
    shop.staff.attempt('addSending', { ...of(repair), body });
  const change = (id: string, body: Change, headers: Record<string, string> = {}) =>
    shop.staff.attempt('changeSending', { params: { id }, body }, headers);
  const remove = (id: string) => shop.staff.attempt('removeSending', { params: { id } });
  const sendingsOf = async ({ ticketNumber }: Pick<Repair, 'ticketNumber'>) =>
    (await wholeRepair(shop, ticketNumber)).sendings;
  const found = async (q: string) =>
    (await shop.staff.call('listRepairs', { query: { q } })).items.map((one) => one.ticketNumber);

  it('is recorded, shown as out on its ticket and in lists, and received back', async () => {
    const repair = await takeIn(shop);
    const { ticketNumber } = repair;
    expect(repair.sentOut).toBeNull();
    const given = {
      reference: 'KD-7731',
      work: 'Refinish the dial,\nkeep the old feet',
      carrier: 'USPS Registered',
      trackingNumber: 'RE 123 456 785 US',
      insuredValue: 250,
      cost: 180.5,
      expectedOn: '2026-03-20',
    };
    const answer = await add(repair, newSending({ ...given, sentTo: ' Kirk Dial ', sentOn: '' }));
    expect(answer.status).toBe(201);
    const stored = { ...given, ticketNumber, sentTo: 'Kirk Dial', receivedOn: null };
    // It is still here.
    expect(answer.json()).toMatchObject({
      sending: { ...stored, sentOn: null, hasPermission: null, permittedAt: null },
      repair: { sentOut: null },
    });
    const { id } = (await sendingsOf(repair))[0] ?? { id: '' };
    const sent = await change(id, { sentOn: '2026-03-03' });
    const sentOut = { sentTo: 'Kirk Dial', sentOn: '2026-03-03', expectedOn: '2026-03-20' };
    expect(sent.json()).toMatchObject({ sending: stored, repair: { sentOut, status: 'pending' } });
    const { items } = await shop.staff.call('listRepairs', {
      query: { q: ticketNumber, view: 'row' },
    });
    expect(items).toMatchObject([{ sentOut }]);
    const back = await change(id, { receivedOn: '2026-03-18' });
    expect(back.json()).toMatchObject({ repair: { sentOut: null } });
    const undone = await change(id, { receivedOn: null });
    expect(undone.json()).toMatchObject({ repair: { sentOut } });
    expect(await currentRepair(shop, ticketNumber)).toMatchObject({ sentOut });
    expect((await change(id, { sentOn: null })).json()).toMatchObject({
      repair: { sentOut: null },
    });
    const { messages } = await wholeRepair(shop, ticketNumber);
    expect(messages.map(({ kind }) => kind)).toEqual(['created']);
  });

  it('is found as sent out instead of by its place', async () => {
    const repair = await takeIn(shop);
    const { ticketNumber } = repair;
    const place = 'Window';
    await setPlaces(shop, [place]);
    await shop.staff.call('moveRepair', { ...of(repair), body: { place, seenPlace: null } });
    expect(await found(place)).toContain(ticketNumber);
    const { sending } = await addSending(shop, repair);
    expect(await found(place)).not.toContain(ticketNumber);
    expect(await found('sent out')).toEqual([ticketNumber]);
    await change(sending.id, { receivedOn: '2026-03-03' });
    expect(await found(place)).toContain(ticketNumber);
    await change(sending.id, { receivedOn: null });
    await assign(shop, ticketNumber);
    await complete(shop, ticketNumber);
    await shop.staff.call('collectRepair', { ...of(repair), body: {} });
    expect(await found('sent out')).toEqual([]);
  });

  it('must still be in the shop: once it has been picked up, only a sending that is back can be recorded', async () => {
    const repair = await takeIn(shop);
    await assign(shop, repair.ticketNumber);
    await complete(shop, repair.ticketNumber);
    await shop.staff.call('collectRepair', { ...of(repair), body: {} });
    expect((await add(repair)).problem()).toMatchObject({ code: 'repair-status' });
    expect(await sendingsOf(repair)).toEqual([]);
    expect((await add(repair, newSending({ receivedOn: '2026-03-02' }))).status).toBe(201);
  });

  itOnBoth('is out at one place at a time, even if two people send it at once', async () => {
    const repair = await takeIn(shop);
    const sent = await Promise.all(
      ['Rolex', 'Omega'].map((sentTo) => add(repair, newSending({ sentTo }))),
    );
    expect(statusesOf(sent)).toEqual([201, 409]);
    const [first] = await sendingsOf(repair);
    const refused = sent.find(({ status }) => status === 409)?.problem();
    expect(refused).toMatchObject({
      code: 'already-sent-out',
      sending: { id: first?.id },
      repair: { ticketNumber: repair.ticketNumber },
    });
    const id = first?.id ?? '';
    // One that is to be sent is in the way, too.
    await change(id, { sentOn: null });
    expect((await add(repair)).problem().code).toBe('already-sent-out');
    await change(id, { receivedOn: '2026-03-05' });
    const { sending } = await addSending(shop, repair);
    expect((await change(id, { receivedOn: null })).problem()).toMatchObject({
      code: 'already-sent-out',
      sending: { id: sending.id },
    });
    // What has come back may be written down afterward.
    expect((await add(repair, newSending({ receivedOn: '2026-03-05' }))).status).toBe(201);
    expect(await sendingsOf(repair)).toHaveLength(3);
  });

  it('stores when the customer gave permission', async () => {
    const repair = await takeIn(shop);
    const { sending } = await addSending(shop, repair, { hasPermission: true });
    const { id, permittedAt } = sending;
    expect(permittedAt).toBe(sending.createdAt);
    shop.clock.advance(minute);
    const later = await change(id, { cost: 5, hasPermission: true });
    expect(later.json()).toMatchObject({ sending: { permittedAt, hasPermission: true } });
    const without = await change(id, { hasPermission: false });
    expect(without.json()).toMatchObject({ sending: { permittedAt: null } });
    await change(id, { hasPermission: true });
    const [again] = await sendingsOf(repair);
    expect(again?.permittedAt).toBe(again?.updatedAt);
    expect(again?.permittedAt).not.toBe(permittedAt);
    await remove(id);
    const values = { ...newSending({ sendingId: id }), hasPermission: true, permittedAt };
    expect((await add(repair, values)).json()).toMatchObject({ sending: { permittedAt } });
    const other = await takeIn(shop);
    const early = { ...newSending(), hasPermission: true, permittedAt: '2999-01-01T00:00:00.000Z' };
    expect((await add(other, early)).problem()).toMatchObject({
      code: 'validation-failed',
      errors: [{ path: 'permittedAt' }],
    });
    expect(await sendingsOf(other)).toEqual([]);
  });

  it('is added once, however often it is sent, and different content is refused', async () => {
    const repair = await takeIn(shop);
    const sending = newSending({ carrier: 'UPS', insuredValue: 3 });
    const sent = await Promise.all([1, 2, 3].map(() => add(repair, sending)));
    expect(statusesOf(sent)).toEqual([200, 200, 201]);
    expect(await sendingsOf(repair)).toHaveLength(1);
    const other = await add(repair, { ...sending, insuredValue: 4 });
    expect(other.problem().code).toBe('sending-id-taken');
    expect((await add(await takeIn(shop), sending)).problem().code).toBe('sending-id-taken');
    const { events } = await wholeRepair(shop, repair.ticketNumber);
    expect(events.filter(({ kind }) => kind === 'sending-added')).toHaveLength(1);
  });

  it('is not changed from an outdated version, nor by repeating the same change', async () => {
    const repair = await takeIn(shop);
    const { id, updatedAt } = (await addSending(shop, repair)).sending;
    const seen = { 'if-match': versionTag(updatedAt) };
    shop.clock.advance(minute);
    const changed = await Promise.all(
      ['A-1', 'B-2'].map((reference) => change(id, { reference }, seen)),
    );
    expect(statusesOf(changed)).toEqual([200, 412]);
    const [now] = await sendingsOf(repair);
    expect(changed.find(({ status }) => status === 412)?.problem()).toMatchObject({
      code: 'changed-meanwhile',
      sending: now,
      repair: { ticketNumber: repair.ticketNumber },
    });
    const before = await wholeRepair(shop, repair.ticketNumber);
    expect((await change(id, { reference: now?.reference ?? null })).status).toBe(200);
    expect((await change(id, {})).status).toBe(200);
    const early = await shop.staff.attempt('removeSending', { params: { id } }, seen);
    expect(early.problem()).toMatchObject({ code: 'changed-meanwhile', sending: now });
    expect(await wholeRepair(shop, repair.ticketNumber)).toEqual(before);
  });

  it('is removed, and restored by adding it again', async () => {
    const repair = await takeIn(shop);
    const sending = newSending();
    await add(repair, sending);
    const removed = await remove(sending.sendingId);
    expect(removed.json()).toMatchObject({ repair: { sentOut: null } });
    expect(await sendingsOf(repair)).toEqual([]);
    expect((await remove(sending.sendingId)).problem().code).toBe('sending-not-found');
    const gone = await change(sending.sendingId, { cost: 1 });
    expect(gone.problem().code).toBe('sending-not-found');
    expect((await add(repair, sending)).status).toBe(201);
    expect(await sendingsOf(repair)).toMatchObject([{ id: sending.sendingId }]);
  });

  it('is sent to every screen as a change to its ticket', async () => {
    const repair = await takeIn(shop);
    const reader = await readEvents(shop.staff);
    await reader.until(1);
    const { id } = (await addSending(shop, repair)).sending;
    await change(id, { receivedOn: '2026-03-05' });
    await remove(id);
    await reader.until(4);
    reader.close();
    expect(
      reader.changes().map(({ entity, what, ticketNumber }) => [entity, what, ticketNumber]),
    ).toEqual(
      ['sending-added', 'sending-changed', 'sending-removed'].map((what) => [
        'repair',
        what,
        repair.ticketNumber,
      ]),
    );
  });

  it('is deleted and restored with its ticket', async () => {
    const repair = await takeIn(shop);
    const { id } = (await addSending(shop, repair)).sending;
    await shop.staff.call('deleteRepair', of(repair));
    expect((await add(repair)).problem().code).toBe('repair-not-found');
    expect((await change(id, { cost: 1 })).problem().code).toBe('repair-not-found');
    expect((await remove(id)).problem().code).toBe('repair-not-found');
    await shop.staff.call('restoreRepair', of(repair));
    expect(await sendingsOf(repair)).toMatchObject([{ id }]);
    await shop.staff.call('deleteRepair', of(repair));
    await shop.staff.call('purgeRepair', of(repair));
    expect(await shop.rows.run('select id from sendings where id = ?', id)).toEqual([]);
  });

  it('is in the export, with money as dollars and the time of the permission', async () => {
    const repair = await takeIn(shop);
    const given = { insuredValue: 42_000, hasPermission: true };
    const { id, permittedAt } = (await addSending(shop, repair, given)).sending;
    const { text } = await shop.staff.send('GET', '/api/export?format=json');
    const exported = (JSON.parse(text) as { sendings: { sendingId: string }[] }).sendings;
    expect(exported.find(({ sendingId }) => sendingId === id)).toMatchObject({
      ticketNumber: repair.ticketNumber,
      sentTo: 'Kirk Dial',
      ...given,
      permittedAt,
    });
    const rows = csvObjects((await exportedFiles(shop.staff))['sendings.csv'] ?? '');
    expect(rows.find((row) => row['Sending ID'] === id)).toEqual({
      'Sending ID': id,
      'Ticket number': repair.ticketNumber,
      'Sent to': 'Kirk Dial',
      ...{ 'Their reference': '', 'What to do': '', Carrier: '', 'Tracking number': '' },
      'Insured value': '42000.00',
      Cost: '',
      'Date sent': '2026-03-02',
      ...{ 'Date expected': '', 'Date received': '' },
      'Customer’s permission': 'yes',
      'Permitted at': permittedAt,
      'Created at': repair.createdAt,
      'Updated at': repair.createdAt,
    });
  });
});

describeOnBothEngines('the list of watches sent out', (engine) => {
  itOnBoth(
    'covers the whole shop, the longest out first, and can show only what is late or back',
    async () => {
      const shop = await startApp(engine);
      const listed = async (show?: 'out' | 'late' | 'back', limit = 100) => {
        const page = (query: { limit: number; cursor?: string }) =>
          shop.staff.call('listSendings', { query: { ...query, ...(show && { show }) } });
        return (await allPages(limit, page)).map(({ sentTo }) => sentTo);
      };
      const filters = async () => (await shop.staff.call('listSendings', { query: {} })).filters;
      expect(await filters()).toEqual([]);
      const send = async (sentTo: string, given: Partial<NewSending> = {}) => {
        const repair = await takeIn(shop, { expectedOn: '2026-03-20' });
        await addSending(shop, repair, { sentTo, ...given });
        return repair;
      };
      await send('To be sent', { sentOn: null });
      await send('Second', { sentOn: '2026-02-27' });
      const repair = await send('First', { sentOn: '2026-02-20' });
      const gone = await send('Of a deleted ticket', { expectedOn: '2026-03-01' });
      await shop.staff.call('deleteRepair', of(gone));
      expect(await filters()).toEqual(['out']);
      await send('After promised', { sentOn: '2026-03-01', expectedOn: '2026-03-21' });
      await send('Expected yesterday', { expectedOn: '2026-03-01' });
      await send('Back early', { receivedOn: '2026-02-27', expectedOn: '2026-02-01' });
      await send('Back last', { receivedOn: '2026-03-01' });
      for (const limit of [1, 3, 100]) {
        expect(await listed(undefined, limit)).toEqual([
          'First',
          'Second',
          'After promised',
          'Expected yesterday',
          'To be sent',
        ]);
        expect(await listed('late', limit)).toEqual(['After promised', 'Expected yesterday']);
        expect(await listed('back', limit)).toEqual(['Back last', 'Back early']);
      }
      expect(await filters()).toEqual(['out', 'late', 'back']);
      const { items } = await shop.staff.call('listSendings', { query: { limit: 1 } });
      const [stored] = (await wholeRepair(shop, repair.ticketNumber)).sendings;
      expect(items).toEqual([
        {
          ...stored,
          customerName: repair.customerName,
          watchBrand: repair.watchBrand,
          watchModel: repair.watchModel,
          initialPhotoUrl: null,
          promisedOn: '2026-03-20',
        },
      ]);
      const wrong = await shop.staff.attempt('listSendings', { query: { cursor: 'x' } });
      expect(wrong.problem().code).toBe('validation-failed');
      await shop.close();
    },
  );
});

describeOnBothEngines('a watch that is late coming back', (engine) => {
  const it = itOnOneEngine(engine);
  const casesIn = async (shop: RunningApp) => {
    const { items } = await shop.staff.call('listAttention');
    expect((await shop.staff.call('getOverview')).attention).toBe(items.length);
    return items.map(({ reason, ticketNumber, sending }) => [
      reason,
      ticketNumber,
      sending?.id ?? null,
    ]);
  };

  itOnBoth(
    'is a case until it is back, expected on time, or another date is promised',
    async () => {
      const shop = await startApp(engine);
      const repair = await takeIn(shop, { expectedOn: '2026-03-20' });
      const { ticketNumber } = repair;
      const { id } = (await addSending(shop, repair, { expectedOn: '2026-03-21' })).sending;
      const expectedCases = [['back-late', ticketNumber, id]];
      expect(await casesIn(shop)).toEqual(expectedCases);
      expect((await shop.staff.call('listAttention')).items).toMatchObject([
        {
          id: repair.id,
          happened: 'The watch is late coming back.',
          expectedOn: '2026-03-20',
          part: null,
          sending: { sentTo: 'Kirk Dial' },
          status: 'pending',
        },
      ]);
      await followLateCase<Change>(shop, {
        repair,
        casesIn,
        expectedCases,
        change: (body) => shop.staff.call('changeSending', { params: { id }, body }),
        ends: [
          [{ expectedOn: '2026-03-20' }, { expectedOn: '2026-03-21' }],
          [{ receivedOn: '2026-03-02' }, { receivedOn: null }],
          // Late by its own date, though the repair is promised for later.
          [{ expectedOn: '2026-03-02' }, { expectedOn: '2026-03-01' }],
          [{ expectedOn: null }, { expectedOn: '2026-03-21' }],
        ],
      });
      await shop.close();
    },
  );

  it('is its ticket’s only case, listed after a late part and before what is quiet', async () => {
    const shop = await startApp(engine);
    const resting = await takeIn(shop);
    const { ticketNumber: near } = await takeIn(shop, { expectedOn: '2026-03-18' });
    const waiting = await takeIn(shop, { expectedOn: '2026-03-17' });
    await addPart(shop, waiting, { expectedOn: '2026-04-30' });
    // Not started, waiting for a part, without a date, and waiting for its customer.
    const tickets = [
      await takeIn(shop, { expectedOn: '2026-03-17' }),
      await takeIn(shop, { expectedOn: '2026-04-20' }),
      await takeIn(shop),
      (await takeInWithEstimate(shop, { expectedOn: '2026-04-21' })).repair,
    ];
    await addPart(shop, tickets[1] ?? resting, { expectedOn: '2026-04-30' });
    for (const ticket of tickets) await addSending(shop, ticket, { expectedOn: '2026-03-12' });
    shop.clock.advance(14 * day);
    await stayLoggedIn(shop);
    expect((await casesIn(shop)).map(([reason, ticketNumber]) => [reason, ticketNumber])).toEqual([
      ['not-begun', near],
      ['part-late', waiting.ticketNumber],
      ...tickets.map(({ ticketNumber }) => ['back-late', ticketNumber]),
      ['quiet', resting.ticketNumber],
    ]);
    const seen = await allPages(1, (query) => shop.staff.call('listAttention', { query }));
    expect(seen).toEqual((await shop.staff.call('listAttention')).items);
    await shop.close();
  });
});

describe('a completion', () => {
  const shop = useShop('sqlite');

  it('can be undone even if the watch has been sent out since', async () => {
    const { ticketNumber } = await takeIn(shop);
    await assign(shop, ticketNumber);
    await complete(shop, ticketNumber, { holdSeconds: 5 });
    shop.clock.advance(1000);
    await addSending(shop, { ticketNumber });
    const { repair } = await shop.staff.call('undoComplete', of({ ticketNumber }));
    expect(repair).toMatchObject({ status: 'assigned', sentOut: { sentTo: 'Kirk Dial' } });
  });
});
