import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFiles } from '../../server/config.ts';
import { createStorage, describeOnBothEngines } from '../harness/engine.ts';
import { breakGround } from '../harness/postgres.ts';
import { type Storage, storageOn } from '../harness/storage.ts';
import { rowsInSqlite } from '../harness/stored-rows.ts';
import { clusterRun, faultsInTurn } from './faults/cluster-run.ts';
import { killRun } from './faults/kill-run.ts';
import type { Report } from './faults/open-shop.ts';
import {
  diskFull,
  type Outage,
  outageRun,
  photosGone,
  photosReadOnly,
  postgresStopped,
  providerSilent,
} from './faults/outage-run.ts';

/** How often the product is killed; FAULTS=300 tries longer. */
const kills = Number(process.env.FAULTS ?? 20);
const seed = Number(process.env.SEED ?? 7);
const plan = { seed, workers: 4, say: console.log };

function expectNothingLost({ ledger, findings, crashes, texts }: Report): void {
  expect(findings).toMatchObject({ lost: [], doubled: [], inconsistent: [] });
  expect({ surprises: ledger.surprises, crashes }).toEqual({ surprises: [], crashes: [] });
  // A check of nothing would find nothing.
  expect(ledger.acknowledged).toBeGreaterThan(20);
  expect(texts).toBeGreaterThan(0);
}

describeOnBothEngines('a product that is killed while people work with it', (engine) => {
  it('loses nothing that it acknowledged, does nothing twice, and texts nobody twice', async () => {
    const storage = await createStorage(engine);
    const report = await killRun(storage, {
      ...plan,
      kills,
      auditEvery: 10,
      longestLifeMs: 700,
      leastChanges: 20,
    });
    await storage.remove();
    expectNothingLost(report);
    expect(report.ledger.totals.get('intake')?.acknowledged).toBeGreaterThan(0);
  });
});

it('three processes behind a balancer lose and double nothing, whatever happens to them', async () => {
  const storage = await createStorage('postgres');
  const report = await clusterRun(storage, {
    ...plan,
    size: 3,
    faults: faultsInTurn(Math.ceil(kills / 2)),
    auditEvery: 5,
    longestWorkMs: 400,
    leastChanges: 8,
  });
  await storage.remove();
  expectNothingLost(report);
  expect(report.stale).toBe(0);
  expect(report.kills).toBeGreaterThan(0);
  expect(report.cuts).toBeGreaterThan(0);
  expect(report.restarts).toBeGreaterThan(0);
  // The balancer asks beforehand and turns away: no request goes without an answer.
  expect(report.missedByRestarts).toBe(0);
  expect(report.ledger.totals.get('photo')?.acknowledged).toBeGreaterThan(0);
  expect(report.looks).toBeGreaterThan(5);
  // Each screen had its stream broken and went on with another process.
  expect(report.streams).toBeGreaterThan(3);
});

describe('what the product stands on is taken away while people work, and given back', () => {
  /** A server of its own, because it is stopped. */
  let ground: Awaited<ReturnType<typeof breakGround>>;
  beforeAll(async () => {
    ground = await breakGround();
  });
  afterAll(() => ground.clear());

  /** A folder is all that a shop on the embedded database needs. */
  const shopIn = (dataDir: string): Storage => ({
    engine: 'sqlite',
    dataDir,
    databaseUrl: null,
    photoBucket: null,
    bucket: null,
    openRows: async () => rowsInSqlite(dataFiles.database(dataDir)),
    remove: async () => undefined,
  });
  const on = (engine: Storage['engine']) => storageOn(engine, ground);

  it.each<[string, () => Promise<Outage>]>([
    ['PostgreSQL is stopped', async () => postgresStopped(await on('postgres'), ground.server)],
    ['the disk is full', async () => diskFull(shopIn)],
    ['the photo folder is gone, SQLite', async () => photosGone(await on('sqlite'))],
    ['the photo folder is gone, PostgreSQL', async () => photosGone(await on('postgres'))],
    ['the photo folder is read-only', async () => photosReadOnly(await on('sqlite'))],
    ['the provider is silent, SQLite', async () => providerSilent(await on('sqlite'))],
    ['the provider is silent, PostgreSQL', async () => providerSilent(await on('postgres'))],
  ])('%s', async (_what, prepare) => {
    const outage = await prepare();
    if (outage.obstacle === null) expectNothingLost(await outageRun(outage, plan));
    else console.warn(`NOT TRIED: ${outage.name}: ${outage.obstacle}`);
    await outage.storage.remove();
    outage.clear?.();
  });
});
