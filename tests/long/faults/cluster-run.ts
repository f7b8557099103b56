import { setTimeout as sleep } from 'node:timers/promises';
import { applicationName } from '../../../server/database/store-lock.ts';
import { type Chance, seededChance } from '../../harness/seeded-chance.ts';
import type { Storage } from '../../harness/storage.ts';
import type { StoredRows } from '../../harness/stored-rows.ts';
import { Follower } from './follower.ts';
import { openShop, type Plan, problemsOf, type Report } from './open-shop.ts';
import type { Product } from './product.ts';

/** What is done to several processes while people work with them. */
const clusterFaults = [
  'one killed',
  'killed at the start',
  'two killed',
  'all killed',
  'connections cut',
  'one restarted',
] as const;
type ClusterFault = (typeof clusterFaults)[number];

/** Of each kind one, again and again. */
export const faultsInTurn = (
  amount: number,
  kinds: readonly ClusterFault[] = clusterFaults,
): ClusterFault[] =>
  Array.from({ length: amount }, (_, index) => kinds[index % kinds.length] ?? 'one killed');

export interface ClusterPlan extends Plan {
  /** How many processes. */
  size: number;
  /** In their order; then everything is checked. */
  faults: readonly ClusterFault[];
  /** After so many faults everything is checked, and at the end. */
  auditEvery: number;
  /** How long people work between two faults at most, in milliseconds. */
  longestWorkMs: number;
  /** On a slow machine longer, until so many more changes were acknowledged. */
  leastChanges: number;
}

export interface ClusterReport extends Report {
  kills: number;
  cuts: number;
  restarts: number;
  /** Requests without an answer while a process was restarted in the orderly way. */
  missedByRestarts: number;
  streams: number;
}

/** How long a screen may take to hear of everything, once everything runs, in milliseconds. */
const catchUpMs = 20_000;
const followers = 3;

const cutConnections = async (rows: StoredRows) => {
  await rows.run(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = ? and datname = current_database()',
    applicationName,
  );
};

/** Processes behind a balancer: they are killed and cut off while people work, then checked. */
export async function clusterRun(storage: Storage, plan: ClusterPlan): Promise<ClusterReport> {
  const shop = await openShop(storage, plan, plan.size);
  const { product, gate, ledger, findings } = shop;
  const { members } = product;
  const chance = seededChance(plan.seed);
  const counts = { kills: 0, cuts: 0, restarts: 0, missedByRestarts: 0 };

  product.begin();
  await product.ready();
  await shop.logInAll();
  const rows = await storage.openRows();
  const screens = Array.from(
    { length: followers },
    (_, index) => new Follower(product.origin, `198.51.100.${index + 1}`),
  );
  const following = Promise.all(screens.map((screen) => screen.follow()));

  async function work(): Promise<void> {
    const before = ledger.acknowledged;
    gate.resume();
    await sleep(chance.next() * plan.longestWorkMs);
    while (ledger.acknowledged < before + plan.leastChanges && product.crashes.length === 0) {
      await sleep(10);
    }
  }

  async function killAndStart(victims: readonly Product[]): Promise<void> {
    await Promise.all(victims.map((member) => member.kill()));
    counts.kills += victims.length;
    await sleep(chance.next() * plan.longestWorkMs);
    for (const member of victims) member.begin();
    await Promise.all(victims.map((member) => member.ready()));
  }

  async function restart(member: Product): Promise<void> {
    const before = ledger.unanswered;
    await member.stop();
    counts.restarts += 1;
    counts.missedByRestarts += ledger.unanswered - before;
    member.begin();
    await member.ready();
  }

  const some = (amount: number, from: Chance) => from.shuffled(members).slice(0, amount);
  async function cause(fault: ClusterFault): Promise<void> {
    switch (fault) {
      case 'one killed':
        return killAndStart(some(1, chance));
      case 'killed at the start': {
        const [victim] = some(1, chance);
        await victim?.kill();
        victim?.begin();
        await sleep(chance.next() * 1200);
        return killAndStart(victim ? [victim] : []);
      }
      case 'two killed':
        return killAndStart(some(2, chance));
      case 'all killed':
        return killAndStart(members);
      case 'connections cut':
        counts.cuts += 1;
        return cutConnections(rows);
      case 'one restarted':
        for (const member of some(1, chance)) await restart(member);
    }
  }

  /** Work has stopped: by now every screen must learn of everything that was done. */
  async function checkScreens(): Promise<void> {
    const log = (await rows.run('select revision from changes order by revision')).map(
      ({ revision }) => Number(revision),
    );
    const newest = log.at(-1) ?? 0;
    for (const until = Date.now() + catchUpMs; Date.now() < until; await sleep(20)) {
      if (screens.every(({ lastId }) => lastId >= newest)) break;
    }
    for (const screen of screens) findings.inconsistent.push(...screen.problems(log));
  }

  for (const [index, fault] of plan.faults.entries()) {
    await work();
    await cause(fault);
    await work();
    const isLast = index === plan.faults.length - 1;
    if ((index + 1) % plan.auditEvery !== 0 && !isLast) continue;
    await gate.pause();
    await checkScreens();
    await product.kill();
    await shop.check();
    plan.say(
      `${index + 1} faults, ${ledger.acknowledged} acknowledged, ${problemsOf(findings)} problems, ${product.crashes.length} crashes`,
    );
    if (isLast || problemsOf(findings) + ledger.surprises.length > 0) break;
    product.begin();
    await product.ready();
  }
  for (const screen of screens) screen.stop();
  const report = await shop.close();
  await following;
  await rows.close();
  const streams = screens.reduce((total, screen) => total + screen.streams, 0);
  return { ...report, ...counts, streams };
}
