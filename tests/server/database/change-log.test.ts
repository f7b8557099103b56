import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  appendInOrderText,
  type ChangeRow,
  changesAfter,
} from '../../../server/database/change-log.ts';
import type { Database } from '../../../server/database/database.ts';
import type { Handle } from '../../../server/database/tables.ts';
import {
  createStorage,
  describeOnBothEngines,
  openAgain,
  type Storage,
} from '../../harness/engine.ts';
import type { StoredRows } from '../../harness/stored-rows.ts';

const at = '2026-01-01T00:00:00.000Z';
const change = (id: string): ChangeRow => ({
  at,
  entity: 'repair',
  entity_id: id,
  what: 'edited',
  ticket_number: null,
});
const put = (tx: Handle, key: string) =>
  tx.insertInto('settings').values({ key, value: 'x' }).execute();

let storage: Storage;
let database: Database;
const append = (...ids: string[]) =>
  database.transact((tx) => database.dialect.appendChanges(tx, ids.map(change)));
const idsAfter = async (revision: number) =>
  (await changesAfter(database.read, revision)).map(({ id }) => id);

async function open(engine: 'sqlite' | 'postgres') {
  storage = await createStorage(engine);
  database = await openAgain(storage);
}

afterEach(async () => {
  await database.close();
  await storage.remove();
});

describeOnBothEngines('what a transaction appends to the change log', (engine) => {
  beforeEach(() => open(engine));

  it('is there when it is done, in its order, and in one piece', async () => {
    const many = Array.from({ length: 200 }, (_, index) => `of-one-${index}`);
    await Promise.all([append(...many), append('a'), append('b', 'c')]);
    const ids = await idsAfter(0);
    expect(ids.filter((id) => id.startsWith('of-one'))).toEqual(many);
    const first = ids.indexOf('of-one-0');
    expect(ids.slice(first, first + many.length)).toEqual(many);
    expect(ids.indexOf('c')).toBe(ids.indexOf('b') + 1);
  });

  it('goes with everything else when it cannot be written', async () => {
    const broken = { ...change('broken'), what: null } as unknown as ChangeRow;
    const failing = database.transact(async (tx) => {
      await put(tx, 'before');
      await database.dialect.appendChanges(tx, [change('fine'), broken]);
      await put(tx, 'after');
    });
    await expect(failing).rejects.toThrow(/what/);
    await append('next');
    expect(await idsAfter(0)).toEqual(['next']);
    const kept = await database.read.selectFrom('settings').select('key').execute();
    expect(kept).toEqual([]);
  });
});

describe('the change log of PostgreSQL', () => {
  let rows: StoredRows;
  beforeEach(async () => {
    await open('postgres');
    rows = await storage.openRows();
  });
  afterEach(() => rows.close());

  it('never shows a revision before all below it', async () => {
    await rows.run('begin');
    // As the server reads a list that comes as text.
    await rows.run(
      appendInOrderText.replaceAll(/\$\d/g, '?'),
      ...[`{${at}}`, '{repair}', '{slow}', '{edited}', '{NULL}', ''],
    );
    const quick = append('quick');
    const watcher = await storage.openRows();
    await vi.waitFor(async () => {
      const waiting = await watcher.run(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      expect(waiting).toHaveLength(1);
    }, 20_000);
    await watcher.close();
    expect(await idsAfter(0)).toEqual([]);
    await rows.run('commit');
    await quick;
    expect(await idsAfter(0)).toEqual(['slow', 'quick']);
  });
});
