import { type SqlBool, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Client, Repair } from '../../../domain/api-answers.ts';
import { noRepairValues } from '../../../domain/repair-fields.ts';
import { repairSearchLine } from '../../../domain/search-lines.ts';
import type { Database } from '../../../server/database/database.ts';
import { openPostgres } from '../../../server/database/postgres.ts';
import { searchNewest } from '../../../server/database/search.ts';
import type { Handle } from '../../../server/database/tables.ts';
import { shared, startApp } from '../../harness/app.ts';
import { cross, type HoldableDatabase, holdable } from '../../harness/crossing-work.ts';
import {
  createEmptyShop,
  createStorage,
  describeOnBothEngines,
  openAgain,
  type Storage,
} from '../../harness/engine.ts';
import { type Chance, seededChance } from '../../harness/seeded-chance.ts';
import { minute } from '../../harness/settable-clock.ts';
import { newIntake, takeIn } from '../../harness/shop-fixtures.ts';
import { csvText, importFile } from '../../harness/transfers.ts';

/** Pieces of words, with everything that means something to one engine or the other. */
const pieces = [
  ...['ma', 'ri', 'omega', 'lo', 'o', "'", '"', '*', '%', '_', '\\', '/', '-', '^', ':', '(', ')'],
  ...['{', '+', ',', '.', '$1', '--', ';', 'and', 'or', 'not', 'near', 'near(', 'null', 'text'],
  ...['🕰', '👨‍👩‍👧', '李', '小龍', 'احمد', 'עברית', 'e\u0301', '\u0300', 'ß', 'ǆ'],
  ...['\u0001', '\u007f', '\ufffd', '0', '1', '01', '0101', '212', '555', '2125550101'],
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

/** A part of a word that a row has, else one that perhaps none has. */
function termOf(chance: Chance, texts: readonly string[]): string {
  const words = (chance.happens(0.8) ? chance.pick(texts) : wordOf(chance)).split(/[\s|]+/);
  const characters = Array.from(chance.pick(words.filter((word) => word !== '').concat('omega')));
  const length = chance.happens(0.2) ? characters.length : 1 + Math.floor(chance.next() * 6);
  const start = Math.floor(chance.next() * Math.max(1, characters.length - length));
  return characters.slice(start, start + length).join('');
}

/** The same rows in memory. */
type Model = Map<string, { text: string; deleted: boolean }>;

/** What a look at every row finds; terms that are all short look through the newest rows only. */
function foundIn(model: Model, terms: readonly string[], below: string | undefined): string[] {
  const isShort = terms.every((term) => Array.from(term).length < 3);
  return [...model]
    .filter(([id, { deleted }]) => !deleted && (below === undefined || id < below))
    .sort(([one], [other]) => (one < other ? 1 : -1))
    .slice(0, isShort ? 10_000 : undefined)
    .filter(([, { text }]) => terms.every((term) => text.includes(term)))
    .map(([id]) => id);
}

describeOnBothEngines('search', (engine) => {
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

  const insert = async (tx: Handle, rows: readonly { id: string; text: string }[]) => {
    const nothing = { phone: '', phone_key: '', address: null, created_at: '', updated_at: '' };
    const client = { name: 'n', email: 'e', email_key: 'e', deleted_at: null, purged_at: null };
    const values = rows.map(({ id, text }) => ({ ...client, ...nothing, id, search_text: text }));
    for (let from = 0; from < values.length; from += 500) {
      await tx
        .insertInto('clients')
        .values(values.slice(from, from + 500))
        .execute();
    }
  };

  function find(terms: readonly string[], limit: number, below?: string): Promise<string[]> {
    const before = below === undefined ? sql`1 = 1` : sql`clients.id < ${below}`;
    const condition = sql<SqlBool>`clients.deleted_at is null and ${before}`;
    return searchNewest(database.read, database.dialect.search, {
      table: 'clients',
      terms,
      newest: (most) => sql`(select id, search_text from clients where ${condition}
        order by id desc limit ${sql.lit(most)})`,
      condition,
      limit,
    });
  }

  it('finds what a scan of every row finds, newest first, as rows are added, changed and deleted', async () => {
    const chance = seededChance(20_260_321);
    const model: Model = new Map();
    let count = 0;
    // Some come late, as old repairs that are imported do.
    const newId = () => {
      count += 1;
      return `${chance.happens(0.9) ? 5 : 1}${String(count).padStart(6, '0')}`;
    };
    const add = async (tx: Handle, most: number) => {
      const rows = Array.from({ length: most }, () => ({ id: newId(), text: textOf(chance) }));
      for (const { id, text } of rows) model.set(id, { text, deleted: false });
      await insert(tx, rows);
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
    // More than are looked through before the index is asked.
    await database.transact((tx) => add(tx, 4_000));
    for (let round = 0; round < 12; round += 1) {
      await database.transact(async (tx) => {
        await add(tx, 5);
        for (let times = 0; times < 10; times += 1) await change(tx);
        for (let times = 0; times < 5; times += 1) await remove(tx);
      });
      const texts = [...model.values()].map(({ text }) => text);
      for (let look = 0; look < 10; look += 1) {
        const terms = Array.from({ length: chance.pick([1, 1, 2, 3]) }, () =>
          termOf(chance, texts),
        );
        const below = chance.happens(0.4) ? chance.pick([...model.keys()]) : undefined;
        const limit = chance.pick([1, 3, 20, 1000]);
        expect(await find(terms, limit, below), JSON.stringify({ round, terms, below })).toEqual(
          foundIn(model, terms, below).slice(0, limit),
        );
      }
    }
  });

  it('looks for one or two letters among the newest ten thousand rows', async () => {
    const rows = Array.from({ length: 10_001 }, (_, place) => ({
      id: String(place).padStart(6, '0'),
      text: place < 2 ? 'xy' : 'omega',
    }));
    await database.transact((tx) => insert(tx, rows));
    expect(await find(['xy'], 10)).toEqual(['000001']);
    expect(await find(['xy'], 10, '000005')).toEqual(['000001', '000000']);
  });

  it('survives a vacuum of the file or database', async () => {
    const rows = Array.from({ length: 3_500 }, (_, place) => ({
      id: String(place).padStart(6, '0'),
      text: place === 20 ? 'speedmaster' : 'omega',
    }));
    await database.transact((tx) => insert(tx, rows));
    await database.transact((tx) => tx.deleteFrom('clients').where('id', '<', '000020').execute());
    await database.close();
    const file = await storage.openRows();
    await file.run('vacuum');
    await file.close();
    database = await openAgain(storage);
    expect(await find(['speedm'], 10)).toEqual(['000020']);
  });
});

describe('the search line of a ticket, on PostgreSQL', () => {
  let held: HoldableDatabase;
  const shop = shared(
    async () => {
      const storage = await createEmptyShop('postgres');
      held = holdable(await openPostgres(storage.databaseUrl ?? '', { warn: () => undefined }));
      return startApp('postgres', { storage, overrides: { database: held.database } });
    },
    ({ close }) => close(),
  );

  interface Customer {
    client: Client;
    repair: Repair;
  }
  type Action = (customer: Customer) => Promise<unknown>;
  const rename: Action = ({ client: { id, email, phone } }) =>
    shop.staff.call('editClient', {
      params: { id },
      body: { name: 'Renamed Person', email, phone },
    });
  const editSerial: Action = ({ repair: { ticketNumber } }) =>
    shop.staff.call('editRepair', { params: { ticketNumber }, body: { serialNumber: 'SN-98765' } });
  const another = ({ client }: Customer) =>
    newIntake({
      customerName: client.name,
      customerEmail: client.email,
      customerPhone: client.phone,
      watchBrand: 'Another brand',
    });
  const takeInByEmail: Action = (customer) =>
    shop.staff.call('createRepair', { body: another(customer) });
  const takeInChosen: Action = (customer) =>
    shop.staff.call('createRepair', {
      body: { ...another(customer), clientId: customer.client.id },
    });
  const importRepair: Action = ({ client }) =>
    importFile(
      shop.staff,
      'repairs',
      csvText(
        ['Name', 'Email', 'Phone', 'Brand', 'Model', 'Issue'],
        [client.name, client.email, client.phone, 'Imported brand', 'M', 'Stopped'],
      ),
    );

  const pairs: readonly (readonly [name: string, one: Action])[] = [
    ['it is edited', editSerial],
    ['it is taken in for a known email', takeInByEmail],
    ['it is taken in for a chosen client', takeInChosen],
    ['it is imported', importRepair],
  ];
  it.each(
    pairs.flatMap(([name, action]) => [
      { name: `${name} while its client is renamed`, first: action, second: rename },
      { name: `its client is renamed while ${name}`, first: rename, second: action },
    ]),
  )('is right though $name', async ({ first, second }) => {
    const repair = await takeIn(shop);
    const { client } = await shop.staff.call('getClient', { params: { id: repair.clientId } });
    await shop.app.textsDone();
    // A second intake for the same customer so soon would be refused.
    shop.clock.advance(minute);
    // Touches the session now, so that the transaction held next is not that write.
    await shop.staff.call('getSession');
    const customer = { client, repair };
    await cross(
      held,
      shop.rows,
      () => first(customer),
      () => second(customer),
    );
    // A text's outcome may be written by now; it does not affect what the ticket is found by.
    await shop.app.textsDone();
    const rows = await shop.rows.run(
      `select repair_tickets.search_text, ticket_number, watch_brand, watch_model, serial_number, clients.name, clients.phone
       from repair_tickets join clients on clients.id = client_id where client_id = ?`,
      client.id,
    );
    expect(rows.length).toBe(first === editSerial || second === editSerial ? 1 : 2);
    for (const row of rows) {
      expect(row.search_text).toBe(
        repairSearchLine(
          {
            ticketNumber: String(row.ticket_number),
            customerName: String(row.name),
            customerPhone: String(row.phone),
            ...noRepairValues,
            watchBrand: String(row.watch_brand),
            watchModel: String(row.watch_model),
            serialNumber: row.serial_number === null ? null : String(row.serial_number),
            place: null,
            collectedBy: null,
            trackingNumber: null,
          },
          [],
        ),
      );
    }
  });
});
