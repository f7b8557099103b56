import { expect, it } from 'vitest';
import { clusterRun } from '../../faults/cluster-run.ts';
import { createStorage } from '../../harness/engine.ts';

/** Generous, because a busy machine is no mistake of the product. */
const busyMachineMs = 180_000;

it(
  'three processes behind a balancer lose and double nothing, whatever happens to them',
  async () => {
    const storage = await createStorage('postgres');
    const { ledger, findings, crashes, texts, ...counts } = await clusterRun(storage, {
      size: 3,
      balancer: process.env.BALANCER,
      faults: ['one restarted', 'one killed', 'connections cut', 'two killed'],
      auditEvery: 100,
      longestWorkMs: 400,
      leastChanges: 8,
      seed: 7,
      workers: 4,
      say: () => undefined,
    });
    await storage.remove();
    expect(findings).toMatchObject({ lost: [], doubled: [], inconsistent: [] });
    expect({ surprises: ledger.surprises, crashes }).toEqual({ surprises: [], crashes: [] });
    expect(counts).toMatchObject({ kills: 3, cuts: 1, restarts: 1, stale: 0 });
    // Whoever asks is told beforehand and turns away: nobody's request goes without an answer. nginx
    // does not ask.
    if (process.env.BALANCER !== 'nginx') expect(counts.missedByRestarts).toBe(0);
    // A check of nothing would find nothing.
    expect(ledger.acknowledged).toBeGreaterThan(60);
    expect(ledger.totals.get('photo')?.acknowledged).toBeGreaterThan(0);
    expect(texts).toBeGreaterThan(10);
    expect(counts.looks).toBeGreaterThan(5);
    // Each screen had its stream broken and went on with another process.
    expect(counts.streams).toBeGreaterThan(3);
  },
  busyMachineMs,
);
