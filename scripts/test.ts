import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Runs every suite and sums them truthfully: a suite that left no report counts as a failure. */

const root = join(import.meta.dirname, '..');
const reports = join(root, 'test-results');
const specificationReport = join(reports, 'specification.json');
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
};

interface Sum {
  passed: number;
  failed: number;
  /** The names of what failed: said again at the end, where a long run's reader looks first. */
  names: string[];
  /** Of what failed at first and passed when it was run again. */
  unsteady?: string[];
}

interface VitestReport {
  numPassedTests: number;
  numTotalTests: number;
  success: boolean;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

interface PlaywrightSuite {
  specs?: { title: string; file: string; ok: boolean; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
}

type PlaywrightSpec = NonNullable<PlaywrightSuite['specs']>[number];

function namesOf(
  { specs = [], suites = [] }: PlaywrightSuite,
  isMeant: (spec: PlaywrightSpec) => boolean,
): string[] {
  const here = specs.filter(isMeant).map(({ file, title }) => `${file} › ${title}`);
  return [...here, ...suites.flatMap((suite) => namesOf(suite, isMeant))];
}

const isUnsteady = ({ tests }: PlaywrightSpec) => tests.some(({ status }) => status === 'flaky');

interface SpecificationReport {
  problems: string[];
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
      const { numPassedTests, numTotalTests, success, testResults } = report as VitestReport;
      const failed = numTotalTests - numPassedTests;
      const names = testResults.flatMap(({ name, status, message, assertionResults }) => {
        const tests = assertionResults
          .filter((test) => test.status !== 'passed')
          .map(({ fullName }) => `${relative(root, name)} › ${fullName}`);
        return status === 'failed' && tests.length === 0
          ? [`${relative(root, name)}: ${message}`]
          : tests;
      });
      // A file that cannot be loaded has no tests and yet has failed.
      return { passed: numPassedTests, failed: success ? failed : Math.max(failed, 1), names };
    },
  },
  {
    name: 'screens in Chromium',
    // Once more for a test that fails (docs/decisions/tests.md); what needed it is named at the end.
    command: ['playwright', 'test', '--retries=1'],
    report: join(reports, 'playwright.json'),
    sum: (report) => {
      const { stats, errors, suites } = report as PlaywrightReport;
      return {
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected + stats.skipped + errors.length,
        names: [
          ...namesOf({ suites }, ({ ok }) => !ok),
          ...errors.map(({ message = 'no message' }) => message),
        ],
        unsteady: namesOf({ suites }, isUnsteady),
      };
    },
  },
  {
    // The last: it looks at what the others reported.
    name: 'every rule of the specification has its test',
    command: ['node', 'scripts/check-specification.ts', '--report', specificationReport],
    report: specificationReport,
    // One test, whatever the number of rows: their tests have been counted already.
    sum: (report) => {
      const { problems } = report as SpecificationReport;
      const names = problems.map((problem) => `docs/specification.md: ${problem}`);
      return { passed: names.length === 0 ? 1 : 0, failed: names.length === 0 ? 0 : 1, names };
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
    return { passed: 0, failed: 1, names: [`${name}: no report`] };
  }
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const sums = suites.map(run);
for (const { names, unsteady = [] } of sums) {
  for (const name of names) console.log(`failed: ${name}`);
  for (const name of unsteady) console.log(`passed only when run again: ${name}`);
}
const passed = sums.reduce((total, one) => total + one.passed, 0);
const failed = sums.reduce((total, one) => total + one.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
