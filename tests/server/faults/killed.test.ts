import { expect, it } from 'vitest';
import { killRun } from '../../faults/kill-run.ts';
import { createStorage, describeOnBothEngines } from '../../harness/engine.ts';

describeOnBothEngines('a product that is killed while people work with it', (engine) => {
  it('loses nothing that it acknowledged, does nothing twice, and texts nobody twice', async () => {
    const storage = await createStorage(engine);
    const said: string[] = [];
    const { ledger, findings, crashes, texts } = await killRun(storage, {
      kills: engine === 'sqlite' ? 6 : 3,
      seed: 7,
      workers: 4,
      auditEvery: 100,
      longestLifeMs: 700,
      leastChanges: 20,
      say: (line) => said.push(line),
    });
    await storage.remove();
    expect(findings).toMatchObject({ lost: [], doubled: [], inconsistent: [] });
    expect({ surprises: ledger.surprises, crashes }).toEqual({ surprises: [], crashes: [] });
    // A check of nothing would find nothing.
    expect(ledger.acknowledged).toBeGreaterThan(20);
    expect(ledger.totals.get('intake')?.acknowledged).toBeGreaterThan(0);
    expect(texts).toBeGreaterThan(0);
    expect(said).toHaveLength(1);
  });
});
