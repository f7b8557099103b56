import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { AttentionCase, Repair } from '../../../domain/api-answers.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { type ScriptedSender, scriptedSender } from '../../harness/scripted-sender.ts';
import { hour, minute } from '../../harness/settable-clock.ts';
import {
  newPhone,
  normalised,
  say,
  takeIn,
  takeInWithEstimate,
} from '../../harness/shop-fixtures.ts';

describeOnBothEngines('what needs attention', (engine) => {
  let shop: RunningApp;
  let sender: ScriptedSender;
  beforeAll(async () => {
    sender = scriptedSender();
    shop = await startApp(engine, { overrides: { sender } });
  });
  afterEach(async () => {
    sender.results.length = 0;
    sender.finds.length = 0;
  });
  afterAll(async () => {
    await shop.close();
  });

  const paramsOf = ({ ticketNumber }: Repair) => ({ ticketNumber });
  const all = async (): Promise<AttentionCase[]> =>
    (await shop.staff.call('listAttention', { query: { limit: 100 } })).items;
  const casesOf = async (repair: Repair) =>
    (await all()).filter(({ ticketNumber }) => ticketNumber === repair.ticketNumber);
  const reasonsOf = async (repair: Repair) => (await casesOf(repair)).map(({ reason }) => reason);
  const write = async (repair: Repair) =>
    (
      await shop.staff.call('sendText', {
        params: paramsOf(repair),
        body: { messageId: randomUUID(), body: 'Hi' },
      })
    ).message;
  const failed = async (repair: Repair, code = '30003') => {
    sender.results.push({ kind: 'rejected', code });
    return write(repair);
  };
  const handle = (id: string) => shop.staff.attempt('handleAttention', { params: { id } });

  it('tells whose text it is, what happened and what to do', async () => {
    const repair = await takeIn(shop);
    const message = await failed(repair);
    expect(await casesOf(repair)).toEqual([
      {
        id: message.id,
        reason: 'not-delivered',
        happened: 'Your text did not arrive.',
        advice: 'The phone is off or unreachable. Try once more later.',
        ticketNumber: repair.ticketNumber,
        customerName: repair.customerName,
        phone: normalised(repair.customerPhone),
        at: message.createdAt,
        message,
        estimate: null,
      },
    ]);
    expect(message).toMatchObject({
      attention: 'not-delivered',
      attentionHandledAt: null,
      canResend: true,
    });
  });

  it('names who has the phone where the text is about no ticket, or nobody', async () => {
    const known = newPhone();
    const stranger = newPhone();
    await shop.staff.call('createClient', {
      body: { name: 'Marie Curie', email: 'marie@example.com', phone: known },
    });
    for (const phone of [known, stranger]) {
      for (const body of ['Hello?', 'Hello?']) await say(shop, phone, body);
    }
    const named = (await all())
      .filter(({ phone }) => [known, stranger].map(normalised).includes(phone))
      .map(({ phone, customerName, ticketNumber }) => [phone, customerName, ticketNumber]);
    expect(named).toEqual([
      [normalised(stranger), null, null],
      [normalised(stranger), null, null],
      [normalised(known), 'Marie Curie', null],
      [normalised(known), 'Marie Curie', null],
    ]);
  });

  it('is read page by page, newest first, and counted in the overview', async () => {
    // Texts and answers by turns.
    for (let count = 0; count < 3; count += 1) {
      await failed(await takeIn(shop));
      const { repair } = await takeInWithEstimate(shop);
      await say(shop, repair.customerPhone, 'ACCEPT');
    }
    const whole = await all();
    expect(whole.slice(0, 4).map(({ reason }) => reason)).toEqual([
      'accepted',
      'not-delivered',
      'accepted',
      'not-delivered',
    ]);
    const read: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(cursor);
      read.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(read).toEqual(whole.map(({ id }) => id));
    expect((await shop.staff.call('getOverview')).attention).toBe(whole.length);
  });
  const list = (cursor: string | null) =>
    shop.staff.call('listAttention', {
      query: { limit: 2, ...(cursor === null ? {} : { cursor }) },
    });

  it('is found by an index, however many texts there are', async () => {
    const explain = engine === 'sqlite' ? 'explain query plan' : 'explain';
    if (engine === 'postgres') await shop.rows.run('set enable_seqscan = off');
    const plan = await shop.rows.run(
      `${explain} select message.id from messages as message
       where message.attention_handled_at is null and
       (message.state in ('failed', 'undelivered')
       or (message.attention is not null and message.state in ('received', 'sending', 'unknown')))
       order by message.created_at desc, message.id desc`,
    );
    expect(JSON.stringify(plan)).toContain('messages_needing_attention');
    const phones = await shop.rows.run(
      `${explain} select id from clients where phone_key = '+12125550101' limit 1`,
    );
    expect(JSON.stringify(phones)).toContain('clients_by_phone');
  });

  it('leaves by hand once, with an event, and comes back for nothing', async () => {
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
    const { events } = await shop.staff.call('getRepair', { params: paramsOf(repair) });
    expect(events.filter(({ kind }) => kind === 'attention-handled')).toMatchObject([
      { actor: 'staff', data: { messageId: id, reason: 'not-delivered' } },
    ]);
  });

  it('is no text that went well, nor one that is not there', async () => {
    const repair = await takeIn(shop);
    const { id } = await write(repair);
    const before = await shop.rows.counts();
    for (const none of [id, 'none']) {
      expect((await handle(none)).problem()).toMatchObject({
        status: 404,
        code: 'message-not-found',
      });
    }
    expect(await shop.rows.counts()).toEqual(before);
  });

  it('is a text without an outcome after two minutes, until it is settled', async () => {
    const repair = await takeIn(shop);
    sender.results.push({ kind: 'unknown' });
    const { id } = await write(repair);
    shop.clock.advance(2 * minute - 1);
    await shop.app.meetDeadlines();
    expect(await reasonsOf(repair)).toEqual([]);
    shop.clock.advance(1);
    const { headers } = await shop.staff.attempt('listAttention');
    await shop.app.meetDeadlines();
    // A screen that polls sees it: the revision has moved.
    const poll = await shop.staff.attempt(
      'listAttention',
      {},
      { 'if-none-match': headers.get('etag') ?? '' },
    );
    expect(poll.status).toBe(200);
    expect(await reasonsOf(repair)).toEqual(['unsettled']);
    sender.finds.push({ kind: 'found', sid: `SM${randomUUID()}` });
    await shop.app.reconcileTexts();
    expect(await reasonsOf(repair)).toEqual([]);
    expect((await handle(id)).status).toBe(404);
  });

  it('that was handled while nobody knew comes back when the text turns out not to have gone', async () => {
    const repair = await takeIn(shop);
    sender.results.push({ kind: 'unknown' });
    const { id } = await write(repair);
    shop.clock.advance(3 * minute);
    await shop.app.meetDeadlines();
    expect((await handle(id)).status).toBe(200);
    await shop.app.meetDeadlines();
    expect(await reasonsOf(repair)).toEqual([]);
    sender.finds.push({ kind: 'not-found' });
    await shop.app.reconcileTexts();
    expect(await reasonsOf(repair)).toEqual(['not-delivered']);
  });

  it('leaves with a clear answer about the same ticket, not with one about another', async () => {
    const { repair } = await takeInWithEstimate(shop);
    const other = await takeInWithEstimate(shop);
    // Opted out, an unclear text gets no question back, and is for staff.
    for (const { customerPhone } of [repair, other.repair]) {
      await say(shop, customerPhone, 'STOP');
      await say(shop, customerPhone, 'How long?');
    }
    await say(shop, repair.customerPhone, 'ACCEPT');
    const left = ['accepted', 'answered-while-opted-out', 'opted-out'];
    expect((await reasonsOf(repair)).toSorted()).toEqual(left);
    expect(await reasonsOf(other.repair)).toEqual(['unclear', 'opted-out']);
    // The next answer takes its place; START ends what STOP began.
    await say(shop, repair.customerPhone, 'DECLINE');
    expect((await reasonsOf(repair)).toSorted()).toEqual([
      'answered-while-opted-out',
      'declined',
      'opted-out',
    ]);
    await say(shop, repair.customerPhone, 'START');
    expect((await reasonsOf(repair)).toSorted()).toEqual(['answered-while-opted-out', 'declined']);
  });

  it('holds one case for each change of mind and each opting out', async () => {
    const { repair } = await takeInWithEstimate(shop);
    for (const body of ['ACCEPT', 'DECLINE', 'ACCEPT']) await say(shop, repair.customerPhone, body);
    expect((await reasonsOf(repair)).toSorted()).toEqual(['accepted', 'changed-mind']);
    for (const body of ['STOP', 'STOP']) await say(shop, repair.customerPhone, body);
    expect((await reasonsOf(repair)).toSorted()).toEqual(['accepted', 'changed-mind', 'opted-out']);
  });

  it('leaves with its ticket, also when a text of it fails only then', async () => {
    const { repair } = await takeInWithEstimate(shop);
    await say(shop, repair.customerPhone, 'ACCEPT');
    await say(shop, repair.customerPhone, 'How long?');
    const { id } = await failed(repair);
    sender.results.push({ kind: 'unknown' });
    await write(repair);
    const before = await all();
    expect(await reasonsOf(repair)).toEqual(['not-delivered', 'unclear', 'accepted']);
    await shop.staff.call('deleteRepair', { params: paramsOf(repair) });
    shop.clock.advance(3 * minute);
    await shop.app.meetDeadlines();
    sender.finds.push({ kind: 'not-found' });
    await shop.app.reconcileTexts();
    expect(await all()).toEqual(
      before.filter(({ ticketNumber }) => ticketNumber !== repair.ticketNumber),
    );
    expect((await shop.staff.call('getOverview')).attention).toBe(before.length - 3);
    expect((await handle(id)).status).toBe(200);
  });

  const answer = (estimateId: string, given: 'accepted' | 'declined') =>
    shop.staff.call('answerEstimate', {
      params: { id: estimateId },
      body: { answer: given, by: 'phone' },
    });

  it('is an answer until somebody acts on it, however it was given', async () => {
    const counted = async () => (await shop.staff.call('getOverview')).attention;
    const before = await counted();
    const texted = await takeInWithEstimate(shop);
    await say(shop, texted.repair.customerPhone, 'ACCEPT');
    const [one] = await casesOf(texted.repair);
    expect(one).toMatchObject({
      reason: 'accepted',
      happened: 'The customer accepted the estimate.',
      advice: 'Assign a technician.',
      customerName: texted.repair.customerName,
      phone: normalised(texted.repair.customerPhone),
      message: null,
      estimate: { id: texted.estimateId, estimatePrice: 150, customerReply: 'ACCEPT' },
    });
    expect(one?.at).toBe(one?.estimate?.respondedAt);
    // It waits for an act, and no press takes it off.
    expect((await handle(one?.id ?? '')).problem().code).toBe('message-not-found');

    const phoned = await takeInWithEstimate(shop);
    await answer(phoned.estimateId, 'accepted');
    expect(await reasonsOf(phoned.repair)).toEqual(['accepted']);
    await answer(phoned.estimateId, 'declined');
    expect(await reasonsOf(phoned.repair)).toEqual(['declined']);
    expect(await counted()).toBe(before + 2);

    await shop.staff.call('assignRepair', {
      params: paramsOf(texted.repair),
      body: { technicianId: 'technician-1' },
    });
    await shop.staff.call('completeRepair', {
      params: paramsOf(phoned.repair),
      body: { outcome: 'declined' },
    });
    expect([...(await casesOf(texted.repair)), ...(await casesOf(phoned.repair))]).toEqual([]);
    expect(await counted()).toBe(before);
  });

  it.each([
    [
      'another estimate',
      ({ repair }: { repair: Repair }) =>
        shop.staff.call('sendEstimate', { body: { repairId: repair.ticketNumber, amount: 90 } }),
    ],
    [
      'deleting the estimate',
      ({ estimateId }: { estimateId: string }) =>
        shop.staff.call('deleteEstimate', { params: { id: estimateId } }),
    ],
  ])('is no answer any more after %s', async (_act, act) => {
    const made = await takeInWithEstimate(shop);
    await answer(made.estimateId, 'declined');
    expect(await reasonsOf(made.repair)).toEqual(['declined']);
    shop.clock.advance(minute);
    await act(made);
    expect(await reasonsOf(made.repair)).toEqual([]);
  });

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
    const { messages } = await shop.staff.call('getRepair', { params: paramsOf(repair) });
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

  it('leaves when the same customer gives a clear answer about another ticket', async () => {
    const first = await takeInWithEstimate(shop);
    shop.clock.advance(minute);
    const second = await takeInWithEstimate(shop, {
      customerPhone: first.repair.customerPhone,
      customerEmail: first.repair.customerEmail,
      watchModel: 'Seamaster',
    });
    await say(shop, first.repair.customerPhone, 'ACCEPT');
    expect(await reasonsOf(second.repair)).toEqual(['unclear']);
    await say(shop, first.repair.customerPhone, `ACCEPT ${first.repair.ticketNumber}`);
    expect(await reasonsOf(second.repair)).toEqual([]);
    expect(await reasonsOf(first.repair)).toEqual(['accepted']);
  });

  it('is answered on the phone that it came from, also a stranger’s, once', async () => {
    const phone = normalised(newPhone());
    const id = await say(shop, phone, 'Do you repair pocket watches?');
    const open = async () => (await all()).filter((one) => one.phone === phone);
    expect(await open()).toMatchObject([{ id, reason: 'unclear', ticketNumber: null }]);
    const given = { params: { id }, body: { messageId: randomUUID(), body: 'We do, come in' } };
    shop.clock.advance(minute);
    const first = await shop.staff.attempt('replyToText', given);
    const again = await shop.staff.attempt('replyToText', given);
    expect([first.status, again.status]).toEqual([201, 200]);
    const { items } = await shop.staff.call('listMessages', { query: { phone } });
    expect(items.map(({ kind, ticketNumber }) => [kind, ticketNumber])).toEqual([
      ['manual', null],
      ['unknown-number', null],
      ['reply', null],
    ]);
    expect(items[0]?.body).toContain('We do, come in');
    expect(await open()).toEqual([]);
    const none = { ...given, params: { id: items[0]?.id ?? '' } };
    expect((await shop.staff.attempt('replyToText', none)).problem().code).toBe(
      'message-not-found',
    );
  });
});
