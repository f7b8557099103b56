import { request as httpRequest } from 'node:http';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../../../harness/app.ts';
import { describeOnBothEngines } from '../../../harness/engine.ts';
import {
  newIntake,
  newPhone,
  reply,
  takeIn,
  takeInWithEstimate,
} from '../../../harness/shop-fixtures.ts';
import { csvObjects, exportedFiles, importFile } from '../../../harness/transfers.ts';

/** Texts as people type them, with what spreadsheets and CSV trip over. */
const word = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }),
    fc.constantFrom('=1+1', "'=1", '+1 (212)', '-5', '@home', 'a,"b"', 'Zoë\nLee', ' ;x', "''@"),
  )
  .filter((text) => /[a-z0-9]/i.test(text));

const oneLine = word.map((text) => text.replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim());

describeOnBothEngines('an export', (engine) => {
  let shop: RunningApp;
  beforeEach(async () => {
    shop = await startApp(engine, { config: { publicUrl: 'https://shop.example' } });
  });
  afterEach(async () => {
    await shop.close();
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
      'texts.csv',
      'events.csv',
    ]);
    const repairs = files['repairs.csv'] ?? '';
    expect(repairs.startsWith('\uFEFFTicket number,Repair ID,Status,')).toBe(true);
    expect(repairs).toContain(`,"'=HYPERLINK(""x"")",`);
    expect(repairs).toContain('"Käthe-Straße 1,\n2nd floor"');
    expect(repairs).toContain(',1250.50,');
    expect(repairs.endsWith(`,yes,${repair.createdAt},${await updatedAt()}\r\n`)).toBe(true);
    expect(csvObjects(files['estimates.csv'] ?? '')).toMatchObject([
      { 'Ticket number': repair.ticketNumber, 'Estimate price': '99.00', Status: 'accepted' },
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
    expect(document.events?.[0]).toMatchObject({ kind: 'repair-created', data: {} });
    expect(Object.keys(document)).toEqual([
      'format',
      'version',
      'exportedAt',
      'clients',
      'repairs',
      'estimates',
      'texts',
      'events',
    ]);
  });

  it('into an empty shop and out again gives the same rows', async () => {
    const walkIns = fc.array(
      fc.record({
        customerName: oneLine,
        customerAddress: fc.option(word, { nil: null }),
        watchBrand: oneLine,
        watchModel: oneLine,
        serialNumber: fc.option(oneLine, { nil: null }),
        issue: word,
        priceNotes: fc.option(word, { nil: null }),
        repairPrice: fc.option(
          fc.integer({ min: 0, max: 99_999_999 }).map((cents) => cents / 100),
          {
            nil: null,
          },
        ),
        isSameDay: fc.boolean(),
        isDone: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(walkIns, async (given) => {
        for (const { isDone, ...walkIn } of given) {
          shop.clock.advance(60_000);
          const intake = newIntake({ ...walkIn, customerPhone: newPhone() });
          const { repair } = await shop.staff.call('createRepair', { body: intake });
          if (!isDone) continue;
          const params = { ticketNumber: repair.ticketNumber };
          await shop.staff.call('assignRepair', { params, body: { technicianId: 'technician-3' } });
          await shop.staff.call('completeRepair', {
            params,
            body: { outcome: 'approved', notes: walkIn.issue },
          });
        }
      }),
      { numRuns: 4 },
    );
    // Two people in one e-mail: the directory allows it.
    for (const name of ['Ann', 'Bob']) {
      await shop.staff.call('createClient', { body: { name, email: 'both@example.com' } });
    }
    const before = await exportedFiles(shop.staff);
    const empty = await startApp(engine, { clock: shop.clock });
    const rowsOf = (files: Record<string, string>, name: string) => csvObjects(files[name] ?? '');
    for (const kind of ['clients', 'repairs'] as const) {
      const count = rowsOf(before, `${kind}.csv`).length;
      const report = await importFile(empty.staff, kind, before[`${kind}.csv`] ?? '');
      expect(report).toMatchObject({ added: count, clientsAdded: 0, rejected: 0, renumbered: 0 });
    }
    const after = await exportedFiles(empty.staff);
    expect(rowsOf(after, 'clients.csv')).toEqual(rowsOf(before, 'clients.csv'));
    expect(rowsOf(after, 'repairs.csv')).toEqual(rowsOf(before, 'repairs.csv'));
    await empty.close();
  });

  it('shows one moment, is let go when its reader goes, and two are made at once', async () => {
    for (let count = 0; count < 3; count += 1) await takeIn(shop);
    // More than the line between the two holds back.
    for (let count = 0; count < 250; count += 1) {
      await shop.rows.run(
        "insert into events (at, kind, actor, data) values ('2026-01-01T00:00:00.000Z', 'filler', 'system', ?)",
        JSON.stringify({ filler: 'x'.repeat(90_000) }),
      );
    }
    const sleepy = () =>
      new Promise<{ wake: () => Promise<string>; leave: () => void }>((resolve) => {
        const request = httpRequest(
          `${shop.origin}/api/export?format=json`,
          { headers: { cookie: shop.staff.cookie ?? '' } },
          (response) => {
            // Nothing is read until it is woken.
            resolve({
              wake: async () => {
                const parts: Buffer[] = [];
                for await (const part of response) parts.push(part as Buffer);
                return Buffer.concat(parts).toString('utf8');
              },
              leave: () => request.destroy(),
            });
          },
        );
        request.on('error', () => undefined);
        request.end();
      });
    const [one, other] = [await sleepy(), await sleepy()];
    const third = await shop.staff.attempt('exportData');
    expect(third.problem().code).toBe('export-running');
    await takeIn(shop);
    other.leave();
    const document = JSON.parse(await one.wake()) as {
      repairs: unknown[];
      events: { kind: string }[];
    };
    // The events are read last, long after the fourth came in.
    const takenIn = document.events.filter(({ kind }) => kind === 'repair-created');
    expect([document.repairs.length, takenIn.length]).toEqual([3, 3]);
    await expect
      .poll(
        async () => (await shop.staff.attempt('exportData', { query: { format: 'csv' } })).status,
      )
      .toBe(200);
    expect(csvObjects((await exportedFiles(shop.staff))['repairs.csv'] ?? '')).toHaveLength(4);
  });
});
