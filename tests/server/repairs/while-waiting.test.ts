import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Answer, Input } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { useShop } from '../../harness/app.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { putPhoto } from '../../harness/photo-upload.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { day, minute, second } from '../../harness/settable-clock.ts';
import {
  addPart,
  complete,
  currentRepair,
  newFinish,
  newIntake,
  normalized,
  repairInStatus,
  setPlaces,
  statusesOf,
  stayLoggedIn,
  takeIn,
  takePayment,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';
import { atAnyTime, textingShop } from '../../harness/texting-shop.ts';
import { csvObjects, exportedFiles } from '../../harness/transfers.ts';

type Finish = Input<'finishWhileWaiting', 'body'>;
type Taken = Answer<'createRepair'>;

describeOnBothInLongRun('a repair done while its customer waits', (engine) => {
  const sender = scriptedSender();
  const shop = useShop(engine, {
    overrides: { sender },
    config: { shop: textingShop({ ...atAnyTime, remindsOfPickUp: true }) },
  });
  beforeEach(() => stayLoggedIn(shop));

  const of = ({ ticketNumber }: Pick<Repair, 'ticketNumber'>) => ({ params: { ticketNumber } });
  const finish = (repair: Repair, body: Finish = newFinish()) =>
    shop.staff.attempt('finishWhileWaiting', { ...of(repair), body });
  const intake = (changes: Partial<Finish> = {}) => ({
    ...newIntake({ repairPrice: 18 }),
    finish: newFinish(changes),
  });
  const create = (body: Input<'createRepair', 'body'>) =>
    shop.staff.attempt('createRepair', { body });
  const textsTo = ({ customerPhone }: Repair) =>
    sender.sent.filter(({ to }) => to === normalized(customerPhone)).length;
  const undo = (repair: Repair) => shop.staff.attempt('undoComplete', of(repair));
  const timeNow = () => new Date(shop.clock.now).toISOString();
  const kindsOf = async (repair: Repair) =>
    (await wholeRepair(shop, repair.ticketNumber)).events.map(({ kind }) => kind);
  const held = (changes: Partial<Finish> = {}) => newFinish({ holdSeconds: 5, ...changes });
  /** A repair that was just finished, and can still be undone. */
  async function justDone(given: Partial<Finish> = {}): Promise<Repair> {
    const repair = await takeIn(shop);
    shop.clock.advance(minute);
    const reply = await finish(repair, held(given));
    expect(reply.status, reply.text).toBe(200);
    shop.clock.advance(second);
    return (reply.json() as Taken).repair;
  }
  async function expectNothingStored(work: () => Promise<unknown>): Promise<void> {
    const before = await shop.rows.counts();
    await work();
    expect(await shop.rows.counts()).toEqual(before);
  }

  it('asks a trade customer for nothing: the price goes on the statement', async () => {
    const trade = { customerPaysByStatement: true };
    const atOnce = await create({ ...intake({ amount: 0 }), ...trade });
    expect(atOnce.json()).toMatchObject({ repair: { status: 'completed', paid: 0, balance: 18 } });
    const { clientId, ...known } = (atOnce.json() as Taken).repair;
    shop.clock.advance(minute);
    // The client is known to pay by statement, and this intake says nothing about it.
    const again = await create({
      ...intake({ amount: 0 }),
      clientId,
      customerName: known.customerName,
      customerEmail: known.customerEmail,
      customerPhone: known.customerPhone,
      watchModel: 'Seamaster',
    });
    expect(again.json()).toMatchObject({ repair: { status: 'completed', paid: 0, balance: 18 } });
    const waiting = await takeIn(shop, trade);
    expect((await finish(waiting, newFinish({ amount: 0 }))).json()).toMatchObject({
      repair: { status: 'completed', paid: 0, balance: 18 },
    });
    // They may still pay the full price right away.
    const paying = await takeIn(shop, trade);
    expect((await finish(paying, newFinish({ amount: 5 }))).status).toBe(412);
    expect((await finish(paying)).json()).toMatchObject({ repair: { paid: 18, balance: 0 } });
    const payingAtOnce = await create({ ...intake(), ...trade });
    expect(payingAtOnce.json()).toMatchObject({ repair: { paid: 18, balance: 0 } });
  });

  it('is completed, paid and picked up at once, and no one is texted, then or later', async () => {
    const repair = await takeIn(shop, { repairPrice: 25 });
    const other = await complete(shop, (await repairInStatus(shop, 'assigned')).ticketNumber);
    shop.clock.advance(minute);
    const body = newFinish({ technicianId: 'technician-2' });
    const done = (await finish(repair, body)).json() as Taken;
    const finished = {
      ...repair,
      status: 'completed',
      assignedTo: 'technician-2',
      assignedWatchmaker: 'Technician 2',
      completionNotes: 'Battery and gasket',
      completedAt: timeNow(),
      collectedAt: timeNow(),
      collectedBy: repair.customerName,
      repairPrice: 18,
      settledTax: { taxThousandths: 0, tax: 0 },
      paid: 18,
      balance: 0,
      updatedAt: timeNow(),
    };
    expect(done.repair).toEqual(finished);
    const { payments, events, messages } = await wholeRepair(shop, repair.ticketNumber);
    expect(payments).toMatchObject([
      { id: body.paymentId, kind: 'payment', method: 'cash', amount: 18, voidedAt: null },
    ]);
    expect(events.slice(-2)).toMatchObject([
      {
        kind: 'repair-completed',
        data: {
          whileWaiting: true,
          before: { status: 'pending', repairPrice: 25, collectedBy: null },
          after: { status: 'completed', assignedTo: 'technician-2', collectedBy: 'Ada Lovelace' },
        },
      },
      { kind: 'payment-taken', data: { paymentId: body.paymentId, after: { paid: 18 } } },
    ]);
    expect(messages.map(({ kind }) => kind)).toEqual(['created']);
    for (const days of [8, 31]) {
      shop.clock.advance(days * day);
      await shop.app.meetDeadlines();
    }
    // Another customer is reminded.
    expect([textsTo(repair), textsTo(other.repair)]).toEqual([1, 3]);
  });

  it('can be taken in and finished in one request, like any other intake but for its text', async () => {
    const body = intake();
    const reply = await create(body);
    expect(reply.status, reply.text).toBe(201);
    const { repair, sms } = reply.json() as Taken;
    expect(sms).toBeNull();
    expect(repair).toMatchObject({
      repairId: body.repairId,
      status: 'completed',
      collectedAt: timeNow(),
      paid: 18,
      balance: 0,
      smsSent: false,
    });
    expect(await kindsOf(repair)).toEqual(['repair-created', 'repair-completed', 'payment-taken']);
    expect(textsTo(repair)).toBe(0);
    expect((await wholeRepair(shop, repair.ticketNumber)).messages).toEqual([]);
    const { items } = await shop.staff.call('listRepairs', { query: { pickup: 'collected' } });
    expect(items[0]).toEqual(repair);
    const files = await exportedFiles(shop.staff);
    const rowOf = (name: string) =>
      csvObjects(files[name] ?? '').find((row) => Object.values(row).includes(repair.ticketNumber));
    expect(rowOf('repairs.csv')).toMatchObject({
      Collected: 'yes',
      'Collected by': 'Ada Lovelace',
    });
    expect(rowOf('payments.csv')).toMatchObject({ Amount: '18.00', Method: 'cash' });
  });

  it('is held to the rules of every intake', async () => {
    const body = intake();
    await create(body);
    const again = { ...body, repairId: randomUUID(), finish: newFinish() };
    await expectNothingStored(async () => {
      expect((await create(again)).problem().code).toBe('duplicate-submission');
      const other = { ...again, watchModel: 'Seamaster' };
      expect((await create(other)).problem().code).toBe('submission-rate');
      const { customerName: _, ...nameless } = intake();
      const refused = (await create(nameless as typeof body)).problem();
      expect(refused.errors).toEqual([
        { path: 'customerName', message: 'Customer name is required' },
      ]);
    });
  });

  it('has no payment if nothing is charged', async () => {
    const { repair } = (await create(intake({ price: 0, amount: 0 }))).json() as Taken;
    expect(repair).toMatchObject({ status: 'completed', repairPrice: 0, paid: 0, balance: 0 });
    expect((await wholeRepair(shop, repair.ticketNumber)).payments).toEqual([]);
  });

  it.each([
    [5, 18, 13, 0],
    [18, 18, 0, 0],
    [20, 18, 0, -2],
  ])('after a deposit of %i takes what is left of %i', async (paid, price, amount, balance) => {
    const repair = await takeIn(shop);
    await takePayment(shop, repair, { kind: 'deposit', amount: paid });
    const reply = await finish(repair, newFinish({ price, amount }));
    expect((reply.json() as Taken).repair).toMatchObject({ paid: paid + amount, balance });
  });

  it('takes no amount but what is due', async () => {
    const repair = await takeIn(shop);
    await takePayment(shop, repair, { kind: 'deposit', amount: 5 });
    const before = await currentRepair(shop, repair.ticketNumber);
    await expectNothingStored(async () => {
      expect((await finish(repair)).problem()).toMatchObject({
        status: 412,
        code: 'changed-meanwhile',
        detail: 'The balance is now $13.00, not $18.00.',
        repair: before,
      });
      expect((await create(intake({ amount: 17 }))).problem()).toMatchObject({
        status: 422,
        errors: [
          {
            path: 'finish.amount',
            message: 'The amount must be the price: nothing has been paid yet',
          },
        ],
      });
    });
    expect(await currentRepair(shop, repair.ticketNumber)).toEqual(before);
  });

  it('takes no price above what was approved beforehand', async () => {
    const repair = await takeIn(shop, { approvedUpTo: 17.99 });
    const detail =
      '$18.00 is above the $17.99 that the customer approved. Send or record an estimate first.';
    await expectNothingStored(async () => {
      expect((await finish(repair)).problem()).toMatchObject({
        ...{ status: 409, code: 'price-not-approved', detail, repair },
      });
      expect((await create({ ...intake(), approvedUpTo: 17.99 })).problem()).toMatchObject({
        status: 422,
        errors: [{ path: 'finish.price', message: detail }],
      });
    });
    expect(await currentRepair(shop, repair.ticketNumber)).toEqual(repair);
    expect((await create({ ...intake(), approvedUpTo: 18 })).status).toBe(201);
  });

  it('is all or nothing: what is refused at its end leaves no ticket', async () => {
    const repair = await takeIn(shop);
    const { id: paymentId } = await takePayment(shop, await takeIn(shop), { amount: 18 });
    const { settings } = await shop.staff.call('getSettings');
    const technicians = settings.technicians.map((one, at) => ({ ...one, isAway: at === 1 }));
    await shop.staff.call('changeSettings', { body: { ...settings, technicians } });
    await expectNothingStored(async () => {
      expect((await finish(repair, newFinish({ paymentId }))).problem().code).toBe(
        'payment-id-taken',
      );
      expect((await create(intake({ paymentId }))).problem().code).toBe('payment-id-taken');
      expect((await finish(repair, newFinish({ technicianId: 'x' }))).problem()).toMatchObject({
        code: 'technician-not-found',
        errors: [{ path: 'technicianId', message: 'Please select a technician' }],
      });
      expect((await create(intake({ technicianId: 'technician-2' }))).problem()).toMatchObject({
        code: 'technician-away',
        errors: [{ path: 'finish.technicianId' }],
      });
    });
    await shop.staff.call('changeSettings', { body: settings });
    expect(await currentRepair(shop, repair.ticketNumber)).toEqual(repair);
  });

  it('is done once if the same request is sent twice, even at the same moment', async () => {
    const body = newFinish();
    const repair = await takeIn(shop);
    const replies = await Promise.all([1, 2, 3].map(() => finish(repair, body)));
    expect(statusesOf(replies)).toEqual([200, 200, 200]);
    const taken = intake();
    const creations = await Promise.all([1, 2].map(() => create(taken)));
    expect(statusesOf(creations)).toEqual([200, 201]);
    shop.clock.advance(day);
    await stayLoggedIn(shop);
    creations.push(await create(taken));
    const [first, ...rest] = creations.map((reply) => reply.json() as Taken);
    for (const one of rest) expect(one).toEqual(first);
    for (const one of [repair, first?.repair ?? repair]) {
      const { payments, events } = await wholeRepair(shop, one.ticketNumber);
      expect(payments).toHaveLength(1);
      expect(events.filter(({ kind }) => kind === 'repair-completed')).toHaveLength(1);
    }
  });

  it.each<[string, Partial<Finish>]>([
    ['price', { price: 20, amount: 20 }],
    ['method', { method: 'card' }],
    ['note', { notes: null }],
    ['technician', { technicianId: 'technician-3' }],
  ])('cannot be done again by the same request with a different %s', async (_what, other) => {
    const repair = await takeIn(shop);
    const body = newFinish();
    await finish(repair, body);
    const now = await wholeRepair(shop, repair.ticketNumber);
    const refused = (await finish(repair, { ...body, ...other })).problem();
    expect(refused).toMatchObject({ code: 'repair-status', repair: now.repair });
    expect(await wholeRepair(shop, repair.ticketNumber)).toEqual(now);
  });

  it('finishes the ticket of an intake whose answer was lost, unless it has moved on', async () => {
    const { finish: asked, ...body } = intake();
    const [kept, assigned] = [body, newIntake({ repairPrice: 18 })];
    for (const one of [kept, assigned]) await create(one);
    const reply = await create({ ...kept, finish: asked });
    expect(reply.status).toBe(200);
    expect(reply.json()).toMatchObject({ sms: null, repair: { status: 'completed', paid: 18 } });
    const { repair } = (await create(assigned)).json() as Taken;
    const assignment = { technicianId: 'technician-3' };
    await shop.staff.call('assignRepair', { ...of(repair), body: assignment });
    expect((await create({ ...assigned, finish: newFinish() })).problem()).toMatchObject({
      code: 'repair-status',
      repair: { status: 'assigned', assignedTo: 'technician-3' },
    });
  });

  it('and assigned by a colleague at the same moment: one wins, the other sees it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const repair = await takeIn(shop);
      const body = { technicianId: 'technician-4' };
      const [done, assigned] = await Promise.all([
        finish(repair),
        shop.staff.attempt('assignRepair', { ...of(repair), body }),
      ]);
      expect(statusesOf([done, assigned])).toEqual([200, 409]);
      const { repair: now, payments } = await wholeRepair(shop, repair.ticketNumber);
      const isDone = done.status === 200;
      expect(now.status).toBe(isDone ? 'completed' : 'assigned');
      expect(payments).toHaveLength(isDone ? 1 : 0);
      expect((isDone ? assigned : done).problem()).toMatchObject({
        code: 'repair-status',
        repair: now,
      });
    }
  });

  it.each(['assigned', 'in-progress', 'estimate-sent', 'completed'] as const)(
    'is not possible for a ticket that is %s',
    async (status) => {
      const repair = await repairInStatus(shop, status);
      expect((await finish(repair)).problem()).toMatchObject({ code: 'repair-status', repair });
    },
  );

  it('is undone with its payment; the technician keeps it, and the note is there again', async () => {
    const before = await takeIn(shop, { repairPrice: 25 });
    const { repair } = (await finish(before, held())).json() as Taken;
    expect(repair.heldUntil).toBe(new Date(shop.clock.now + 5 * second).toISOString());
    shop.clock.advance(second);
    // The photo from intake arrives after the ticket.
    const initialPhotoUrl = await putPhoto(shop, repair.ticketNumber);
    shop.clock.advance(second);
    const first = await undo(repair);
    expect(first.json()).toEqual({
      repair: {
        ...before,
        initialPhotoUrl,
        status: 'assigned',
        assignedTo: 'technician-1',
        assignedWatchmaker: 'Technician 1',
        updatedAt: timeNow(),
      },
    });
    const now = await wholeRepair(shop, repair.ticketNumber);
    expect(now.payments).toMatchObject([{ voidedAt: timeNow(), voidReason: 'Undone' }]);
    expect(now.undoneCompletion).toEqual({ notes: 'Battery and gasket', photoUrl: null });
    expect(now.events.slice(-2)).toMatchObject([
      {
        kind: 'repair-completion-undone',
        data: {
          before: { status: 'completed', repairPrice: 18, collectedBy: 'Ada Lovelace' },
          after: { status: 'assigned', repairPrice: 25, collectedAt: null },
        },
      },
      { kind: 'payment-voided', data: { reason: 'Undone', after: { paid: 0 } } },
    ]);
    // Pressed again, it changes nothing.
    expect((await undo(repair)).json()).toEqual(first.json());
    expect(await wholeRepair(shop, repair.ticketNumber)).toEqual(now);
    shop.clock.advance(minute);
    await shop.app.sendHeldTexts();
    expect(textsTo(repair)).toBe(1);
    // A late repetition of the request finishes nothing.
    expect((await finish(before, held())).problem().code).toBe('repair-status');
  });

  it('is undone despite a note and a move, which stay', async () => {
    await setPlaces(shop, ['Safe']);
    const before = await takeIn(shop);
    const { repair } = (await finish(before, held())).json() as Taken;
    shop.clock.advance(second);
    await shop.staff.call('addNote', {
      ...of(repair),
      body: { noteId: randomUUID(), kind: 'note', text: 'Wrong strap' },
    });
    await shop.staff.call('moveRepair', {
      ...of(repair),
      body: { place: 'Safe', seenPlace: null },
    });
    shop.clock.advance(second);
    expect((await undo(repair)).json()).toMatchObject({
      repair: { status: 'assigned', paid: 0, place: 'Safe' },
    });
    expect((await wholeRepair(shop, repair.ticketNumber)).notes).toHaveLength(1);
  });

  it('does not take the id of another payment, even without a charge', async () => {
    const [other, repair] = [await takeIn(shop, { repairPrice: 40 }), await takeIn(shop)];
    const { id: paymentId } = await takePayment(shop, other, { amount: 40 });
    const free = { price: 0, amount: 0, paymentId };
    expect((await finish(repair, newFinish(free))).problem().code).toBe('payment-id-taken');
    expect((await wholeRepair(shop, repair.ticketNumber)).repair.status).toBe('pending');
  });

  it('is undone only once if two press at once, even without a payment', async () => {
    const repair = await justDone({ price: 0, amount: 0 });
    expect(statusesOf(await Promise.all([undo(repair), undo(repair)]))).toEqual([200, 200]);
    expect(await currentRepair(shop, repair.ticketNumber)).toMatchObject({
      status: 'assigned',
      repairPrice: null,
    });
    const undone = (await kindsOf(repair)).filter((kind) => kind === 'repair-completion-undone');
    expect(undone).toHaveLength(1);
  });

  it('cannot be undone once its time is over', async () => {
    const repair = await justDone();
    shop.clock.advance(4 * second);
    await shop.app.sendHeldTexts();
    const late =
      'The time to undo has run out. No text will be sent. Undo the pickup or shipment first, then reopen the repair.';
    expect((await undo(repair)).problem()).toMatchObject({ code: 'undo-too-late', detail: late });
    const { repair: never } = (await finish(await takeIn(shop))).json() as Taken;
    expect((await undo(never)).problem()).toMatchObject({ code: 'undo-too-late', detail: late });
  });

  const paymentOf = async ({ ticketNumber }: Repair) =>
    (await wholeRepair(shop, ticketNumber)).payments[0]?.id ?? '';

  it.each<[string, (repair: Repair) => Promise<unknown>]>([
    ['Another payment has been recorded', (repair) => takePayment(shop, repair, { amount: 5 })],
    [
      'Another payment has been recorded',
      (repair) => takePayment(shop, repair, { kind: 'refund', amount: 5 }),
    ],
    [
      'A payment has been voided',
      async (repair) =>
        shop.staff.call('voidPayment', {
          params: { id: await paymentOf(repair) },
          body: { reason: 'Typed wrong' },
        }),
    ],
    ['A part has been added', (repair) => addPart(shop, repair)],
    ['A photo has been added', ({ ticketNumber }) => putPhoto(shop, ticketNumber, 'completed')],
    [
      'The completion has been edited',
      (repair) =>
        shop.staff.call('editRepair', { ...of(repair), body: { completionNotes: 'New strap' } }),
    ],
    [
      'The pickup has been undone',
      ({ ticketNumber, collectedAt }) =>
        shop.staff.call('undoCollectRepair', {
          params: { ticketNumber },
          body: { collectedAt: collectedAt ?? '' },
        }),
    ],
  ])('is not undone after another change: %s', async (words, change) => {
    const repair = await justDone();
    await change(repair);
    shop.clock.advance(second);
    // No change to be named.
    await putPhoto(shop, repair.ticketNumber);
    const now = await wholeRepair(shop, repair.ticketNumber);
    const { status, detail } = (await undo(repair)).problem();
    expect(status).toBe(409);
    expect(detail).toContain(`${words} since, so this can’t be undone. No text will be sent.`);
    expect(await wholeRepair(shop, repair.ticketNumber)).toEqual(now);
  });

  it('can be treated like any other afterward: pickup undone, reopened, completed again', async () => {
    const { repair } = (await create(intake())).json() as Taken;
    const { collectedAt } = repair;
    await shop.staff.call('undoCollectRepair', {
      ...of(repair),
      body: { collectedAt: collectedAt ?? '' },
    });
    shop.clock.advance(second);
    await shop.staff.call('reopenRepair', of(repair));
    shop.clock.advance(second);
    const completed = await shop.staff.call('completeRepair', {
      ...of(repair),
      body: { outcome: 'approved', notes: 'Second battery' },
    });
    expect(completed).toMatchObject({ sms: { state: 'sent' }, repair: { paid: 18, balance: 0 } });
  });
});
