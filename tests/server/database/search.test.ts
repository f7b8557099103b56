import { type SqlBool, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../server/database/database.ts';
import { searchNewest } from '../../../server/database/search.ts';
import { gatherRuns, isGathering } from '../../../server/database/search-gathering.ts';
import {
  countDue,
  indexDue,
  runsOf,
  type SearchEngine,
  searchedClients,
} from '../../../server/database/search-index.ts';
import type { Handle } from '../../../server/database/tables.ts';
import {
  createStorage,
  describeOnBothEngines,
  openAgain,
  type Storage,
} from '../../harness/engine.ts';
import { type Chance, seededChance } from '../../harness/seeded-chance.ts';

/** Pieces of words, with everything that means something to one engine or the other. */
const pieces = [
  ...['ma', 'ri', 'omega', 'lo', 'o', "'", '"', '*', '%', '_', '\\', '/', '-', '^', ':', '(', ')'],
  ...['{', '+', ',', '.', '$1', '--', ';', 'and', 'or', 'not', 'near', 'near(', 'null', 'grams'],
  ...[
    '🕰',
    '👨‍👩‍👧',
    '李',
    '小龍',
    'احمد',
    'עברית',
    'e\u0301',
    '\u0300',
    'ß',
    'ǆ',
    '\u0001',
    '\u007f',
  ],
  ...['\ufffd', '0', '1', '01', '0101', '212', '555', '2125550101'],
];
const long = 'wolfeschlegelsteinhausenbergerdorff'.repeat(6).slice(0, 200);

const wordOf = (chance: Chance) =>
  chance.happens(0.03)
    ? long
    : Array.from({ length: 1 + Math.floor(chance.next() * 4) }, () => chance.pick(pieces)).join('');

const textOf = (chance: Chance) =>
  Array.from({ length: 1 + Math.floor(chance.next() * 4) }, () => wordOf(chance)).join(
    chance.pick([' ', ' | ', '  ']),
  );

/** A part of a word that somebody has, else one that perhaps nobody has. */
function termOf(chance: Chance, texts: readonly string[]): string {
  const isThere = texts.length > 0 && chance.happens(0.8);
  const words = (isThere ? chance.pick(texts) : wordOf(chance)).split(/[\s|]+/);
  const signs = Array.from(chance.pick(words.filter((word) => word !== '').concat('o')));
  const start = Math.floor(chance.next() * signs.length);
  const length = chance.happens(0.2) ? signs.length : 1 + Math.floor(chance.next() * 6);
  return signs.slice(start, start + length).join('');
}

const notDeleted = sql<SqlBool>`clients.deleted_at is null`;

/** The same rows in memory. */
type Model = Map<string, { text: string; deleted: boolean }>;

function foundIn(model: Model, terms: readonly string[], below: string | undefined): string[] {
  return [...model]
    .filter(([, { text, deleted }]) => !deleted && terms.every((term) => text.includes(term)))
    .map(([id]) => id)
    .filter((id) => below === undefined || id < below)
    .sort()
    .toReversed();
}

describeOnBothEngines('the search index', (engine) => {
  let storage: Storage;
  let database: Database;
  beforeEach(async () => {
    storage = await createStorage(engine);
    database = await openAgain(storage);
  });
  afterEach(async () => {
    await database.close();
    await storage.remove();
  });

  const insert = (tx: Handle, id: string, text: string) =>
    tx
      .insertInto('clients')
      .values({
        id,
        name: 'n',
        email: 'e',
        email_key: 'e',
        phone: '',
        text_phone: '',
        address: null,
        search_text: text,
        created_at: '',
        updated_at: '',
        deleted_at: null,
        purged_at: null,
      })
      .execute();

  const find = (
    terms: readonly string[],
    limit: number,
    below?: string,
    by: SearchEngine = database.dialect.search,
  ) =>
    searchNewest(database.read, by, searchedClients, {
      terms,
      base: notDeleted,
      filters: [],
      below,
      limit,
    });

  const index = (most: number) =>
    database.transact((tx) => indexDue(tx, database.dialect.search, searchedClients, most));

  /** @returns whether anything is left to do */
  const gather = (most: number) =>
    database.transact((tx) => gatherRuns(tx, database.dialect.search, searchedClients, most));

  function idsBy(chance: Chance) {
    let now = 0x0190_0000_0000;
    const at = (time: number) => {
      const hex = time.toString(16).padStart(12, '0');
      const rest = Math.floor(chance.next() * 2 ** 40).toString(16);
      return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${rest.padStart(12, '0')}`;
    };
    return () => {
      // As a shop at work makes them, as an import does, and as nobody does.
      if (chance.happens(0.85)) {
        now += Math.floor(chance.next() * 3);
        return at(now);
      }
      if (chance.happens(0.8)) return at(0x0100_0000_0000 + Math.floor(chance.next() * 1e9));
      return `odd ${Math.floor(chance.next() * 1e9)}`;
    };
  }

  it('finds what a look at every row finds, in the order of the list, whatever is done', async () => {
    const chance = seededChance(20_260_321);
    const newId = idsBy(chance);
    const model: Model = new Map();
    const add = async (tx: Handle) => {
      const [id, text] = [newId(), textOf(chance)];
      model.set(id, { text, deleted: false });
      await insert(tx, id, text);
    };
    const change = async (tx: Handle) => {
      const id = chance.pick([...model.keys()]);
      const row = { text: textOf(chance), deleted: chance.happens(0.2) };
      model.set(id, row);
      await tx
        .updateTable('clients')
        .set({ search_text: row.text, deleted_at: row.deleted ? '2026' : null })
        .where('id', '=', id)
        .execute();
    };
    const remove = async (tx: Handle) => {
      const id = chance.pick([...model.keys()]);
      model.delete(id);
      await tx.deleteFrom('clients').where('id', '=', id).execute();
    };
    for (let round = 0; round < 40; round += 1) {
      await database.transact(async (tx) => {
        for (let count = 0; count < 8; count += 1) await add(tx);
        if (round % 3 === 1) await change(tx);
        if (round % 5 === 2) await remove(tx);
      });
      if (chance.happens(0.8)) await index(1 + Math.floor(chance.next() * 12));
      if (round === 20) await crossBlocks(database);
      const texts = [...model.values()].map(({ text }) => text);
      for (let look = 0; look < 12; look += 1) {
        const count = chance.pick([1, 1, 2, 3]);
        const terms = Array.from({ length: count }, () => termOf(chance, texts));
        const below = chance.happens(0.4) ? chance.pick([...model.keys()]) : undefined;
        const limit = chance.pick([1, 3, 20, 1000]);
        const expected = foundIn(model, terms, below).slice(0, limit);
        expect(await find(terms, limit, below), JSON.stringify({ round, terms, below })).toEqual(
          expected,
        );
      }
    }
    expect((await runsOf(database.read, searchedClients)).length).toBeGreaterThan(1);
  });

  /** The next keys lie in another block: so many rows are too many for a test. */
  const crossBlocks = (store: Database) =>
    store.transact((tx) =>
      sql`update search_clients_runs set last_key = last_key + 65530`.execute(tx),
    );

  it('loses and doubles nothing from page to page while rows come, change and go', async () => {
    const chance = seededChance(7);
    const newId = idsBy(chance);
    const kept = new Set<string>();
    await database.transact(async (tx) => {
      for (let count = 0; count < 120; count += 1) {
        const id = newId();
        await insert(tx, id, `omega ${count}`);
        if (count % 4 !== 0) kept.add(id);
      }
    });
    await index(70);
    const read: string[] = [];
    for (let below: string | undefined; ; ) {
      const page: string[] = await find(['meg'], 7, below);
      read.push(...page);
      below = page.at(-1);
      if (below === undefined) break;
      const last = below;
      await database.transact(async (tx) => {
        await insert(tx, newId(), 'omega new');
        const goes = await tx.selectFrom('clients').select('id').where('id', '<', last).execute();
        const gone = goes.find(({ id }) => !kept.has(id));
        if (gone) await tx.deleteFrom('clients').where('id', '=', gone.id).execute();
        const stays = goes.find(({ id }) => kept.has(id));
        if (stays) {
          await tx
            .updateTable('clients')
            .set({ search_text: `renamed omega ${read.length}` })
            .where('id', '=', stays.id)
            .execute();
        }
      });
      await index(5);
    }
    expect(new Set(read).size).toBe(read.length);
    expect(read).toEqual(read.toSorted().toReversed());
    expect(read).toEqual(expect.arrayContaining([...kept]));
  });

  /** Rows that come in the opposite of their order, until no more are indexed: each is a run. */
  async function addManyRuns(ids: readonly string[]): Promise<void> {
    for (const id of ids.toReversed()) {
      await database.transact((tx) => insert(tx, id, `omega ${id}`));
      await index(1);
    }
    expect((await find(['omega'], 100)).at(-1)).toBe(ids[0]);
    expect((await runsOf(database.read, searchedClients)).length).toBeGreaterThan(24);
  }
  const numbered = (count: number) =>
    Array.from({ length: count }, (_, place) => `id ${String(place).padStart(3, '0')}`);

  it('gathers its rows once they have come in too many orders, and finds everything meanwhile', async () => {
    const ids = numbered(40);
    await addManyRuns(ids);
    const all = [...ids];
    // More often than there are numbers of generations.
    for (let round = 0; round < 4; round += 1) {
      for (let step = 0; ; step += 1) {
        if (step % 6 === 0) {
          expect(await find(['omega'], 1000)).toEqual(all.toSorted().toReversed());
        } else if (step % 6 === 3) {
          const before = all.filter((id) => id < 'id 020').toSorted();
          expect(await find(['meg'], 3, 'id 020')).toEqual(before.toReversed().slice(0, 3));
        }
        // A shop goes on: rows come at both ends and change.
        if (step < 12) {
          const more = [`id 9${round}${step}`, `id 0${round}0 ${20 - step}`];
          all.push(...more);
          await database.transact(async (tx) => {
            for (const id of more) await insert(tx, id, `omega ${id}`);
            await tx
              .updateTable('clients')
              .set({ search_text: `renamed omega ${round} ${step}` })
              .where('id', '=', ids[(step * 7) % 40] ?? '')
              .execute();
          });
        }
        if (step % 3 === 0) await index(4);
        if (!(await gather(7))) break;
      }
      while ((await index(10)) > 0);
      expect((await runsOf(database.read, searchedClients)).length).toBeLessThan(24);
      expect(await find(['renamed', `${round}`], 1000)).not.toEqual([]);
      const last = Array.from({ length: 30 }, (_, place) => `id 0${round}1 ${90 - place}`);
      all.push(...last);
      for (const id of last) {
        await database.transact((tx) => insert(tx, id, `omega ${id}`));
        await index(1);
      }
    }
    while ((await gather(50)) || (await index(50)) > 0);
    expect(await countDue(database.read, searchedClients, 1)).toBe(0);
    const left = await database.transact((tx) =>
      sql<{ keys: number; rows: number }>`select (select count(*) from search_clients_keys) as keys,
        (select count(*) from clients) as rows`.execute(tx),
    );
    expect(left.rows[0]).toEqual({ keys: all.length, rows: all.length });
  });

  it('finds everything though rows move while it searches', async () => {
    const ids = numbered(40);
    await addManyRuns(ids);
    const expected = ids.toReversed();
    const { search } = database.dialect;
    /** Before one of its looks into a run something goes on elsewhere. */
    const disturbed = (at: number, by: () => Promise<unknown>): SearchEngine => {
      let looks = 0;
      return {
        ...search,
        newest: async (...given) => {
          if (looks === at) await by();
          looks += 1;
          return search.newest(...given);
        },
      };
    };
    // From the moment before a generation begins to the moment after the last run has gone.
    let searches = 0;
    while (await isGathering(database.read, searchedClients)) {
      const engineThen = disturbed((searches * 7) % 26, () => gather(2));
      expect(await find(['omega'], 1000, undefined, engineThen)).toEqual(expected);
      searches += 1;
      await gather(1);
    }
    expect(searches).toBeGreaterThan(15);
    while ((await index(50)) > 0);
    await addManyRuns(numbered(40).map((id) => id.replace('id', 'ic')));
    const more = [
      ...expected,
      ...numbered(40)
        .toReversed()
        .map((id) => id.replace('id', 'ic')),
    ];
    const allOfIt = async () => {
      while ((await gather(50)) || (await index(50)) > 0);
    };
    expect(await find(['omega'], 1000, undefined, disturbed(0, allOfIt))).toEqual(more);
  });
});
