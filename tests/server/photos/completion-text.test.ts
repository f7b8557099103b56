import { afterEach, expect, it } from 'vitest';
import type { Database } from '../../../server/database/database.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { createEmptyShop, describeOnBothEngines, openAgain } from '../../harness/engine.ts';
import { putPhoto } from '../../harness/photo-upload.ts';
import { freePort } from '../../harness/process.ts';
import { type ScriptedSender, scriptedSender } from '../../harness/scripted-sender.ts';
import { repairInStatus } from '../../harness/shop-fixtures.ts';

describeOnBothEngines('the photo in the text about a finished repair', (engine) => {
  let shop: RunningApp;
  afterEach(async () => {
    await shop.close();
  });

  async function complete(
    sender: ScriptedSender,
    outcome: 'approved' | 'declined' = 'approved',
    beforeThat: () => void = () => undefined,
  ) {
    const status = outcome === 'approved' ? 'in-progress' : 'estimate-declined';
    const { ticketNumber } = await repairInStatus(shop, status);
    const url = await putPhoto(shop, ticketNumber, 'completed');
    beforeThat();
    const { sms } = await shop.staff.call('completeRepair', {
      params: { ticketNumber },
      body: { outcome },
    });
    const { messages } = await shop.staff.call('getRepair', { params: { ticketNumber } });
    const body = sender.sent.at(-1)?.body;
    // What is kept is what was sent.
    expect(messages[0]?.body).toBe(body);
    return { ticketNumber, url, sms, body };
  }

  it('is a link on the shop’s own address, once it can be fetched there', async () => {
    const sender = scriptedSender();
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    shop = await startApp(engine, { port, config: { publicUrl }, overrides: { sender } });
    const { ticketNumber, url, body, sms } = await complete(sender);
    expect(body).toBe(
      `Watch Repair Shop: your Omega Speedmaster is ready, ticket ${ticketNumber}. Photo: ${publicUrl}${url} Questions? (212) 555-0100. STOP to opt out.`,
    );
    expect(sms.state).toBe('sent');
  });

  it('leaves with its text though nothing can be written once the repair is completed', async () => {
    const sender = scriptedSender();
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    const storage = await createEmptyShop(engine);
    const real = await openAgain(storage);
    let writesLeft = Number.POSITIVE_INFINITY;
    const database: Database = {
      ...real,
      transact: (work) => {
        writesLeft -= 1;
        return writesLeft < 0 ? Promise.reject(new Error('gone')) : real.transact(work);
      },
    };
    const overrides = { sender, database };
    shop = await startApp(engine, { port, storage, config: { publicUrl }, overrides });
    const { url, body, sms } = await complete(sender, 'approved', () => {
      writesLeft = 1;
    });
    expect(body).toContain(`Photo: ${publicUrl}${url} `);
    // That it left could not be written down either, so it says that nobody knows.
    expect(sms.state).toBe('unknown');
  });

  const pickUp = 'is ready for pick-up. Questions? (212) 555-0100. STOP to opt out.';
  it.each<[string, 'approved' | 'declined', boolean, boolean, string]>([
    ['where the photo cannot be fetched there', 'approved', true, false, pickUp],
    ['where the shop has no address of its own', 'approved', false, true, pickUp],
    ['after a watch was not repaired', 'declined', true, true, 'not repaired as you asked.'],
  ])('is left out %s', async (_what, outcome, hasAddress, listensThere, words) => {
    const sender = scriptedSender();
    const port = await freePort();
    const config = hasAddress ? { publicUrl: `http://127.0.0.1:${port}` } : {};
    const options = { config, overrides: { sender } };
    shop = await startApp(engine, listensThere ? { ...options, port } : options);
    const { body, sms } = await complete(sender, outcome);
    expect(body).toContain(words);
    expect(body).not.toContain('Photo');
    expect(sms.state).toBe('sent');
  });
});
