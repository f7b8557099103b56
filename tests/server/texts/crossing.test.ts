import { describe, expect, it } from 'vitest';
import { doneOrWaiting } from '../../harness/crossing-work.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { useRealTexts } from '../../harness/real-texts.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  currentRepair,
  normalized,
  takeIn,
  takeInWithEstimate,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

/** Only if several connections write at once can one transaction find that another was faster. */
describe('reports that cross each other on PostgreSQL', () => {
  const texting = useRealTexts('postgres');

  /** Makes something happen while another transaction has changed rows and not yet committed. */
  async function meanwhile<Result>(
    changes: readonly [statement: string, value: string][],
    happens: () => Promise<Result>,
  ): Promise<Result> {
    const { rows } = texting.shop;
    await rows.run('begin');
    for (const [statement, value] of changes) await rows.run(statement, value);
    const happening = happens();
    await doneOrWaiting(rows, happening);
    await rows.run('commit');
    return happening;
  }
  const rowOf = async (sid: string) =>
    (await texting.shop.rows.run('select * from messages where provider_sid = ?', sid))[0];

  it.each([
    ['sent', 'undelivered', 'undelivered'],
    ['delivered', 'sent', 'delivered'],
  ])('are not lost: after %s and %s the text is %s', async (first, second, expected) => {
    const { repair } = await takeInWithEstimate(texting.shop);
    const phone = normalized(repair.customerPhone);
    const text = texting.standIn.lastTo(phone);
    await meanwhile(
      [
        ['select pg_advisory_xact_lock(hashtextextended(?, 0))', `phone ${phone}`],
        [`update messages set state = '${first}' where provider_sid = ?`, text.sid],
      ],
      () => texting.standIn.report(text, second),
    );
    expect(await rowOf(text.sid)).toMatchObject({ state: expected });
  });

  it('the report on a text counts though the answer to its sending comes at the same moment', async () => {
    const { shop, standIn } = texting;
    const { ticketNumber, customerPhone } = await takeIn(shop);
    const phone = normalized(customerPhone);
    standIn.hold();
    const body = { repairId: ticketNumber, amount: 150 };
    const sending = shop.staff.attempt('sendEstimate', { body });
    await standIn.until(() => standIn.textsTo(phone).length === 2);
    const { sid } = standIn.lastTo(phone);
    const reported =
      "update messages set state = 'delivered', provider_sid = ? where state = 'sending'";
    await meanwhile(
      [
        ['select pg_advisory_xact_lock(hashtextextended(?, 0))', `phone ${phone}`],
        [reported, sid],
      ],
      () => {
        standIn.release();
        return sending;
      },
    );
    expect(await rowOf(sid)).toMatchObject({ state: 'delivered' });
  });

  it('a failure counts though the answer to the sending is recorded at the same moment', async () => {
    const repair = await takeIn(texting.shop);
    const phone = normalized(repair.customerPhone);
    const { standIn, shop } = texting;
    standIn.script(phone, 'is behind a gateway that fails');
    await shop.staff.attempt('sendEstimate', {
      body: { repairId: repair.ticketNumber, amount: 150 },
    });
    const text = standIn.lastTo(phone);
    const found =
      "update messages set state = 'accepted', provider_sid = ? where state = 'unknown'";
    await meanwhile([[found, text.sid]], () => standIn.report(text, 'undelivered', '30003'));
    expect(await rowOf(text.sid)).toMatchObject({ state: 'undelivered', error_code: '30003' });
    expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('pending');
  });

  it('a customer’s answer and a new estimate take turns: no other price goes out over the answer', async () => {
    const { repair, estimateId } = await takeInWithEstimate(texting.shop);
    const { ticketNumber } = repair;
    const phone = normalized(repair.customerPhone);
    const { shop, standIn } = texting;
    const before = standIn.textsTo(phone).length;
    const pressed = await meanwhile(
      [
        ['select pg_advisory_xact_lock(hashtextextended(?, 0))', `phone ${phone}`],
        [
          "update estimates set status = 'accepted', response_status = 'accepted' where id = ?",
          estimateId,
        ],
        [
          "update repair_tickets set status = 'estimate-accepted' where ticket_number = ?",
          ticketNumber,
        ],
      ],
      () => shop.staff.attempt('sendEstimate', { body: { repairId: ticketNumber, amount: 450 } }),
    );
    expect(pressed.problem()).toMatchObject({
      code: 'repair-status',
      repair: { status: 'estimate-accepted', estimatePrice: 150 },
    });
    expect(standIn.textsTo(phone)).toHaveLength(before);
  });
});

describeOnBothEngines('an estimate whose text’s sid begins with neither SM nor MM', (engine) => {
  const texting = useRealTexts(engine);

  it('is not stored, and the ticket stays', async () => {
    const { shop, standIn } = texting;
    const repair = await takeIn(shop);
    standIn.setLetters('XX');
    const body = { repairId: repair.ticketNumber, amount: 150 };
    const answer = await shop.staff.attempt('sendEstimate', { body });
    expect(answer.problem()).toMatchObject({
      status: 502,
      code: 'sms-failed',
      advice: 'Texting isn’t set up. Tell the owner.',
    });
    // Neither now nor by what the provider says about it later.
    for (let looks = 0; looks < 2; looks += 1) {
      const whole = await wholeRepair(shop, repair.ticketNumber);
      expect(whole.repair.status).toBe('pending');
      expect(whole.estimates).toEqual([]);
      expect(whole.messages[0]).toMatchObject({ state: 'failed', errorCode: 'not-a-text' });
      await standIn.report(standIn.lastTo(normalized(repair.customerPhone)), 'delivered');
      shop.clock.advance(minute);
      await shop.app.reconcileTexts();
    }
  });
});
