import { describe, expect, it } from 'vitest';
import type { Message, Repair } from '../../../domain/api-answers.ts';
import { defaultShopSettings } from '../../../domain/shop-settings.ts';
import { startApp, testPassword, useShop } from '../../harness/app.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { day, hour, minute } from '../../harness/settable-clock.ts';
import {
  assign,
  complete,
  currentRepair,
  newPhone,
  normalized,
  reply,
  sameCustomer,
  say,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

interface Scene {
  phone: string;
  /** The ticket that is watched. */
  ticket: Repair;
  /** Another ticket of the phone with an open estimate. */
  other?: Repair;
}

/**
 * What becomes of every meaning in every situation is tested in domain/reply-decision.test.ts, and
 * what is texted back in domain/texts.test.ts: here each situation comes about as it does in a
 * shop.
 */
describeOnBothInLongRun('a customer’s text in every situation', (engine) => {
  const texts = { ...defaultShopSettings.texts, estimateExpiresAfterDays: 30 };
  const shop = useShop(engine, { config: { shop: { ...defaultShopSettings, texts } } });

  const textsWith = async (phone: string): Promise<Message[]> =>
    (await shop.staff.call('listMessages', { query: { phone, limit: 100 } })).items;

  const oneOpen = async (): Promise<Scene> => {
    const { repair } = await takeInWithEstimate(shop);
    return { phone: repair.customerPhone, ticket: repair };
  };
  /** The scene after something has happened in it. */
  const after =
    (before: () => Promise<Scene>, happens: (scene: Scene) => Promise<unknown>) =>
    async (): Promise<Scene> => {
      const scene = await before();
      await happens(scene);
      return scene;
    };
  const texted = (body: string, before = oneOpen) =>
    after(before, ({ phone }) => say(shop, phone, body));
  const accepted = texted('ACCEPT');
  const declined = texted('DECLINE');
  const assigned = after(accepted, ({ ticket }) => assign(shop, ticket.ticketNumber));
  const inProgress = after(assigned, ({ ticket: { ticketNumber } }) =>
    shop.staff.call('startRepair', { params: { ticketNumber } }),
  );
  const completed = after(assigned, ({ ticket }) => complete(shop, ticket.ticketNumber));
  const several = after(oneOpen, async (scene) => {
    shop.clock.advance(minute);
    scene.other = (await takeInWithEstimate(shop, sameCustomer(scene.ticket), 80)).repair;
  });
  const expired = after(oneOpen, async () => {
    shop.clock.advance(30 * day);
    await stayLoggedIn(shop);
  });
  const deletedEstimate = after(oneOpen, ({ ticket }) =>
    shop.staff.call('deleteEstimate', { params: { id: ticket.estimateId ?? '' } }),
  );
  const replaced = after(deletedEstimate, async ({ ticket: { ticketNumber: repairId } }) => {
    await shop.staff.call('sendEstimate', { body: { repairId, amount: 90 } });
    shop.clock.advance(minute);
    await shop.staff.call('sendEstimate', { body: { repairId, amount: 150 } });
  });
  const pricier = after(accepted, ({ ticket: { ticketNumber: repairId } }) =>
    shop.staff.call('sendEstimate', { body: { repairId, amount: 220 } }),
  );
  const noEstimate = async (): Promise<Scene> => {
    const ticket = await takeIn(shop);
    return { phone: ticket.customerPhone, ticket };
  };
  const optedOut = (before: () => Promise<Scene>) => texted('STOP', before);

  it.each<[string, string, () => Promise<Scene>, string, string | null, string | null]>([
    ['one open', 'ACCEPT', oneOpen, 'estimate-accepted', 'confirm-accept', null],
    ['one open', 'accept ONE', oneOpen, 'estimate-accepted', 'confirm-accept', null],
    ['one open', 'yes', oneOpen, 'estimate-sent', 'clarify', 'unclear'],
    ['one open', 'ACCEPT WH123456ABC', oneOpen, 'estimate-sent', 'clarify', 'unclear'],
    ['one open', 'Stop texting me', oneOpen, 'estimate-sent', null, 'opted-out'],
    ['one open', 'HELP', oneOpen, 'estimate-sent', null, null],
    ['several open', 'ACCEPT', several, 'estimate-sent', 'which', 'unclear'],
    ['several open', 'DECLINE ONE', several, 'estimate-declined', 'confirm-decline', null],
    ['replaced by a newer one', 'ACCEPT', replaced, 'estimate-accepted', 'confirm-accept', null],
    ['replaced once accepted', 'ACCEPT', pricier, 'estimate-accepted', 'confirm-accept', null],
    ['replaced once accepted', 'DECLINE', pricier, 'estimate-declined', 'confirm-decline', null],
    ['accepted', 'ACCEPT', accepted, 'estimate-accepted', null, null],
    ['accepted', 'DECLINE', accepted, 'estimate-declined', 'confirm-decline', 'changed-mind'],
    ['declined', 'ACCEPT', declined, 'estimate-accepted', 'confirm-accept', 'changed-mind'],
    ['assigned', 'ACCEPT', assigned, 'assigned', null, null],
    ['assigned', 'DECLINE', assigned, 'assigned', 'call-us', 'moved-on'],
    ['in progress', 'DECLINE', inProgress, 'in-progress', 'call-us', 'moved-on'],
    ['completed', 'DECLINE', completed, 'completed', 'call-us', 'moved-on'],
    ['deleted', 'ACCEPT', deletedEstimate, 'pending', 'not-open', 'unclear'],
    ['run out', 'ACCEPT', expired, 'estimate-sent', 'not-open', 'expired'],
    ['none yet', 'ACCEPT', noEstimate, 'pending', 'not-open', 'unclear'],
    [
      'opted out',
      'ACCEPT',
      optedOut(oneOpen),
      'estimate-accepted',
      null,
      'answered-while-opted-out',
    ],
    ['opted out', 'DECLINE', optedOut(several), 'estimate-sent', null, 'answered-while-opted-out'],
    ['opted out', 'DECLINE', optedOut(assigned), 'assigned', null, 'answered-while-opted-out'],
    ['opted out', 'START', optedOut(oneOpen), 'estimate-sent', null, null],
    // YES alone does not opt in here unless the provider says so.
    ['opted out', 'YES', optedOut(oneOpen), 'estimate-sent', null, 'unclear'],
  ])('%s: %s', async (_situation, words, make, status, reply, attention) => {
    const { phone, ticket } = await make();
    // Enough for the three texts of an hour not to matter.
    shop.clock.advance(2 * hour);
    await stayLoggedIn(shop);
    const id = await say(shop, phone, words.replace('ONE', ticket.ticketNumber));
    const texts = await textsWith(phone);
    const index = texts.findIndex((text) => text.id === id);
    expect({
      status: (await currentRepair(shop, ticket.ticketNumber)).status,
      attention: texts[index]?.attention,
      // Newest first: what came after the customer's text was sent because of it.
      replies: texts.slice(0, index).map(({ kind }) => kind),
    }).toEqual({ status, attention, replies: reply === null ? [] : [reply] });
  });

  it('may name the other ticket if several are open: the first one does not change', async () => {
    const { phone, ticket, other } = await several();
    await say(shop, phone, `ACCEPT ${other?.ticketNumber}`);
    const statusOf = async (of?: Repair) =>
      (await currentRepair(shop, of?.ticketNumber ?? '')).status;
    expect([await statusOf(ticket), await statusOf(other)]).toEqual([
      'estimate-sent',
      'estimate-accepted',
    ]);
  });

  describe('a text is shown', () => {
    it('on the ticket that the phone was last texted about, when it is about none', async () => {
      const { ticket: first, phone } = await noEstimate();
      shop.clock.advance(minute);
      const second = await takeIn(shop, sameCustomer(first));
      const params = { ticketNumber: first.ticketNumber };
      const shown = async (body: string) => {
        const id = await say(shop, phone, body);
        return (await textsWith(phone)).find((text) => text.id === id)?.ticketNumber;
      };
      expect(await shown('Is it ready?')).toBe(second.ticketNumber);
      shop.clock.advance(minute);
      await shop.staff.call('sendText', {
        params,
        body: { messageId: crypto.randomUUID(), body: 'The strap is here' },
      });
      expect(await shown('Great')).toBe(first.ticketNumber);
      await shop.staff.call('deleteRepair', { params });
      expect(await shown('Hello?')).toBe(second.ticketNumber);
    });

    it('on the newest ticket of a customer who was never texted', async () => {
      const { ticketNumber, customerPhone } = await takeIn(shop);
      await shop.rows.run('delete from messages where ticket_number = ?', ticketNumber);
      await say(shop, customerPhone, 'Is it ready?');
      const { items } = await shop.staff.call('listMessages', { query: { ticketNumber } });
      expect(items.map(({ body }) => body)).toEqual(['Is it ready?']);
    });

    it('on no ticket, and is not a stranger’s, when the phone is in the directory only', async () => {
      const phone = newPhone();
      // Typed differently from how it is texted from.
      await shop.staff.call('createClient', {
        body: { name: 'Ada', email: 'ada@example.com', phone: `1 ${phone} x7` },
      });
      await say(shop, phone, 'Do you repair Omegas?');
      expect(await textsWith(phone)).toMatchObject([
        { kind: 'reply', ticketNumber: null, attention: 'unclear' },
      ]);
    });
  });
});

describeOnBothInLongRun('customers’ replies', (engine) => {
  const shop = useShop(engine);

  const say = (phone: string, body: string) =>
    shop.staff.call('simulateReply', { body: { from: phone, body } });
  const automaticKinds = async (phone: string) => {
    const rows = await shop.rows.run(
      "select kind from messages where phone = ? and direction = 'outbound' and kind not in ('created', 'estimate', 'done') order by id",
      normalized(phone),
    );
    return rows.map(({ kind }) => kind);
  };

  it('are shown on their ticket with what they were read as', async () => {
    const { repair } = await takeInWithEstimate(shop);
    const { ticketNumber, customerPhone } = repair;
    await reply(shop, repair, 'How long will it take? 🙂');
    const { messages, events } = await wholeRepair(shop, ticketNumber);
    expect(messages.find(({ direction }) => direction === 'inbound')).toMatchObject({
      kind: 'reply',
      state: 'received',
      body: 'How long will it take? 🙂',
      meaning: 'UNCLEAR',
      ticketNumber,
      phone: normalized(customerPhone),
    });
    expect(events.at(-1)).toMatchObject({
      kind: 'text-received',
      actor: 'customer',
      data: { meaning: 'UNCLEAR' },
    });
  });

  it('that contradict each other at the same moment leave one clear answer', async () => {
    const { repair } = await takeInWithEstimate(shop);
    await Promise.all([say(repair.customerPhone, 'ACCEPT'), say(repair.customerPhone, 'DECLINE')]);
    const kinds = await automaticKinds(repair.customerPhone);
    expect(kinds.toSorted()).toEqual(['confirm-accept', 'confirm-decline']);
    const { status } = await currentRepair(shop, repair.ticketNumber);
    expect(status).toBe(
      kinds.at(-1) === 'confirm-accept' ? 'estimate-accepted' : 'estimate-declined',
    );
  });

  it('that arrive while staff act get an answer that says what really happened', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { repair } = await takeInWithEstimate(shop);
      const { ticketNumber, customerPhone } = repair;
      await reply(shop, repair, 'ACCEPT');
      const [, assigned] = await Promise.all([
        say(customerPhone, 'DECLINE'),
        shop.staff.attempt('assignRepair', {
          params: { ticketNumber },
          body: { technicianId: 'technician-1' },
        }),
      ]);
      const { status } = await currentRepair(shop, ticketNumber);
      const answered = (await automaticKinds(customerPhone)).at(-1);
      expect([assigned.status, status, answered]).toEqual(
        assigned.status === 200
          ? [200, 'assigned', 'call-us']
          : [409, 'estimate-declined', 'confirm-decline'],
      );
    }
  });

  describe('are answered automatically', () => {
    it('three times in an hour at most', async () => {
      const { repair } = await takeInWithEstimate(shop);
      const phone = repair.customerPhone;
      const three = ['clarify', 'confirm-decline', 'confirm-accept'];
      for (const words of ['What?', 'DECLINE', 'ACCEPT', 'DECLINE']) await say(phone, words);
      shop.clock.advance(hour - 1);
      // An answer that counts is applied all the same, and left to staff to confirm.
      await say(phone, 'ACCEPT');
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-accepted');
      expect(await automaticKinds(phone)).toEqual(three);
      shop.clock.advance(1);
      await say(phone, 'DECLINE');
      expect(await automaticKinds(phone)).toEqual([...three, 'confirm-decline']);
    });

    it('once an hour if it is unclear what they mean, and staff see each', async () => {
      const { repair } = await takeInWithEstimate(shop);
      const phone = repair.customerPhone;
      for (const span of [0, hour - 1]) {
        shop.clock.advance(span);
        expect((await say(phone, 'What?')).message).toMatchObject({ attention: 'unclear' });
      }
      expect(await automaticKinds(phone)).toEqual(['clarify']);
      shop.clock.advance(1);
      await say(phone, 'What?');
      expect(await automaticKinds(phone)).toEqual(['clarify', 'clarify']);
    });

    it('once in 24 hours for an unknown number, and staff see what got no answer', async () => {
      const phone = newPhone();
      await say(phone, 'Hello?');
      shop.clock.advance(24 * hour - 1);
      await shop.staff.logIn(testPassword);
      const { message } = await say(phone, 'Hello?');
      expect(message).toMatchObject({ ticketNumber: null, attention: 'unclear' });
      expect(await automaticKinds(phone)).toEqual(['unknown-number']);
      shop.clock.advance(1);
      await say(phone, 'Hello?');
      expect(await automaticKinds(phone)).toEqual(['unknown-number', 'unknown-number']);
    });

    it('never if no text can go out, nor in a stranger’s name', async () => {
      // Under the plain rule of the specification this Norwegian number would be +1 479-234-5678.
      const { repair } = await takeInWithEstimate(shop, { customerPhone: '(479) 234-5678' });
      for (const from of ['+4792345678', '+47 92 34 56 78']) {
        const { message } = await say(from, 'ACCEPT');
        expect(message).toMatchObject({ phone: '+4792345678', ticketNumber: null });
      }
      await say('72345', 'ACCEPT');
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-sent');
      expect(await automaticKinds(repair.customerPhone)).toEqual([]);
      const strays = await shop.rows.run(
        "select phone from messages where direction = 'outbound' and phone in ('+4792345678', '+172345')",
      );
      expect(strays).toEqual([]);
    });
  });

  it('cannot be simulated while texts are real', async () => {
    const sender = scriptedSender({ isSimulated: false });
    const real = await startApp(engine, { overrides: { sender } });
    const before = await real.rows.counts();
    expect((await real.staff.call('getShop')).textsAreSimulated).toBe(false);
    const problem = await real.staff.refused('simulateReply', {
      body: { from: newPhone(), body: 'ACCEPT' },
    });
    expect(problem).toMatchObject({
      status: 409,
      code: 'simulator-off',
      title: 'Real texts are on',
    });
    expect(await real.rows.counts()).toEqual(before);
    await real.close();
  });
});
