import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { type ScriptedSender, scriptedSender } from '../../harness/scripted-sender.ts';
import { hour, minute, second } from '../../harness/settable-clock.ts';
import {
  currentRepair,
  newPhone,
  reply,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
} from '../../harness/shop-fixtures.ts';

describeOnBothEngines('an estimate that is sent a second time', (engine) => {
  let shop: RunningApp;
  let sender: ScriptedSender;
  beforeAll(async () => {
    sender = scriptedSender();
    shop = await startApp(engine, { overrides: { sender } });
  });
  afterAll(() => shop.close());

  const send = (repair: Repair, body: object = {}) =>
    shop.staff.attempt('sendEstimate', {
      body: { repairId: repair.ticketNumber, amount: 150, ...body },
    });
  const codeOf = async (sending: ReturnType<typeof send>) => (await sending).problem().code;
  const textsAbout = ({ ticketNumber }: Repair) =>
    sender.sent.filter(({ body }) => body.includes(ticketNumber) && body.includes('estimate'));

  describe('by another id, or none, within two minutes', () => {
    it('is asked about in words that name the customer, and sent when that is wanted', async () => {
      const { repair } = await takeInWithEstimate(shop, { customerName: 'Grace Hopper' });
      shop.clock.advance(12 * second);
      for (const estimateId of [randomUUID(), null]) {
        expect((await send(repair, { estimateId })).problem()).toMatchObject({
          status: 409,
          code: 'estimate-just-sent',
          detail: 'Already sent to Grace Hopper 12 seconds ago. Send again?',
          customerName: 'Grace Hopper',
          secondsAgo: 12,
        });
      }
      expect(textsAbout(repair)).toHaveLength(1);
      const estimateId = randomUUID();
      expect((await send(repair, { estimateId, again: true })).status).toBe(201);
      // That was one wish as well.
      expect((await send(repair, { estimateId, again: true })).status).toBe(200);
      expect(textsAbout(repair)).toHaveLength(2);
    });

    it('is sent where the price is another', async () => {
      const { repair } = await takeInWithEstimate(shop);
      expect((await send(repair, { amount: 150.01 })).status).toBe(201);
    });

    it('is sent after the two minutes', async () => {
      const { repair } = await takeInWithEstimate(shop);
      shop.clock.advance(2 * minute - 1);
      expect(await codeOf(send(repair))).toBe('estimate-just-sent');
      shop.clock.advance(1);
      expect((await send(repair)).status).toBe(201);
    });

    it('is sent though the clock was set back by hours', async () => {
      const { repair } = await takeInWithEstimate(shop);
      shop.clock.advance(-minute);
      expect(await codeOf(send(repair))).toBe('estimate-just-sent');
      shop.clock.advance(-5 * hour);
      expect((await send(repair)).status).toBe(201);
      shop.clock.advance(6 * hour);
      await stayLoggedIn(shop);
    });

    it('is sent where the first was declined, or did not arrive', async () => {
      const { repair: declined } = await takeInWithEstimate(shop);
      await reply(shop, declined, 'DECLINE');
      expect((await send(declined)).status).toBe(201);
      const { repair: failed } = await takeInWithEstimate(shop);
      await shop.rows.run(
        "update messages set state = 'undelivered' where ticket_number = ? and kind = 'estimate'",
        failed.ticketNumber,
      );
      expect((await send(failed)).status).toBe(201);
    });

    it('is previewed all the same', async () => {
      const { repair } = await takeInWithEstimate(shop);
      const body = { repairId: repair.ticketNumber, amount: 150 };
      expect((await shop.staff.attempt('previewEstimate', { body })).status).toBe(200);
    });
  });

  describe('by the same id', () => {
    it('is the same estimate, whatever has happened since and comes with it', async () => {
      const repair = await takeIn(shop);
      const estimateId = randomUUID();
      const first = await send(repair, { estimateId });
      shop.clock.advance(hour);
      const again = await send(repair, { estimateId, amount: 900, notes: 'Other' });
      expect([again.status, again.json()]).toEqual([200, first.json()]);
      await reply(shop, repair, 'ACCEPT');
      await shop.staff.call('assignRepair', {
        params: { ticketNumber: repair.ticketNumber },
        body: { technicianId: 'technician-1' },
      });
      await reply(shop, repair, 'STOP');
      const late = await send(repair, { estimateId });
      expect([late.status, late.json()]).toMatchObject([
        200,
        { estimate: { status: 'assigned', estimatePrice: 150 }, repair: { status: 'assigned' } },
      ]);
      expect(textsAbout(repair)).toHaveLength(1);
    });

    it('is not sent while nobody knows whether it was', async () => {
      const repair = await takeIn(shop);
      const estimateId = randomUUID();
      sender.results.push({ kind: 'unknown' });
      expect(await codeOf(send(repair, { estimateId }))).toBe('sms-unknown');
      expect(await codeOf(send(repair, { estimateId }))).toBe('sms-unknown');
      sender.finds.push({ kind: 'found', sid: `SM${randomUUID()}` });
      await shop.app.reconcileTexts();
      expect((await send(repair, { estimateId })).status).toBe(200);
      expect(textsAbout(repair)).toHaveLength(1);
    });

    it('is sent where the first was refused: once, however many ask at once', async () => {
      const repair = await takeIn(shop);
      const estimateId = randomUUID();
      sender.results.push({ kind: 'rejected', code: '30003' });
      expect(await codeOf(send(repair, { estimateId }))).toBe('sms-failed');
      const answers = await Promise.all([1, 2, 3].map(() => send(repair, { estimateId })));
      expect(answers.map(({ status }) => status).toSorted()[0]).toBeLessThan(202);
      expect(textsAbout(repair)).toHaveLength(2);
      expect((await send(repair, { estimateId })).status).toBe(200);
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-sent');
    });

    it('is refused where the id is another ticket’s, or another text’s', async () => {
      const one = await takeIn(shop);
      const other = await takeIn(shop, { customerPhone: newPhone() });
      const estimateId = randomUUID();
      await send(one, { estimateId });
      expect((await send(other, { estimateId })).problem()).toMatchObject({
        status: 409,
        code: 'message-id-taken',
        detail: 'It went out for another ticket. Please begin a new one.',
      });
      const messageId = randomUUID();
      const params = { ticketNumber: other.ticketNumber };
      await shop.staff.call('sendText', { params, body: { messageId, body: 'Hi' } });
      expect(await codeOf(send(other, { estimateId: messageId }))).toBe('message-id-taken');
      const errors = (await send(other, { estimateId: 'mine' })).problem().errors;
      expect(errors?.[0]).toMatchObject({ path: 'estimateId' });
    });
  });
});
