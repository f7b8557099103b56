import { sql } from 'kysely';
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

const put = (tx: Handle, key: string, value = 'x') =>
  tx.insertInto('settings').values({ key, value }).execute();

async function keysIn(db: Handle): Promise<string[]> {
  const rows = await db.selectFrom('settings').select('key').orderBy('key').execute();
  return rows.map(({ key }) => key);
}

let storage: Storage;
let database: Database;
async function open(engine: 'sqlite' | 'postgres') {
  storage = await createStorage(engine);
  database = await openAgain(storage);
}

afterEach(async () => {
  await database.close();
  await storage.remove();
});

describeOnBothEngines('a transaction', (engine) => {
  beforeEach(() => open(engine));

  it('keeps nothing when the work fails, and fails with the work’s own error', async () => {
    const error = new Error('Changed my mind');
    const failing = database.transact(async (tx) => {
      await put(tx, 'a');
      throw error;
    });
    await expect(failing).rejects.toBe(error);
    expect(await keysIn(database.read)).toEqual([]);
    await database.transact((tx) => put(tx, 'b'));
    expect(await keysIn(database.read)).toEqual(['b']);
  });

  it('shows a reader nothing before it is committed', async () => {
    const seen = await database.transact(async (tx) => {
      await put(tx, 'a');
      return { within: await keysIn(tx), outside: await keysIn(database.read) };
    });
    expect(seen).toEqual({ within: ['a'], outside: [] });
  });

  it('is not affected by others that fail at the same moment', async () => {
    await database.transact((tx) => put(tx, 'taken'));
    const works: ((tx: Handle) => Promise<unknown>)[] = Array.from(
      { length: 150 },
      (_, index) => async (tx: Handle) => {
        const key = `key-${String(index).padStart(3, '0')}`;
        if (index % 5 === 1) throw new Error('before it wrote');
        await put(tx, key);
        if (index % 5 === 2) throw new Error('after it wrote');
        // The same key twice: the engine itself refuses.
        if (index % 5 === 3) await put(tx, 'taken');
        return index;
      },
    );
    const outcomes = await Promise.allSettled(works.map((work) => database.transact(work)));
    outcomes.forEach((outcome, index) => {
      const words = { 1: 'before it wrote', 2: 'after it wrote' }[index % 5];
      if (index % 5 === 0 || index % 5 === 4) {
        expect(outcome).toEqual({ status: 'fulfilled', value: index });
      } else if (outcome.status === 'fulfilled') {
        expect.unreachable(`${index} should have failed`);
      } else if (words !== undefined) {
        expect((outcome.reason as Error).message).toBe(words);
      } else {
        expect(database.dialect.isUniqueViolation(outcome.reason)).toBe(true);
      }
    });
    const kept = await keysIn(database.read);
    const expected = works.flatMap((_, index) =>
      index % 5 === 0 || index % 5 === 4 ? [`key-${String(index).padStart(3, '0')}`] : [],
    );
    expect(kept).toEqual([...expected, 'taken']);
  });

  it('sees what those before it did, one after the other', async () => {
    await database.transact((tx) => put(tx, 'count', '0'));
    await Promise.all(
      Array.from({ length: 100 }, () =>
        database.transact(async (tx) => {
          await database.dialect.lock(tx, 'count');
          const row = await tx
            .selectFrom('settings')
            .select('value')
            .where('key', '=', 'count')
            .executeTakeFirstOrThrow();
          await tx
            .updateTable('settings')
            .set({ value: String(Number(row.value) + 1) })
            .where('key', '=', 'count')
            .execute();
        }),
      ),
    );
    const [row] = await database.read.selectFrom('settings').selectAll().execute();
    expect(row).toEqual({ key: 'count', value: '100' });
  });

  it('has notified its listeners before it resolves', async () => {
    const seen: string[][] = [];
    database.onCommit(async () => {
      seen.push(await keysIn(database.read));
    });
    database.onCommit(() => Promise.reject(new Error('A listener that fails')));
    await database.transact((tx) => put(tx, 'a'));
    expect(seen.at(-1)).toEqual(['a']);
  });

  it('that was requested before the database closes is kept', async () => {
    const asked = ['a', 'b', 'c'].map((key) => database.transact((tx) => put(tx, key)));
    const closing = Promise.all([Promise.all(asked), database.close()]);
    await closing;
    // One that comes too late is refused: it must neither hang nor end the process.
    await expect(database.transact((tx) => put(tx, 'too late'))).rejects.toThrow();
    database = await openAgain(storage);
    expect(await keysIn(database.read)).toEqual(['a', 'b', 'c']);
  });

  it('is held to the rules of the tables', async () => {
    const at = '2026-01-01T00:00:00.000Z';
    const orphan = database.transact((tx) =>
      sql`insert into estimates (id, repair_id, customer_name, customer_phone, texted_phone, estimate_price_cents, status, response_status, sent_at, message_id, created_at)
          values ('e', 'WH000000AAA', 'n', 'p', 'p', 1, 'sent', 'pending', ${at}, 'm', ${at})`.execute(
        tx,
      ),
    );
    const error = await orphan.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(database.dialect.isUniqueViolation(error)).toBe(false);
    expect(database.dialect.outageOf(error)).toBeNull();
  });
});

describe('transactions on PostgreSQL', () => {
  it('that lock each other out are run again, and all succeed', async () => {
    await open('postgres');
    await database.transact(async (tx) => {
      await put(tx, 'a', '0');
      await put(tx, 'b', '0');
    });
    let runs = 0;
    const add = (tx: Handle, key: string) =>
      sql`update settings set value = (value::int + 1)::text where key = ${key}`.execute(tx);
    const both = (first: string, second: string) =>
      database.transact(async (tx) => {
        runs += 1;
        await add(tx, first);
        // Long enough for the other one to hold its first row.
        await sql`select pg_sleep(0.1)`.execute(tx);
        await add(tx, second);
      });
    await Promise.all([both('a', 'b'), both('b', 'a')]);
    const rows = await database.read.selectFrom('settings').selectAll().orderBy('key').execute();
    expect(rows).toEqual([
      { key: 'a', value: '2' },
      { key: 'b', value: '2' },
    ]);
    expect(runs).toBeGreaterThan(2);
  });
});

const at = '2026-01-01T00:00:00.000Z';
const change = (id: string): ChangeRow => ({
  at,
  entity: 'repair',
  entity_id: id,
  what: 'edited',
  ticket_number: null,
});

const append = (...ids: string[]) =>
  database.transact((tx) => database.dialect.appendChanges(tx, ids.map(change)));
const idsAfter = async (revision: number) =>
  (await changesAfter(database.read, revision)).map(({ id }) => id);

describeOnBothEngines('what a transaction appends to the change log', (engine) => {
  beforeEach(() => open(engine));

  it('is there after the commit, in order and in one piece', async () => {
    const many = Array.from({ length: 200 }, (_, index) => `of-one-${index}`);
    await Promise.all([append(...many), append('a'), append('b', 'c')]);
    const ids = await idsAfter(0);
    expect(ids.filter((id) => id.startsWith('of-one'))).toEqual(many);
    const first = ids.indexOf('of-one-0');
    expect(ids.slice(first, first + many.length)).toEqual(many);
    expect(ids.indexOf('c')).toBe(ids.indexOf('b') + 1);
  });

  it('is rolled back with everything else when it cannot be written', async () => {
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

describe('a reader of SQLite', () => {
  beforeEach(() => open('sqlite'));

  it('writes nothing, within a transaction or outside', async () => {
    await expect(put(database.read, 'a')).rejects.toThrow('This does not read: insert into');
    await database.transact(async () => {
      await expect(put(database.read, 'a')).rejects.toThrow('This does not read: insert into');
    });
    await expect(database.read.transaction().execute((tx) => keysIn(tx))).rejects.toThrow(
      'Transactions are for what writes',
    );
    expect(await keysIn(database.read)).toEqual([]);
  });
});

describe('the change log of PostgreSQL', () => {
  let rows: StoredRows;
  beforeEach(async () => {
    await open('postgres');
    rows = await storage.openRows();
  });
  afterEach(() => rows.close());

  it('never shows a revision before all lower ones', async () => {
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
