import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../../../harness/app.ts';
import { describeOnBothEngines } from '../../../harness/engine.ts';
import { readEvents } from '../../../harness/event-reader.ts';
import { newIntake } from '../../../harness/shop-fixtures.ts';
import { csvText, importFile, sendFile } from '../../../harness/transfers.ts';

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

describeOnBothEngines('an import', (engine) => {
  let shop: RunningApp;
  beforeEach(async () => {
    shop = await startApp(engine);
    return () => shop.close();
  });

  it('that is asked for twice is done once, and tells the screens in two lines', async () => {
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
    const told = await shop.staff.call('getImport', { params: { importId } });
    expect(told).toEqual({ state: 'done', rowsDone: 300, rows: 300, report: one });
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

  it('keeps a second one out, and the counter going', async () => {
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
      detail: 'Nothing of this file was taken in. Please wait until the other import is done.',
    });
    expect((await walkIn).repair.status).toBe('pending');
    expect(await shop.rows.counts()).toMatchObject({ repair_tickets: 1201 });
    const after = await importFile(shop.staff, 'repairs', file);
    expect(after).toMatchObject({ added: 0, matched: 1200 });
    await other?.stop();
  });
});
