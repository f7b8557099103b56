import { beforeEach, expect, it } from 'vitest';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { useRealTexts } from '../../harness/real-texts.ts';
import { hour, minute } from '../../harness/settable-clock.ts';
import { currentRepair, normalised, takeIn, wholeRepair } from '../../harness/shop-fixtures.ts';

describeOnBothEngines('an estimate whose text’s sid begins with neither SM nor MM', (engine) => {
  const texting = useRealTexts(engine);
  beforeEach(() => texting.standIn.setLetters('SM'));

  /** Sends an estimate whose text gets such a sid. */
  async function send(scenario: 'takes it' | 'is behind a gateway that fails' = 'takes it') {
    const { shop, standIn } = texting;
    const repair = await takeIn(shop);
    const phone = normalised(repair.customerPhone);
    standIn.setLetters('XX');
    standIn.script(phone, scenario);
    const body = { repairId: repair.ticketNumber, amount: 150 };
    const answer = await shop.staff.attempt('sendEstimate', { body });
    standIn.setLetters('SM');
    return { repair, answer, text: standIn.lastTo(phone) };
  }

  async function expectNothingStored({ repair }: Awaited<ReturnType<typeof send>>) {
    const whole = await wholeRepair(texting.shop, repair.ticketNumber);
    expect(whole.repair.status).toBe('pending');
    expect(whole.estimates).toEqual([]);
    expect(whole.messages[0]).toMatchObject({ state: 'failed', errorCode: 'not-a-text' });
  }

  it('is not stored, and the ticket stays', async () => {
    const sent = await send();
    expect(sent.answer.problem()).toMatchObject({
      status: 502,
      code: 'sms-failed',
      advice: "Texting isn't set up. Tell the owner.",
    });
    await expectNothingStored(sent);
    await texting.standIn.report(sent.text, 'delivered');
    texting.shop.clock.advance(minute);
    await texting.shop.app.reconcileTexts();
    await expectNothingStored(sent);
  });

  it('is not stored by a callback or by the list either, when the answer was lost', async () => {
    const called = await send('is behind a gateway that fails');
    expect(called.answer.problem().code).toBe('sms-unknown');
    await texting.standIn.report(called.text, 'sent');
    await expectNothingStored(called);
    const listed = await send('is behind a gateway that fails');
    texting.shop.clock.advance(hour);
    await texting.shop.app.reconcileTexts();
    await expectNothingStored(listed);
  });

  it('is stored when the provider names the text by a proper one after all', async () => {
    const { repair, text } = await send();
    text.sid = text.sid.replace('XX', 'SM');
    await texting.standIn.report(text, 'delivered');
    expect((await currentRepair(texting.shop, repair.ticketNumber)).status).toBe('estimate-sent');
  });
});
