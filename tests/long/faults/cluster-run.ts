import { setTimeout as sleep } from 'node:timers/promises';
import { chanceOf } from '../../../scripts/demo/chance.ts';
import { fictionalPhones } from '../../../scripts/demo/phones.ts';
import { applicationName } from '../../../server/database/store-lock.ts';
import { testPhoto } from '../../harness/photo-upload.ts';
import { type Chance, seededChance } from '../../harness/seeded-chance.ts';
import type { Storage } from '../../harness/storage.ts';
import type { StoredRows } from '../../harness/stored-rows.ts';
import { startTwilioStandIn, type TwilioStandIn } from '../../harness/twilio-stand-in.ts';
import { ageUnresolvedTexts, audit, type Findings, forgiveLogins } from './audit.ts';
import { Cluster } from './cluster.ts';
import { Follower } from './follower.ts';
import { Ledger } from './ledger.ts';
import type { Product } from './product.ts';
import { Worker } from './worker.ts';

interface Plan {
  seed: number;
  workers: number;
  say: (line: string) => void;
}

interface Report {
  ledger: Ledger;
  findings: Findings;
  crashes: readonly string[];
  texts: number;
}

/** The provider lets its held answers go at uneven intervals; a kill often comes while it holds some. */
function slowProvider(standIn: TwilioStandIn, next: () => number): () => void {
  let timer: NodeJS.Timeout;
  const beat = () => {
    standIn.release();
    standIn.hold();
    timer = setTimeout(beat, 20 + next() * 250);
  };
  beat();
  return () => {
    clearTimeout(timer);
    standIn.release();
  };
}

async function crowd(standIn: TwilioStandIn, origin: string, ledger: Ledger, plan: Plan) {
  const chance = seededChance(plan.seed);
  // Names and numbers that nobody has.
  const nobody = chanceOf(`faults ${plan.seed}`);
  const phones = fictionalPhones(nobody);
  const newPhone = () => {
    const phone = phones.pop();
    if (phone === undefined) throw new Error('No more phones that are nobody’s');
    return phone;
  };
  const small = { width: 240, height: 180 };
  const photos = await Promise.all([
    testPhoto({ r: 200, g: 40, b: 40 }, small),
    testPhoto({ r: 40, g: 200, b: 40 }, small),
  ]);
  return Array.from({ length: plan.workers }, (_, index) => {
    const own = seededChance(plan.seed * 1000 + index);
    return new Worker({
      origin,
      standIn,
      ledger,
      address: `192.0.2.${index + 1}`,
      chance: { ...own, shuffled: chance.shuffled },
      newPhone,
      newId: () => nobody.uuid(),
      photos,
    });
  });
}

async function work(worker: Worker, gate: Gate): Promise<void> {
  while (!gate.isOver) {
    await gate.pass(() => worker.step());
    await sleep(1);
  }
}

/** The product with people at work, who wait until they are let in, and everything to check it by. */
async function openShop(storage: Storage, plan: Plan, size: number) {
  const standIn = await startTwilioStandIn();
  const product = await Cluster.on(storage, standIn, size);
  const photos = product.bucket.objects;
  const ledger = new Ledger();
  const gate = new Gate();
  const { next } = seededChance(plan.seed);
  const findings: Findings = { lost: [], doubled: [], inconsistent: [] };
  let rows: StoredRows | null = null;
  let hurry = slowProvider(standIn, next);
  void gate.pause();
  const people = await crowd(standIn, product.origin, ledger, plan);
  const working = Promise.all(people.map((worker) => work(worker, gate)));
  return {
    product,
    ledger,
    gate,
    findings,
    /** Checking a password takes longer than many processes live, so those without a session log in first. */
    logInAll: async () => {
      const outside = people.filter(({ isLoggedIn }) => !isLoggedIn);
      await Promise.all(outside.map((worker) => worker.logIn()));
    },

    /** Starts the product on what the last life left, checks everything, and kills it again. */
    async check(): Promise<void> {
      hurry();
      rows ??= await storage.openRows();
      await ageUnresolvedTexts(rows);
      await forgiveLogins(rows);
      product.begin();
      await product.ready();
      const found = await audit({ photos, rows, standIn, ledger, origin: product.origin });
      findings.lost.push(...found.lost);
      findings.doubled.push(...found.doubled);
      findings.inconsistent.push(...found.inconsistent);
      await product.kill();
      hurry = slowProvider(standIn, next);
    },

    async close(): Promise<Report> {
      gate.isOver = true;
      gate.resume();
      await working;
      hurry();
      const texts = standIn.texts.filter(({ direction }) => direction !== 'inbound').length;
      await rows?.close();
      await product.close();
      await standIn.close();
      return { ledger, findings, crashes: product.crashes, texts };
    },
  };
}

function problemsOf({ lost, doubled, inconsistent }: Findings): number {
  return lost.length + doubled.length + inconsistent.length;
}

/** Keeps the clients waiting while the product is down, and says when all of them wait. */
class Gate {
  #open: (() => void) | null = null;
  #opened: Promise<void> = Promise.resolve();
  #isPaused = false;
  #busy = 0;
  #idle: (() => void)[] = [];
  isOver = false;

  /** No one starts anything new. @returns when no one is in the middle of anything */
  async pause(): Promise<void> {
    if (!this.#isPaused) {
      this.#isPaused = true;
      this.#opened = new Promise((resolve) => {
        this.#open = resolve;
      });
    }
    if (this.#busy > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  resume(): void {
    this.#isPaused = false;
    this.#open?.();
  }

  async pass(step: () => Promise<void>): Promise<void> {
    while (this.#isPaused) await this.#opened;
    if (this.isOver) return;
    this.#busy += 1;
    try {
      await step();
    } finally {
      this.#busy -= 1;
      if (this.#busy === 0) for (const tell of this.#idle.splice(0)) tell();
    }
  }
}

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

/** One of each kind, again and again. */
export const faultsInTurn = (
  amount: number,
  kinds: readonly ClusterFault[] = clusterFaults,
): ClusterFault[] =>
  Array.from({ length: amount }, (_, index) => kinds[index % kinds.length] ?? 'one killed');

export interface ClusterPlan extends Plan {
  size: number;
  /** In their order; then everything is checked. */
  faults: readonly ClusterFault[];
  /** After this many faults everything is checked, and at the end. */
  auditEvery: number;
  /** How long people work between two faults at most, in milliseconds. */
  longestWorkMs: number;
  /** Longer on a slow machine, until this many more changes have been acknowledged. */
  minChanges: number;
}

export interface ClusterReport extends Report {
  kills: number;
  cuts: number;
  restarts: number;
  /** Requests without an answer while a process was restarted in an orderly way. */
  missedByRestarts: number;
  streams: number;
}

/** How long a screen may take to hear about everything, once everything runs, in milliseconds. */
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
    while (ledger.acknowledged < before + plan.minChanges && product.crashes.length === 0) {
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

  /** Work has stopped: every screen must now learn of everything that was done. */
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
