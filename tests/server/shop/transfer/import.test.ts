import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../../../harness/app.ts';
import { describeOnBothInLongRun, itOnOneEngine } from '../../../harness/engine.ts';
import { readEvents } from '../../../harness/event-reader.ts';
import { currentRepair, newIntake, takeIn } from '../../../harness/shop-fixtures.ts';
import {
  checkFile,
  csvObjects,
  csvText,
  exportedFiles,
  importFile,
  sendFile,
} from '../../../harness/transfers.ts';

const clientHeader = ['Customer Name', 'E-mail', 'Mobile', 'Street Address'];
const ann = ['Ann Lee', 'ann@example.com', '(212) 555-0101', '1 Main St'];
const oldJob = {
  'Job #': '10432',
  Customer: 'Ann Lee',
  Email: 'ann@example.com',
  Phone: '(212) 555-0101',
  Make: 'Omega',
  Model: 'Seamaster',
  Problem: 'Stopped',
  Status: 'Done',
  Technician: 'technician 2',
  'Date In': '3/5/2019',
  'Date Completed': '2019-03-09T17:30:00Z',
  Price: '$1,250.50',
};
/** A row of the old program, with some of its cells changed. */
const job = (changes: Partial<typeof oldJob> = {}) => Object.values({ ...oldJob, ...changes });
const jobs = (...rows: string[][]) => csvText(Object.keys(oldJob), ...rows);

const header = ['Ticket', 'Customer', 'Email', 'Phone', 'Brand', 'Model', 'Issue', 'Status'];

/** Old repairs, each of another customer. */
const manyRepairs = (count: number) =>
  csvText(
    header,
    ...Array.from({ length: count }, (_, index) => [
      ...[`OLD-${index}`, `Customer ${index}`, `customer-${index}@example.com`],
      `(212) 555-01${String(index % 100).padStart(2, '0')}`,
      ...['Omega', 'Seamaster', 'Stopped', 'completed'],
    ]),
  );

describeOnBothInLongRun('importing', (engine) => {
  let shop: RunningApp;
  beforeEach(async () => {
    shop = await startApp(engine);
    return () => shop.close();
  });

  const clients = async () => (await shop.staff.call('listClients')).items;
  const repairs = async () => (await shop.staff.call('listRepairs')).items;
  const nothing = { added: 0, clientsAdded: 0, deleted: 0, rejected: 0, renumbered: 0 };

  it('clients adds those who are new, once, and leaves alone those already here', async () => {
    const known = await takeIn(shop, {
      customerName: 'Ann Lee',
      customerEmail: 'ANN@example.com',
      customerPhone: '(310) 555-0133',
    });
    const family = await takeIn(shop, {
      customerName: 'Bob Roe',
      customerEmail: 'old-bob@example.com',
      customerPhone: '(212) 555-0177',
    });
    const file = csvText(
      clientHeader,
      ann,
      ['Bob Roe', 'new-bob@example.com', '212.555.0177', ''],
      ['Eve Roe', 'eve@example.com', '212.555.0177', ''],
      ['Zoë, "Zo"', 'zoe@example.com', '', '2 Side St\nApt 4'],
      ['zoë again', 'ZOE@example.com', '', ''],
      ['', 'nobody', 'abc', ''],
    );
    const before = await shop.rows.counts();
    const expected = {
      kind: 'clients',
      rows: 6,
      added: 2,
      clientsAdded: 0,
      matched: 3,
      deleted: 0,
      rejected: 1,
      renumbered: 0,
      lostEstimates: 0,
      problems: [
        { row: 7, column: 'Name', message: 'Name is required' },
        { row: 7, column: 'Email', message: 'Please enter a valid email address' },
        { row: 7, column: 'Phone', message: 'Please enter a valid phone number' },
      ],
    };
    expect(await checkFile(shop.staff, 'clients', file)).toEqual(expected);
    expect(await shop.rows.counts()).toEqual(before);
    expect(await importFile(shop.staff, 'clients', file)).toEqual(expected);
    expect((await clients()).map(({ name, address }) => [name, address])).toEqual([
      ['Zoë, "Zo"', '2 Side St\nApt 4'],
      ['Eve Roe', null],
      ['Bob Roe', null],
      ['Ann Lee', null],
    ]);
    expect(await currentRepair(shop, known.ticketNumber)).toEqual(known);
    expect(await currentRepair(shop, family.ticketNumber)).toEqual(family);
    const events = await shop.rows.run("select kind from events where kind = 'client-imported'");
    expect(events).toHaveLength(2);

    const after = await shop.rows.counts();
    const again = await importFile(shop.staff, 'clients', file);
    expect(again).toMatchObject({ added: 0, matched: 5, rejected: 1 });
    expect(await shop.rows.counts()).toEqual(after);
  });

  it('keeps any row’s refusal of texts, for new clients and for those already here', async () => {
    const known = await takeIn(shop, { customerAgreedToTexts: true });
    const row = (name: string, email: string, phone: string, noTexts: string, agreed: string) => [
      ...[name, email, phone, noTexts, agreed],
    ];
    const { customerName, customerEmail, customerPhone } = known;
    const file = csvText(
      ['Name', 'Email', 'Phone', 'Don’t text', 'Agreed to texts'],
      row('Ann Lee', 'ann@example.com', '(212) 555-0133', '', 'yes'),
      row('Ann Lee', 'ann@example.com', '(212) 555-0133', 'yes', 'no'),
      // Allowing texts again is left to staff.
      row('Ann Lee', 'ann@example.com', '(212) 555-0133', 'no', 'yes'),
      row(customerName, customerEmail, customerPhone, 'yes', ''),
    );
    const report = await importFile(shop.staff, 'clients', file);
    expect(report).toMatchObject({ added: 1, matched: 3, rejected: 0 });
    expect(
      (await clients()).map(({ name, noTexts, agreedToTexts }) => [name, noTexts, agreedToTexts]),
    ).toEqual([
      ['Ann Lee', true, false],
      [customerName, true, true],
    ]);
    const { items } = await shop.staff.call('listClientEvents', { params: { id: known.clientId } });
    expect(items.at(-1)).toMatchObject({
      kind: 'client-updated',
      data: { before: { noTexts: null }, after: { noTexts: true } },
    });
    const after = await shop.rows.counts();
    await importFile(shop.staff, 'clients', file);
    expect(await shop.rows.counts()).toEqual(after);
  });

  it('repairs keeps dates, states and technicians, sends nothing, and recognizes them the next time', async () => {
    const file = jobs(job(), job({ 'Job #': 'WH123456ABC', Customer: 'Ann' }));
    const report = await importFile(shop.staff, 'repairs', file, { timeZone: 'America/New_York' });
    expect(report).toMatchObject({ added: 2, clientsAdded: 1, renumbered: 1, rejected: 0 });
    const [first, second] = await repairs();
    expect(first).toMatchObject({
      ticketNumber: 'WH123456ABC',
      customerName: 'Ann Lee',
      customerEmail: 'ann@example.com',
      watchBrand: 'Omega',
      status: 'completed',
      assignedTo: 'technician-2',
      assignedWatchmaker: 'Technician 2',
      repairPrice: 1250.5,
      // Noon where the shop is.
      createdAt: '2019-03-05T17:00:00.000Z',
      completedAt: '2019-03-09T17:30:00.000Z',
      smsSent: false,
    });
    expect(second?.ticketNumber).toMatch(/^WH\d{6}[A-Z]{3}$/);
    expect(await shop.rows.run('select * from messages')).toEqual([]);
    const { events } = await shop.staff.call('getRepair', {
      params: { ticketNumber: second?.ticketNumber ?? '' },
    });
    expect(events).toMatchObject([
      { kind: 'repair-imported', actor: 'staff', data: { externalId: '10432' } },
    ]);
    const kept = await shop.rows.counts();
    expect(await importFile(shop.staff, 'repairs', file)).toMatchObject({ ...nothing, matched: 2 });
    expect(await shop.rows.counts()).toEqual(kept);

    await shop.staff.call('deleteRepair', { params: { ticketNumber: 'WH123456ABC' } });
    expect(await importFile(shop.staff, 'repairs', file)).toMatchObject({
      ...nothing,
      matched: 1,
      deleted: 1,
    });
  });

  it('repairs names what is wrong with a row, and takes in the others', async () => {
    const file = jobs(
      job({ Status: 'lost at sea' }),
      job({ Technician: 'Bob' }),
      job({ Price: 'twelve' }),
      job({ 'Date In': '1/1/2999' }),
      job({ Status: 'pending' }),
      job({ Make: ' ' }),
      job({ Problem: 'x'.repeat(2001) }),
      job({ Model: 'a\0b' }),
      job({ Email: '' }),
      [...job(), 'one too many'],
      job(),
      job(),
      job({ Problem: 'Another one under the same number' }),
      job({ Email: '', 'Job #': '10433' }),
    );
    const rejected = await sendFile(shop.staff, 'repairs', 'rejected', file);
    const report = await importFile(shop.staff, 'repairs', file);
    expect(
      report.problems.map(({ row, column, message }) => `${row} ${column}: ${message}`),
    ).toEqual([
      '2 Status: Status "lost at sea" is not one that a repair can have (pending, assigned, in-progress, completed, ready, estimate-sent, estimate-accepted, estimate-declined)',
      '3 Technician: Technician "Bob" is not one of this shop’s (Technician 1, Technician 2, Technician 3, Technician 4, Technician 5, Technician 6)',
      '4 Repair price: Repair price must be an amount in dollars such as 1,250.00, at most 999,999.99, not "twelve"',
      '5 Created at: Created at is in the future',
      '6 Completed at: Completed at is given, but the status is pending',
      '7 Watch brand: Watch brand is required',
      '8 Request: Request must be at most 2000 characters',
      '9 Watch model: Watch model contains characters that cannot be printed',
      '10 Email: Email is required',
      '11 Row: The row has 13 cells, but the header names 12 columns',
      '14 Ticket number: The same repair is in row 12, with different details',
    ]);
    // Row 15 names no email, but its customer came with row 12.
    expect(report).toMatchObject({ rows: 14, added: 2, matched: 1, rejected: 11, clientsAdded: 1 });

    expect(rejected.headers.get('content-disposition')).toBe(
      'attachment; filename="rejected-repairs.csv"',
    );
    const rows = csvObjects(rejected.text);
    expect(rows).toHaveLength(11);
    expect(rows[2]).toMatchObject({
      Row: '4',
      'Why it was left out': expect.stringContaining('must be an amount in dollars'),
      'Job #': '10432',
      Price: 'twelve',
    });
  });

  it('does not merge two people whose email is not an address', async () => {
    const columns = ['Name', 'Email', 'Phone'];
    const johns = ['212-555-0171', '212-555-0172'].map((phone) => ['John Smith', 'none', phone]);
    const people = csvText(columns, ...johns);
    expect(await checkFile(shop.staff, 'clients', people)).toMatchObject({ added: 0, rejected: 2 });
  });

  it('takes people without an email only if the shop asks for none, and does not merge two people', async () => {
    const asks = async (isEmailRequired: boolean) => {
      const { settings } = await shop.staff.call('getSettings');
      const body = { ...settings, intake: { isEmailRequired } };
      await shop.staff.call('changeSettings', { body });
    };
    await asks(false);
    for (const customerName of ['Ann Lee', 'Bob Roe']) {
      await takeIn(shop, { customerName, customerEmail: '' });
    }
    const { 'clients.csv': people = '', 'repairs.csv': all = '' } = await exportedFiles(shop.staff);
    const other = await startApp(engine);
    try {
      const refused = await checkFile(other.staff, 'clients', people);
      expect(refused).toMatchObject({ added: 0, rejected: 2 });
      const { settings } = await shop.staff.call('getSettings');
      await other.staff.call('changeSettings', { body: settings });
      expect(await importFile(other.staff, 'repairs', all)).toMatchObject({
        ...nothing,
        added: 2,
        clientsAdded: 2,
      });
      expect(await importFile(other.staff, 'clients', people)).toMatchObject({
        ...nothing,
        matched: 2,
      });
      const { items } = await other.staff.call('listClients');
      expect(items.map(({ name, email }) => [name, email])).toEqual([
        ['Bob Roe', ''],
        ['Ann Lee', ''],
      ]);
    } finally {
      await other.close();
    }
  });

  it('refuses any other file, and changes nothing', async () => {
    const before = await shop.rows.counts();
    const columns = 'name:0,email:1';
    const many = `Name,Email\r\n${'A,a@example.com\r\n'.repeat(100_000)}`;
    const cases: [string | Uint8Array<ArrayBuffer>, string][] = [
      ['', 'The file is empty.'],
      ['Name,Email\r\n', 'The file has column names but no rows.'],
      [
        'Name,Email\r\nAnn,"a@b.c\r\n',
        'Row 2: A quotation mark is never closed. Nothing was imported.',
      ],
      [many, 'The file has more than 20,000 rows. Please split it and import the parts.'],
      [
        Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]),
        'This is a workbook or a zip file, not a CSV file. Save the sheet as CSV first.',
      ],
      [
        Uint8Array.from([0xff, 0x00, 0x81, 0x90, 0x01]),
        'We don’t recognize the file’s encoding. Save it as CSV in UTF-8 and choose it again.',
      ],
    ];
    for (const [file, detail] of cases) {
      for (const step of ['check', { importId: randomUUID() }] as const) {
        const problem = (await sendFile(shop.staff, 'clients', step, file, { columns })).problem();
        expect(problem).toMatchObject({ code: 'import-unreadable', detail });
      }
    }
    const large = await sendFile(shop.staff, 'clients', 'check', 'x'.repeat(21 * 1024 * 1024), {
      columns,
    });
    expect(large.problem()).toMatchObject({ code: 'import-too-large', status: 413 });
    const check = async (kind: 'clients' | 'repairs') =>
      (await sendFile(shop.staff, kind, 'check', 'A\r\nb', { columns: 'issue:0' })).problem();
    expect((await check('repairs')).detail).toBe(
      'Choose a column for Watch brand and Watch model.',
    );
    expect((await check('clients')).errors).toMatchObject([{ path: 'columns' }]);
    expect(await shop.rows.counts()).toEqual(before);
  });

  it('that is asked for twice is done once, and sends the screens two events', async () => {
    const reader = await readEvents(shop.staff);
    await reader.until(1);
    const importId = randomUUID();
    const file = manyRepairs(300);
    const [one, other] = await Promise.all([
      importFile(shop.staff, 'repairs', file, { importId }),
      importFile(shop.staff, 'repairs', file, { importId }),
    ]);
    expect(one).toMatchObject({ added: 300, clientsAdded: 300 });
    expect(other).toEqual(one);
    const later = await importFile(shop.staff, 'clients', 'Name,Email\r\nx,y', { importId });
    expect(later).toEqual(one);
    const state = await shop.staff.call('getImport', { params: { importId } });
    expect(state).toEqual({ state: 'done', rowsDone: 300, rows: 300, report: one });
    expect(await shop.rows.counts()).toMatchObject({
      repair_tickets: 300,
      clients: 300,
      changes: 2,
    });
    // Each number of a moment of its own: one moment has too few for a large file.
    const [moments] = await shop.rows.run(
      'select count(distinct substr(ticket_number, 3, 6)) as moments from repair_tickets',
    );
    expect(Number(moments?.moments)).toBe(300);
    await reader.until(3);
    expect(reader.changes()).toMatchObject([
      { entity: 'client', what: 'imported', ticketNumber: null },
      { entity: 'repair', what: 'imported', ticketNumber: null },
    ]);
    reader.close();
    const unknown = await shop.staff.call('getImport', { params: { importId: randomUUID() } });
    expect(unknown.state).toBe('unknown');
  });

  // On PostgreSQL it takes as long as all the others together.
  itOnOneEngine(engine)(
    'refuses a second one in the meantime, and does not hold up the counter',
    async () => {
      const file = manyRepairs(1200);
      let isOver = false;
      // SQLite has one process by nature.
      const other = engine === 'sqlite' ? null : await startApp(engine, { storage: shop.storage });
      const both = Promise.all(
        [shop, other ?? shop].map(({ staff }) =>
          sendFile(staff, 'repairs', { importId: randomUUID() }, file),
        ),
      ).finally(() => {
        isOver = true;
      });
      const walkIn = shop.staff.call('createRepair', { body: newIntake() });
      // Reads are answered meanwhile, and never see only part of it.
      const seen = new Set<number>();
      while (!isOver) seen.add((await shop.staff.call('getOverview')).completed);
      expect([...seen].filter((count) => count !== 0 && count !== 1200)).toEqual([]);
      const [refused, done] = (await both).sort((one, other) => other.status - one.status);
      expect(done?.json()).toMatchObject({ added: 1200 });
      expect(refused?.problem()).toMatchObject({
        code: 'import-running',
        detail: 'Nothing was changed. Please wait until it is done.',
      });
      expect((await walkIn).repair.status).toBe('pending');
      expect(await shop.rows.counts()).toMatchObject({ repair_tickets: 1201 });
      const after = await importFile(shop.staff, 'repairs', file);
      expect(after).toMatchObject({ added: 0, matched: 1200 });
      await other?.stop();
    },
  );
});
