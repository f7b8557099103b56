import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { dateIn } from '../../../../domain/calendar-date.ts';
import { defaultShopSettings } from '../../../../domain/shop-settings.ts';
import type { Overrides } from '../../../../server/app.ts';
import { type RunningApp, startApp } from '../../../harness/app.ts';
import {
  describeOnBothEngines,
  describeOnBothInLongRun,
  itInLongRun,
  type Storage,
} from '../../../harness/engine.ts';
import { programs } from '../../../harness/process.ts';
import { reply, takeIn, takeInWithEstimate, takePayment } from '../../../harness/shop-fixtures.ts';
import { csvObjects, exportedFiles } from '../../../harness/transfers.ts';

/** More than the buffers of a connection hold. */
async function fillUp({ rows }: RunningApp): Promise<void> {
  for (let count = 0; count < 250; count += 1) {
    await rows.run(
      "insert into events (at, kind, actor, data) values ('2026-01-01T00:00:00.000Z', 'filler', 'system', ?)",
      JSON.stringify({ filler: 'x'.repeat(90_000) }),
    );
  }
}

/** Nothing of it is read yet. */
async function unreadExport({ origin, staff }: RunningApp): Promise<IncomingMessage> {
  const headers = { cookie: staff.cookie ?? '' };
  const request = httpRequest(`${origin}/api/export?format=json`, { headers });
  request.on('error', () => undefined);
  request.end();
  const [answer] = await once(request, 'response');
  return answer.on('error', () => undefined);
}

/** Whether something holds an old snapshot of the data, which cannot be cleared away meanwhile. */
async function isSnapshotHeld({ rows, storage }: RunningApp): Promise<boolean> {
  // The embedded engine would wait for it, and the product with it.
  if (storage.engine === 'sqlite') await rows.run('pragma busy_timeout = 0');
  const [found] = await rows.run(
    storage.engine === 'sqlite'
      ? 'pragma wal_checkpoint(truncate)'
      : `select count(*)::int as busy from pg_stat_activity
         where datname = current_database() and application_name = 'watch-repair-backup'`,
  );
  return found?.busy !== 0;
}

const openConnections = ({ app }: RunningApp) =>
  new Promise<number>((resolve) => {
    app.http.server.getConnections((_error, count) => resolve(count));
  });

describeOnBothEngines('an export', (engine) => {
  let shop: RunningApp;
  beforeEach(async () => {
    shop = await startApp(engine, { config: { publicUrl: 'https://shop.example' } });
    return () => shop.close();
  });

  it('holds every table, as spreadsheet programs read it', async () => {
    const { repair } = await takeInWithEstimate(
      shop,
      {
        customerName: '=HYPERLINK("x")',
        customerAddress: 'Käthe-Straße 1,\n2nd floor',
        repairPrice: 1250.5,
      },
      99,
    );
    await reply(shop, repair, 'ACCEPT');
    await takePayment(shop, repair, { kind: 'deposit', amount: 40 });
    const { timeZone } = await shop.staff.call('getSettings');
    const date = dateIn(shop.clock.now, timeZone);
    await shop.staff.call('closeDay', {
      body: {
        closingId: randomUUID(),
        date,
        float: 150,
        counted: 189,
        seenCash: 190,
        note: 'Taxi',
      },
    });
    const response = await fetch(`${shop.origin}/api/export`, {
      headers: { cookie: shop.staff.cookie ?? '' },
    });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="watch-repairs-\d{4}-\d\d-\d\d\.zip"$/,
      ),
      'cache-control': 'no-store',
    });
    await response.arrayBuffer();

    const files = await exportedFiles(shop.staff);
    expect(Object.keys(files)).toEqual([
      'clients.csv',
      'repairs.csv',
      'estimates.csv',
      'payments.csv',
      'parts.csv',
      'notes.csv',
      'measurements.csv',
      'sendings.csv',
      'photos.csv',
      'signatures.csv',
      'warranties.csv',
      'comebacks.csv',
      'watches.csv',
      'closedDays.csv',
      'texts.csv',
      'events.csv',
      'settings.json',
    ]);
    expect(JSON.parse(files['settings.json'] ?? '')).toEqual(defaultShopSettings);
    const repairs = files['repairs.csv'] ?? '';
    expect(repairs.startsWith('\uFEFFTicket number,Repair ID,Status,')).toBe(true);
    expect(repairs).toContain(`,"'=HYPERLINK(""x"")",`);
    expect(repairs).toContain('"Käthe-Straße 1,\n2nd floor"');
    expect(repairs).toContain(',1250.50,');
    expect(repairs.endsWith(`,yes,${repair.createdAt},${await updatedAt()}\r\n`)).toBe(true);
    expect(csvObjects(files['estimates.csv'] ?? '')).toMatchObject([
      { 'Ticket number': repair.ticketNumber, 'Estimate price': '99.00', Status: 'accepted' },
    ]);
    expect(csvObjects(files['closedDays.csv'] ?? '')).toMatchObject([
      {
        Date: date,
        Count: '1',
        Float: '150.00',
        Counted: '189.00',
        Cash: '40.00',
        Card: '0.00',
        Deposits: '40.00',
        Total: '40.00',
        Difference: '-1.00',
        Note: 'Taxi',
      },
    ]);
    expect(csvObjects(files['texts.csv'] ?? '').map((text) => text.Kind)).toContain('estimate');
    expect(csvObjects(files['events.csv'] ?? '').map((event) => event.Kind)).toContain(
      'estimate-accepted',
    );
    async function updatedAt() {
      const params = { ticketNumber: repair.ticketNumber };
      return (await shop.staff.call('getRepair', { params })).repair.updatedAt;
    }

    const json = await shop.staff.send('GET', '/api/export?format=json');
    const document = json.json() as Record<string, Record<string, unknown>[]>;
    expect(document.repairs).toMatchObject([
      {
        customerName: '=HYPERLINK("x")',
        repairPrice: 1250.5,
        isTexted: true,
        clientId: repair.clientId,
      },
    ]);
    expect(document.events?.slice(0, 2)).toMatchObject([
      { kind: 'client-created', data: {} },
      { kind: 'repair-created', data: {} },
    ]);
    expect(Object.keys(document)).toEqual([
      'format',
      'version',
      'exportedAt',
      'settings',
      'clients',
      'repairs',
      'estimates',
      'payments',
      'parts',
      'notes',
      'measurements',
      'sendings',
      'photos',
      'signatures',
      'warranties',
      'comebacks',
      'watches',
      'closedDays',
      'texts',
      'events',
    ]);
  });

  it('shows one moment, ends when its reader disconnects, and two can be made at once', async () => {
    for (let count = 0; count < 3; count += 1) await takeIn(shop);
    await fillUp(shop);
    const [one, other] = [await unreadExport(shop), await unreadExport(shop)];
    const third = await shop.staff.attempt('exportData');
    expect(third.problem().code).toBe('export-running');
    await takeIn(shop);
    other.destroy();
    const document = JSON.parse(await text(one)) as {
      repairs: unknown[];
      events: { kind: string }[];
    };
    // The events are read last, long after the fourth came in.
    const takenIn = document.events.filter(({ kind }) => kind === 'repair-created');
    expect([document.repairs.length, takenIn.length]).toEqual([3, 3]);
    const again = () => shop.staff.attempt('exportData', { query: { format: 'csv' } });
    await expect.poll(async () => (await again()).status).toBe(200);
    expect(csvObjects((await exportedFiles(shop.staff))['repairs.csv'] ?? '')).toHaveLength(4);
  });
});

describeOnBothEngines('an export that is not read', (engine) => {
  const started = async (overrides: Overrides = {}) => {
    const shop = await startApp(engine, { overrides });
    onTestFinished(() => shop.close());
    await fillUp(shop);
    return shop;
  };

  it('is ended with its connection, and releases the data', async () => {
    // Longer than a busy machine takes to begin the answer, which may be cut off, too.
    const shop = await started({ downloadStallMs: 4_000 });
    const before = await openConnections(shop);
    await unreadExport(shop);
    await expect.poll(() => isSnapshotHeld(shop), { timeout: 40_000 }).toBe(false);
    await expect.poll(() => openConnections(shop)).toBeLessThanOrEqual(before);
  });

  it('to its end releases the data once its reader has disconnected', async () => {
    const shop = await started();
    const answer = await unreadExport(shop);
    expect(await isSnapshotHeld(shop)).toBe(true);
    answer.destroy();
    await expect.poll(() => isSnapshotHeld(shop)).toBe(false);
  });

  itInLongRun('for a while, time and again, still arrives complete', async () => {
    const shop = await started({ downloadStallMs: 2000 });
    const answer = await unreadExport(shop);
    let read = '';
    let sinceRest = 0;
    for await (const piece of answer.setEncoding('utf8')) {
      read += piece;
      sinceRest += piece.length;
      if (sinceRest < 1_000_000) continue;
      sinceRest = 0;
      await sleep(250);
    }
    expect(JSON.parse(read).events).toHaveLength(250);
  });
});

describeOnBothInLongRun('npm run export', (engine) => {
  let shop: RunningApp;
  let folder: string;
  beforeEach(async () => {
    shop = await startApp(engine);
    folder = await mkdtemp(join(shop.storage.dataDir, 'out-'));
    return () => shop.close();
  });

  const { outcome } = programs();
  const run = (storage: Storage, ...words: string[]) =>
    outcome('scripts/export.ts', storage, { words });

  it('writes what the screen would save, while the product runs', async () => {
    const repair = await takeIn(shop, { customerName: 'Zoë, "Zo"' });
    const to = join(folder, 'copy');
    expect((await run(shop.storage, '--to', to)).code).toBe(0);
    const files = await exportedFiles(shop.staff);
    expect((await readdir(to)).sort()).toEqual(Object.keys(files).sort());
    for (const name of ['clients.csv', 'repairs.csv', 'estimates.csv', 'settings.json']) {
      expect(await readFile(join(to, name), 'utf8')).toBe(files[name]);
    }
    expect(csvObjects(files['repairs.csv'] ?? '')).toHaveLength(1);
    expect((await run(shop.storage, '--to', to, '--format', 'json')).code).toBe(0);
    const document = JSON.parse(await readFile(join(to, 'watch-repairs.json'), 'utf8'));
    expect(document.repairs).toMatchObject([{ ticketNumber: repair.ticketNumber }]);
  });

  it('says what it needs, and makes no shop if there is none', async () => {
    const wrong = await run(shop.storage);
    expect(wrong.code).toBe(1);
    expect(wrong.said).toContain('--to FOLDER is missing.');
    expect((await run(shop.storage, '--to', 'x', '--format', 'xml')).said).toContain('not "xml"');
    const empty = await mkdtemp(join(folder, 'empty-'));
    const nowhere = { ...shop.storage, dataDir: empty, databaseUrl: null };
    const none = await run(nowhere, '--to', join(folder, 'y'));
    expect(none).toMatchObject({ code: 1, said: `There is no data in ${empty}.\n` });
    expect(await readdir(empty)).toEqual([]);
  });
});
