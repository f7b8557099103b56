import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RealTexts, startWithRealTexts } from '../../harness/real-texts.ts';
import {
  currentRepair,
  normalised,
  takeIn,
  takeInWithEstimate,
} from '../../harness/shop-fixtures.ts';

/** Only where several connections write at once can one transaction find that another was faster. */
describe('news that cross each other on PostgreSQL', () => {
  let texting: RealTexts;
  beforeAll(async () => {
    texting = await startWithRealTexts('postgres');
  });
  afterAll(async () => {
    await texting.close();
  });

  /** Has something happen while another transaction has changed a row and not yet committed. */
  async function meanwhile(change: string, value: string, happens: () => Promise<unknown>) {
    const { rows } = texting.shop;
    await rows.run('begin');
    await rows.run(change, value);
    const happening = happens();
    const isWaiting =
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    while ((await rows.run(isWaiting)).length === 0);
    await rows.run('commit');
    await happening;
  }
  const rowOf = async (sid: string) =>
    (await texting.shop.rows.run('select * from messages where provider_sid = ?', sid))[0];

  it('neither is lost: the later state stands', async () => {
    const { repair } = await takeInWithEstimate(texting.shop);
    const text = texting.standIn.textsTo(normalised(repair.customerPhone)).at(-1);
    if (!text) throw new Error('The estimate was not texted');
    await meanwhile("update messages set state = 'sent' where provider_sid = ?", text.sid, () =>
      texting.standIn.report(text, 'undelivered', '30003'),
    );
    expect(await rowOf(text.sid)).toMatchObject({ state: 'undelivered', error_code: '30003' });
  });

  it('a failure stands though the answer to the sending is recorded in the same moment', async () => {
    const repair = await takeIn(texting.shop);
    const phone = normalised(repair.customerPhone);
    const { standIn, shop } = texting;
    standIn.script(phone, 'is behind a gateway that fails');
    await shop.staff.attempt('sendEstimate', {
      body: { repairId: repair.ticketNumber, amount: 150 },
    });
    const text = standIn.textsTo(phone).at(-1);
    if (!text) throw new Error('The estimate was not texted');
    await meanwhile(
      "update messages set state = 'accepted', provider_sid = ? where state = 'unknown'",
      text.sid,
      () => standIn.report(text, 'undelivered', '30003'),
    );
    expect(await rowOf(text.sid)).toMatchObject({ state: 'undelivered', error_code: '30003' });
    expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('pending');
  });
});
