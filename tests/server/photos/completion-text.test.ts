import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataFiles } from '../../../server/base/config.ts';
import type { Database } from '../../../server/database/database.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import {
  createEmptyShop,
  createStorage,
  describeOnBothInLongRun,
  openAgain,
  type Storage,
} from '../../harness/engine.ts';
import { putPhoto } from '../../harness/photo-upload.ts';
import { freePort } from '../../harness/process.ts';
import type { S3Server } from '../../harness/s3-server.ts';
import { type ScriptedSender, scriptedSender } from '../../harness/scripted-sender.ts';
import { minute } from '../../harness/settable-clock.ts';
import { repairInStatus, takeIn } from '../../harness/shop-fixtures.ts';

describeOnBothInLongRun('the photo in the text about a finished repair', (engine) => {
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

  it('is sent with its text though nothing can be written once the repair is completed', async () => {
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
    // That it was sent could not be written down either, so it says that nobody knows.
    expect(sms.state).toBe('unknown');
  });

  const pickUp = 'is ready for pickup. Questions? (212) 555-0100. STOP to opt out.';
  it.each<[string, 'approved' | 'declined', boolean, boolean, string]>([
    ['if the photo cannot be fetched there', 'approved', true, false, pickUp],
    ['if the shop has no address of its own', 'approved', false, true, pickUp],
    ['after a watch was not repaired', 'declined', true, true, 'unrepaired as you asked.'],
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

describe('a shop with its photos in a bucket', () => {
  let storage: Storage;
  let bucket: S3Server;
  let shop: RunningApp;
  let logged: string;
  const log = pino(
    { level: 'debug' },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        logged += chunk.toString();
        done();
      },
    }),
  );
  const start = async () => {
    shop = await startApp('sqlite', { storage, log });
  };
  beforeEach(async () => {
    logged = '';
    storage = await createStorage('sqlite', 'bucket');
    if (storage.bucket === null) throw new Error('No bucket');
    bucket = storage.bucket;
  });
  afterEach(async () => {
    await shop.close();
    // No matter what went wrong.
    expect(logged).not.toContain(bucket.settings.secretAccessKey);
    expect(bucket.refusals).toEqual([]);
  });

  const get = (url: string) => shop.stranger().send('GET', url);
  const ready = async () => (await get('/readyz')).json();
  const upload = (ticketNumber: string) => {
    shop.clock.advance(minute);
    return putPhoto(shop, ticketNumber);
  };

  it('stores photos in the bucket, and touches no photo folder', async () => {
    await start();
    const { ticketNumber } = await takeIn(shop);
    const url = await upload(ticketNumber);
    expect([...bucket.objects.keys()]).toContain(url.split('/').at(-1));
    expect((await get(url)).status).toBe(200);
    expect(existsSync(dataFiles.photos(storage.dataDir))).toBe(false);
    expect(await ready()).toEqual({ status: 'ok', database: 'ok', photos: 'ok' });
  });

  it('starts without the bucket, says why in the log, and uses it once it is there', async () => {
    bucket.misbehave({ kind: 'refuse', status: 403, code: 'AccessDenied' });
    await start();
    await bucket.until(() => bucket.requests.length > 0);
    const { ticketNumber } = await takeIn(shop);
    expect(await ready()).toMatchObject({ status: 'unavailable', photos: 'refused' });
    expect(logged).toContain('The photo bucket cannot be used');
    expect(logged).toContain('the key lacks permission');
    bucket.behave();
    expect(await ready()).toMatchObject({ status: 'ok', photos: 'ok' });
    await upload(ticketNumber);
  });

  it('fetches a photo once for a smaller copy that many ask for, and again once it is gone', async () => {
    await start();
    const { ticketNumber } = await takeIn(shop);
    const url = await upload(ticketNumber);
    const name = url.split('/').at(-1);
    const fetched = () => bucket.requests.filter((each) => each === `GET ${name}`).length;
    const copies = await Promise.all([1, 2, 3].map(() => get(`${url}?w=320`)));
    copies.push(await get(`${url}?w=320`));
    expect(new Set(copies.map(({ status, text }) => `${status} ${text.length}`)).size).toBe(1);
    expect(copies[3]?.headers.get('last-modified')).toBe(
      bucket.objects.get(name ?? '')?.storedAt.toUTCString(),
    );
    expect(fetched()).toBe(1);
    await get(`${url}?w=640`);
    expect(fetched()).toBe(2);
    const params = { ticketNumber };
    await shop.staff.call('deleteRepair', { params });
    expect((await get(`${url}?w=320`)).status).toBe(404);
    await shop.staff.call('restoreRepair', { params });
    expect((await get(`${url}?w=320`)).status).toBe(200);
    await upload(ticketNumber);
    expect((await get(`${url}?w=320`)).status).toBe(404);
    expect(fetched()).toBe(2);
  });

  it('needs no data folder at all if its rows are in PostgreSQL', async () => {
    await storage.remove();
    storage = await createStorage('postgres', 'bucket');
    if (storage.bucket === null) throw new Error('No bucket');
    bucket = storage.bucket;
    const dataDir = join(storage.dataDir, 'none');
    shop = await startApp('postgres', { storage, log, config: { dataDir, metricsPort: 0 } });
    const { ticketNumber } = await takeIn(shop);
    expect((await get(await upload(ticketNumber))).status).toBe(200);
    expect(await ready()).toEqual({ status: 'ok', database: 'ok', photos: 'ok' });
    const metrics = await (await fetch(shop.app.metricsAddress ?? '')).text();
    expect(metrics).toMatch(/^watch_repair_data_free_bytes Nan$/im);
    expect(existsSync(dataDir)).toBe(false);
    // A backup is a file on some disk, and says so.
    await shop.staff.attempt('startBackup');
    await shop.app.backupsDone();
    const { failure } = await shop.staff.call('getBackups');
    expect(failure?.reason).toMatch(/^the folder is not there/);
  });
});
