import { describe, expect, it, it as itOnBoth } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import { optedOutCode } from '../../../domain/text-delivery.ts';
import { type RunningApp, startApp, useShop } from '../../harness/app.ts';
import { describeOnBothEngines, itOnOneEngine } from '../../harness/engine.ts';
import { putPhoto } from '../../harness/photo-upload.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { minute, second } from '../../harness/settable-clock.ts';
import {
  acceptedAtTheBench,
  changePhone,
  closeShop,
  collect,
  complete,
  currentRepair,
  newPhone,
  normalized,
  repairInStatus,
  reply,
  statusesOf,
  takePayment,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

describeOnBothEngines('a completion that can be undone', (engine) => {
  const it = itOnOneEngine(engine);
  const sender = scriptedSender();
  const shop = useShop(engine, { overrides: { sender } });

  const hold = async ({ ticketNumber, status }: Repair, holdSeconds = 5) => {
    const outcome = status === 'estimate-declined' ? 'declined' : 'approved';
    return complete(shop, ticketNumber, { outcome, holdSeconds, notes: 'New gasket' });
  };
  const heldRepair = async (): Promise<Repair> =>
    (await hold(await repairInStatus(shop, 'in-progress'))).repair;
  const press = (
    name: 'undoComplete' | 'sendHeldText' | 'reopenRepair',
    { ticketNumber }: Repair,
  ) => shop.staff.attempt(name, { params: { ticketNumber } });
  const textsAbout = ({ ticketNumber }: Repair) =>
    sender.sent.filter(({ body }) => body.includes(ticketNumber) && /ready (for|to) /.test(body));
  const doneTexts = async ({ ticketNumber }: Repair) =>
    (await wholeRepair(shop, ticketNumber)).messages.filter(({ kind }) => kind === 'done');
  const shownOf = async ({ ticketNumber }: Repair) => {
    const { repair, estimates } = await wholeRepair(shop, ticketNumber);
    return { ...repair, updatedAt: '', estimates };
  };

  it('is done at once, and its text is sent once its time has come', async () => {
    const { repair, sms } = await hold(await repairInStatus(shop, 'in-progress'));
    expect(sms).toEqual({ state: 'held', detail: null });
    expect(repair).toMatchObject({
      status: 'completed',
      completionNotes: 'New gasket',
      heldUntil: new Date(shop.clock.now + 5 * second).toISOString(),
      completedAt: new Date(shop.clock.now).toISOString(),
    });
    shop.clock.advance(5 * second - 1);
    await shop.app.sendHeldTexts();
    expect(textsAbout(repair)).toEqual([]);
    expect(await doneTexts(repair)).toMatchObject([{ state: 'held', canResend: false }]);
    shop.clock.advance(1);
    await shop.app.sendHeldTexts();
    await shop.app.sendHeldTexts();
    expect(textsAbout(repair)).toHaveLength(1);
    expect(await doneTexts(repair)).toMatchObject([
      { state: 'accepted', createdAt: new Date(shop.clock.now).toISOString() },
    ]);
    expect(await currentRepair(shop, repair.ticketNumber)).toMatchObject({
      status: 'completed',
      heldUntil: null,
      smsSent: true,
      updatedAt: repair.updatedAt,
    });
  });

  itOnBoth('is not undone once its watch has been collected, even at the same moment', async () => {
    const repair = await heldRepair();
    const collected = await collect(shop, repair.ticketNumber);
    expect((await press('undoComplete', repair)).problem()).toMatchObject({
      status: 409,
      code: 'repair-status',
      detail:
        'The watch has left the shop since, so this can’t be undone. The text was not sent. Undo the pickup or shipment first, then reopen the repair.',
      repair: collected,
    });
    expect(await currentRepair(shop, repair.ticketNumber)).toEqual(collected);
  });

  it.each([
    ['an assigned one', () => repairInStatus(shop, 'assigned')],
    ['one with an accepted estimate', () => acceptedAtTheBench(shop)],
    ['one whose estimate was declined', () => repairInStatus(shop, 'estimate-declined')],
  ])('is undone without a trace except in the history: %s', async (_what, make) => {
    const before = await make();
    const shown = await shownOf(before);
    shop.clock.advance(minute);
    await hold(before);
    shop.clock.advance(4 * second);
    expect((await press('undoComplete', before)).status).toBe(200);
    expect(await shownOf(before)).toEqual(shown);
    expect(await doneTexts(before)).toEqual([]);
    shop.clock.advance(minute);
    await shop.app.sendHeldTexts();
    expect(textsAbout(before)).toEqual([]);
    const { events } = await wholeRepair(shop, before.ticketNumber);
    expect(events.slice(-2).map(({ kind }) => kind)).toEqual([
      'repair-completed',
      'repair-completion-undone',
    ]);
  });

  it('gives back the photo that was there, and keeps its own for the next completion', async () => {
    const { ticketNumber, ...repair } = await repairInStatus(shop, 'in-progress');
    const photos = [];
    for (const _ of ['first try', 'second try']) {
      photos.push(await putPhoto(shop, ticketNumber, 'completed'));
      shop.clock.advance(second);
    }
    await hold({ ticketNumber, ...repair });
    await press('undoComplete', { ticketNumber, ...repair });
    const { repair: now, undoneCompletion } = await wholeRepair(shop, ticketNumber);
    expect(now.completedPhotoUrl).toBeNull();
    expect(undoneCompletion).toEqual({ notes: 'New gasket', photoUrl: photos[1] });
    const shown = (url: string) => shop.stranger().send('GET', url);
    expect((await shown(photos[1] ?? '')).status).toBe(200);
    // What came before the undone completion is nobody's.
    expect((await shown(photos[0] ?? '')).status).toBe(404);

    const first = await putPhoto(shop, ticketNumber, 'completed');
    await complete(shop, ticketNumber);
    expect((await shown(photos[1] ?? '')).status).toBe(404);
    shop.clock.advance(second);
    await press('reopenRepair', { ticketNumber, ...repair });
    await putPhoto(shop, ticketNumber, 'completed');
    shop.clock.advance(second);
    await hold({ ticketNumber, ...repair });
    await press('undoComplete', { ticketNumber, ...repair });
    expect((await currentRepair(shop, ticketNumber)).completedPhotoUrl).toBe(first);
    expect((await shown(first)).status).toBe(200);
  });

  it('cannot be undone anymore once the text has been sent', async () => {
    const repair = await heldRepair();
    shop.clock.advance(5 * second);
    await shop.app.sendHeldTexts();
    const refused = (await press('undoComplete', repair)).problem();
    expect(refused).toMatchObject({
      status: 409,
      code: 'undo-too-late',
      detail: 'The time to undo has run out. The text was sent. Reopen the repair instead.',
    });
    expect(refused).toMatchObject({ repair: await currentRepair(shop, repair.ticketNumber) });
    const never = await complete(shop, (await repairInStatus(shop, 'assigned')).ticketNumber);
    expect((await press('undoComplete', never.repair)).problem().code).toBe('undo-too-late');
    const open = await repairInStatus(shop, 'assigned');
    expect((await press('undoComplete', open)).problem().code).toBe('repair-status');
    expect((await press('sendHeldText', open)).problem().code).toBe('repair-status');
  });

  it.each([
    [
      'its note',
      'The completion has been edited',
      ({ ticketNumber }: Repair) =>
        shop.staff.call('editRepair', {
          params: { ticketNumber },
          body: { completionNotes: 'New gasket and glass' },
        }),
    ],
    [
      'its photo',
      'A photo has been added',
      ({ ticketNumber }: Repair) => putPhoto(shop, ticketNumber, 'completed'),
    ],
    [
      'its estimate',
      'The estimate has been deleted',
      ({ estimateId }: Repair) =>
        shop.staff.call('deleteEstimate', { params: { id: estimateId ?? '' } }),
    ],
  ])('is not undone if %s has changed since', async (_what, words, change) => {
    const { repair } = await hold(await acceptedAtTheBench(shop));
    shop.clock.advance(4 * second);
    await change(repair);
    await takePayment(shop, repair);
    const before = await wholeRepair(shop, repair.ticketNumber);
    const refused = (await press('undoComplete', repair)).problem();
    // The text waits while staff read that, even past its time.
    shop.clock.advance(20 * second);
    await shop.app.sendHeldTexts();
    expect(textsAbout(repair)).toEqual([]);
    const now = await wholeRepair(shop, repair.ticketNumber);
    const heldUntil = new Date(shop.clock.now + 10 * second).toISOString();
    expect(now).toEqual({ ...before, repair: { ...before.repair, heldUntil } });
    expect(refused).toMatchObject({
      code: 'repair-status',
      detail: `${words} since, so this can’t be undone. The text has not been sent yet. Reopen the repair to stop it.`,
      repair: now.repair,
    });
    await press('reopenRepair', repair);
    shop.clock.advance(minute);
    await shop.app.sendHeldTexts();
    expect(textsAbout(repair)).toEqual([]);
  });

  it('is undone though a payment came or was voided, and leaves payments as they are', async () => {
    const before = await acceptedAtTheBench(shop);
    const deposit = await takePayment(shop, before, { kind: 'deposit', amount: 10 });
    const { repair } = await hold(before);
    shop.clock.advance(second);
    const payment = await takePayment(shop, repair, { amount: 40 });
    const params = { id: deposit.id };
    await shop.staff.call('voidPayment', { params, body: { reason: 'Typed wrong' } });
    expect((await press('undoComplete', repair)).json()).toMatchObject({
      repair: { status: before.status, heldUntil: null, completedAt: null, paid: 40 },
    });
    const { payments, estimates } = await wholeRepair(shop, repair.ticketNumber);
    expect(payments.map(({ id, voidedAt }) => [id, voidedAt === null]).toSorted()).toEqual(
      [
        [payment.id, true],
        [deposit.id, false],
      ].toSorted(),
    );
    expect(estimates[0]?.status).toBe('assigned');
    // Pressed again, it changes nothing, even after another payment.
    await takePayment(shop, repair);
    const now = await wholeRepair(shop, repair.ticketNumber);
    expect((await press('undoComplete', repair)).status).toBe(200);
    expect(await wholeRepair(shop, repair.ticketNumber)).toEqual(now);
    shop.clock.advance(minute);
    await shop.app.sendHeldTexts();
    expect(textsAbout(repair)).toEqual([]);
  });

  itOnBoth(
    'takes Undo or Send now if both are pressed at once, and the other sees what happened',
    async () => {
      for (let round = 0; round < 6; round += 1) {
        const repair = await heldRepair();
        shop.clock.advance(second);
        const replies = await Promise.all([
          press('undoComplete', repair),
          press('sendHeldText', repair),
          shop.app.sendHeldTexts(),
        ]);
        const isUndone = replies[0].status === 200;
        const now = await currentRepair(shop, repair.ticketNumber);
        expect(now).toMatchObject({
          status: isUndone ? 'in-progress' : 'completed',
          heldUntil: null,
        });
        expect(textsAbout(repair)).toHaveLength(isUndone ? 0 : 1);
        if (!isUndone) expect(replies[0].problem().code).toBe('undo-too-late');
      }
    },
  );

  it('is not changed by a second Undo', async () => {
    const repair = await heldRepair();
    shop.clock.advance(second);
    const first = await press('undoComplete', repair);
    const now = await wholeRepair(shop, repair.ticketNumber);
    const again = await press('undoComplete', repair);
    expect(statusesOf([first, again])).toEqual([200, 200]);
    expect(again.json()).toEqual(first.json());
    expect(await wholeRepair(shop, repair.ticketNumber)).toEqual(now);
  });

  it('is sent at once on request, once however often it is asked for', async () => {
    const repair = await heldRepair();
    const replies = await Promise.all([1, 2, 3].map(() => press('sendHeldText', repair)));
    expect(statusesOf(replies)).toEqual([200, 200, 200]);
    expect((await press('sendHeldText', repair)).json()).toMatchObject({
      sms: { state: 'sent', detail: null },
      repair: { smsSent: true, heldUntil: null },
    });
    expect(textsAbout(repair)).toHaveLength(1);
  });

  it('goes to the customer’s number at the time of sending', async () => {
    const repair = await heldRepair();
    const phone = newPhone();
    await changePhone(shop, repair, phone);
    await press('sendHeldText', repair);
    expect(textsAbout(repair).map(({ to }) => to)).toEqual([normalized(phone)]);
    expect((await doneTexts(repair))[0]?.phone).toBe(normalized(phone));
  });

  it('does not text a customer who has opted out in the meantime, and says so', async () => {
    const repair = await heldRepair();
    await reply(shop, repair, 'STOP');
    await shop.app.sendHeldTexts();
    expect(textsAbout(repair)).toEqual([]);
    const [text] = await doneTexts(repair);
    expect(text).toMatchObject({ state: 'failed', errorCode: optedOutCode });
    const { items } = await shop.staff.call('listAttention');
    expect(items.map(({ id }) => id)).toContain(text?.id);
  });

  it('can be undone for just as long if there is no text to send', async () => {
    const repair = await repairInStatus(shop, 'in-progress');
    await reply(shop, repair, 'STOP');
    const { sms } = await hold(repair);
    expect(sms.state).toBe('failed');
    expect((await press('undoComplete', repair)).status).toBe(200);
    await hold(repair);
    shop.clock.advance(5 * second);
    await shop.app.sendHeldTexts();
    expect((await press('undoComplete', repair)).problem().code).toBe('undo-too-late');
  });

  it('texts nobody once it is reopened', async () => {
    const repair = await heldRepair();
    await press('reopenRepair', repair);
    shop.clock.advance(minute);
    await shop.app.sendHeldTexts();
    expect(textsAbout(repair)).toEqual([]);
  });

  it.each([
    ['set forward', 5 * minute],
    ['set back by a day', -24 * 60 * minute],
  ])('has its text sent even when the clock is %s', async (_what, milliseconds) => {
    const repair = await heldRepair();
    shop.clock.advance(milliseconds);
    await shop.app.sendHeldTexts();
    shop.clock.advance(-milliseconds + minute);
    await shop.app.sendHeldTexts();
    expect(textsAbout(repair)).toHaveLength(1);
  });

  it('sends its text only after a closed shop opens again', async () => {
    const repair = await heldRepair();
    const open = await closeShop(shop.app);
    shop.clock.advance(minute);
    await shop.app.sendHeldTexts();
    expect(textsAbout(repair)).toEqual([]);
    await open();
    await shop.app.sendHeldTexts();
    expect(textsAbout(repair)).toHaveLength(1);
  });
});

describe('a held text', () => {
  const texts = (sender: ReturnType<typeof scriptedSender>, { ticketNumber }: Repair) =>
    sender.sent.filter(({ body }) => body.includes(`${ticketNumber}, is ready`));
  const holdOne = async (shop: RunningApp) => {
    const { ticketNumber } = await repairInStatus(shop, 'in-progress');
    return (await complete(shop, ticketNumber, { holdSeconds: 5 })).repair;
  };

  it('is sent after the next start if the product ended before', async () => {
    const sender = scriptedSender();
    const first = await startApp('sqlite', { overrides: { sender } });
    const repair = await holdOne(first);
    await first.stop();
    first.clock.advance(minute);
    const { clock, storage } = first;
    const second = await startApp('sqlite', { clock, storage, overrides: { sender } });
    await second.app.sendHeldTexts();
    expect(texts(sender, repair)).toHaveLength(1);
    await second.close();
  });

  itOnBoth('is sent once if several processes look for it', async () => {
    const sender = scriptedSender();
    const one = await startApp('postgres', { overrides: { sender } });
    const { clock, storage } = one;
    const other = await startApp('postgres', { clock, storage, overrides: { sender } });
    for (let round = 0; round < 5; round += 1) {
      const repair = await holdOne(one);
      clock.advance(5 * second);
      await Promise.all([one, other].map(({ app }) => app.sendHeldTexts()));
      expect(texts(sender, repair)).toHaveLength(1);
    }
    await other.stop();
    await one.close();
  });
});
