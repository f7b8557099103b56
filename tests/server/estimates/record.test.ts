import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import { type AnswerWay, answerWays } from '../../../domain/estimate-answers.ts';
import { isAllowed, repairStatuses } from '../../../domain/repair-status.ts';
import { defaultShopSettings } from '../../../domain/shop-settings.ts';
import { receiveText } from '../../../server/texts/inbound.ts';
import { recordOutcome } from '../../../server/texts/outcomes.ts';
import { useShop } from '../../harness/app.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { day, minute, second } from '../../harness/settable-clock.ts';
import {
  assign,
  changePhone,
  complete,
  currentRepair,
  newPhone,
  repairInStatus,
  reply,
  sameCustomer,
  say,
  statusesOf,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

/** No area code begins with 1. */
const noTexts = () => newPhone().replace(/^\(\d/, '(1');

describeOnBothInLongRun('recording an estimate that was given without a text', (engine) => {
  const sender = scriptedSender();
  const shop = useShop(engine, { overrides: { sender } });

  const record = (repairId: string, body: Record<string, unknown> = {}) =>
    shop.staff.attempt('recordEstimate', {
      body: { repairId, amount: 150, told: 'phone', ...body },
    });
  const recorded = async (repairId: string, body: Record<string, unknown> = {}) => {
    const answer = await record(repairId, body);
    expect(answer.status).toBe(201);
    return answer.json() as { estimate: { id: string }; repair: Repair };
  };
  const answer = (id: string, body: Record<string, unknown>) =>
    shop.staff.attempt('answerEstimate', { params: { id }, body });
  const casesOf = async ({ ticketNumber }: Repair) =>
    (await shop.staff.call('listAttention')).items
      .filter((one) => one.ticketNumber === ticketNumber)
      .map(({ reason }) => reason);
  const textsTo = (phone: string) =>
    sender.sent.filter(({ to }) => to.endsWith(phone.replace(/\D/g, '')));

  it.each(answerWays)(
    'as open, given by "%s": it waits for an answer and nothing is texted',
    async (told) => {
      const repair = await takeIn(shop, { customerPhone: noTexts() });
      const { ticketNumber } = repair;
      const before = sender.sent.length;
      shop.clock.advance(minute);
      const at = new Date(shop.clock.now).toISOString();
      const body = { told, amount: 19.99, work: 'New crown', notes: 'Was in a hurry' };
      const { estimate, repair: now } = await recorded(repair.repairId, body);
      expect(estimate).toMatchObject({
        repairId: ticketNumber,
        estimatePrice: 19.99,
        work: 'New crown',
        notes: 'Was in a hurry',
        status: 'sent',
        responseStatus: 'pending',
        told,
        sentAt: at,
        answeredBy: null,
      });
      expect(now).toEqual({
        ...repair,
        status: 'estimate-sent',
        estimateId: estimate.id,
        estimatePrice: 19.99,
        estimateWork: 'New crown',
        estimateNotes: 'Was in a hurry',
        estimateTold: told,
        estimateSentAt: at,
        updatedAt: at,
      });
      expect(now.smsSent).toBe(false);
      expect(sender.sent).toHaveLength(before);
      const whole = await wholeRepair(shop, ticketNumber);
      expect(whole.messages).toEqual([]);
      expect(whole.events.at(-1)).toMatchObject({ kind: 'estimate-recorded', data: { told } });
      const listed = await shop.staff.call('listEstimates', { query: { repairId: ticketNumber } });
      expect(listed.items).toEqual([estimate]);
      expect((await answer(estimate.id, { answer: 'accepted', by: told })).json()).toMatchObject({
        repair: { status: 'estimate-accepted' },
        estimate: { status: 'accepted', told },
      });
    },
  );

  it.each([
    ['accepted', 'estimate-accepted'],
    ['declined', 'estimate-declined'],
  ])('as %s at once, and by whom', async (given, status) => {
    const { ticketNumber } = await takeIn(shop);
    const counts = async () => (await shop.staff.call('countEstimates')).acceptedThisMonth;
    const before = await counts();
    const body = { answer: given, answeredBy: ' Her son ', told: 'counter' };
    const { estimate, repair } = await recorded(ticketNumber, body);
    expect(estimate).toMatchObject({ responseStatus: given, answeredBy: 'Her son' });
    expect(repair.status).toBe(status);
    const isAccepted = given === 'accepted';
    expect(await counts()).toMatchObject({
      count: before.count + (isAccepted ? 1 : 0),
      total: before.total + (isAccepted ? 150 : 0),
    });
    expect(await casesOf(repair)).toEqual([given]);
    const { events } = await wholeRepair(shop, ticketNumber);
    expect(events.slice(-2)).toMatchObject([
      { kind: 'estimate-recorded', actor: 'staff' },
      { kind: `estimate-${given}`, actor: 'staff', data: { by: 'counter', answeredBy: 'Her son' } },
    ]);
    expect((await assign(shop, ticketNumber).catch(() => null))?.repair.status).toBe(
      isAccepted ? 'assigned' : undefined,
    );
  });

  it('is the only way once a text failed because of the number, until one arrives', async () => {
    const fail = (code: string) => sender.results.push({ kind: 'rejected', code });
    fail('30003');
    const repair = await takeIn(shop);
    const { ticketNumber } = repair;
    await recorded(ticketNumber);
    const params = { ticketNumber };
    const write = () =>
      shop.staff.attempt('sendText', { params, body: { messageId: randomUUID(), body: 'Hello' } });
    const fails = async () => {
      const query = { view: 'row' as const, q: ticketNumber };
      const [row] = (await shop.staff.call('listRepairs', { query })).items;
      const estimates = await shop.staff.call('listEstimates', {
        query: { repairId: ticketNumber },
      });
      const { numberFails } = await currentRepair(shop, ticketNumber);
      expect([row?.numberFails, estimates.items[0]?.numberFails]).toEqual([
        numberFails,
        numberFails,
      ]);
      return numberFails;
    };
    // The phone was off.
    expect(await fails()).toBe(false);
    fail('30006');
    shop.clock.advance(minute);
    await write();
    expect(await fails()).toBe(true);
    // What the customer texts doesn't say that a text reaches them.
    await reply(shop, repair, 'Hello?');
    expect(await fails()).toBe(true);
    shop.clock.advance(minute);
    await write();
    expect(await fails()).toBe(false);
  });

  it('follows the table of states', async () => {
    for (const status of repairStatuses) {
      const { ticketNumber } = await repairInStatus(shop, status);
      const { status: code } = await record(ticketNumber);
      expect([status, code]).toEqual([status, isAllowed('send-estimate', status) ? 201 : 409]);
    }
    expect((await record('WH000000ZZZ')).problem().code).toBe('repair-not-found');
  });

  it('replaces the one before, and is replaced by a newer one, texted or not', async () => {
    const { repair } = await takeInWithEstimate(shop, {}, 100);
    const { ticketNumber } = repair;
    const amounts = async () =>
      (await wholeRepair(shop, ticketNumber)).estimates.map(
        ({ estimatePrice, told, isReplaced }) => [estimatePrice, told, isReplaced],
      );
    shop.clock.advance(minute);
    await recorded(ticketNumber, { amount: 120 });
    expect(await amounts()).toEqual([
      [120, 'phone', false],
      [100, null, true],
    ]);
    // The same price by text does not count as a second text.
    shop.clock.advance(10 * second);
    await shop.staff.call('sendEstimate', { body: { repairId: ticketNumber, amount: 120 } });
    shop.clock.advance(minute);
    await recorded(ticketNumber, { amount: 130, told: 'paper' });
    expect((await amounts()).slice(0, 2)).toEqual([
      [130, 'paper', false],
      [120, null, true],
    ]);
  });

  it('replaces an accepted price only for someone who has seen it', async () => {
    const { ticketNumber, estimateId } = await repairInStatus(shop, 'estimate-accepted');
    for (const replacesAccepted of [null, randomUUID()]) {
      expect(
        (await record(ticketNumber, { amount: 220, replacesAccepted })).problem(),
      ).toMatchObject({
        code: 'repair-status',
        repair: { status: 'estimate-accepted', estimatePrice: 150 },
      });
    }
    const { estimate } = await recorded(ticketNumber, {
      amount: 220,
      replacesAccepted: estimateId,
      answer: 'declined',
    });
    expect(estimate).toMatchObject({ acceptedBefore: { id: estimateId, estimatePrice: 150 } });
    await shop.staff.call('goOn', {
      params: { ticketNumber },
      body: { estimateId: estimateId ?? '' },
    });
    expect(await currentRepair(shop, ticketNumber)).toMatchObject({
      status: 'estimate-accepted',
      estimatePrice: 150,
      estimateTold: null,
    });
  });

  it('is recorded once for each id; with other content it is refused', async () => {
    const repair = await takeIn(shop);
    const { ticketNumber, repairId } = repair;
    const body = { estimateId: randomUUID(), answer: 'accepted', answeredBy: 'Ada' };
    const tries = await Promise.all([1, 2, 3].map(() => record(ticketNumber, body)));
    expect(statusesOf(tries)).toEqual([200, 200, 201]);
    expect((await record(repairId, body)).status).toBe(200);
    const other = (await takeIn(shop)).ticketNumber;
    for (const [on, change] of [
      [ticketNumber, { amount: 151 }],
      [ticketNumber, { work: 'New crown' }],
      [ticketNumber, { notes: 'No' }],
      [ticketNumber, { told: 'paper' }],
      [ticketNumber, { answer: 'declined' }],
      [ticketNumber, { answeredBy: 'Bob' }],
      [other, {}],
    ] as const) {
      const refused = await record(on, { ...body, ...change });
      expect([change, refused.status, refused.problem().code]).toEqual([
        change,
        409,
        'estimate-id-taken',
      ]);
    }
    // An answer that came later does not count as different content.
    const { estimateId } = await currentRepair(shop, ticketNumber);
    shop.clock.advance(minute);
    await answer(estimateId ?? '', { answer: 'declined', by: 'phone' });
    expect((await record(ticketNumber, body)).json()).toMatchObject({
      estimate: { status: 'declined', answeredBy: null },
    });
    expect((await wholeRepair(shop, ticketNumber)).estimates).toHaveLength(1);
    // One id is never both a text and a record.
    const send = (estimateId: string) =>
      shop.staff.attempt('sendEstimate', {
        body: { repairId: ticketNumber, amount: 150, estimateId },
      });
    expect((await send(body.estimateId)).problem().code).toBe('estimate-id-taken');
    const sentId = randomUUID();
    expect((await send(sentId)).status).toBe(201);
    expect((await record(ticketNumber, { estimateId: sentId })).problem().code).toBe(
      'estimate-id-taken',
    );
  });

  it.each<[Record<string, unknown>, path: string, message: string]>([
    [{ amount: 19.999 }, 'amount', 'Please enter a valid estimate amount'],
    [{ amount: -5 }, 'amount', 'Please enter a valid estimate amount'],
    [{ amount: 0 }, 'amount', 'Please enter a valid estimate amount'],
    [{ amount: 1_000_000 }, 'amount', 'Please enter a valid estimate amount'],
    [{ amount: null }, 'amount', 'Please enter an estimate amount'],
    [{ told: 'email' }, 'told', 'told must be phone, counter or paper'],
    [{ told: null }, 'told', 'told must be phone, counter or paper'],
    [{ answer: 'maybe' }, 'answer', 'answer must be accepted or declined, or null'],
    [{ answeredBy: 'Bob' }, 'answeredBy', 'answeredBy needs an answer'],
    [{ work: 'x'.repeat(121) }, 'work', 'Work must be at most 120 characters'],
  ])('refuses %o, and nothing is changed', async (body, path, message) => {
    const repair = await takeIn(shop);
    const refused = await record(repair.ticketNumber, body);
    expect([refused.status, refused.json()]).toMatchObject([422, { errors: [{ path, message }] }]);
    const { repair: now, estimates } = await wholeRepair(shop, repair.ticketNumber);
    expect([now, estimates]).toEqual([repair, []]);
  });

  it('waits while nobody knows whether the last one was sent', async () => {
    const { ticketNumber } = await takeIn(shop);
    sender.results.push({ kind: 'unknown' });
    await shop.staff.attempt('sendEstimate', { body: { repairId: ticketNumber, amount: 150 } });
    const refused = await record(ticketNumber);
    expect([refused.status, refused.problem()]).toMatchObject([
      409,
      { code: 'estimate-in-flight', detail: expect.stringMatching(/before recording another\.$/) },
    ]);
  });

  it('prevents an earlier text that failed from being sent again with its price', async () => {
    const { ticketNumber } = await takeIn(shop);
    sender.results.push({ kind: 'rejected', code: '30003' });
    await shop.staff.attempt('sendEstimate', { body: { repairId: ticketNumber, amount: 100 } });
    shop.clock.advance(second);
    await recorded(ticketNumber);
    const { messages } = await wholeRepair(shop, ticketNumber);
    const failed = messages.find(({ kind }) => kind === 'estimate');
    expect(failed).toMatchObject({ state: 'failed', canResend: false });
    const params = { id: failed?.id ?? '' };
    expect((await shop.staff.attempt('resendText', { params })).problem()).toMatchObject({
      code: 'text-not-resendable',
      detail: 'There is a newer estimate for this ticket.',
    });
  });

  describe('when the customer texts', () => {
    const open = async (changes: Parameters<typeof takeIn>[1] = {}, told: AnswerWay = 'phone') =>
      (await recorded((await takeIn(shop, changes)).ticketNumber, { told })).repair;

    it.each(['ACCEPT', 'DECLINE'])(
      '%s, it is left to staff, and nothing is texted back',
      async (words) => {
        const repair = await open();
        const before = textsTo(repair.customerPhone).length;
        await reply(shop, repair, words);
        expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-sent');
        expect(await casesOf(repair)).toEqual(['answered-by-text']);
        expect(textsTo(repair.customerPhone)).toHaveLength(before);
        // Staff find out what is meant.
        const { messages } = await wholeRepair(shop, repair.ticketNumber);
        const id = messages.find(({ direction }) => direction === 'inbound')?.id ?? '';
        await shop.staff.call('recordReply', { params: { id }, body: { answer: 'accepted' } });
        expect(await casesOf(repair)).toEqual(['accepted']);
      },
    );

    it('the text stays with staff if an older estimate turns out to have been sent', async () => {
      const repair = await takeIn(shop);
      sender.results.push({ kind: 'unknown' });
      await shop.staff.attempt('sendEstimate', {
        body: { repairId: repair.ticketNumber, amount: 100 },
      });
      const { messages } = await wholeRepair(shop, repair.ticketNumber);
      shop.clock.advance(11 * minute);
      sender.finds.push({ kind: 'not-found' });
      await shop.app.reconcileTexts();
      await recorded(repair.ticketNumber);
      await reply(shop, repair, 'ACCEPT');
      expect(await casesOf(repair)).toEqual(['answered-by-text']);
      const lost = messages.find(({ kind }) => kind === 'estimate')?.id ?? '';
      await recordOutcome(shop.app.deps, lost, { kind: 'accepted', sid: `SM${randomUUID()}` });
      expect(await casesOf(repair)).toEqual(['answered-by-text']);
    });

    it('late, about one that was open then, nothing is decided about another', async () => {
      const texted = (await takeInWithEstimate(shop)).repair;
      shop.clock.advance(minute);
      const { repair: told, estimate } = await recorded(
        (await takeIn(shop, sameCustomer(texted))).ticketNumber,
      );
      shop.clock.advance(minute);
      const textedAt = new Date(shop.clock.now).toISOString();
      shop.clock.advance(minute);
      await answer(estimate.id, { answer: 'declined', by: 'phone', seenAnswerAt: null });
      await receiveText(shop.app.deps, {
        sid: `SM${randomUUID()}`,
        from: texted.customerPhone,
        body: 'ACCEPT',
        mediaCount: 0,
        optOutType: undefined,
        textedAt,
      });
      expect((await currentRepair(shop, texted.ticketNumber)).status).toBe('estimate-sent');
      expect(await casesOf(told)).toContain('declined');
    });

    it('while a texted one is open as well, an answer counts only for that one, by number', async () => {
      const texted = (await takeInWithEstimate(shop)).repair;
      shop.clock.advance(minute);
      const told = await open(sameCustomer(texted));
      const before = textsTo(texted.customerPhone).length;
      await reply(shop, texted, 'ACCEPT');
      await reply(shop, texted, `DECLINE ${told.ticketNumber}`);
      await reply(shop, texted, 'Can you do it for 80?');
      expect(await casesOf(told)).toEqual(['answered-by-text', 'answered-by-text']);
      expect(await casesOf(texted)).toEqual(['unclear']);
      for (const { ticketNumber } of [texted, told]) {
        expect((await currentRepair(shop, ticketNumber)).status).toBe('estimate-sent');
      }
      expect(textsTo(texted.customerPhone)).toHaveLength(before);
      await reply(shop, texted, `ACCEPT ${texted.ticketNumber}`);
      expect((await currentRepair(shop, texted.ticketNumber)).status).toBe('estimate-accepted');
    });

    it('about another ticket, the estimate has asked for its ticket number', async () => {
      const told = await open();
      shop.clock.advance(minute);
      const { ticketNumber } = await takeIn(shop, sameCustomer(told));
      const body = { repairId: ticketNumber, amount: 90 };
      const { body: text } = await shop.staff.call('previewEstimate', { body });
      expect(text).toContain(`Reply ACCEPT ${ticketNumber} or DECLINE ${ticketNumber}`);
    });

    it('from the corrected number, it is left to staff', async () => {
      const repair = await open({ customerPhone: noTexts() });
      const phone = newPhone();
      await changePhone(shop, repair, phone);
      const id = await say(shop, phone, 'ACCEPT');
      expect(await casesOf(repair)).toEqual(['answered-by-text']);
      await shop.staff.call('recordReply', {
        params: { id },
        body: { answer: 'accepted', ticketNumber: repair.ticketNumber },
      });
    });

    it('at the same moment, one wins and the other is told', async () => {
      const { repair, estimateId } = await takeInWithEstimate(shop);
      const { ticketNumber, customerPhone: from } = repair;
      const simulate = () =>
        shop.staff.attempt('simulateReply', { body: { from, body: 'ACCEPT' } });
      const [told, texted] = await Promise.all([
        record(ticketNumber, { amount: 180, replacesAccepted: null }),
        simulate(),
      ]);
      expect(texted.status).toBe(201);
      const now = await currentRepair(shop, ticketNumber);
      if (told.status === 201) {
        expect(now).toMatchObject({ status: 'estimate-sent', estimatePrice: 180 });
        expect(await casesOf(repair)).toEqual(['answered-by-text']);
      } else {
        expect(told.problem()).toMatchObject({ code: 'repair-status', repair: { estimateId } });
        expect(now).toMatchObject({ status: 'estimate-accepted', estimatePrice: 150 });
      }
      // And an answer that staff record while the customer texts one.
      const { repair: other, estimateId: id } = await takeInWithEstimate(shop);
      const [recording] = await Promise.all([
        answer(id, { answer: 'declined', by: 'phone', seenAnswerAt: null }),
        shop.staff.attempt('simulateReply', {
          body: { from: other.customerPhone, body: 'ACCEPT' },
        }),
      ]);
      const { status } = await currentRepair(shop, other.ticketNumber);
      if (recording.status === 200) expect(await casesOf(other)).not.toEqual([]);
      else expect([recording.status, status]).toEqual([409, 'estimate-accepted']);
    });
  });
});

describeOnBothInLongRun('an estimate given without a text, as time passes', (engine) => {
  const texts = {
    ...defaultShopSettings.texts,
    reminderAfterDays: 3,
    estimateExpiresAfterDays: 30,
  };
  const calendar = { ...defaultShopSettings.calendar, timeZone: 'America/New_York' };
  const hours = { from: '00:00', to: '23:59' };
  const openDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
  const shopSettings = {
    ...defaultShopSettings,
    texts,
    calendar: { ...calendar, hours, openDays: [...openDays] },
  };
  const sender = scriptedSender();
  const shop = useShop(engine, { config: { shop: shopSettings }, overrides: { sender } });

  it('gets no reminder, and expires', async () => {
    const { ticketNumber } = await takeIn(shop);
    await shop.staff.call('recordEstimate', {
      body: { repairId: ticketNumber, amount: 150, told: 'phone' },
    });
    const texted = await takeInWithEstimate(shop);
    const before = sender.sent.length;
    shop.clock.advance(3 * day + minute);
    await shop.app.meetDeadlines();
    expect(sender.sent.slice(before).map(({ body }) => body)).toEqual([
      expect.stringContaining(texted.repair.ticketNumber),
    ]);
    shop.clock.advance(27 * day);
    await shop.app.meetDeadlines();
    await stayLoggedIn(shop);
    const { estimates } = await wholeRepair(shop, ticketNumber);
    expect(estimates).toMatchObject([{ isExpired: true, remindedAt: null }]);
  });
});

describeOnBothInLongRun('the price that the customer approved in advance', (engine) => {
  const shop = useShop(engine);
  const atBench = async (changes: Parameters<typeof takeIn>[1]) => {
    const { ticketNumber } = await takeIn(shop, changes);
    await assign(shop, ticketNumber);
    return ticketNumber;
  };
  const finish = (ticketNumber: string) =>
    shop.staff.attempt('completeRepair', {
      params: { ticketNumber },
      body: { outcome: 'approved' },
    });

  it('is not exceeded at completion without an accepted estimate', async () => {
    const ticketNumber = await atBench({ approvedUpTo: 80, repairPrice: 80.01 });
    const before = await wholeRepair(shop, ticketNumber);
    const refused = await finish(ticketNumber);
    expect([refused.status, refused.problem()]).toMatchObject([
      409,
      {
        code: 'price-not-approved',
        detail:
          '$80.01 is above the $80.00 that the customer approved. Send or record an estimate first.',
        repair: { status: 'assigned' },
      },
    ]);
    expect(await wholeRepair(shop, ticketNumber)).toEqual(before);
    await shop.staff.call('recordEstimate', {
      body: { repairId: ticketNumber, amount: 95, told: 'phone', answer: 'accepted' },
    });
    await assign(shop, ticketNumber);
    expect((await complete(shop, ticketNumber)).repair).toMatchObject({ balance: 95 });
  });

  it.each([
    ['is within it', { approvedUpTo: 80, repairPrice: 80 }],
    ['is not known', { approvedUpTo: 80 }],
    ['has no limit', { repairPrice: 8000 }],
  ])('does not prevent a completion if the price %s', async (_what, changes) => {
    expect((await finish(await atBench(changes))).status).toBe(200);
  });

  it.each([
    [80.001, 'Approved up to'],
    [-1, 'Approved up to'],
    [1_000_000, 'Approved up to'],
  ])('is refused if it is not a valid price: %s', async (approvedUpTo, label) => {
    const { ticketNumber } = await takeIn(shop);
    const refused = await shop.staff.attempt('editRepair', {
      params: { ticketNumber },
      body: { approvedUpTo },
    });
    expect([refused.status, refused.json()]).toMatchObject([
      422,
      { errors: [{ path: 'approvedUpTo', message: expect.stringContaining(label) }] },
    ]);
    expect((await currentRepair(shop, ticketNumber)).approvedUpTo).toBeNull();
  });
});
