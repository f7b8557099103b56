import { expect, it } from 'vitest';
import type { Database } from '../../../server/database/database.ts';
import {
  countDue,
  runsOf,
  searchedClients,
  searchedTickets,
} from '../../../server/database/search-index.ts';
import { searchUpkeep } from '../../../server/database/search-upkeep.ts';
import { startApp } from '../../harness/app.ts';
import { describeOnBothEngines, openAgain } from '../../harness/engine.ts';
import { takeIn } from '../../harness/shop-fixtures.ts';

it('the upkeep of one search index does not wait for another that PostgreSQL is too slow for, and says so once', async () => {
  const shop = await startApp('postgres');
  await takeIn(shop);
  const real = await openAgain(shop.storage);
  const { search } = real.dialect;
  let isSlow = true;
  const slow: Database = {
    ...real,
    dialect: {
      ...real.dialect,
      search: {
        ...search,
        add: async (tx, table, rows) => {
          if (isSlow && table === searchedTickets) throw new Error('Query read timeout');
          await search.add(tx, table, rows);
        },
      },
    },
  };
  const warnings: unknown[] = [];
  const upkeep = searchUpkeep(slow, { warn: (line: unknown) => warnings.push(line) });
  const due = async () => [
    await countDue(real.read, searchedTickets, 10),
    await countDue(real.read, searchedClients, 10),
  ];
  expect(await due()).toEqual([1, 1]);
  await upkeep.run();
  expect(await due()).toEqual([1, 0]);
  const said: number[] = [];
  for (let count = 0; count < 4; count += 1) {
    await upkeep.run();
    said.push(warnings.length);
  }
  // Twice may be chance.
  expect(said).toEqual([0, 1, 1, 1]);
  isSlow = false;
  await upkeep.run();
  expect(await due()).toEqual([0, 0]);
  expect(warnings).toHaveLength(1);
  await upkeep.stop();
  await real.close();
  await shop.close();
});

describeOnBothEngines('the upkeep of the search index', (engine) => {
  it('gathers the rows of too many runs by itself, and then indexes what has waited for that', async () => {
    const shop = await startApp(engine);
    const { clientId } = await takeIn(shop);
    await shop.app.indexSearch();
    const columns = 'email, email_key, phone, text_phone, address, created_at, updated_at';
    const add = async (id: string) =>
      shop.rows.run(
        `insert into clients (id, name, search_text, ${columns})
         select ?, 'Somebody', ?, ${columns} from clients where id = ?`,
        id,
        `somebody ${id}`,
        clientId,
      );
    const ids = Array.from({ length: 30 }, (_, place) => `id ${100 + place}`);
    for (const id of ids.toReversed()) {
      await add(id);
      await shop.app.indexSearch();
    }
    const database = await openAgain(shop.storage);
    expect(await countDue(database.read, searchedClients, 10)).toBe(0);
    expect((await runsOf(database.read, searchedClients)).length).toBeLessThan(24);
    const { items } = await shop.staff.call('listClients', { query: { q: 'somebo', limit: 100 } });
    expect(items.map(({ id }) => id)).toEqual(ids.toReversed());
    await database.close();
    await shop.close();
  });
});
