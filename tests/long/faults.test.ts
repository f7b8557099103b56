import { expect, it } from 'vitest';
import { createStorage } from '../harness/engine.ts';
import { type ClusterReport, clusterRun, faultsInTurn } from './faults/cluster-run.ts';

/** How many times something is done to the product; FAULTS=300 tries longer. */
const faults = Number(process.env.FAULTS ?? 12);
const plan = {
  seed: Number(process.env.SEED ?? 7),
  workers: 4,
  auditEvery: 6,
  longestWorkMs: 400,
  minChanges: 8,
  say: console.log,
};

function expectNothingLost({ ledger, findings, crashes, texts, ...report }: ClusterReport): void {
  expect(findings).toMatchObject({ lost: [], doubled: [], inconsistent: [] });
  expect({ surprises: ledger.surprises, crashes }).toEqual({ surprises: [], crashes: [] });
  // A check of nothing would find nothing.
  expect(ledger.acknowledged).toBeGreaterThan(20);
  expect(ledger.photos.size).toBeGreaterThan(0);
  expect([...ledger.intakes.values()].some(({ ticketNumber }) => ticketNumber)).toBe(true);
  expect(texts).toBeGreaterThan(0);
  expect(report.kills).toBeGreaterThan(0);
  // Each screen had its stream broken and went on.
  expect(report.streams).toBeGreaterThan(3);
}

it('a product that is killed while people work with it loses and duplicates nothing', async () => {
  const storage = await createStorage('sqlite');
  const kinds = ['one killed', 'killed at the start'] as const;
  const report = await clusterRun(storage, {
    ...plan,
    size: 1,
    faults: faultsInTurn(faults, kinds),
  });
  await storage.remove();
  expectNothingLost(report);
});

it('three processes behind a balancer lose and duplicate nothing under any fault', async () => {
  const storage = await createStorage('postgres');
  const report = await clusterRun(storage, { ...plan, size: 3, faults: faultsInTurn(faults) });
  await storage.remove();
  expectNothingLost(report);
  expect(report.cuts).toBeGreaterThan(0);
  expect(report.restarts).toBeGreaterThan(0);
  // The balancer checks beforehand and goes elsewhere: no request is left without an answer.
  expect(report.missedByRestarts).toBe(0);
});
