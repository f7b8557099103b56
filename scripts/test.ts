import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Runs every suite and sums them truthfully: a suite that left no report counts as a failure. */

const root = join(import.meta.dirname, '..');
const reports = join(root, 'test-results');
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
};

interface Sum {
  passed: number;
  failed: number;
}

interface Suite {
  name: string;
  command: string[];
  report: string;
  sum: (report: unknown) => Sum;
}

const suites: Suite[] = [
  {
    name: 'unit and server, on both engines',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json'],
    report: join(reports, 'vitest.json'),
    sum: (report) => {
      const { numPassedTests, numTotalTests, success } = report as {
        numPassedTests: number;
        numTotalTests: number;
        success: boolean;
      };
      const failed = numTotalTests - numPassedTests;
      // A file that cannot be loaded has no tests and yet has failed.
      return { passed: numPassedTests, failed: success ? failed : Math.max(failed, 1) };
    },
  },
  {
    name: 'screens in Chromium',
    command: ['playwright', 'test'],
    report: join(reports, 'playwright.json'),
    sum: (report) => {
      const { stats, errors } = report as {
        stats: { expected: number; unexpected: number; flaky: number; skipped: number };
        errors: unknown[];
      };
      return {
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
      };
    },
  },
];

function run({ name, command, report, sum }: Suite): Sum {
  console.log(`\n== ${name}`);
  const [program = '', ...words] = command;
  const isVitest = program === 'vitest';
  const { status } = spawnSync(
    program,
    isVitest ? [...words, `--outputFile.json=${report}`] : words,
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
    return { passed: 0, failed: 1 };
  }
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const sums = suites.map(run);
const passed = sums.reduce((total, one) => total + one.passed, 0);
const failed = sums.reduce((total, one) => total + one.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
