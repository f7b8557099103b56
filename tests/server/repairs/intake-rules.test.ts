import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { minute, second } from '../../harness/settable-clock.ts';
import { newIntake } from '../../harness/shop-fixtures.ts';

type Intake = ReturnType<typeof newIntake>;

describeOnBothEngines('one walk-in is one ticket', (engine) => {
  let shop: RunningApp;
  beforeAll(async () => {
    shop = await startApp(engine);
  });
  afterAll(async () => {
    await shop.close();
  });

  /** The same form filled in again. */
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
    for (const pause of [0, second, 29 * second, minute, 8 * minute]) {
      shop.clock.advance(pause);
      expect((await submit(again(body))).problem()).toEqual({
        type: '/api/docs#problem-duplicate-submission',
        title: 'Duplicate submission detected',
        status: 409,
        detail: 'A similar repair ticket was created within the last 10 minutes.',
        code: 'duplicate-submission',
        ticketNumber: repair.ticketNumber,
      });
    }
    expect(await shop.rows.counts()).toEqual(before);
  });

  it('the ten minutes end to the millisecond', async () => {
    const body = newIntake();
    expect((await submit(body)).status).toBe(201);
    shop.clock.advance(10 * minute - 1);
    expect((await submit(again(body))).problem().code).toBe('duplicate-submission');
    shop.clock.advance(1);
    expect((await submit(again(body))).status).toBe(201);
  });

  it('is the same phone however it is written, and the same words however they are spaced', async () => {
    const body = newIntake({ customerPhone: '(212) 555-0188', issue: 'Does not wind' });
    expect((await submit(body)).status).toBe(201);
    const other = again(body, {
      customerPhone: '+1 212.555.0188',
      watchBrand: ' OMEGA ',
      issue: 'does  not WIND',
      customerName: 'Somebody Else',
      customerEmail: `${randomUUID()}@example.com`,
    });
    expect((await submit(other)).problem().code).toBe('duplicate-submission');
  });

  it.each([
    ['brand', { watchBrand: 'Rolex' }],
    ['model', { watchModel: 'Seamaster' }],
    ['request', { issue: 'Strap broke' }],
  ])('another %s is another repair, after thirty seconds', async (_what, changes) => {
    const body = newIntake();
    expect((await submit(body)).status).toBe(201);
    const before = await shop.rows.counts();
    shop.clock.advance(10 * second);
    const refused = await submit(again(body, changes));
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
    const late = await submit(again(body, changes));
    expect(late.problem().code).toBe('submission-rate');
    expect(late.headers.get('retry-after')).toBe('1');
    shop.clock.advance(1);
    expect((await submit(again(body, changes))).status).toBe(201);
  });

  it('another phone waits for nobody', async () => {
    const body = newIntake();
    expect((await submit(body)).status).toBe(201);
    expect((await submit(again(body, { customerPhone: newIntake().customerPhone }))).status).toBe(
      201,
    );
  });

  it('of several at once with different ids one becomes a ticket', async () => {
    const body = newIntake();
    const before = await shop.rows.counts();
    const replies = await Promise.all(Array.from({ length: 5 }, () => submit(again(body))));
    const created = replies.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      expect(reply.problem().code).toBe('duplicate-submission');
    }
    const after = await shop.rows.counts();
    expect(after.repair_tickets).toBe((before.repair_tickets ?? 0) + 1);
  });

  it('a refused submission can be sent again later under the same id', async () => {
    const body = newIntake();
    await submit(body);
    const second = again(body, { issue: 'Strap broke' });
    expect((await submit(second)).status).toBe(429);
    shop.clock.advance(minute);
    expect((await submit(second)).status).toBe(201);
  });

  it('a deleted ticket makes room for the same again', async () => {
    const body = newIntake();
    const { repair } = await shop.staff.call('createRepair', { body });
    await shop.staff.call('deleteRepair', { params: { ticketNumber: repair.ticketNumber } });
    shop.clock.advance(minute);
    expect((await submit(again(body))).status).toBe(201);
  });
});
