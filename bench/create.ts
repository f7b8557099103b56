import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { dataFiles } from '../server/config.ts';
import { openSqlite } from '../server/database/sqlite.ts';
import type { Outcome } from './claims.ts';
import { quantile } from './latency.ts';
import { logIn, median, startProduct } from './measure.ts';
import { sendAll } from './raw-load.ts';

/**
 * Repairs taken in per second through HTTP, durably, with all that belongs to one (client, ticket,
 * events, text, change log), against the very rows that they left, inserted into the same tables
 * with the same indexes by a bare loop, each intake's in one durable transaction.
 */

const amount = 4000;
const rounds = 5;
/** As many tablets as press at the same moment: what waits together is committed together. */
const connections = 50;

function newRepair(number: number): string {
  return JSON.stringify({
    repairId: randomUUID(),
    customerName: `Customer ${number}`,
    customerEmail: `customer${number}@example.com`,
    customerPhone: phone(number),
    watchBrand: 'Omega',
    watchModel: 'Seamaster 300',
    issue: 'Stops overnight, second hand loose',
    repairPrice: 120.5,
  });
}

/** A different number each time: the same phone may submit only once in 30 seconds. */
function phone(number: number): string {
  const areas = ['212', '213', '312', '415', '617', '702', '713', '786', '818', '917'];
  const area = areas[Math.floor(number / 8_000_000) % areas.length] ?? '212';
  const local = String(2_000_000 + (number % 8_000_000));
  return `(${area}) ${local.slice(0, 3)}-${local.slice(3)}`;
}

let created = 0;

function create(url: string, cookie: string) {
  const headers = { cookie, 'content-type': 'application/json' };
  const requests = Array.from({ length: amount }, () => {
    created += 1;
    return { method: 'POST', path: '/api/repairs', headers, body: newRepair(created) };
  });
  return sendAll({ url, connections, pipelining: 1 }, requests, 201);
}

type Row = Readonly<Record<string, SQLInputValue>>;

/** What one intake leaves behind, by table; a row comes after those that it names. */
type Intake = { table: string; row: Row }[];

/** What tells a table's rows to which intake they belong; counting ids are the database's business. */
const tables = [
  { table: 'clients', order: 'id', key: 'id', counted: null },
  { table: 'repair_tickets', order: 'id', key: 'ticket_number', counted: null },
  { table: 'messages', order: 'id', key: 'ticket_number', counted: null },
  { table: 'events', order: 'id', key: 'ticket_number', counted: 'id' },
  { table: 'changes', order: 'revision', key: 'ticket_number', counted: 'revision' },
] as const;

/** Reads what has been stored since it was last asked. */
function intakeReader(file: string) {
  const after = new Map<string, SQLInputValue>();
  return (): Intake[] => {
    const database = new DatabaseSync(file, { readOnly: true });
    const rows = new Map(
      tables.map(({ table, order }) => {
        const found = database
          .prepare(`select * from ${table} where ${order} > ? order by ${order}`)
          .all(after.get(table) ?? (table === 'events' || table === 'changes' ? 0 : ''));
        after.set(table, found.at(-1)?.[order] ?? after.get(table) ?? '');
        return [table as string, found as Row[]] as const;
      }),
    );
    database.close();
    const intakes = new Map<SQLInputValue | undefined, Intake>();
    const ofClient = new Map(
      rows.get('repair_tickets')?.map((row) => [row.client_id, row.ticket_number] as const),
    );
    for (const { table, key, counted } of tables) {
      for (const { ...row } of rows.get(table) ?? []) {
        const owner = row.ticket_number ?? ofClient.get(row.entity_id ?? row[key]);
        const intake = intakes.get(owner) ?? [];
        intakes.set(owner, intake);
        const { [counted ?? '']: _given, ...kept } = row;
        intake.push({ table, row: kept });
      }
    }
    return [...intakes.values()];
  };
}

/** The product's tables, set up as the product does, and nothing else of it. */
async function openBare(folder: string) {
  const file = join(folder, 'bare.db');
  await (await openSqlite(file)).close();
  const database = new DatabaseSync(file);
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma temp_store = memory;
    pragma cache_size = -16000;
    pragma wal_autocheckpoint = 4000;
  `);
  const statements = new Map<string, StatementSync>();
  const statementFor = (table: string, row: Row): StatementSync => {
    const known = statements.get(table);
    if (known) return known;
    const names = Object.keys(row);
    const statement = database.prepare(
      `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
    );
    statements.set(table, statement);
    return statement;
  };
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  return {
    /** @returns intakes per second */
    insert(intakes: readonly Intake[]): number {
      const prepared = intakes.map((intake) =>
        intake.map(({ table, row }) => ({
          statement: statementFor(table, row),
          values: Object.values(row),
        })),
      );
      const before = performance.now();
      for (const intake of prepared) {
        begin.run();
        for (const { statement, values } of intake) statement.run(...values);
        commit.run();
      }
      return prepared.length / ((performance.now() - before) / 1000);
    },
    close: () => database.close(),
  };
}

export async function measureCreate(): Promise<Outcome> {
  const product = await startProduct();
  const folder = mkdtempSync(join(tmpdir(), 'watch-bench-'));
  const bare = await openBare(folder);
  try {
    const cookie = await logIn(product.url);
    const newIntakes = intakeReader(dataFiles.database(product.dataDir));
    const pairs: { ours: number; theirs: number; took: number[]; rows: number }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const { perSecond, took } = await create(product.url, cookie);
      const intakes = newIntakes();
      if (intakes.length !== amount) throw new Error(`${intakes.length} of ${amount} were stored`);
      const rows = intakes.reduce((sum, intake) => sum + intake.length, 0) / amount;
      const theirs = bare.insert(intakes);
      // The first round warms both sides up.
      if (round > 0) pairs.push({ ours: perSecond, theirs, took, rows });
    }
    const took = pairs.flatMap((pair) => pair.took);
    return {
      ours: median(pairs.map((pair) => pair.ours)),
      theirs: median(pairs.map((pair) => pair.theirs)),
      ratio: median(pairs.map(({ ours, theirs }) => ours / theirs)),
      note: `${connections} at the same time: p50 ${quantile(took, 0.5).toFixed(1)} ms, p99 ${quantile(took, 0.99).toFixed(1)} ms; ${pairs[0]?.rows} rows each`,
    };
  } finally {
    await product.stop();
    bare.close();
    rmSync(folder, { recursive: true });
  }
}
