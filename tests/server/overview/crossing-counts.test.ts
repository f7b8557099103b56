import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/database.ts';
import type { Handle } from '../../../server/database/tables.ts';
import { restoreTicket } from '../../../server/deletions/store.ts';
import { softDeleteTicket } from '../../../server/repairs/store.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { countedAnew } from '../../harness/counted-anew.ts';
import { cross, type HoldableDatabase, holdable } from '../../harness/crossing-work.ts';
import { openAgain } from '../../harness/engine.ts';
import { day } from '../../harness/settable-clock.ts';
import { stayLoggedIn, takeInWithEstimate } from '../../harness/shop-fixtures.ts';

describe('the counts that the database keeps, on PostgreSQL', () => {
  const said = new PassThrough();
  let log = '';
  said.on('data', (line) => {
    log += String(line);
  });
  let shop: RunningApp;
  let database: Database;
  let held: HoldableDatabase;
  beforeAll(async () => {
    shop = await startApp('postgres', { log: pino({ level: 'warn' }, said) });
    database = await openAgain(shop.storage);
    held = holdable(database);
  });
  afterAll(async () => {
    await database.close();
    await shop.close();
  });

  const at = '2026-03-21T12:00:00.000Z';
  type Deed = (tx: Handle, ticketNumber: string) => Promise<unknown>;
  const textBecomes =
    (state: 'failed' | 'delivered'): Deed =>
    (tx, number) =>
      tx
        .updateTable('messages')
        .set({ state })
        .where('ticket_number', '=', number)
        .where('kind', '=', 'created')
        .execute();
  const deletes: Deed = (tx, number) => softDeleteTicket(tx, number, at);
  const restores: Deed = (tx, number) => restoreTicket(tx, number, '2000', at);
  const estimateBecomes =
    (status: 'sent' | 'assigned'): Deed =>
    (tx, number) =>
      tx.updateTable('estimates').set({ status }).where('repair_id', '=', number).execute();

  const expectRight = async () => {
    await stayLoggedIn(shop);
    // Rows that no action wrote have changed nothing for whoever asks by revision.
    await takeInWithEstimate(shop);
    expect(await shop.staff.call('getOverview')).toEqual((await countedAnew(shop.rows)).overview);
  };

  const stories: readonly (readonly [
    name: string,
    before: readonly Deed[],
    one: Deed,
    other: Deed,
  ])[] = [
    ['a text fails while its ticket is deleted', [], textBecomes('failed'), deletes],
    [
      'a case is closed while its ticket is deleted',
      [textBecomes('failed')],
      textBecomes('delivered'),
      deletes,
    ],
    ['a text fails while its ticket comes back', [deletes], textBecomes('failed'), restores],
    [
      'an estimate leaves its list while its ticket is deleted',
      [],
      estimateBecomes('assigned'),
      deletes,
    ],
    [
      'an estimate enters its list while its ticket comes back',
      [estimateBecomes('assigned'), deletes],
      estimateBecomes('sent'),
      restores,
    ],
  ];
  it.each(
    stories.flatMap(([name, before, one, other]) => [
      { name, before, first: one, second: other },
      { name: `${name}, begun after that`, before, first: other, second: one },
    ]),
  )('are right though $name', async ({ before, first, second }) => {
    const { repair } = await takeInWithEstimate(shop);
    const { ticketNumber } = repair;
    for (const deed of before) await database.transact((tx) => deed(tx, ticketNumber));
    await cross(
      held,
      shop.rows,
      () => held.database.transact((tx) => first(tx, ticketNumber)),
      () => database.transact((tx) => second(tx, ticketNumber)),
    );
    await expectRight();
  });

  it('are put right once a day where they are wrong, and the log says so', async () => {
    await shop.rows.run(
      "insert into kept_counts (counted, status, owner, amount) values ('attention', '', '', 1), ('repairs', 'pending', '', -2), ('technician', 'assigned', 'technician-3', 4)",
    );
    shop.clock.advance(day);
    await shop.app.tidyUp();
    await stayLoggedIn(shop);
    // By itself, without anything else that changes.
    expect(await shop.staff.call('getOverview')).toEqual((await countedAnew(shop.rows)).overview);
    expect(log).toContain('Counts were wrong and have been put right');
    expect(log).toContain('{"counted":"repairs","status":"pending","owner":"","amount":2}');
    const lines = log.length;
    shop.clock.advance(day);
    await shop.app.tidyUp();
    expect(log.length).toBe(lines);
    await expectRight();
  });
});
