import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Repair, SmsResult } from '../../../domain/api-answers.ts';
import { mapFields } from '../../../domain/field-list.ts';
import { repairFields } from '../../../domain/repair-fields.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { type ScriptedSender, scriptedSender } from '../../harness/scripted-sender.ts';
import { minute } from '../../harness/settable-clock.ts';
import { newIntake, normalised } from '../../harness/shop-fixtures.ts';

interface Taken {
  repair: Repair;
  sms: SmsResult;
}

describeOnBothEngines('taking in a repair', (engine) => {
  let shop: RunningApp;
  let sender: ScriptedSender;
  beforeAll(async () => {
    sender = scriptedSender();
    shop = await startApp(engine, { overrides: { sender } });
  });
  afterAll(async () => {
    await shop.close();
  });

  it('stores everything that was typed, as a pending repair', async () => {
    const body = newIntake({
      customerAddress: '1 Main Street\nApt. 4',
      serialNumber: 'SN-77',
      repairPrice: 120.5,
      priceNotes: 'Parts extra',
      isSameDay: true,
    });
    const reply = await shop.staff.attempt('createRepair', { body });
    expect(reply.status).toBe(201);
    const { repair, sms } = reply.json() as Taken;
    const at = new Date(shop.clock.now).toISOString();
    expect(repair).toEqual({
      ...mapFields(repairFields, () => null),
      ...body,
      id: expect.any(String),
      ticketNumber: expect.any(String),
      clientId: expect.any(String),
      status: 'pending',
      assignedTo: null,
      assignedWatchmaker: null,
      initialPhotoUrl: null,
      completedPhotoUrl: null,
      completedAt: null,
      completionNotes: null,
      estimateId: null,
      estimatePrice: null,
      estimateNotes: null,
      estimateSentAt: null,
      estimateAcceptedAt: null,
      estimateDeclinedAt: null,
      estimateExpiredAt: null,
      optedOutAt: null,
      smsSent: true,
      createdAt: at,
      updatedAt: at,
    });
    expect(sms).toEqual({ state: 'sent', detail: null });
    const read = await shop.staff.call('getRepair', {
      params: { ticketNumber: repair.ticketNumber },
    });
    expect(read.repair).toEqual(repair);
  });

  it('leaves optional fields empty', async () => {
    const { repair } = await shop.staff.call('createRepair', { body: newIntake() });
    expect(repair).toMatchObject({
      customerAddress: null,
      serialNumber: null,
      repairPrice: null,
      priceNotes: null,
      isSameDay: false,
    });
  });

  it('numbers the ticket WH, six digits of the time, three capitals', async () => {
    const lastDigits = String(shop.clock.now).slice(-6);
    const numbers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { repair } = await shop.staff.call('createRepair', { body: newIntake() });
        return repair.ticketNumber;
      }),
    );
    for (const number of numbers) {
      expect(number).toMatch(/^WH\d{6}[A-Z]{3}$/);
      expect(number.slice(2, 8)).toBe(lastDigits);
    }
    expect(new Set(numbers).size).toBe(20);
  });

  it('never gives two tickets one number, not even by a mistake', async () => {
    const { repair: first } = await shop.staff.call('createRepair', { body: newIntake() });
    const { repair: second } = await shop.staff.call('createRepair', { body: newIntake() });
    await expect(
      shop.rows.run(
        'update repair_tickets set ticket_number = ? where id = ?',
        first.ticketNumber,
        second.id,
      ),
    ).rejects.toThrow(/unique/i);
  });

  it('tells the customer in one text', async () => {
    const body = newIntake();
    const { repair } = await shop.staff.call('createRepair', { body });
    const texts = sender.sent.filter(({ to }) => to === normalised(body.customerPhone));
    expect(texts.map((text) => text.body)).toEqual([
      `Watch Repair Shop: we have your Omega Speedmaster, ticket ${repair.ticketNumber}. We will text you about this repair. Reply HELP for help, STOP to opt out.`,
    ]);
  });

  it('writes an event and changes for the ticket and its new client', async () => {
    const before = await shop.rows.counts();
    const { repair } = await shop.staff.call('createRepair', { body: newIntake() });
    const { events } = await shop.staff.call('getRepair', {
      params: { ticketNumber: repair.ticketNumber },
    });
    expect(events[0]).toMatchObject({ kind: 'repair-created', actor: 'staff' });
    const changes = await shop.rows.run(
      'select entity, entity_id, what, ticket_number from changes order by revision desc limit 3',
    );
    expect(changes.reverse()).toEqual([
      {
        entity: 'repair',
        entity_id: repair.id,
        what: 'created',
        ticket_number: repair.ticketNumber,
      },
      { entity: 'client', entity_id: repair.clientId, what: 'created', ticket_number: null },
      {
        entity: 'message',
        entity_id: expect.any(String),
        what: 'accepted',
        ticket_number: repair.ticketNumber,
      },
    ]);
    const after = await shop.rows.counts();
    expect(after).toMatchObject({
      repair_tickets: (before.repair_tickets ?? 0) + 1,
      clients: (before.clients ?? 0) + 1,
      messages: (before.messages ?? 0) + 1,
    });
  });

  it('answers the same repairId again with the ticket that exists, and texts nobody twice', async () => {
    const body = newIntake();
    const first = (await shop.staff.attempt('createRepair', { body })).json() as Taken;
    const before = await shop.rows.counts();
    shop.clock.advance(20 * minute);
    const again = await shop.staff.attempt('createRepair', {
      body: { ...body, issue: 'Something else', customerName: 'Somebody Else' },
    });
    expect(again.status).toBe(200);
    expect(again.json()).toEqual(first);
    expect(await shop.rows.counts()).toEqual(before);
    expect(sender.sent.filter(({ to }) => to === normalised(body.customerPhone))).toHaveLength(1);
  });

  it('makes one ticket and sends one text when the same repairId comes several times at once', async () => {
    const body = newIntake();
    const before = await shop.rows.counts();
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => shop.staff.attempt('createRepair', { body })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    const numbers = replies.map((reply) => (reply.json() as Taken).repair.ticketNumber);
    expect(new Set(numbers).size).toBe(1);
    const after = await shop.rows.counts();
    expect(after.repair_tickets).toBe((before.repair_tickets ?? 0) + 1);
    expect(after.clients).toBe((before.clients ?? 0) + 1);
    expect(after.messages).toBe((before.messages ?? 0) + 1);
    expect(sender.sent.filter(({ to }) => to === normalised(body.customerPhone))).toHaveLength(1);
  });

  it('keeps the ticket when its text is refused, and says what to do', async () => {
    sender.results.push({ kind: 'rejected', code: '21614' });
    const taken = await shop.staff.call('createRepair', { body: newIntake() });
    expect(taken.repair.smsSent).toBe(false);
    expect(taken.sms).toEqual({
      state: 'failed',
      detail: "Landline, or can't get texts. Call the customer.",
    });
    const { repair, messages } = await shop.staff.call('getRepair', {
      params: { ticketNumber: taken.repair.ticketNumber },
    });
    expect(repair.smsSent).toBe(false);
    expect(messages).toMatchObject([
      { kind: 'created', state: 'failed', errorCode: '21614', advice: taken.sms.detail },
    ]);
  });

  it('keeps the ticket when nobody knows whether its text went out', async () => {
    sender.results.push({ kind: 'unknown' });
    const body = newIntake();
    const taken = await shop.staff.call('createRepair', { body });
    expect(taken.sms).toEqual({
      state: 'unknown',
      detail: "We can't tell yet whether this was sent.",
    });
    // Asked again it says the same, and does not send again.
    const again = await shop.staff.call('createRepair', { body });
    expect(again.sms).toEqual(taken.sms);
    expect(sender.sent.filter(({ to }) => to === normalised(body.customerPhone))).toHaveLength(1);
  });

  // The five seconds are waited out, whichever the engine.
  if (engine === 'sqlite') {
    it('is not held up by a provider that does not answer: the text goes on by itself', async () => {
      let answer: () => void = () => undefined;
      sender.results.push(
        () =>
          new Promise((resolve) => {
            answer = () => resolve({ kind: 'accepted', sid: `SM${randomUUID()}` });
          }),
      );
      const started = Date.now();
      const { repair, sms } = await shop.staff.call('createRepair', { body: newIntake() });
      expect(sms).toEqual({ state: 'sending', detail: null });
      expect(Date.now() - started).toBeGreaterThan(4000);
      const { ticketNumber } = repair;
      const stateOf = async () => {
        const { items } = await shop.staff.call('listMessages', { query: { ticketNumber } });
        return items[0]?.state;
      };
      expect(await stateOf()).toBe('sending');
      answer();
      await expect.poll(stateOf).toBe('accepted');
      const now = await shop.staff.call('getRepair', { params: { ticketNumber } });
      expect(now.repair.smsSent).toBe(true);
    });
  }

  it.each([
    ['another country', '+47 92 34 56 78'],
    ['a number that nobody can have', '000-000-0000'],
    ['too few digits', '555-0101'],
  ])('keeps the ticket and texts nobody for a phone of %s', async (_what, customerPhone) => {
    const sentBefore = sender.sent.length;
    const { repair, sms } = await shop.staff.call('createRepair', {
      body: newIntake({ customerPhone }),
    });
    expect(repair.customerPhone).toBe(customerPhone);
    expect(sms).toEqual({
      state: 'failed',
      detail: 'Invalid phone number format. Please use a valid US phone number.',
    });
    expect(sender.sent).toHaveLength(sentBefore);
  });

  it('texts a phone of a territory, of Canada, and a toll-free one', async () => {
    for (const to of ['+17875550101', '+13405550101', '+14165550101', '+18005550199']) {
      const customerPhone = to.slice(2);
      const { sms } = await shop.staff.call('createRepair', { body: newIntake({ customerPhone }) });
      expect(sms).toEqual({ state: 'sent', detail: null });
      expect(sender.sent.at(-1)).toMatchObject({ to });
    }
  });

  it('keeps money to the cent', async () => {
    for (const repairPrice of [0, 0.01, 0.1, 19.99, 1234.5, 999_999.99]) {
      const { repair } = await shop.staff.call('createRepair', {
        body: newIntake({ repairPrice }),
      });
      expect(repair.repairPrice).toBe(repairPrice);
      const [row] = await shop.rows.run(
        'select price_cents from repair_tickets where id = ?',
        repair.id,
      );
      expect(row?.price_cents).toBe(Math.round(repairPrice * 100));
    }
  });

  it('takes a repair in for a name in any script, and gives it back as typed', async () => {
    for (const customerName of [
      'Łukasz Żółć',
      '李小龍',
      'عمر الشريف',
      'Zoë 🕰️ O’Neill',
      '<b>Bob</b>',
    ]) {
      const { repair } = await shop.staff.call('createRepair', {
        body: newIntake({ customerName }),
      });
      expect(repair.customerName).toBe(customerName);
    }
  });

  it('accepts each repairId only as a UUID in small letters', async () => {
    for (const repairId of ['1', randomUUID().toUpperCase(), `${randomUUID()}x`]) {
      const problem = await shop.staff.refused('createRepair', { body: newIntake({ repairId }) });
      expect(problem.errors?.[0]?.path).toBe('repairId');
    }
  });
});
