import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it as itOnBoth } from 'vitest';
import type { Answer } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import type { AttentionCase } from '../../../domain/api-texts.ts';
import { useShop } from '../../harness/app.ts';
import { describeOnBothEngines, itOnOneEngine } from '../../harness/engine.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { hour, minute } from '../../harness/settable-clock.ts';
import {
  assign,
  newPhone,
  normalized,
  sameCustomer,
  say,
  statusesOf,
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
});
