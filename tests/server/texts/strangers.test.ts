import { randomUUID } from 'node:crypto';
import { expect, it as itOnBoth } from 'vitest';
import { useShop } from '../../harness/app.ts';
import { describeOnBothEngines, itOnOneEngine } from '../../harness/engine.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { hour } from '../../harness/settable-clock.ts';
import {
  newPhone,
  normalized,
  say,
  stayLoggedIn,
  takeInWithEstimate,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

describeOnBothEngines('strangers who text beyond the daily limit', (engine) => {
  const it = itOnOneEngine(engine);
  const sender = scriptedSender();
  const shop = useShop(engine, { overrides: { sender } });
  const all = async () => (await shop.staff.call('listAttention', { query: { limit: 100 } })).items;

  const limitTo = async (automaticToStrangers: number) => {
    const { settings } = await shop.staff.call('getSettings');
    const texts = { ...settings.texts, automaticToStrangers };
    await shop.staff.call('changeSettings', { body: { ...settings, texts } });
  };
  const nextDay = async () => {
    shop.clock.advance(24 * hour);
    await stayLoggedIn(shop);
  };
  const simulate = (from: string) =>
    shop.staff.call('simulateReply', { body: { from, body: 'Do you repair clocks?' } });
  const phones = (count: number) => Array.from({ length: count }, () => normalized(newPhone()));
  const among = async (some: readonly string[]) =>
    (await all()).filter(({ phone }) => some.includes(phone));
  const limitCase = async () => (await all()).find(({ reason }) => reason === 'limit-reached');

  itOnBoth(
    'at once get as many automatic texts as it allows, and staff one case a day',
    async () => {
      await nextDay();
      await limitTo(3);
      const strangers = phones(9);
      const before = sender.sent.length;
      await Promise.all(strangers.map(simulate));
      expect(sender.sent).toHaveLength(before + 3);
      const cases = await among(strangers);
      expect(cases.map(({ reason }) => reason).toSorted()).toEqual([
        'limit-reached',
        ...Array.from({ length: 8 }, () => 'unclear'),
      ]);
      const reached = await limitCase();
      expect(reached).toMatchObject({
        happened: 'Daily limit on automatic texts reached: 6 unknown numbers without a reply.',
        advice: 'Reply yourself, or raise the limit under Shop, Settings, Texting.',
        message: { body: 'Do you repair clocks?', attention: 'limit-reached' },
      });

      // Texts about tickets, and to phones on one, neither count nor wait.
      const known = await takeInWithEstimate(shop);
      await say(shop, known.repair.customerPhone, 'How long?');
      await say(shop, known.repair.customerPhone, 'ACCEPT');
      const { messages } = await wholeRepair(shop, known.repair.ticketNumber);
      expect(messages.map(({ kind }) => kind)).toEqual([
        'confirm-accept',
        'reply',
        'clarify',
        'reply',
        'estimate',
        'created',
      ]);

      // Staff answer by hand; raised, the limit lets the next ones through.
      const byHand = { messageId: randomUUID(), body: 'We do' };
      await shop.staff.call('replyToText', { params: { id: reached?.id ?? '' }, body: byHand });
      expect(await limitCase()).toBeUndefined();
      await limitTo(4);
      const [late = '', last = ''] = phones(2);
      for (const phone of [late, last]) await say(shop, phone, 'Hello?');
      expect(sender.sent.filter(({ to }) => to === late)).toHaveLength(1);
      expect(sender.sent.filter(({ to }) => to === last)).toHaveLength(0);
      expect(await among([last])).toMatchObject([{ reason: 'unclear' }]);
      expect(await limitCase()).toBeUndefined();
    },
  );

  it('are answered again the next day of the shop, and never if the limit is 0', async () => {
    await nextDay();
    await limitTo(1);
    const [first = '', second = '', third = '', fourth = ''] = phones(4);
    for (const phone of [first, second]) await say(shop, phone, 'Hello?');
    expect(await among([second])).toMatchObject([
      {
        reason: 'limit-reached',
        happened: 'Daily limit on automatic texts reached: 1 unknown number without a reply.',
      },
    ]);
    await nextDay();
    await say(shop, third, 'Hello?');
    await limitTo(0);
    await say(shop, fourth, 'Hello?');
    const texted = [first, second, third, fourth].map((phone) =>
      sender.sent.some(({ to }) => to === phone),
    );
    expect(texted).toEqual([true, false, true, false]);
    expect(await among([fourth])).toMatchObject([{ reason: 'limit-reached' }]);
    await limitTo(100);
  });
});
