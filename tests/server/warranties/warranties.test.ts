import { randomUUID } from 'node:crypto';
import { expect, it as itOnBoth } from 'vitest';
import type { Input } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { addDays, dateIn } from '../../../domain/calendar-date.ts';
import { versionTag } from '../../../domain/edits.ts';
import { proposedWarranties } from '../../../domain/proposed-warranties.ts';
import { useShop } from '../../harness/app.ts';
import { describeOnBothEngines, itOnOneEngine } from '../../harness/engine.ts';
import { bodyOf, done, sendHandOver } from '../../harness/hand-overs.ts';
import { day, hour, minute, second } from '../../harness/settable-clock.ts';
import {
  addWarranty,
  assign,
  complete,
  currentRepair,
  leaving,
  newFinish,
  newIntake,
  reply,
  sameCustomer,
  statusesOf,
  stayLoggedIn,
  takeIn,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';
import { atAnyTime, textingShop } from '../../harness/texting-shop.ts';
import { csvObjects, exportedFiles } from '../../harness/transfers.ts';

type Given = NonNullable<Input<'handOver', 'body'>['tickets'][number]['warranties']>;

const timeZone = 'America/New_York';
const of = ({ ticketNumber }: Pick<Repair, 'ticketNumber'>) => ({ params: { ticketNumber } });

describeOnBothEngines('a warranty', (engine) => {
  const it = itOnOneEngine(engine);
  const shop = useShop(engine, { config: { shop: textingShop({ ...atAnyTime, timeZone }) } });

  const today = () => dateIn(shop.clock.now, timeZone);
  const fullService = (days = 60) => ({ warrantyId: randomUUID(), what: 'Full service', days });
  /** Hands over a finished watch. */
  const handOver = (repair: Repair, warranties?: Given) =>
    sendHandOver(shop, bodyOf([{ ...leaving(repair), ...(warranties && { warranties }) }]));
  const undoPickup = async ({ ticketNumber }: Repair) => {
    const { collectedAt } = await currentRepair(shop, ticketNumber);
    return shop.staff.call('undoCollectRepair', {
      params: { ticketNumber },
      body: { collectedAt: collectedAt ?? '' },
    });
  };
  const pickUpAgain = async ({ ticketNumber }: Repair) =>
    handOver(await currentRepair(shop, ticketNumber));
  const warrantiesOf = async ({ ticketNumber }: Pick<Repair, 'ticketNumber'>) =>
    (await wholeRepair(shop, ticketNumber)).warranties;
  /** A watch that was picked up with 60 days of warranty. */
  async function pickedUp(given: Parameters<typeof takeIn>[1] = {}): Promise<Repair> {
    const repair = await done(shop, given);
    expect((await handOver(repair, [fullService()])).status).toBe(200);
    return currentRepair(shop, repair.ticketNumber);
  }
  const comeBackOf = (repair: Repair, given: Parameters<typeof newIntake>[0] = {}) =>
    newIntake({
      ...sameCustomer(repair),
      repairPrice: 0,
      issue: 'Stops again',
      comeBack: { ofTicketNumber: repair.ticketNumber, reason: 'covered' },
      ...given,
    });
  async function comeBack(repair: Repair): Promise<Repair> {
    const body = comeBackOf(repair);
    return (await shop.staff.call('createRepair', { body })).repair;
  }
  /** On the bench, and home again. */
  async function finish({ ticketNumber }: Repair): Promise<Repair> {
    await assign(shop, ticketNumber);
    const { repair } = await complete(shop, ticketNumber);
    expect((await handOver(repair)).status).toBe(200);
    return currentRepair(shop, ticketNumber);
  }
  async function daysLater(days: number): Promise<void> {
    shop.clock.advance(days * day);
    await stayLoggedIn(shop);
  }
  const ofSerial = async (serialNumber: string) => {
    const query = { watchBrand: 'omega', serialNumber };
    const { items } = await shop.staff.call('findSeenWatches', { query });
    return items.flatMap(({ warranties }) => warranties);
  };

  it('begins at the hand-over, with what the dialog says, and is shown wherever the watch is', async () => {
    const repair = await done(shop, { serialNumber: 'V6Z 41-937' });
    const recorded = await addWarranty(shop, repair, { what: 'Crystal', days: 30 });
    const kept = await addWarranty(shop, repair, { what: 'Gaskets', days: 90 });
    expect(kept).toMatchObject({ days: 90, daysUsed: 0, from: null, until: null });
    const service = fullService(365);
    const current = await currentRepair(shop, repair.ticketNumber);
    expect(current.warrantyUntil).toBeNull();
    const gaskets = { warrantyId: kept.id, what: 'Gaskets and crown', days: 100 };
    const answer = await handOver(current, [service, gaskets]);
    const until = addDays(today(), 365);
    expect(answer.json()).toMatchObject({ repairs: [{ warrantyUntil: until }] });
    const rows = await warrantiesOf(repair);
    expect(rows.map(({ what, days, from, until: end }) => [what, days, from, end]).sort()).toEqual([
      ['Full service', 365, today(), until],
      ['Gaskets and crown', 100, today(), addDays(today(), 100)],
    ]);
    expect(rows.some(({ id }) => id === recorded.id)).toBe(false);
    const { items } = await shop.staff.call('listRepairs', {
      query: { q: 'V6Z41937', view: 'row' },
    });
    expect(items).toMatchObject([{ warrantyUntil: until }]);
    expect(await ofSerial('v6z41937')).toMatchObject([
      { what: 'Full service', until, ticketNumber: repair.ticketNumber },
      { what: 'Gaskets and crown' },
    ]);
    expect(await ofSerial('V6Z41938')).toEqual([]);
    expect(await ofSerial(' - ')).toEqual([]);
    const { events } = await wholeRepair(shop, repair.ticketNumber);
    expect(events.map(({ kind }) => kind).slice(-4)).toEqual([
      'warranty-removed',
      'warranty-added',
      'warranty-changed',
      'repair-collected',
    ]);
    expect(events.at(-1)?.data.warranties).toHaveLength(2);
    await daysLater(366);
    expect(await ofSerial('V6Z41937')).toEqual([]);
  });

  it('is proposed from the lines of the estimate that was accepted, and of no other', async () => {
    const repair = await takeIn(shop);
    const { ticketNumber } = repair;
    const now = () => currentRepair(shop, ticketNumber);
    const line = (description: string, unitPrice: number, warrantyDays: number | null) => ({
      ...({ kind: 'labor', quantity: 1, isTaxable: true } as const),
      ...{ description, unitPrice, warrantyDays },
    });
    const send = (lines: ReturnType<typeof line>[], amount: number) =>
      shop.staff.call('sendEstimate', { body: { repairId: ticketNumber, amount, lines } });
    const agreed = [
      line('Crystal', 165, 90),
      line('Full service', 520, 365),
      line('Strap', 40, null),
    ];
    await send(agreed, 725);
    expect(proposedWarranties(await now())).toEqual([]);
    await reply(shop, repair, 'ACCEPT');
    await assign(shop, ticketNumber);
    await shop.staff.call('startRepair', of(repair));
    const proposed = [
      { what: 'Full service', days: 365 },
      { what: 'Crystal', days: 90 },
    ];
    expect(proposedWarranties(await now())).toEqual(proposed);
    shop.clock.advance(3 * minute);
    await send([...agreed, line('Dial', 300, 730)], 1025);
    await reply(shop, repair, 'DECLINE');
    expect(proposedWarranties(await now())).toEqual(proposed);
    await complete(shop, ticketNumber);
    const given = proposed.map((one) => ({ warrantyId: randomUUID(), ...one }));
    expect((await handOver(await now(), given)).status).toBe(200);
    expect(await now()).toMatchObject({ warrantyUntil: addDays(today(), 365) });
  });

  it('does not exist if nobody recorded one, and begins with an older pickup call, too', async () => {
    const plain = await done(shop);
    const { repairs } = (await handOver(plain)).json() as { repairs: Repair[] };
    expect(repairs).toMatchObject([{ warrantyUntil: null }]);
    const repair = await done(shop);
    await addWarranty(shop, repair);
    const answer = await shop.staff.call('collectRepair', { ...of(repair), body: {} });
    expect(answer.repair.warrantyUntil).toBe(addDays(today(), 60));
    // Remembered afterward.
    const late = await addWarranty(shop, repair, { what: 'Strap', days: 10 });
    expect(late).toMatchObject({ from: today(), until: addDays(today(), 10) });
  });

  it('counts the shop’s days: back on day 50 of 60, ten remain after the second pickup', async () => {
    // 50 days later the clocks have been set ahead.
    const repair = await pickedUp({ serialNumber: 'ABC 123' });
    await daysLater(50);
    expect(await ofSerial('ABC123')).toMatchObject([{ days: 60, until: addDays(today(), 10) }]);
    const back = await comeBack(repair);
    expect(back).toMatchObject({ repairPrice: 0, balance: 0, warrantyUntil: null });
    const [waiting] = await warrantiesOf(back);
    expect(waiting).toMatchObject({ days: 60, daysUsed: 50, from: null, until: null });
    // It counts on one ticket at a time.
    expect((await currentRepair(shop, repair.ticketNumber)).warrantyUntil).toBeNull();
    expect(await warrantiesOf(repair)).toMatchObject([{ continuedOn: back.ticketNumber }]);
    await daysLater(20);
    const home = await finish(back);
    expect(home.warrantyUntil).toBe(addDays(today(), 10));
    // Nothing is left the third time, but the come-back is still accepted.
    await daysLater(11);
    const third = await comeBack(home);
    expect(await warrantiesOf(third)).toEqual([]);
    expect((await finish(third)).warrantyUntil).toBeNull();
  });

  it('links both tickets with the reason, and the history of both says so', async () => {
    const repair = await pickedUp();
    await daysLater(1);
    const back = await comeBack(repair);
    const link = {
      ticketNumber: back.ticketNumber,
      ofTicketNumber: repair.ticketNumber,
      reason: 'covered',
    };
    const [first, second] = [
      await wholeRepair(shop, repair.ticketNumber),
      await wholeRepair(shop, back.ticketNumber),
    ];
    expect(first.comebacks).toMatchObject([link]);
    expect(second.comebacks).toMatchObject([link]);
    expect(first.events.at(-1)).toMatchObject({
      kind: 'come-back-taken-in',
      data: { comeBackTicketNumber: back.ticketNumber, reason: 'covered' },
    });
    expect(second.events[0]?.data.comeBack).toEqual({
      ofTicketNumber: repair.ticketNumber,
      reason: 'covered',
    });
    const files = await exportedFiles(shop.staff);
    expect(csvObjects(files['comebacks.csv'] ?? '').at(-1)).toMatchObject({
      'Ticket number': back.ticketNumber,
      'Of ticket number': repair.ticketNumber,
      Reason: 'covered',
    });
    const exported = csvObjects(files['warranties.csv'] ?? '');
    const ofBack = exported.find((row) => row['Ticket number'] === back.ticketNumber);
    expect(ofBack).toMatchObject({
      ...{ 'Under warranty': 'Full service', Days: '60', 'Days used': '1', From: '', Until: '' },
    });
    // Deleted, it was no come-back: the first ticket’s days count again.
    await shop.staff.call('deleteRepair', of(back));
    const again = await wholeRepair(shop, repair.ticketNumber);
    expect(again.comebacks).toEqual([]);
    expect(again.repair.warrantyUntil).not.toBeNull();
  });

  it('refuses a come-back of a ticket that doesn’t exist, and takes in nothing', async () => {
    const repair = await pickedUp();
    await shop.staff.call('deleteRepair', of(repair));
    await daysLater(1);
    const body = comeBackOf(repair);
    const answer = await shop.staff.attempt('createRepair', { body });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(`no repair with the ticket number ${repair.ticketNumber}`);
    const { items } = await shop.staff.call('listRepairs', {
      query: { clientId: repair.clientId },
    });
    expect(items).toEqual([]);
  });

  it('is undone with the pickup, and the next one continues with the rest', async () => {
    const repair = await pickedUp();
    // Right away: it was a mistake, and no days are lost.
    expect((await undoPickup(repair)).repair.warrantyUntil).toBeNull();
    shop.clock.advance(minute);
    await pickUpAgain(repair);
    expect((await currentRepair(shop, repair.ticketNumber)).warrantyUntil).toBe(
      addDays(today(), 60),
    );
    await daysLater(40);
    await undoPickup(repair);
    expect(await warrantiesOf(repair)).toMatchObject([{ daysUsed: 40, from: null, until: null }]);
    await daysLater(5);
    await pickUpAgain(repair);
    expect((await currentRepair(shop, repair.ticketNumber)).warrantyUntil).toBe(
      addDays(today(), 20),
    );
    const { events } = await wholeRepair(shop, repair.ticketNumber);
    expect(events.findLast(({ kind }) => kind === 'repair-not-collected')?.data.warranties).toEqual(
      [{ what: 'Full service', until: null }],
    );
  });

  it('begins while the customer waits, and ends with an undo', async () => {
    const repair = await takeIn(shop);
    const warranties = [fullService(90)];
    const body = newFinish({ holdSeconds: 60, warranties });
    const answer = await shop.staff.call('finishWhileWaiting', { ...of(repair), body });
    expect(answer.repair.warrantyUntil).toBe(addDays(today(), 90));
    const again = await shop.staff.call('finishWhileWaiting', { ...of(repair), body });
    expect(again).toEqual(answer);
    shop.clock.advance(second);
    const undone = await shop.staff.call('undoComplete', of(repair));
    expect(undone.repair).toMatchObject({ status: 'assigned', warrantyUntil: null });
    expect(await warrantiesOf(repair)).toMatchObject([{ days: 90, daysUsed: 0, from: null }]);
    const atIntake = newIntake({ repairPrice: 18 });
    const taken = await shop.staff.call('createRepair', {
      body: {
        ...atIntake,
        finish: newFinish({ price: 18, amount: 18, warranties: [fullService()] }),
      },
    });
    expect(taken.repair.warrantyUntil).toBe(addDays(today(), 60));
  });

  it('is recorded once, however often a hand-over is sent', async () => {
    const repair = await done(shop);
    const warranties = [fullService()];
    const body = bodyOf([{ ...leaving(repair), warranties }]);
    const sent = await Promise.all([1, 2, 3].map(() => sendHandOver(shop, body)));
    expect(statusesOf(sent)).toEqual([200, 200, 200]);
    expect(await warrantiesOf(repair)).toHaveLength(1);
    const other = { ...body, tickets: [{ ...leaving(repair), warranties: [fullService(30)] }] };
    expect((await sendHandOver(shop, other)).status).toBe(409);
    // An id that another ticket has.
    const second = await done(shop);
    const taken = (await handOver(second, warranties)).problem();
    expect(taken.code).toBe('warranty-id-taken');
    expect((await currentRepair(shop, second.ticketNumber)).collectedAt).toBeNull();
  });

  itOnBoth('continues on one ticket if two people take the watch in at once', async () => {
    const repair = await pickedUp();
    await daysLater(10);
    const intakes = ['Stops', 'Gains'].map((issue) =>
      comeBackOf(repair, { issue, visitId: randomUUID() }),
    );
    const sent = await Promise.all(
      intakes.map((body) => shop.staff.attempt('createRepair', { body })),
    );
    const created = sent.flatMap((answer) =>
      answer.status === 201 ? (answer.json() as { repair: Repair }).repair : [],
    );
    const rows = (await Promise.all(created.map(warrantiesOf))).flat();
    expect(rows).toHaveLength(1);
  });

  it('is not changed from an outdated version, nor once a come-back continues it', async () => {
    const repair = await takeIn(shop);
    const { id, updatedAt } = await addWarranty(shop, repair);
    const change = (body: Input<'changeWarranty', 'body'>, seen = updatedAt) =>
      shop.staff.attempt(
        'changeWarranty',
        { params: { id }, body },
        { 'if-match': versionTag(seen) },
      );
    shop.clock.advance(minute);
    const both = await Promise.all([30, 45].map((days) => change({ days })));
    expect(statusesOf(both)).toEqual([200, 412]);
    const [{ days = null } = {}] = await warrantiesOf(repair);
    const late = both.find(({ status }) => status === 412)?.problem();
    expect(late).toMatchObject({ code: 'changed-meanwhile', warranty: { days } });
    const remove = (headers = {}) =>
      shop.staff.attempt('removeWarranty', { params: { id } }, headers);
    expect((await remove({ 'if-match': versionTag(updatedAt) })).status).toBe(412);
    await assign(shop, repair.ticketNumber);
    await handOver((await complete(shop, repair.ticketNumber)).repair);
    // While it runs, its end follows its days.
    const [running] = await warrantiesOf(repair);
    const changed = await change({ days: 40 }, running?.updatedAt);
    expect(changed.json()).toMatchObject({ repair: { warrantyUntil: addDays(today(), 40) } });
    shop.clock.advance(hour);
    await comeBack(await currentRepair(shop, repair.ticketNumber));
    const [continued] = await warrantiesOf(repair);
    expect((await change({ days: 50 }, continued?.updatedAt)).problem().code).toBe(
      'warranty-continued',
    );
    expect((await remove()).problem().code).toBe('warranty-continued');
    expect((await shop.staff.attempt('removeWarranty', { params: { id: 'none' } })).status).toBe(
      404,
    );
  });

  it('is added once, at most thirty times on a ticket', async () => {
    const repair = await takeIn(shop);
    const body = fullService();
    const add = (given: typeof body) =>
      shop.staff.attempt('addWarranty', { ...of(repair), body: given });
    expect(statusesOf(await Promise.all([1, 2].map(() => add(body))))).toEqual([200, 201]);
    expect((await add({ ...body, days: 61 })).problem().code).toBe('warranty-id-taken');
    for (let count = 1; count < 30; count += 1) await addWarranty(shop, repair);
    expect((await add(fullService())).problem().code).toBe('too-many-warranties');
  });
});
