import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { type ScriptedSender, scriptedSender } from '../../harness/scripted-sender.ts';
import { minute } from '../../harness/settable-clock.ts';
import { normalised, reply, takeIn, takeInWithEstimate } from '../../harness/shop-fixtures.ts';

describeOnBothEngines('the list of texts', (engine) => {
  let shop: RunningApp;
  let sender: ScriptedSender;
  beforeAll(async () => {
    sender = scriptedSender();
    shop = await startApp(engine, { overrides: { sender } });
  });
  afterAll(async () => {
    await shop.close();
  });

  const list = (query: { ticketNumber?: string; limit?: number; cursor?: string } = {}) =>
    shop.staff.call('listMessages', { query });

  it('holds texts in and out of one ticket, newest first', async () => {
    const { repair } = await takeInWithEstimate(shop);
    await takeIn(shop);
    await reply(shop, repair, 'ACCEPT');
    const { items } = await list({ ticketNumber: repair.ticketNumber });
    expect(items.map(({ direction, kind, state }) => `${direction} ${kind} ${state}`)).toEqual([
      'outbound confirm-accept accepted',
      'inbound reply received',
      'outbound estimate accepted',
      'outbound created accepted',
    ]);
    for (const item of items) {
      expect(item).toMatchObject({
        ticketNumber: repair.ticketNumber,
        phone: normalised(repair.customerPhone),
        sid: expect.stringMatching(/^SM[0-9a-f]{32}$/),
        errorCode: null,
        advice: null,
      });
    }
    expect((await list({ ticketNumber: 'WH000000AAA' })).items).toEqual([]);
  });

  it('says what to do about a text that did not go out', async () => {
    sender.results.push({ kind: 'rejected', code: '30005' });
    const { ticketNumber } = await takeIn(shop);
    expect((await list({ ticketNumber })).items).toMatchObject([
      {
        state: 'failed',
        sid: null,
        errorCode: '30005',
        advice: 'The number is not in service. Check it.',
      },
    ]);
    sender.results.push({ kind: 'rejected', code: '99999' });
    const other = await takeIn(shop);
    expect((await list({ ticketNumber: other.ticketNumber })).items).toMatchObject([
      { advice: 'Not delivered (code 99999); call the customer.' },
    ]);
  });

  it('is read page by page, without doubles, while texts come in', async () => {
    const before = (await list({ limit: 100 })).items.map(({ id }) => id);
    const read: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({
        limit: 3,
        ...(cursor === null ? {} : { cursor }),
      });
      read.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
      shop.clock.advance(minute);
      await takeIn(shop);
    } while (cursor !== null);
    expect(read).toEqual(before);
  });

  it('keeps a text "sending" while it is with the provider', async () => {
    let state: unknown;
    sender.results.push(async (text) => {
      const [row] = await shop.rows.run('select state from messages where id = ?', text.reference);
      state = row?.state;
      return { kind: 'accepted', sid: `SM${text.reference}` };
    });
    const { ticketNumber } = await takeIn(shop);
    expect(state).toBe('sending');
    expect((await list({ ticketNumber })).items[0]?.state).toBe('accepted');
  });
});
