import { createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { Database } from '../../../server/database/database.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { createEmptyShop, describeOnBothEngines, openAgain } from '../../harness/engine.ts';
import { repairInStatus } from '../../harness/repair-in-status.ts';
import { type ScriptedSender, scriptedSender } from '../../harness/scripted-sender.ts';
import { testPhoto } from '../../harness/test-photos.ts';

/** A port that is free now, to be known before the product listens on it. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

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
    const put = await shop.staff.send('PUT', `/api/repairs/${ticketNumber}/photos/completed`, {
      headers: { 'content-type': 'image/jpeg' },
      body: new Uint8Array(await testPhoto()),
    });
    const { url } = put.json() as { url: string };
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

  it('is left out where the photo cannot be fetched at that address', async () => {
    const sender = scriptedSender();
    const publicUrl = `http://127.0.0.1:${await freePort()}`;
    shop = await startApp(engine, { config: { publicUrl }, overrides: { sender } });
    const { ticketNumber, body, sms } = await complete(sender);
    expect(body).toBe(
      `Watch Repair Shop: your Omega Speedmaster, ticket ${ticketNumber}, is ready for pick-up. Questions? (212) 555-0100. STOP to opt out.`,
    );
    expect(sms.state).toBe('sent');
  });

  it('is left out where the shop has no address of its own', async () => {
    const sender = scriptedSender();
    shop = await startApp(engine, { overrides: { sender } });
    const { body } = await complete(sender);
    expect(body).toContain('is ready for pick-up.');
  });

  it('is left out of the text about a watch that was not repaired', async () => {
    const sender = scriptedSender();
    const port = await freePort();
    const config = { publicUrl: `http://127.0.0.1:${port}` };
    shop = await startApp(engine, { port, config, overrides: { sender } });
    const { body } = await complete(sender, 'declined');
    expect(body).toContain('is ready to collect, not repaired as you asked.');
    expect(body).not.toContain('Photo');
  });
});
