import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import { photoNameFromUrl } from '../../../domain/photos.ts';
import { collectedCode, neverSentCode } from '../../../domain/text-delivery.ts';
import { type RunningApp, startApp, useShop } from '../../harness/app.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { putPhoto, removePhoto, testPhoto } from '../../harness/photo-upload.ts';
import { freePort } from '../../harness/process.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { day, minute, second } from '../../harness/settable-clock.ts';
import {
  collect,
  complete,
  currentRepair,
  repairInStatus,
  stayLoggedIn,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

const paramsOf = ({ ticketNumber }: Pick<Repair, 'ticketNumber'>) => ({
  params: { ticketNumber },
});

async function hold(shop: RunningApp, repair: Pick<Repair, 'ticketNumber'>): Promise<Repair> {
  return (await complete(shop, repair.ticketNumber, { holdSeconds: 5 })).repair;
}

describeOnBothInLongRun('a text that is held', (engine) => {
  const sender = scriptedSender();
  const shop = useShop(engine, { overrides: { sender } });

  const heldRepair = async () => hold(shop, await repairInStatus(shop, 'in-progress'));
  const textsAbout = ({ ticketNumber }: Repair) =>
    sender.sent.filter(({ body }) => body.includes(`${ticketNumber}, is ready`));
  const doneTexts = async ({ ticketNumber }: Repair) =>
    (await wholeRepair(shop, ticketNumber)).messages.filter(({ kind }) => kind === 'done');
  const casesOf = async ({ ticketNumber }: Repair) =>
    (await shop.staff.call('listAttention')).items.filter(
      (item) => item.ticketNumber === ticketNumber,
    );
  const timeComes = async () => {
    shop.clock.advance(minute);
    await shop.app.sendHeldTexts();
  };

  it('says the closed days of the week in which it is sent', async () => {
    const { settings } = await shop.staff.call('getSettings');
    const closed = (date: string) => ({ from: date, to: date, name: null });
    const closedDates = [closed('2026-03-05'), closed('2026-03-19')];
    const calendar = { ...settings.calendar, timeZone: 'America/New_York', closedDates };
    // A short name leaves room in the text.
    const business = { ...settings.shop, name: 'Ace' };
    await shop.staff.call('changeSettings', { body: { ...settings, shop: business, calendar } });
    const repair = await heldRepair();
    // Staff were away, and so was the server.
    shop.clock.advance(14 * day);
    await shop.app.sendHeldTexts();
    await stayLoggedIn(shop);
    await shop.staff.call('changeSettings', { body: settings });
    expect(textsAbout(repair)).toEqual([
      expect.objectContaining({ body: expect.stringContaining('closed Mar 19') }),
    ]);
  });

  it('is not sent once the watch has been collected; the text and history say so', async () => {
    const repair = await heldRepair();
    expect(await collect(shop, repair.ticketNumber)).toMatchObject({ heldUntil: null });
    await timeComes();
    expect(textsAbout(repair)).toEqual([]);
    const [text] = await doneTexts(repair);
    expect(text).toMatchObject({ state: 'failed', errorCode: collectedCode, canResend: false });
    expect(text?.advice).toBe('The watch left the shop before this text was sent.');
    expect(await casesOf(repair)).toEqual([]);
    const { events } = await wholeRepair(shop, repair.ticketNumber);
    expect(events.at(-1)).toMatchObject({
      kind: 'repair-collected',
      data: { messageId: text?.id },
    });
    // The page that counts down asks at the end.
    expect(await shop.staff.call('sendHeldText', paramsOf(repair))).toMatchObject({
      sms: { state: 'failed', detail: 'The watch left the shop before this text was sent.' },
    });
    expect(textsAbout(repair)).toEqual([]);
  });

  const undoPickup = async (repair: Pick<Repair, 'ticketNumber'>) => {
    const { collectedAt } = await currentRepair(shop, repair.ticketNumber);
    return shop.staff.call('undoCollectRepair', {
      ...paramsOf(repair),
      body: { collectedAt: collectedAt ?? '' },
    });
  };

  it('stays unsent if the pickup is undone, and needs attention until staff send it', async () => {
    const repair = await heldRepair();
    await collect(shop, repair.ticketNumber);
    // Undone, collected after all, and undone again.
    await undoPickup(repair);
    await collect(shop, repair.ticketNumber);
    expect(await casesOf(repair)).toEqual([]);
    const { unsentTextId } = await undoPickup(repair);
    await timeComes();
    expect(textsAbout(repair)).toEqual([]);
    const [text] = await doneTexts(repair);
    expect(text).toMatchObject({ state: 'failed', errorCode: neverSentCode, canResend: true });
    expect(text?.advice).toBe('The text was not sent. Send it again or call the customer.');
    expect(text?.id).toBe(unsentTextId);
    expect(await casesOf(repair)).toMatchObject([{ id: text?.id, reason: 'not-delivered' }]);
    const { events } = await wholeRepair(shop, repair.ticketNumber);
    expect(events.at(-1)).toMatchObject({
      kind: 'repair-not-collected',
      data: { messageId: text?.id },
    });
    await shop.staff.call('resendText', { params: { id: text?.id ?? '' } });
    expect(textsAbout(repair)).toHaveLength(1);
    expect(await casesOf(repair)).toEqual([]);
    // The customer knows by now.
    await collect(shop, repair.ticketNumber);
    expect(await undoPickup(repair)).toMatchObject({ unsentTextId: null });
    expect(await casesOf(repair)).toEqual([]);
  });

  it('needs no attention once the customer has been texted something else after the pickup', async () => {
    const repair = await heldRepair();
    await collect(shop, repair.ticketNumber);
    shop.clock.advance(second);
    await shop.staff.call('sendText', {
      ...paramsOf(repair),
      body: { messageId: randomUUID(), body: 'That was the wrong watch: yours is ready, too.' },
    });
    await undoPickup(repair);
    expect(await casesOf(repair)).toEqual([]);
    expect(await doneTexts(repair)).toMatchObject([{ errorCode: collectedCode }]);
  });

  it('says what is true by the time the pickup is undone', async () => {
    const repair = await heldRepair();
    await collect(shop, repair.ticketNumber);
    const { settings } = await shop.staff.call('getSettings');
    const renamed = { ...settings, shop: { ...settings.shop, name: 'Second Hand' } };
    await shop.staff.call('changeSettings', { body: renamed });
    await undoPickup(repair);
    await shop.staff.call('changeSettings', { body: settings });
    expect(await doneTexts(repair)).toMatchObject([
      { body: expect.stringMatching(/^Second Hand: /) },
    ]);
  });

  it('that comes due just as the watch is collected is sent before, or not at all', async () => {
    for (let round = 0; round < 6; round += 1) {
      const repair = await heldRepair();
      shop.clock.advance(5 * second);
      await Promise.all(
        round % 2 === 0
          ? [collect(shop, repair.ticketNumber), shop.app.sendHeldTexts()]
          : [shop.app.sendHeldTexts(), collect(shop, repair.ticketNumber)],
      );
      await shop.app.textsDone();
      const [text, ...others] = await doneTexts(repair);
      const isSent = text?.state === 'accepted';
      expect(others).toEqual([]);
      expect(textsAbout(repair)).toHaveLength(isSent ? 1 : 0);
      const { repair: now, events } = await wholeRepair(shop, repair.ticketNumber);
      expect(now).toMatchObject({ collectedBy: repair.customerName, heldUntil: null });
      const collected = events.find(({ kind }) => kind === 'repair-collected');
      expect(collected?.data.messageId).toBe(isSent ? null : text?.id);
    }
  });

  it('is not sent once its ticket is deleted, and is a case when that comes back', async () => {
    const repair = await heldRepair();
    await shop.staff.call('deleteRepair', paramsOf(repair));
    expect(await casesOf(repair)).toEqual([]);
    await timeComes();
    await shop.staff.call('restoreRepair', paramsOf(repair));
    await timeComes();
    expect(textsAbout(repair)).toEqual([]);
    const [text] = await doneTexts(repair);
    expect(text).toMatchObject({ state: 'failed', errorCode: neverSentCode, canResend: true });
    expect(await casesOf(repair)).toMatchObject([{ id: text?.id, reason: 'not-delivered' }]);
    const { events } = await wholeRepair(shop, repair.ticketNumber);
    expect(events.slice(-2)).toMatchObject([
      { kind: 'repair-deleted', data: { messageId: text?.id } },
      { kind: 'repair-restored' },
    ]);
  });

  it('is not sent a second time by the text function in the meantime', async () => {
    const held = await repairInStatus(shop, 'in-progress');
    const { repair } = await complete(shop, held.ticketNumber, { holdSeconds: 300 });
    const { ticketNumber, customerPhone: clientPhone, watchBrand, watchModel } = repair;
    const body = { clientPhone, ticketNumber, watchBrand, watchModel };
    shop.clock.advance(3 * minute);
    for (const again of [false, true]) {
      expect(await shop.staff.call('sendCompletion', { body: { ...body, again } })).toMatchObject({
        success: false,
        detail: 'This text will be sent automatically once the completion can no longer be undone.',
      });
    }
    shop.clock.advance(2 * minute);
    await shop.app.sendHeldTexts();
    expect(textsAbout(repair)).toHaveLength(1);
  });

  it('does not, once its completion is undone, bring back a photo that was replaced and swept', async () => {
    const { ticketNumber } = await repairInStatus(shop, 'in-progress');
    const swept = await putPhoto(shop, ticketNumber, 'completed');
    await hold(shop, { ticketNumber });
    await timeComes();
    await shop.staff.call('reopenRepair', paramsOf({ ticketNumber }));
    const own = await putPhoto(shop, ticketNumber, 'completed');
    await hold(shop, { ticketNumber });
    await removePhoto(shop.storage, photoNameFromUrl(swept) ?? '');
    await shop.staff.call('undoComplete', paramsOf({ ticketNumber }));
    expect((await currentRepair(shop, ticketNumber)).completedPhotoUrl).toBeNull();
    // Its own stays for the next completion.
    expect((await shop.stranger().send('GET', own)).status).toBe(200);
    const { events } = await wholeRepair(shop, ticketNumber);
    expect(events.at(-1)?.data).toMatchObject({
      before: { completedPhotoUrl: own },
      after: { completedPhotoUrl: null },
    });
  });
});

describeOnBothInLongRun('the photo in a text that is held', (engine) => {
  let shop: RunningApp;
  afterEach(() => shop.close());

  it.each<[string, (ticketNumber: string) => Promise<string | null>]>([
    [
      'is left out once it has been taken away',
      async (ticketNumber) => {
        const body = { completedPhotoUrl: null };
        await shop.staff.call('editRepair', { params: { ticketNumber }, body });
        return null;
      },
    ],
    [
      'is the one that took its place',
      (number) => putPhoto(shop, number, 'completed', testPhoto()),
    ],
  ])('%s', async (_what, change) => {
    const sender = scriptedSender();
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    shop = await startApp(engine, { port, config: { publicUrl }, overrides: { sender } });
    const { ticketNumber } = await repairInStatus(shop, 'in-progress');
    const first = await putPhoto(shop, ticketNumber, 'completed');
    await hold(shop, { ticketNumber });
    const { messages } = await wholeRepair(shop, ticketNumber);
    expect(messages[0]?.body).toContain(`Photo: ${publicUrl}${first} `);
    shop.clock.advance(second);
    const now = await change(ticketNumber);
    shop.clock.advance(minute);
    await shop.app.sendHeldTexts();
    const body = sender.sent.at(-1)?.body ?? '';
    expect(body).toContain(ticketNumber);
    expect(/Photo: \S+/.exec(body)?.[0] ?? null).toBe(now && `Photo: ${publicUrl}${now}`);
    expect((await wholeRepair(shop, ticketNumber)).messages[0]?.body).toBe(body);
  });
});
