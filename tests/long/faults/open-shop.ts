import { setTimeout as sleep } from 'node:timers/promises';
import { chanceOf } from '../../../scripts/demo/chance.ts';
import { fictionalPhones } from '../../../scripts/demo/phones.ts';
import { testPhoto } from '../../harness/photo-upload.ts';
import { seededChance } from '../../harness/seeded-chance.ts';
import type { Storage } from '../../harness/storage.ts';
import type { StoredRows } from '../../harness/stored-rows.ts';
import { startTwilioStandIn, type TwilioStandIn } from '../../harness/twilio-stand-in.ts';
import { ageUnresolvedTexts, audit, type Findings, forgiveLogins } from './audit.ts';
import { Cluster } from './cluster.ts';
import { Gate } from './gate.ts';
import { Ledger } from './ledger.ts';
import { Worker } from './worker.ts';

export interface Plan {
  seed: number;
  /** How many people work at once. */
  workers: number;
  say: (line: string) => void;
}

export interface Report {
  ledger: Ledger;
  findings: Findings;
  crashes: readonly string[];
  texts: number;
}

/** The provider answers after a while, another one each time; a kill often finds it in between. */
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
export async function openShop(storage: Storage, plan: Plan, size: number) {
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
    /** Checking a password outlasts many a life, so those without a session log in before. */
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

export function problemsOf({ lost, doubled, inconsistent }: Findings): number {
  return lost.length + doubled.length + inconsistent.length;
}
