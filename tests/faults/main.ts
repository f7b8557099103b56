import { parseArgs } from 'node:util';
import { breakGround } from '../harness/postgres.ts';
import { type Engine, engines, storageOn } from '../harness/storage.ts';
import { type KillReport, killRun, problemsOf } from './kill-run.ts';
import { changeKinds } from './ledger.ts';

/**
 * Kills the product again and again while people work with it, and checks that nothing that was
 * acknowledged is lost or done twice: `npm run faults -- --kills 300 --engine both --seed 7`.
 */

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '300' },
    engine: { type: 'string', default: 'both' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '6' },
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

function tell(engine: Engine, { kills, ledger, findings, crashes, texts }: KillReport): void {
  console.log(`\n${engine}: ${kills} kills, ${texts} texts with the provider`);
  console.log('| change | acknowledged | never answered |');
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

const seed = wholeNumber('seed');
const ground = await breakGround();
const reports: [Engine, KillReport][] = [];
try {
  for (const engine of chosenEngines()) {
    const storage = await storageOn(engine, ground);
    const report = await killRun(storage, {
      kills: wholeNumber('kills'),
      seed,
      workers: wholeNumber('workers'),
      auditEvery: 20,
      longestLifeMs: wholeNumber('life'),
      say: console.log,
    });
    await storage.remove();
    tell(engine, report);
    reports.push([engine, report]);
  }
} finally {
  await ground.clear();
}

console.log(
  '\n| engine | kills | acknowledged | lost | doubled | inconsistent | unexpected | crashes |',
);
console.log('|---|---:|---:|---:|---:|---:|---:|---:|');
for (const [engine, { kills, ledger, findings, crashes }] of reports) {
  const { lost, doubled, inconsistent } = findings;
  const cells = [engine, kills, ledger.acknowledged, lost.length, doubled.length];
  const more = [inconsistent.length, ledger.surprises.length, crashes.length];
  console.log(`| ${[...cells, ...more].join(' | ')} |`);
}
const isWell = reports.every(
  ([, { findings, ledger, crashes }]) =>
    problemsOf(findings) + ledger.surprises.length + crashes.length === 0,
);
process.exitCode = isWell ? 0 : 1;
