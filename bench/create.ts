import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inTurn, logIn, type Ratio, startProduct } from './measure.ts';
import { answersPerSecond } from './raw-load.ts';

/**
 * Repairs taken in per second through HTTP, durably, with all that belongs to one (client, ticket,
 * events, text, change log), against a bare loop of one-row inserts, each committed with
 * `synchronous = full`.
 */

const amount = 6000;
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

function createdPerSecond(url: string, cookie: string): Promise<number> {
  const headers = { cookie, 'content-type': 'application/json' };
  const requests = Array.from({ length: amount }, () => {
    created += 1;
    return { method: 'POST', path: '/api/repairs', headers, body: newRepair(created) };
  });
  return answersPerSecond({ url, connections, pipelining: 1 }, requests, 201);
}

function insertedPerSecond(): number {
  const folder = mkdtempSync(join(tmpdir(), 'watch-bench-'));
  const database = new DatabaseSync(join(folder, 'bare.db'));
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    create table repair (id text primary key, content text not null);
  `);
  const insert = database.prepare('insert into repair (id, content) values (?, ?)');
  const before = performance.now();
  for (let row = 0; row < amount; row += 1) insert.run(randomUUID(), newRepair(row));
  const seconds = (performance.now() - before) / 1000;
  database.close();
  rmSync(folder, { recursive: true });
  return amount / seconds;
}

export async function measureCreate(): Promise<Ratio> {
  const product = await startProduct();
  try {
    const cookie = await logIn(product.url);
    return await inTurn(
      5,
      () => createdPerSecond(product.url, cookie),
      async () => insertedPerSecond(),
    );
  } finally {
    await product.stop();
  }
}
