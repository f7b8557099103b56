import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import pg from 'pg';
import { freePort } from '../tests/harness/free-port.ts';
import { embeddedServer } from '../tests/harness/postgres.ts';

/** A PostgreSQL from npm that keeps its databases in a folder, set up as one that serves a shop. */

export interface PostgresServer {
  version: string;
  /** The address of one of its databases. */
  url: (database: string) => string;
  databases: () => Promise<string[]>;
  run: (statement: string) => Promise<void>;
  stop: () => Promise<void>;
}

/** It listens on this machine only, and holds nothing but made-up shops. */
const password = 'bench';

/** As for a machine that the database shares with the product: everything reaches the disk. */
const settings = [
  'shared_buffers=1GB',
  'effective_cache_size=4GB',
  'work_mem=16MB',
  'maintenance_work_mem=512MB',
  'random_page_cost=1.1',
  'max_wal_size=8GB',
];

async function ask<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as Row[];
  } finally {
    await client.end();
  }
}

const addressOn = (port: number) => (database: string) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;

async function servedOn(port: number, stop: () => Promise<void>): Promise<PostgresServer> {
  const url = addressOn(port);
  const [row] = await ask<{ server_version: string }>(url('postgres'), 'show server_version');
  return {
    version: row?.server_version ?? '',
    url,
    databases: async () =>
      (await ask<{ datname: string }>(url('postgres'), 'select datname from pg_database')).map(
        ({ datname }) => datname,
      ),
    run: async (statement) => {
      await ask(url('postgres'), statement);
    },
    stop,
  };
}

/** @returns one that somebody else has started on the folder; null where nobody has */
async function alreadyServed(folder: string): Promise<PostgresServer | null> {
  const file = `${folder}/postmaster.pid`;
  if (!existsSync(file)) return null;
  const port = Number(readFileSync(file, 'utf8').split('\n')[3]);
  return servedOn(port, async () => undefined).catch(() => null);
}

/** @param folder of the databases; made where it is not there */
export async function openPostgresServer(folder: string): Promise<PostgresServer> {
  const served = await alreadyServed(folder);
  if (served) return served;
  const port = await freePort();
  const server = await embeddedServer({ folder, port, password, settings });
  if (!existsSync(`${folder}/PG_VERSION`)) {
    await mkdir(dirname(folder), { recursive: true });
    // Under root the server runs as another user, who must be able to reach its files.
    if (process.getuid?.() === 0) await chmod(dirname(folder), 0o755);
    await server.make();
  }
  await server.start();
  return servedOn(port, () => server.stop());
}
