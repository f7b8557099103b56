import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it as itOnBoth } from 'vitest';
import type { Answer } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import type { AttentionCase } from '../../../domain/api-texts.ts';
import { initialsHeader } from '../../../domain/staff-initials.ts';
import { useShop } from '../../harness/app.ts';
import { describeOnBothEngines, itOnOneEngine } from '../../harness/engine.ts';
import { HttpClient } from '../../harness/http-client.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { hour, minute } from '../../harness/settable-clock.ts';
import {
  assign,
  newPhone,
  normalized,
  sameCustomer,
  say,
  statusesOf,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

describeOnBothEngines('a case that needs attention', (engine) => {
  const it = itOnOneEngine(engine);
  const sender = scriptedSender();
  const shop = useShop(engine, { overrides: { sender } });
  afterEach(() => {
    sender.results.length = 0;
    sender.finds.length = 0;
  });

  const paramsOf = ({ ticketNumber }: Repair) => ({ ticketNumber });
  const all = async (): Promise<AttentionCase[]> =>
    (await shop.staff.call('listAttention', { query: { limit: 100 } })).items;
  const counted = async () => (await shop.staff.call('getOverview')).attention;
  const casesOf = async (repair: Repair) =>
    (await all()).filter(({ ticketNumber }) => ticketNumber === repair.ticketNumber);
  const reasonsOf = async (repair: Repair) => (await casesOf(repair)).map(({ reason }) => reason);
  /** Expects these reasons in any order, as the customer's texts can be of one moment. */
  const expectReasons = async (repair: Repair, ...reasons: string[]) =>
    expect((await reasonsOf(repair)).toSorted()).toEqual(reasons);
  const write = async (repair: Repair) => {
    const body = { messageId: randomUUID(), body: 'Hi' };
    return (await shop.staff.call('sendText', { params: paramsOf(repair), body })).message;
  };
  const failed = async (repair: Repair) => {
    sender.results.push({ kind: 'rejected', code: '30003' });
    return write(repair);
  };
  const unknown = async (repair: Repair) => {
    sender.results.push({ kind: 'unknown' });
    return write(repair);
  };
  const handle = (id: string) => shop.staff.attempt('handleAttention', { params: { id } });

  it('says whose text it is, what happened and what to do', async () => {
    const repair = await takeIn(shop);
    const message = await failed(repair);
    expect(await casesOf(repair)).toEqual([
      {
        id: message.id,
        reason: 'not-delivered',
        happened: 'Your text was not delivered.',
        advice: 'The phone is off or unreachable. Try again later.',
        ticketNumber: repair.ticketNumber,
        customerName: repair.customerName,
        phone: normalized(repair.customerPhone),
        at: message.createdAt,
        message,
        estimate: null,
        expectedOn: null,
        part: null,
        sending: null,
        status: 'pending',
      },
    ]);
    expect(message).toMatchObject({
      attention: 'not-delivered',
      attentionHandledAt: null,
      canResend: true,
    });
  });

  it('names whoever has the phone, if anyone, when the text is about no ticket', async () => {
    const known = newPhone();
    const stranger = newPhone();
    await shop.staff.call('createClient', {
      body: { name: 'Marie Curie', email: 'marie@example.com', phone: known },
    });
    for (const phone of [known, stranger]) await say(shop, phone, 'Hello?');
    const named = (await all())
      .filter(({ phone }) => [known, stranger].map(normalized).includes(phone))
      .map(({ phone, customerName, ticketNumber }) => [phone, customerName, ticketNumber]);
    expect(named).toEqual([
      [normalized(stranger), null, null],
      [normalized(known), 'Marie Curie', null],
    ]);
  });

  it('is dismissed by hand once, with an event, and nothing brings it back', async () => {
    const repair = await takeIn(shop);
    const { id } = await failed(repair);
    shop.clock.advance(minute);
    const at = new Date(shop.clock.now).toISOString();
    const replies = await Promise.all([handle(id), handle(id)]);
    shop.clock.advance(minute);
    replies.push(await handle(id));
    for (const reply of replies) {
      expect([reply.status, reply.json()]).toMatchObject([
        200,
        { message: { id, attention: 'not-delivered', attentionHandledAt: at } },
      ]);
    }
    expect(await casesOf(repair)).toEqual([]);
    const { events } = await wholeRepair(shop, repair.ticketNumber);
    expect(events.filter(({ kind }) => kind === 'attention-handled')).toMatchObject([
      { actor: 'staff', data: { messageId: id, reason: 'not-delivered' } },
    ]);
  });

  it('comes back if the press is undone, unless it was handled again', async () => {
    const repair = await takeIn(shop);
    const { id } = await failed(repair);
    const handleNow = async () => {
      shop.clock.advance(minute);
      const { message } = (await handle(id)).json() as Answer<'handleAttention'>;
      return message.attentionHandledAt ?? '';
    };
    const undo = (handledAt: string) =>
      shop.staff.attempt('undoHandled', { params: { id }, body: { handledAt } });
    const first = await handleNow();
    const replies = await Promise.all([undo(first), undo(first)]);
    expect(statusesOf(replies)).toEqual([200, 200]);
    expect(await reasonsOf(repair)).toEqual(['not-delivered']);
    await handleNow();
    expect((await undo(first)).status).toBe(200);
    expect(await casesOf(repair)).toEqual([]);
    const { events } = await wholeRepair(shop, repair.ticketNumber);
    expect(events.filter(({ kind }) => kind === 'attention-reopened')).toHaveLength(1);
    const { id: fine } = await write(await takeIn(shop));
    const none = { params: { id: fine }, body: { handledAt: first } };
    expect((await shop.staff.attempt('undoHandled', none)).problem().status).toBe(404);
  });

  it('is neither a text that went well nor one that does not exist', async () => {
    const { id } = await write(await takeIn(shop));
    const before = await shop.rows.counts();
    for (const none of [id, 'none']) {
      const problem = (await handle(none)).problem();
      expect(problem).toMatchObject({ status: 404, code: 'message-not-found' });
    }
    expect(await shop.rows.counts()).toEqual(before);
  });

  it('is a text without an outcome after two minutes, until it is reconciled', async () => {
    const repair = await takeIn(shop);
    const { id } = await unknown(repair);
    shop.clock.advance(2 * minute - 1);
    await shop.app.meetDeadlines();
    expect(await reasonsOf(repair)).toEqual([]);
    shop.clock.advance(1);
    const { headers } = await shop.staff.attempt('listAttention');
    await shop.app.meetDeadlines();
    // A screen that polls sees it: the revision has moved.
    const seen = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await shop.staff.attempt('listAttention', {}, seen)).status).toBe(200);
    expect(await reasonsOf(repair)).toEqual(['unsettled']);
    sender.finds.push({ kind: 'found', sid: `SM${randomUUID()}` });
    await shop.app.reconcileTexts();
    expect(await reasonsOf(repair)).toEqual([]);
    expect((await handle(id)).status).toBe(404);
  });

  it('comes back if the text it was about turns out not to have been sent', async () => {
    const repair = await takeIn(shop);
    const { id } = await unknown(repair);
    shop.clock.advance(3 * minute);
    await shop.app.meetDeadlines();
    expect((await handle(id)).status).toBe(200);
    await shop.app.meetDeadlines();
    expect(await reasonsOf(repair)).toEqual([]);
    sender.finds.push({ kind: 'not-found' });
    await shop.app.reconcileTexts();
    expect(await reasonsOf(repair)).toEqual(['not-delivered']);
  });

  it('is closed by a clear answer about its ticket, and not by one about another customer’s', async () => {
    const { repair } = await takeInWithEstimate(shop);
    const other = await takeInWithEstimate(shop);
    // While its customer is opted out, an unclear text gets no question back, and is for staff.
    for (const { customerPhone } of [repair, other.repair]) {
      await say(shop, customerPhone, 'STOP');
      await say(shop, customerPhone, 'How long?');
    }
    await say(shop, repair.customerPhone, 'ACCEPT');
    await expectReasons(repair, 'accepted', 'answered-while-opted-out', 'opted-out');
    expect(await reasonsOf(other.repair)).toEqual(['unclear', 'opted-out']);
    // The next answer takes its place; START ends what STOP began.
    await say(shop, repair.customerPhone, 'DECLINE');
    await expectReasons(repair, 'answered-while-opted-out', 'declined', 'opted-out');
    await say(shop, repair.customerPhone, 'START');
    await expectReasons(repair, 'answered-while-opted-out', 'declined');
  });

  it('is one for all changes of mind, and one for all opt-outs', async () => {
    const { repair } = await takeInWithEstimate(shop);
    for (const body of ['ACCEPT', 'DECLINE', 'ACCEPT']) await say(shop, repair.customerPhone, body);
    await expectReasons(repair, 'accepted', 'changed-mind');
    for (const body of ['STOP', 'STOP']) await say(shop, repair.customerPhone, body);
    await expectReasons(repair, 'accepted', 'changed-mind', 'opted-out');
  });

  it('is never about a deleted ticket, even if its text fails afterward', async () => {
    const { repair } = await takeInWithEstimate(shop);
    await say(shop, repair.customerPhone, 'ACCEPT');
    await say(shop, repair.customerPhone, 'How long?');
    const { id } = await failed(repair);
    await unknown(repair);
    const before = await all();
    expect(await reasonsOf(repair)).toEqual(['not-delivered', 'unclear', 'accepted']);
    expect(await counted()).toBe(before.length);
    await shop.staff.call('deleteRepair', { params: paramsOf(repair) });
    shop.clock.advance(3 * minute);
    await shop.app.meetDeadlines();
    sender.finds.push({ kind: 'not-found' });
    await shop.app.reconcileTexts();
    expect(await all()).toEqual(
      before.filter(({ ticketNumber }) => ticketNumber !== repair.ticketNumber),
    );
    expect(await counted()).toBe(before.length - 3);
    expect((await handle(id)).status).toBe(200);
  });

  const answer = (estimateId: string, given: 'accepted' | 'declined') =>
    shop.staff.call('answerEstimate', {
      params: { id: estimateId },
      body: { answer: given, by: 'phone' },
    });

  it('is an answer until staff act on it, however it was given', async () => {
    const before = await counted();
    const texted = await takeInWithEstimate(shop);
    await say(shop, texted.repair.customerPhone, 'ACCEPT');
    const [one] = await casesOf(texted.repair);
    expect(one).toMatchObject({
      reason: 'accepted',
      happened: 'The customer accepted the estimate.',
      advice: 'Assign a technician.',
      customerName: texted.repair.customerName,
      phone: normalized(texted.repair.customerPhone),
      message: null,
      estimate: { id: texted.estimateId, estimatePrice: 150, customerReply: 'ACCEPT' },
    });
    expect(one?.at).toBe(one?.estimate?.respondedAt);
    // It waits for an act, and no press takes it off.
    expect((await handle(one?.id ?? '')).problem().code).toBe('message-not-found');

    const phoned = await takeInWithEstimate(shop);
    for (const given of ['accepted', 'declined'] as const) {
      await answer(phoned.estimateId, given);
      expect(await reasonsOf(phoned.repair)).toEqual([given]);
    }
    expect(await counted()).toBe(before + 2);
    await assign(shop, texted.repair.ticketNumber);
    await shop.staff.call('completeRepair', {
      params: paramsOf(phoned.repair),
      body: { outcome: 'declined' },
    });
    expect([...(await casesOf(texted.repair)), ...(await casesOf(phoned.repair))]).toEqual([]);
    expect(await counted()).toBe(before);
  });

  it.each(['sendEstimate', 'deleteEstimate'] as const)(
    'is no longer an answer after %s',
    async (act) => {
      const { repair, estimateId } = await takeInWithEstimate(shop);
      await answer(estimateId, 'declined');
      expect(await reasonsOf(repair)).toEqual(['declined']);
      shop.clock.advance(minute);
      if (act === 'deleteEstimate') await shop.staff.call(act, { params: { id: estimateId } });
      else await shop.staff.call(act, { body: { repairId: repair.ticketNumber, amount: 90 } });
      expect(await reasonsOf(repair)).toEqual([]);
    },
  );

  it('is every question on an open estimate, until staff have answered it', async () => {
    const { repair } = await takeInWithEstimate(shop);
    const question = 'ok but can you do it for 400?';
    await say(shop, repair.customerPhone, question);
    expect(await casesOf(repair)).toMatchObject([
      { reason: 'unclear', message: { body: question, meaning: 'UNCLEAR' } },
    ]);
    await failed(repair);
    expect(await reasonsOf(repair)).toContain('unclear');
    const later = await say(shop, repair.customerPhone, 'And by when?');
    shop.clock.advance(minute);
    await write(repair);
    expect(await reasonsOf(repair)).toEqual(['not-delivered']);
    const { messages } = await wholeRepair(shop, repair.ticketNumber);
    expect(messages.find(({ id }) => id === later)?.attentionHandledAt).toEqual(
      new Date(shop.clock.now).toISOString(),
    );
    // Enough for the three texts of an hour not to matter.
    shop.clock.advance(2 * hour);
    await say(shop, repair.customerPhone, 'Thanks, I will think about it');
    expect(await reasonsOf(repair)).toContain('unclear');
    await say(shop, repair.customerPhone, 'DECLINE');
    expect(await reasonsOf(repair)).not.toContain('unclear');
  });

  it('is closed when the same customer gives a clear answer about another ticket', async () => {
    const { repair: first } = await takeInWithEstimate(shop);
    shop.clock.advance(minute);
    const { repair: second } = await takeInWithEstimate(shop, sameCustomer(first));
    await say(shop, first.customerPhone, 'ACCEPT');
    expect(await reasonsOf(second)).toEqual(['unclear']);
    await say(shop, first.customerPhone, `ACCEPT ${first.ticketNumber}`);
    expect(await reasonsOf(second)).toEqual([]);
    expect(await reasonsOf(first)).toEqual(['accepted']);
  });

  it('is answered on the phone that it came from, even a stranger’s, once', async () => {
    const phone = normalized(newPhone());
    const id = await say(shop, phone, 'Do you repair pocket watches?');
    const open = async () => (await all()).filter((one) => one.phone === phone);
    expect(await open()).toMatchObject([{ id, reason: 'unclear', ticketNumber: null }]);
    const given = { params: { id }, body: { messageId: randomUUID(), body: 'We do, come in' } };
    shop.clock.advance(minute);
    for (const status of [201, 200]) {
      expect((await shop.staff.attempt('replyToText', given)).status).toBe(status);
    }
    const { items } = await shop.staff.call('listMessages', { query: { phone } });
    expect(items.map(({ kind, ticketNumber }) => [kind, ticketNumber])).toEqual([
      ['manual', null],
      ['unknown-number', null],
      ['reply', null],
    ]);
    expect(items[0]?.body).toContain('We do, come in');
    expect(await open()).toEqual([]);
    const none = { ...given, params: { id: items[0]?.id ?? '' } };
    expect((await shop.staff.refused('replyToText', none)).code).toBe('message-not-found');
  });

  describe('answered by two staff members', () => {
    const nameStaff = async (...staff: { name: string; initials: string }[]) => {
      const { settings } = await shop.staff.call('getSettings');
      await shop.staff.call('changeSettings', { body: { ...settings, staff } });
    };
    const at = (initials: string) =>
      new HttpClient(shop.origin, shop.staff.cookie, { [initialsHeader]: initials });
    const text = (body: string, answers?: string) => ({ messageId: randomUUID(), body, answers });
    const question = async () => {
      const repair = await takeIn(shop);
      shop.clock.advance(minute);
      const id = await say(shop, repair.customerPhone, 'Is it ready?');
      shop.clock.advance(minute);
      return { repair, id };
    };

    itOnBoth(
      'at once gets only the first answer, and the second person sees who was faster',
      async () => {
        await nameStaff({ name: 'Anna', initials: 'AK' });
        for (const round of [1, 2, 3, 4]) {
          const { repair, id } = await question();
          const before = sender.sent.length;
          const toCase = { params: { id }, body: text(`Yes ${round}`, id) };
          const onTicket = { params: paramsOf(repair), body: text(`No ${round}`, id) };
          const replies = await Promise.all([
            at('AK').attempt('replyToText', toCase),
            at('AK').attempt('sendText', onTicket),
            at('AK').attempt('replyToText', toCase),
          ]);
          // The same request twice is one text.
          const ofCase = [replies[0].status, replies[2].status].toSorted();
          const isCaseFirst = ofCase.join() === '200,201';
          expect([...ofCase, replies[1].status]).toEqual(
            isCaseFirst ? [200, 201, 409] : [409, 409, 201],
          );
          const [second, first] = isCaseFirst ? [replies[1], 'Yes'] : [replies[0], 'No'];
          expect(second.problem()).toMatchObject({
            code: 'already-answered',
            detail: expect.stringMatching(
              new RegExp(`^Anna answered at \\d+:\\d\\d [AP]M: “${first} ${round}”$`),
            ),
            message: { kind: 'manual', body: expect.stringContaining(`${first} ${round}`) },
          });
          expect(sender.sent).toHaveLength(before + 1);
          expect(await casesOf(repair)).toEqual([]);
        }
      },
    );

    it('is answered again if the second one wants it, or names no text', async () => {
      const { repair, id } = await question();
      await shop.staff.call('replyToText', { params: { id }, body: text('Yes', id) });
      const again = { params: { id }, body: text('No', id) };
      expect((await shop.staff.refused('replyToText', again)).detail).toMatch(
        /^Someone else answered at \d+:\d\d [AP]M: “Yes”$/,
      );
      const { messageId, body } = again.body;
      const anyway = { params: { id }, body: { messageId, body } };
      expect((await shop.staff.attempt('replyToText', anyway)).status).toBe(201);
      // A later question is not the one that was answered, and a text that did not arrive is no
      // answer.
      shop.clock.advance(minute);
      const later = await say(shop, repair.customerPhone, 'And the strap?');
      await failed(repair);
      const strap = { params: { id: later }, body: text('New', later) };
      expect((await shop.staff.attempt('replyToText', strap)).status).toBe(201);
    });

    it('must name a text from the ticket’s customer', async () => {
      const { repair } = await question();
      const { id: other } = await question();
      const { messages } = await wholeRepair(shop, repair.ticketNumber);
      const own = messages.find(({ direction }) => direction === 'outbound')?.id;
      const before = sender.sent.length;
      for (const answers of [other, own, randomUUID()]) {
        const given = { params: paramsOf(repair), body: text('Hi', answers) };
        expect((await shop.staff.refused('sendText', given)).code).toBe('message-not-found');
      }
      expect(sender.sent).toHaveLength(before);
    });

    itOnBoth('at once gets only the first answer, even if a stranger asked', async () => {
      const id = await say(shop, newPhone(), 'Do you repair clocks?');
      shop.clock.advance(minute);
      const replies = await Promise.all(
        ['Yes', 'No'].map((words) =>
          shop.staff.attempt('replyToText', { params: { id }, body: text(words, id) }),
        ),
      );
      expect(statusesOf(replies)).toEqual([201, 409]);
    });
  });

  describe('about a text from a phone of several customers', () => {
    const share = async (...names: string[]) => {
      const customerPhone = newPhone();
      const repairs: Repair[] = [];
      for (const customerName of names) {
        const watchModel = `Model ${repairs.length}`;
        repairs.push(await takeIn(shop, { customerName, customerPhone, watchModel }));
        shop.clock.advance(minute);
      }
      return { customerPhone, repairs };
    };
    const textOf = async (phone: string) => {
      const [one] = (await all()).filter((each) => each.phone === normalized(phone));
      return one;
    };

    itOnBoth('names them all, on the ticket that it was on before', async () => {
      const { customerPhone, repairs } = await share('Peter Miller', 'Kevin Walker');
      const id = await say(shop, customerPhone, 'Is my watch ready?');
      const ticketNumber = repairs[1]?.ticketNumber ?? '';
      const sharedBy = ['Peter Miller', 'Kevin Walker'];
      expect(await textOf(customerPhone)).toMatchObject({
        ticketNumber,
        customerName: null,
        message: { id, sharedBy },
      });
      const { messages, events } = await wholeRepair(shop, ticketNumber);
      expect(messages[0]).toMatchObject({ id, sharedBy });
      expect(messages[1]).not.toHaveProperty('sharedBy');
      expect(events.at(-1)).toMatchObject({ kind: 'text-received', data: { messageId: id } });
      const { items } = await shop.staff.call('listMessages', { query: { ticketNumber } });
      expect(items[0]).toMatchObject({ id, sharedBy });

      // One more of them is in the directory only, and one is in it twice.
      for (const name of ['Ruth Miller', 'peter miller']) {
        const body = { name, email: `${randomUUID()}@example.com`, phone: customerPhone };
        await shop.staff.call('createClient', { body });
      }
      expect((await textOf(customerPhone))?.message?.sharedBy).toEqual([
        ...sharedBy,
        'Ruth Miller',
      ]);
    });

    it('names one if that is certain', async () => {
      const { customerPhone, repairs } = await share('Peter Miller', 'Kevin Walker');
      const [peters, kevins] = repairs;
      const named = `How long does ${peters?.ticketNumber} take?`;
      const id = await say(shop, customerPhone, named);
      const { messages } = await wholeRepair(shop, kevins?.ticketNumber ?? '');
      const asked = messages.find((message) => message.id === id);
      // It is shown on the other ticket as before, so that is not certain.
      expect(asked?.sharedBy).toEqual(['Peter Miller', 'Kevin Walker']);

      const body = { repairId: peters?.ticketNumber ?? '', amount: 90 };
      await shop.staff.call('sendEstimate', { body });
      await say(shop, customerPhone, named);
      expect(await textOf(customerPhone)).toMatchObject({ customerName: 'Peter Miller' });
      await say(shop, customerPhone, 'ACCEPT');
      const accepted = (await all()).find(
        ({ reason, phone }) => reason === 'accepted' && phone === normalized(customerPhone),
      );
      expect(accepted).toMatchObject({ customerName: 'Peter Miller' });
      const { messages: answers } = await wholeRepair(shop, peters?.ticketNumber ?? '');
      expect(answers.find(({ meaning }) => meaning === 'ACCEPT')).not.toHaveProperty('sharedBy');

      const family = await share('Ada Lovelace', 'Ada Lovelace');
      await say(shop, family.customerPhone, 'Is my watch ready?');
      expect(await textOf(family.customerPhone)).toMatchObject({ customerName: 'Ada Lovelace' });
    });
  });

  describe('strangers who text beyond the daily limit', () => {
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
});
