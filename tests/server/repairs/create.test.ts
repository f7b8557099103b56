import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Repair, SmsResult } from '../../../domain/api-answers.ts';
import { mapFields } from '../../../domain/field-list.ts';
import { repairFields } from '../../../domain/repair-fields.ts';
import { useShop } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { minute, second } from '../../harness/settable-clock.ts';
import { newIntake, normalized, statusesOf, wholeRepair } from '../../harness/shop-fixtures.ts';

type Intake = ReturnType<typeof newIntake>;

interface Taken {
  repair: Repair;
  sms: SmsResult;
}

describeOnBothEngines('taking in a repair', (engine) => {
  const sender = scriptedSender();
  const shop = useShop(engine, { overrides: { sender } });

  const create = (body = newIntake()) => shop.staff.call('createRepair', { body });
  const textsTo = (phone: string) => sender.sent.filter(({ to }) => to === normalized(phone));

  it('stores everything that was typed, as a pending repair', async () => {
    const body = newIntake({
      customerAddress: '1 Main Street\nApt. 4',
      serialNumber: 'SN-77',
      repairPrice: 19.99,
      priceNotes: 'Parts extra',
      isSameDay: true,
    });
    const reply = await shop.staff.attempt('createRepair', { body });
    expect(reply.status).toBe(201);
    const { repair, sms } = reply.json() as Taken;
    const at = new Date(shop.clock.now).toISOString();
    expect(repair).toEqual({
      ...mapFields(repairFields, () => null),
      customerCompany: null,
      customerLanguage: null,
      customerNoTexts: null,
      customerAgreedToTexts: null,
      customerPaysByStatement: null,
      ...body,
      id: expect.any(String),
      ticketNumber: expect.any(String),
      clientId: expect.any(String),
      firstExpectedOn: null,
      status: 'pending',
      visitId: null,
      assignedTo: null,
      assignedWatchmaker: null,
      place: null,
      initialPhotoUrl: null,
      completedPhotoUrl: null,
      completedAt: null,
      completionNotes: null,
      isUnrepaired: false,
      heldUntil: null,
      isWaitingForParts: false,
      sentOut: null,
      warrantyUntil: null,
      watchId: null,
      estimateLines: null,
      isWaitingForPickup: false,
      collectedAt: null,
      collectedBy: null,
      collectedNote: null,
      claimCheckSeen: false,
      idSeen: false,
      shippedBy: null,
      trackingNumber: null,
      insuredValue: null,
      estimateId: null,
      estimatePrice: null,
      estimateWork: null,
      estimateNotes: null,
      estimateTold: null,
      estimateSentAt: null,
      estimateAcceptedAt: null,
      estimateDeclinedAt: null,
      estimateExpiredAt: null,
      acceptedSoFar: null,
      paid: 0,
      balance: 19.99,
      settledTax: null,
      optedOutAt: null,
      numberFails: false,
      smsSent: true,
      createdAt: at,
      updatedAt: at,
    });
    expect(sms).toEqual({ state: 'sent', detail: null });
    expect((await wholeRepair(shop, repair.ticketNumber)).repair).toEqual(repair);
    const cents = 'select price_cents from repair_tickets where id = ?';
    expect(await shop.rows.run(cents, repair.id)).toEqual([{ price_cents: 1999 }]);
  });

  it('never gives two tickets one number, not even by accident', async () => {
    const { repair: first } = await create();
    const { repair: other } = await create();
    const renumber = 'update repair_tickets set ticket_number = ? where id = ?';
    await expect(shop.rows.run(renumber, first.ticketNumber, other.id)).rejects.toThrow(/unique/i);
  });

  it('writes changes for the ticket, its new client and one text', async () => {
    const before = await shop.rows.counts();
    const { repair } = await create();
    const changes = await shop.rows.run(
      'select entity, entity_id, what, ticket_number from changes order by revision desc limit 3',
    );
    const { id, clientId, ticketNumber } = repair;
    expect(changes.reverse()).toEqual([
      { entity: 'repair', entity_id: id, what: 'created', ticket_number: ticketNumber },
      { entity: 'client', entity_id: clientId, what: 'created', ticket_number: null },
      {
        entity: 'message',
        entity_id: expect.any(String),
        what: 'accepted',
        ticket_number: ticketNumber,
      },
    ]);
    expect(await shop.rows.counts()).toMatchObject({
      repair_tickets: (before.repair_tickets ?? 0) + 1,
      clients: (before.clients ?? 0) + 1,
      messages: (before.messages ?? 0) + 1,
    });
    expect(textsTo(repair.customerPhone).map(({ body }) => body)).toEqual([
      `Watch Repair Shop: we have your Omega Speedmaster, ticket ${ticketNumber}. We will text you about this repair. Reply HELP for help, STOP to opt out.`,
    ]);
  });

  it('answers the same repairId again with the ticket that exists, and texts nobody twice', async () => {
    const body = newIntake();
    const first = await create(body);
    const before = await shop.rows.counts();
    shop.clock.advance(20 * minute);
    const again = await shop.staff.attempt('createRepair', {
      body: { ...body, issue: 'Something else', customerName: 'Another Name' },
    });
    expect([again.status, again.json()]).toEqual([200, first]);
    expect(await shop.rows.counts()).toEqual(before);
    expect(textsTo(body.customerPhone)).toHaveLength(1);
  });

  it('makes one ticket and sends one text when the same repairId comes several times at once', async () => {
    const body = newIntake();
    const before = await shop.rows.counts();
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => shop.staff.attempt('createRepair', { body })),
    );
    expect(statusesOf(replies)).toEqual([200, 200, 200, 200, 200, 201]);
    const numbers = replies.map((reply) => (reply.json() as Taken).repair.ticketNumber);
    expect(new Set(numbers).size).toBe(1);
    expect(await shop.rows.counts()).toMatchObject({
      repair_tickets: (before.repair_tickets ?? 0) + 1,
      clients: (before.clients ?? 0) + 1,
      messages: (before.messages ?? 0) + 1,
    });
    expect(textsTo(body.customerPhone)).toHaveLength(1);
  });

  it.each([
    [
      'is refused',
      { kind: 'rejected', code: '21614' },
      'failed',
      'Landline, or can’t get texts. Call the customer.',
    ],
    [
      'may or may not have gone out',
      { kind: 'unknown' },
      'unknown',
      'We can’t tell yet whether this was sent.',
    ],
  ] as const)(
    'keeps the ticket when its text %s, and says so',
    async (_what, result, state, detail) => {
      sender.results.push(result);
      const body = newIntake();
      const taken = await create(body);
      expect(taken.sms).toEqual({ state, detail });
      expect(taken.repair.smsSent).toBe(false);
      const { repair, messages } = await wholeRepair(shop, taken.repair.ticketNumber);
      expect(repair.smsSent).toBe(false);
      expect(messages).toMatchObject([{ kind: 'created', state, advice: detail }]);
      expect((await create(body)).sms).toEqual(taken.sms);
      expect(textsTo(body.customerPhone)).toHaveLength(1);
    },
  );

  // Waits five real seconds, and the engine makes no difference: once is enough.
  if (engine === 'sqlite') {
    it('is not held up by a provider that does not answer: the text is still sent', async () => {
      const answer = Promise.withResolvers<{ kind: 'accepted'; sid: string }>();
      sender.results.push(answer.promise);
      const { repair, sms } = await create();
      expect(sms).toEqual({ state: 'sending', detail: null });
      const stateOf = async () => (await wholeRepair(shop, repair.ticketNumber)).messages[0]?.state;
      expect(await stateOf()).toBe('sending');
      answer.resolve({ kind: 'accepted', sid: `SM${randomUUID()}` });
      await expect.poll(stateOf).toBe('accepted');
      expect((await wholeRepair(shop, repair.ticketNumber)).repair.smsSent).toBe(true);
    });
  }

  // Which tickets count as the same and for how long is tested in domain/duplicate-intakes.test.ts.
  describe('makes one ticket out of one walk-in:', () => {
    const again = (body: Intake, changes: Partial<Intake> = {}): Intake => ({
      ...body,
      repairId: randomUUID(),
      ...changes,
    });
    const submit = (body: Intake) => shop.staff.attempt('createRepair', { body });

    it('the same phone, watch and request within ten minutes is refused as a duplicate', async () => {
      const body = newIntake();
      const { repair } = await shop.staff.call('createRepair', { body });
      const before = await shop.rows.counts();
      const writtenDifferently = {
        customerPhone: normalized(body.customerPhone),
        watchBrand: ' OMEGA ',
        issue: 'does  not WIND',
        customerEmail: `${randomUUID()}@example.com`,
      };
      for (const pause of [0, 29 * second, 10 * minute - 29 * second - 1]) {
        shop.clock.advance(pause);
        expect((await submit(again(body, writtenDifferently))).problem()).toEqual({
          type: '/api/docs#problem-duplicate-submission',
          title: 'Duplicate submission detected',
          status: 409,
          detail: 'A similar repair ticket was created within the last 10 minutes.',
          code: 'duplicate-submission',
          ticketNumber: repair.ticketNumber,
        });
      }
      expect(await shop.rows.counts()).toEqual(before);
      shop.clock.advance(1);
      expect((await submit(again(body))).status).toBe(201);
    });

    it('another watch is another repair, after thirty seconds, even under the id that was refused', async () => {
      const body = newIntake();
      expect((await submit(body)).status).toBe(201);
      const before = await shop.rows.counts();
      const other = again(body, { watchModel: 'Seamaster' });
      shop.clock.advance(10 * second);
      const refused = await submit(other);
      expect(refused.problem()).toEqual({
        type: '/api/docs#problem-submission-rate',
        title: 'Please wait',
        status: 429,
        detail: 'Please wait at least 30 seconds between submissions.',
        code: 'submission-rate',
      });
      expect(refused.headers.get('retry-after')).toBe('20');
      expect(await shop.rows.counts()).toEqual(before);
      shop.clock.advance(20 * second - 1);
      expect((await submit(other)).headers.get('retry-after')).toBe('1');
      shop.clock.advance(1);
      expect((await submit(other)).status).toBe(201);
    });

    it('only one of several at once with different ids becomes a ticket', async () => {
      const body = newIntake();
      const before = await shop.rows.counts();
      const replies = await Promise.all(Array.from({ length: 5 }, () => submit(again(body))));
      const refused = replies.filter(({ status }) => status !== 201);
      expect(refused.map((reply) => reply.problem().code)).toEqual(
        Array(4).fill('duplicate-submission'),
      );
      const after = await shop.rows.counts();
      expect(after.repair_tickets).toBe((before.repair_tickets ?? 0) + 1);
    });

    it('a deleted ticket makes room for the same again', async () => {
      const body = newIntake();
      const { repair } = await shop.staff.call('createRepair', { body });
      await shop.staff.call('deleteRepair', { params: { ticketNumber: repair.ticketNumber } });
      expect((await submit(again(body))).status).toBe(201);
    });
  });
});
