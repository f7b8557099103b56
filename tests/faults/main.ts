import { parseArgs } from 'node:util';
import { dataFiles } from '../../server/config.ts';
import { breakGround, type PostgresServer } from '../harness/postgres.ts';
import { type Engine, engines, type Ground, type Storage, storageOn } from '../harness/storage.ts';
import { rowsInSqlite } from '../harness/stored-rows.ts';
import { type ClusterReport, clusterRun, faultsInTurn } from './cluster-run.ts';
import { killRun } from './kill-run.ts';
import { changeKinds } from './ledger.ts';
import { problemsOf, type Report } from './open-shop.ts';
import {
  diskFull,
  type Outage,
  outageRun,
  photosGone,
  photosReadOnly,
  postgresStopped,
  providerSilent,
} from './outage-run.ts';

/**
 * Kills the product again and again while people work with it, and checks that nothing that was
 * acknowledged is lost or done twice; then takes away what it needs, one thing after the other:
 * `npm run faults -- --kills 300 --engine both --seed 7`. With several processes behind a load
 * balancer: `npm run faults -- cluster --kills 100`.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Of a cluster: how many processes. */
    size: { type: 'string', default: '3' },
    kills: { type: 'string', default: '300' },
    engine: { type: 'string', default: 'both' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '6' },
    /** kills or outages: only those */
    only: { type: 'string', default: 'all' },
    /** How long a life lasts at most once it serves, in milliseconds. */
    life: { type: 'string', default: '3000' },
  },
});

function wholeNumber(name: keyof typeof values): number {
  const number = Number(values[name]);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`--${name} must be a whole number above 0`);
}

function chosenEngines(): readonly Engine[] {
  if (values.engine === 'both') return engines;
  const engine = engines.find((one) => one === values.engine);
  if (!engine) throw new Error('--engine must be sqlite, postgres or both');
  return [engine];
}

const most = 40;
const list = (title: string, lines: readonly string[]) => {
  if (lines.length === 0) return;
  console.log(`\n${title}`);
  for (const line of lines.slice(0, most)) console.log(`  ${line}`);
  if (lines.length > most) console.log(`  … and ${lines.length - most} more`);
};

function tell(name: string, { ledger, findings, crashes, texts }: Report): void {
  console.log(`\n${name}: ${texts} texts with the provider`);
  console.log('| change | acknowledged | in doubt |');
  console.log('|---|---:|---:|');
  for (const kind of changeKinds) {
    const count = ledger.totals.get(kind);
    console.log(`| ${kind} | ${count?.acknowledged} | ${count?.doubtful} |`);
  }
  console.log(`\nspare photo files after the last kill: ${findings.spareFiles}`);
  list('LOST', findings.lost);
  list('DOUBLED', findings.doubled);
  list('INCONSISTENT', findings.inconsistent);
  list('UNEXPECTED ANSWERS', ledger.surprises);
  list('CRASHES', crashes);
}

const countsOf = (report: ClusterReport): string[] => [
  `\n${report.cuts} times all connections to the database were cut`,
  `${report.restarts} orderly restarts, during which ${report.missedByRestarts} requests went without an answer`,
  `${report.streams} streams of live events, ${report.resets} of them begun anew`,
  `${report.looks} times somebody looked for what they had just saved: ${report.stale} times it was not there`,
];

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

async function outages(ground: Ground & { server: PostgresServer | null }): Promise<Outage[]> {
  const chosen = chosenEngines();
  const list: Outage[] = [];
  for (const engine of chosen) {
    if (engine === 'postgres') {
      list.push(postgresStopped(await storageOn(engine, ground), ground.server));
    }
    if (engine === 'sqlite') list.push(diskFull(shopIn));
    list.push(photosGone(await storageOn(engine, ground)));
    list.push(photosReadOnly(await storageOn(engine, ground)));
    list.push(providerSilent(await storageOn(engine, ground)));
  }
  return list;
}

const isCluster = positionals[0] === 'cluster';
if (positionals.length > (isCluster ? 1 : 0)) throw new Error('The only word is "cluster"');

const plan = { seed: wholeNumber('seed'), workers: wholeNumber('workers'), say: console.log };
const ground = await breakGround();

const reports: { name: string; kills: number; report: Report }[] = [];
const skipped: string[] = [];
let clusterCounts: string[] = [];
try {
  if (isCluster) {
    const storage = await storageOn('postgres', ground);
    const faults = faultsInTurn(wholeNumber('kills'));
    const balancer = process.env.BALANCER ?? '';
    const report = await clusterRun(storage, {
      ...plan,
      size: wholeNumber('size'),
      balancer,
      faults,
      auditEvery: 10,
      longestWorkMs: wholeNumber('life'),
      leastChanges: 0,
    });
    await storage.remove();
    const name = `${values.size} processes behind ${balancer || 'the small balancer'}`;
    reports.push({ name, kills: report.kills, report });
    clusterCounts = countsOf(report);
  }
  for (const engine of isCluster || values.only === 'outages' ? [] : chosenEngines()) {
    const storage = await storageOn(engine, ground);
    const { kills, ...report } = await killRun(storage, {
      ...plan,
      kills: wholeNumber('kills'),
      auditEvery: 20,
      longestLifeMs: wholeNumber('life'),
      leastChanges: 0,
    });
    await storage.remove();
    reports.push({ name: `killed, ${engine}`, kills, report });
  }
  for (const outage of isCluster || values.only === 'kills' ? [] : await outages(ground)) {
    const name = `${outage.name}, ${outage.storage.engine}`;
    if (outage.obstacle !== null) skipped.push(`${name}: ${outage.obstacle}`);
    else reports.push({ name, kills: 0, report: await outageRun(outage, plan) });
    await outage.storage.remove();
    await outage.clear?.();
  }
} finally {
  await ground.clear();
}
for (const { name, report } of reports) tell(name, report);
for (const line of clusterCounts) console.log(line);
for (const line of skipped) console.log(`\nNOT TRIED: ${line}`);

console.log(
  '\n| fault | kills | acknowledged | lost | doubled | inconsistent | unexpected | crashes |',
);
console.log('|---|---:|---:|---:|---:|---:|---:|---:|');
for (const { name, kills, report } of reports) {
  const { ledger, findings, crashes } = report;
  const { lost, doubled, inconsistent } = findings;
  const counts = [lost, doubled, inconsistent, ledger.surprises, crashes];
  const cells = [name, kills, ledger.acknowledged, ...counts.map(({ length }) => length)];
  console.log(`| ${cells.join(' | ')} |`);
}
const isWell = reports.every(
  ({ report: { findings, ledger, crashes } }) =>
    problemsOf(findings) + ledger.surprises.length + crashes.length === 0,
);
process.exitCode = isWell ? 0 : 1;
