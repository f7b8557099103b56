import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finalReport, type Sum, sumOfPlaywright, sumOfVitest } from './test-reports.ts';

/**
 * Runs every suite and adds up the results honestly: a suite that left no report counts as a failure.
 * `--long` runs what takes too long for every change instead.
 */

const isLong = process.argv.includes('--long');

const root = join(import.meta.dirname, '..');
const reports = join(root, 'test-results');

/** Far more than a run needs at any moment: the unit and server tests used 125 MB at most. */
const enoughBytes = 4 * 2 ** 30;

/** Where the data of a run is: in memory if there is plenty, as none of the data outlives the run. */
function scratchFolder(): string {
  const inMemory = '/dev/shm';
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return Math.min(bavail * bsize, process.availableMemory()) >= enoughBytes ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}

const env = {
  ...process.env,
  TMPDIR: process.env.TMPDIR || scratchFolder(),
  PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
  ...(isLong ? { LONG_RUN: '1' } : {}),
};

interface Suite {
  name: string;
  command: string[];
  report: string;
  sum: (report: unknown) => Sum;
}

const vitest = (...projects: string[]) => [
  ...['vitest', 'run', '--reporter=default', '--reporter=json'],
  ...projects.map((project) => `--project=${project}`),
];

const screens = (project: string): Suite => ({
  name: 'screens in Chromium',
  // A second try for a test that fails (docs/decisions/tests.md); those that needed it are named at the end.
  command: ['playwright', 'test', `--project=${project}`, '--retries=1'],
  report: join(reports, 'playwright.json'),
  sum: sumOfPlaywright,
});

const longSuites: Suite[] = [
  {
    name: 'kills, repeats, guesses and restores',
    command: vitest('long'),
    report: join(reports, 'vitest.json'),
    sum: sumOfVitest(root),
  },
  screens('long'),
];

const usualSuites: Suite[] = [
  {
    name: 'unit and server, on both engines',
    command: vitest('unit', 'server'),
    report: join(reports, 'vitest.json'),
    sum: sumOfVitest(root),
  },
  screens('gate'),
];

function run({ name, command, report, sum }: Suite): Sum {
  console.log(`\n== ${name}`);
  const [program = '', ...args] = command;
  const isVitest = program === 'vitest';
  const { status } = spawnSync(
    program,
    isVitest ? [...args, `--outputFile.json=${report}`] : args,
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    },
  );
  try {
    const counted = sum(JSON.parse(readFileSync(report, 'utf8')));
    return status === 0 || counted.failed > 0 ? counted : { ...counted, failed: 1 };
  } catch {
    console.error(`${name}: the suite left no report (exit ${status})`);
    return { passed: 0, failed: 1, failures: [{ name: `${name}: no report` }] };
  }
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const sums = (isLong ? longSuites : usualSuites).map(run);
console.log(finalReport(sums));
const passed = sums.reduce((total, one) => total + one.passed, 0);
const failed = sums.reduce((total, one) => total + one.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
