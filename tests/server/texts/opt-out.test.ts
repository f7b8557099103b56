import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import { useShop } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  changePhone,
  complete,
  currentRepair,
  newIntake,
  normalized,
  repairInStatus,
  say,
  takeIn,
  takeInWithEstimate,
} from '../../harness/shop-fixtures.ts';

describeOnBothEngines('a customer who wants no texts', (engine) => {
  const sender = scriptedSender();
  const shop = useShop(engine, { overrides: { sender } });

  const paramsOf = ({ ticketNumber }: Repair) => ({ ticketNumber });
  const newText = () => ({ messageId: randomUUID(), body: 'Your strap is here' });
  const sendText = (repair: Repair) =>
    shop.staff.call('sendText', { params: paramsOf(repair), body: newText() });

  it('is shown as one on an open estimate, until START', async () => {
    const { repair } = await takeInWithEstimate(shop);
    const optedOutAt = async () => {
      const { items } = await shop.staff.call('listEstimates');
      return items.find(({ repairId }) => repairId === repair.ticketNumber)?.optedOutAt;
    };
    expect(await optedOutAt()).toBeNull();
    await say(shop, repair.customerPhone, 'STOP');
    expect(await optedOutAt()).toBe(new Date(shop.clock.now).toISOString());
    await say(shop, repair.customerPhone, 'START');
    expect(await optedOutAt()).toBeNull();
  });

  it('is shown as one on the client and on every ticket, until START', async () => {
    const repair = await takeIn(shop);
    expect(repair.optedOutAt).toBeNull();
    await say(shop, repair.customerPhone, 'STOP');
    const at = new Date(shop.clock.now).toISOString();
    shop.clock.advance(minute);
    const { customerPhone } = repair;
    // The same phone, typed differently: the opt-out belongs to the phone, no matter who gives it.
    const taken = await takeIn(shop, {
      customerPhone: customerPhone.replace(/\D/g, ''),
      watchModel: 'Seamaster',
    });
    expect(taken.optedOutAt).toBe(at);
    for (const { ticketNumber, clientId } of [repair, taken]) {
      expect((await currentRepair(shop, ticketNumber)).optedOutAt).toBe(at);
      const { client } = await shop.staff.call('getClient', { params: { id: clientId } });
      expect(client.optedOutAt).toBe(at);
      const { client: edited } = await shop.staff.call('editClient', {
        params: { id: clientId },
        body: { name: client.name, email: client.email, phone: client.phone },
      });
      expect(edited.optedOutAt).toBe(at);
    }
    const listed = (await shop.staff.call('listClients')).items;
    expect(listed.filter(({ optedOutAt }) => optedOutAt === at)).toHaveLength(2);
    const { client: added } = await shop.staff.call('createClient', {
      body: { name: 'Ada', email: 'ada@example.com', phone: customerPhone },
    });
    expect(added.optedOutAt).toBe(at);
    await say(shop, customerPhone, 'START');
    expect((await currentRepair(shop, repair.ticketNumber)).optedOutAt).toBeNull();
  });

  it('gets none: no intake, estimate, completion, manual or repeated text, nor by the functions', async () => {
    const repair = await repairInStatus(shop, 'in-progress');
    const { customerPhone } = repair;
    sender.results.push({ kind: 'rejected', code: '30003' });
    const failed = await sendText(repair);
    expect(failed.sms.state).toBe('failed');
    await say(shop, customerPhone, 'STOP');
    shop.clock.advance(20 * minute);
    const before = sender.sent.length;
    const refused = 'The customer replied STOP, so texts can’t be sent. Please call them.';

    const intake = newIntake({ customerPhone, watchModel: 'Other' });
    expect((await shop.staff.call('createRepair', { body: intake })).sms).toEqual({
      state: 'failed',
      detail: refused,
    });
    const body = { repairId: repair.ticketNumber, amount: 50 };
    const problems = [
      await shop.staff.refused('sendEstimate', { body }),
      await shop.staff.refused('previewEstimate', { body }),
      await shop.staff.refused('sendText', { params: paramsOf(repair), body: newText() }),
      await shop.staff.refused('resendText', { params: { id: failed.message.id } }),
    ];
    for (const problem of problems) {
      expect(problem).toMatchObject({ status: 409, code: 'phone-opted-out', detail: refused });
    }
    const done = await complete(shop, repair.ticketNumber);
    expect(done.repair.status).toBe('completed');
    expect(done.sms).toEqual({ state: 'failed', detail: refused });
    const answers = [
      await shop.staff.call('sendSms', { body: { phoneNumber: customerPhone, message: 'Hi' } }),
      await shop.staff.call('sendCompletion', {
        body: {
          clientPhone: customerPhone,
          ticketNumber: repair.ticketNumber,
          watchBrand: 'Omega',
          watchModel: 'Speedmaster',
        },
      }),
    ];
    for (const answer of answers) {
      expect(answer).toEqual({ success: false, messageSid: null, detail: refused });
    }
    expect(sender.sent).toHaveLength(before);
    await say(shop, customerPhone, 'START');
    const again = { phoneNumber: customerPhone, message: 'Hi' };
    expect((await shop.staff.call('sendSms', { body: again })).success).toBe(true);
  });

  it('is taken for one when the provider says so', async () => {
    const repair = await takeIn(shop);
    sender.results.push({ kind: 'rejected', code: '21610' });
    const { sms } = await sendText(repair);
    expect(sms).toEqual({
      state: 'failed',
      detail: 'The customer replied STOP. Call them; they can text START.',
    });
    expect((await currentRepair(shop, repair.ticketNumber)).optedOutAt).not.toBeNull();
  });

  it('may be texted at another number', async () => {
    const repair = await takeIn(shop);
    await say(shop, repair.customerPhone, 'STOP');
    const { customerPhone } = newIntake();
    await changePhone(shop, repair, customerPhone);
    const { sms, message } = await sendText(repair);
    expect(sms.state).toBe('sent');
    expect(message.phone).toBe(normalized(customerPhone));
  });
});
