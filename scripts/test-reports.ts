import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The suites' own reports, read at the end of a whole run. */

/** A test that failed, and what is known of why. */
interface Trouble {
  name: string;
  why?: string | undefined;
}

export interface Sum {
  passed: number;
  failed: number;
  /** What failed: repeated at the end, where the reader of a long run looks first. */
  failures: Trouble[];
  /** What failed at first and passed when it was run again. */
  flaky?: Trouble[];
}

const maxLines = 60;

const shortened = (text: string) => text.split('\n').slice(0, maxLines).join('\n');

interface VitestReport {
  numPassedTests: number;
  numTotalTests: number;
  success: boolean;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

/** @param root the folder that the files are named from */
export const sumOfVitest =
  (root: string) =>
  (report: unknown): Sum => {
    const { numPassedTests, numTotalTests, success, testResults } = report as VitestReport;
    const failed = numTotalTests - numPassedTests;
    const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = relative(root, name);
      const tests = assertionResults
        .filter((test) => test.status !== 'passed')
        .map(({ fullName, failureMessages = [] }): Trouble => {
          return { name: `${file} › ${fullName}`, why: failureMessages.join('\n') };
        });
      return status === 'failed' && tests.length === 0 ? [{ name: file, why: message }] : tests;
    });
    // A file that cannot be loaded has no tests and yet has failed.
    return {
      passed: numPassedTests,
      failed: success ? failed : Math.max(failures.length, 1),
      failures,
    };
  };

interface PlaywrightResult {
  status: string;
  error?: { message?: string };
  attachments: { name: string; path?: string }[];
}

interface PlaywrightSpec {
  title: string;
  file: string;
  ok: boolean;
  tests: { status: string; results: PlaywrightResult[] }[];
}

interface PlaywrightSuite {
  specs?: PlaywrightSpec[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
}

/** What the page held when the test gave up. */
function pageAtFailure({ attachments }: PlaywrightResult): string {
  const path = attachments.find(({ name }) => name === 'error-context')?.path;
  if (path === undefined) return '';
  return /# Page snapshot\n+```yaml\n(.*?)```/s.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
}

function troubleOf({ file, title, tests }: PlaywrightSpec): Trouble {
  const failure = tests.flatMap(({ results }) => results).find(({ error }) => error !== undefined);
  const why = failure && `${failure.error?.message ?? ''}\n${shortened(pageAtFailure(failure))}`;
  return { name: `${file} › ${title}`, why };
}

const specsOf = ({ specs = [], suites = [] }: PlaywrightSuite): PlaywrightSpec[] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

export function sumOfPlaywright(report: unknown): Sum {
  const { stats, errors, suites } = report as PlaywrightReport;
  const specs = specsOf({ suites });
  const isFlaky = ({ tests }: PlaywrightSpec) => tests.some(({ status }) => status === 'flaky');
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + stats.skipped + errors.length,
    failures: [
      ...specs.filter(({ ok }) => !ok).map(troubleOf),
      ...errors.map(({ message = 'no message' }) => ({ name: message })),
    ],
    flaky: specs.filter(isFlaky).map(troubleOf),
  };
}

/** The end of a whole run: why each test failed, and then the names alone. */
export function finalReport(sums: readonly Sum[]): string {
  const failures = sums.flatMap((sum) => sum.failures);
  const flaky = sums.flatMap((sum) => sum.flaky ?? []);
  const reasons = [...failures, ...flaky]
    .filter(({ why = '' }) => why !== '')
    .map(({ name, why = '' }) => `\n== ${name}\n${shortened(why)}`);
  return [
    ...reasons,
    '',
    ...failures.map(({ name }) => `failed: ${name}`),
    ...flaky.map(({ name }) => `passed only when run again: ${name}`),
  ].join('\n');
}
