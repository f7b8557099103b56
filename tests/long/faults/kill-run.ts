import { setTimeout as sleep } from 'node:timers/promises';
import { seededChance } from '../../harness/seeded-chance.ts';
import type { Storage } from '../../harness/storage.ts';
import { openShop, type Plan, problemsOf, type Report } from './open-shop.ts';

export interface KillPlan extends Plan {
  kills: number;
  /** After so many kills everything is checked, and at the end. */
  auditEvery: number;
  /** How long a life lasts at most once it serves, in milliseconds. */
  longestLifeMs: number;
  /** On a slow machine a life lasts longer, until so many more changes were acknowledged. */
  leastChanges: number;
}

/** Starts the product, lets everybody work, kills it at a moment of chance; again and again. */
export async function killRun(
  storage: Storage,
  plan: KillPlan,
): Promise<Report & { kills: number }> {
  const shop = await openShop(storage, plan);
  const { product, gate, ledger, findings } = shop;
  const chance = seededChance(plan.seed);
  let kills = 0;
  while (kills < plan.kills) {
    kills += 1;
    product.begin();
    // Some die while they start, the first one while it makes its tables; the last one works.
    const diesAtStart = kills === 1 || (kills < plan.kills && chance.happens(0.15));
    if (diesAtStart) await sleep(chance.next() * 1200);
    else {
      await product.ready();
      await shop.logInAll();
      const before = ledger.acknowledged;
      gate.resume();
      await sleep(chance.next() * plan.longestLifeMs);
      while (ledger.acknowledged < before + plan.leastChanges && product.crashes.length === 0) {
        await sleep(10);
      }
    }
    await product.kill();
    await gate.pause();
    if (kills % plan.auditEvery !== 0 && kills !== plan.kills) continue;
    await shop.check();
    plan.say(
      `${storage.engine}: ${kills} kills, ${ledger.acknowledged} acknowledged, ${problemsOf(findings)} problems, ${product.crashes.length} crashes`,
    );
    if (problemsOf(findings) + ledger.surprises.length > 0) break;
  }
  return { ...(await shop.close()), kills };
}
