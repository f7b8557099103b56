import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { repairInStatus } from '../../harness/repair-in-status.ts';
import { type ScriptedSender, scriptedSender } from '../../harness/scripted-sender.ts';
import { minute } from '../../harness/settable-clock.ts';
import { takeIn, takeInWithEstimate } from '../../harness/shop-fixtures.ts';

describe('the preview of an estimate', () => {
  let shop: RunningApp;
  let sender: ScriptedSender;
  beforeAll(async () => {
    sender = scriptedSender();
    shop = await startApp('sqlite', { overrides: { sender } });
  });
  afterAll(async () => {
    await shop.close();
  });

  const preview = (repairId: string, amount = 149.5) =>
    shop.staff.attempt('previewEstimate', { body: { repairId, amount } });

  it('is the text that is then sent, to the letter, and has no effect', async () => {
    const first = await takeInWithEstimate(shop);
    shop.clock.advance(minute);
    const second = await takeIn(shop, {
      customerPhone: first.repair.customerPhone,
      customerEmail: first.repair.customerEmail,
      watchBrand: 'Patek Philippe',
      watchModel: 'Grande Complication “Ref. 5208”',
    });
    for (const repair of [await takeIn(shop), second]) {
      const before = await shop.rows.counts();
      const sentBefore = sender.sent.length;
      const shown = (await preview(repair.ticketNumber)).json() as { body: string };
      expect(shown).toEqual({
        body: shown.body,
        encoding: 'GSM-7',
        characters: shown.body.length,
        segments: shown.body.length > 160 ? 2 : 1,
      });
      expect(await shop.rows.counts()).toEqual(before);
      expect(sender.sent).toHaveLength(sentBefore);
      expect((await preview(repair.repairId)).json()).toEqual(shown);
      const body = { repairId: repair.ticketNumber, amount: 149.5 };
      await shop.staff.call('sendEstimate', { body });
      expect(sender.sent.at(-1)?.body).toBe(shown.body);
    }
    // The phone has another estimate open: the answer must name the ticket.
    expect(sender.sent.at(-1)?.body).toContain(`Reply ACCEPT ${second.ticketNumber}`);
  });

  it('is refused where sending would be', async () => {
    const refusal = async (repairId: string, amount?: number) => {
      const { status, code, detail } = (await preview(repairId, amount)).problem();
      const sending = (
        await shop.staff.attempt('sendEstimate', { body: { repairId, amount: amount ?? 149.5 } })
      ).problem();
      expect({ status, code, detail }).toEqual({
        status: sending.status,
        code: sending.code,
        detail: sending.detail,
      });
      return code;
    };
    const withPhone = async (phone: string) => {
      const repair = await takeIn(shop);
      await shop.rows.run('update clients set phone = ? where id = ?', phone, repair.clientId);
      return repair.ticketNumber;
    };
    expect(await refusal('WH000000AAA')).toBe('repair-not-found');
    expect(await refusal((await takeIn(shop)).ticketNumber, 0)).toBe('validation-failed');
    expect(await refusal(await withPhone(''))).toBe('client-phone-missing');
    expect(await refusal(await withPhone('+47 92 34 56 78'))).toBe('phone-not-textable');
    expect(await refusal((await repairInStatus(shop, 'completed')).ticketNumber)).toBe(
      'repair-status',
    );
    const { ticketNumber } = await takeIn(shop);
    sender.results.push({ kind: 'unknown' });
    await shop.staff.attempt('sendEstimate', { body: { repairId: ticketNumber, amount: 50 } });
    expect(await refusal(ticketNumber)).toBe('estimate-in-flight');
  });
});
